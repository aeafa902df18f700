/** Computes the checksum of an entity id (HIP-15): five letters that depend on the id and the ledger id. */
export function checksumOf(id: string, ledgerId: Uint8Array): string {
  const P3 = 26 ** 3;
  const P5 = 26 ** 5;
  const digits = Array.from(id, (letter) => (letter === '.' ? 10 : Number(letter)));
  let weighted = 0;
  let even = 0;
  let odd = 0;
  for (const [at, digit] of digits.entries()) {
    weighted = (31 * weighted + digit) % P3;
    if (at % 2 === 0) even = (even + digit) % 11;
    else odd = (odd + digit) % 11;
  }
  let ledger = 0;
  for (const byte of [...ledgerId, 0, 0, 0, 0, 0, 0]) ledger = (31 * ledger + byte) % P5;
  const sum = ((((digits.length % 5) * 11 + even) * 11 + odd) * P3 + weighted + ledger) % P5;
  let rest = (sum * 1_000_003) % P5;
  let text = '';
  for (let at = 0; at < 5; at++) {
    text = String.fromCharCode(97 + (rest % 26)) + text;
    rest = Math.floor(rest / 26);
  }
  return text;
}

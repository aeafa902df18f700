const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes, given in hex, as base32 without padding: how aliases are written. */
export function base32OfHex(hex: string): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (let at = 0; at + 1 < hex.length; at += 2) {
    held = ((held << 8) | Number.parseInt(hex.slice(at, at + 2), 16)) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += DIGITS.charAt((held >> bits) & 31);
    }
  }
  return bits === 0 ? text : text + DIGITS.charAt((held << (5 - bits)) & 31);
}

/** Base32 (RFC 4648) in upper case without padding, as aliases are written. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes base32. Trailing bits that fill no byte are dropped. The text must consist of base32 digits. */
export function parseBase32(text: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const character of text) {
    held = ((held << 5) | DIGITS.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}

/** Returns whether base32 encodes whole bytes: fewer than 5 bits are left after the last byte, all zero. */
export function isWholeBase32(text: string): boolean {
  const left = (text.length * 5) % 8;
  return left < 5 && (DIGITS.indexOf(text.at(-1) ?? 'A') & ((1 << left) - 1)) === 0;
}

/** Encodes bytes, given in hex, as base32. */
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

/** Arithmetic of 256-bit words, which are bigints from 0 to 2^256 - 1. */

const BITS = 256n;
export const WORD_MASK = (1n << BITS) - 1n;
/** The highest bit. Signed comparison of words flips it in both. */
export const SIGN = 1n << (BITS - 1n);

const signed = (value: bigint): bigint => BigInt.asIntN(256, value);
const word = (value: bigint): bigint => BigInt.asUintN(256, value);

export function signedDiv(a: bigint, b: bigint): bigint {
  return b === 0n ? 0n : word(signed(a) / signed(b));
}

export function signedMod(a: bigint, b: bigint): bigint {
  return b === 0n ? 0n : word(signed(a) % signed(b));
}

export function addMod(a: bigint, b: bigint, modulus: bigint): bigint {
  return modulus === 0n ? 0n : (a + b) % modulus;
}

export function mulMod(a: bigint, b: bigint, modulus: bigint): bigint {
  return modulus === 0n ? 0n : (a * b) % modulus;
}

export function exponent(base: bigint, power: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = power; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * square) & WORD_MASK;
    square = (square * square) & WORD_MASK;
  }
  return result;
}

/** `size`: bytes of the number to extend, less one. */
export function signExtend(size: bigint, value: bigint): bigint {
  return size >= 31n ? value : word(BigInt.asIntN(Number(size) * 8 + 8, value));
}

/** Returns the byte at an index from the left. */
export function byteOf(at: bigint, value: bigint): bigint {
  return at >= 32n ? 0n : (value >> (248n - at * 8n)) & 0xffn;
}

export function shiftLeft(by: bigint, value: bigint): bigint {
  return by >= BITS ? 0n : (value << by) & WORD_MASK;
}

export function shiftRight(by: bigint, value: bigint): bigint {
  return by >= BITS ? 0n : value >> by;
}

export function signedShiftRight(by: bigint, value: bigint): bigint {
  return word(signed(value) >> (by >= BITS ? BITS - 1n : by));
}

/** Returns 32 bytes from an offset on, with zeros after the end. */
export function wordAt(bytes: Uint8Array, offset: bigint): bigint {
  if (offset >= bytes.length) return 0n;
  const from = Number(offset);
  const part = Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.min(32, bytes.length - from));
  return BigInt(`0x${part.toString('hex')}`) << BigInt(8 * (32 - part.length));
}

/** Returns the number of bytes of a number. */
export function byteLength(value: bigint): number {
  return value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
}

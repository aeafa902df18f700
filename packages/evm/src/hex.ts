import type { Address, Word } from './execution.ts';

/** The first 24 digits of a long-zero address. */
const LONG_ZERO = '0'.repeat(24);

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

export function addressOfWord(word: bigint): Address {
  return BigInt.asUintN(160, word).toString(16).padStart(40, '0');
}

/** Formats a word of the stack as 64 digits. */
export function wordOf(value: bigint): Word {
  return value.toString(16).padStart(64, '0');
}

/** Returns the entity number in a long-zero address; undefined for another address. */
export function longZeroNumber(address: Address): bigint | undefined {
  return address.startsWith(LONG_ZERO) ? BigInt(`0x${address.slice(24)}`) : undefined;
}

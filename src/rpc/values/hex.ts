import { keccakHex } from '@tain/evm/keccak';
import { WEIBARS_PER_TINYBAR } from '@tain/ledger/amounts';
import { longZeroHex } from '@tain/ledger/evm-address';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';

/** Hex texts as Ethereum writes them. */

/** Formats a number without leading zeros; null and undefined are zero. */
export function quantity(value: bigint | number | string | null | undefined): string {
  return `0x${BigInt(value ?? 0).toString(16)}`;
}

/** Formats a number from PostgreSQL's text of bytes (`\x…`) without leading zeros; null is zero. */
export function quantityOfBytes(bytes: string | null): string {
  return bytes === null || bytes.length <= 2 ? '0x0' : quantity(`0x${bytes.slice(2)}`);
}

/** Formats bytes from PostgreSQL's text. */
export function bytesHex(bytes: string | null): string {
  return `0x${bytes?.slice(2) ?? ''}`;
}

/** Returns the bytes of hex with `0x`. */
export function hexBytes(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}

/** Formats a word of 32 bytes that is stored without leading zeros; longer values are unchanged. */
export function word(bytes: string): string {
  return `0x${bytes.slice(2).padStart(64, '0')}`;
}

/** Returns the first 32 bytes of a hash of 48, given as hex digits. */
export function hash32(digits: string): string {
  return `0x${digits.slice(0, 64)}`;
}

/** Returns the long-zero address of an entity. */
export function longZero(id: bigint): string {
  return `0x${longZeroHex(id)}`;
}

/** Returns the seconds of a time in nanoseconds. */
export function seconds(nanos: bigint): string {
  return quantity(nanos / NANOS_PER_SECOND);
}

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
export const ZERO_WORD = `0x${'0'.repeat(64)}`;
export const EMPTY_BLOOM = `0x${'0'.repeat(512)}`;
/** Keccak-256 of the RLP of an empty byte string: the root of an empty trie. */
export const EMPTY_TRIE_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
/** Keccak-256 of the RLP of an empty list. */
export const EMPTY_LIST_HASH = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

/** Returns an address (lower-case hex with `0x`) with the EIP-55 checksum in the case of its letters. */
export function checksumAddress(address: string): string {
  const digits = address.slice(2);
  const hash = keccakHex(Buffer.from(digits)).slice(2);
  const isUpper = (at: number): boolean => Number.parseInt(hash.charAt(at), 16) >= 8;
  return `0x${[...digits].map((digit, at) => (isUpper(at) ? digit.toUpperCase() : digit)).join('')}`;
}

/** Parses a number of hex digits; no digits are zero. */
export function amount(hex: string): bigint {
  return hex === '0x' ? 0n : BigInt(hex);
}

/** Converts weibars to whole tinybars. An amount below one tinybar becomes one, so that it stays a transfer. */
export function tinybarsSent(weibars: bigint): bigint {
  const whole = weibars / WEIBARS_PER_TINYBAR;
  return whole === 0n && weibars > 0n ? 1n : whole;
}

/** Returns the 64 digits of a word, without `0x`. */
export function wordDigits(hex: string): string {
  return hex.slice(2).padStart(64, '0');
}

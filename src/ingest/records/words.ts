import { BLOOM_BYTES, bloomOfItems, joinBloom } from '@tain/ledger/log-bloom';
import type { Item } from '../decode/item.ts';

/** Words of the EVM: 32 bytes, big-endian. */
const WORD = 32;

/** Returns bytes padded with leading zeros to 32. Longer ones retain their last 32. */
export function padTo32(bytes: Uint8Array | null | undefined): Uint8Array {
  const value = bytes ?? new Uint8Array();
  if (value.length === WORD) return value;
  const word = new Uint8Array(WORD);
  const part = value.subarray(Math.max(0, value.length - WORD));
  word.set(part, WORD - part.length);
  return word;
}

/** Returns bytes without leading zeros; empty when all of them are zero. */
export function stripLeadingZeros(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length && bytes[start] === 0) start += 1;
  return bytes.subarray(start);
}

/** Returns bytes without leading zeros, but always with the last byte. */
export function stripToLastByte(bytes: Uint8Array): Uint8Array {
  const stripped = stripLeadingZeros(bytes);
  return stripped.length === 0 && bytes.length > 0 ? bytes.subarray(bytes.length - 1) : stripped;
}

/** Returns the bloom of a log. */
export function logBloom(address: Uint8Array, topics: readonly (Uint8Array | null)[]): Uint8Array {
  return bloomOfItems([address, ...topics.map(padTo32)]);
}

/** Returns the bloom of an execution with one more log. */
export function withBloom(present: Uint8Array | null, bloom: Uint8Array): Uint8Array {
  const joined = new Uint8Array(BLOOM_BYTES);
  if (present?.length === BLOOM_BYTES) joinBloom(joined, present);
  joinBloom(joined, bloom);
  return joined;
}

const MAX_SMALLINT = 32_767;
/** `ResponseCodeEnum.UNKNOWN`: no result that the network reports has this number. */
const UNKNOWN_RESULT = 21;
/** `DATA_NOT_SET` of a transaction body: an operation that is unknown to this program. */
const UNKNOWN_TYPE = 0;

/** Returns `value` if it fits into a smallint, else `otherwise`. Numbers of a later network may be larger. */
export function smallInt<T extends number | null>(value: number, otherwise: T): number | T {
  return value >= -MAX_SMALLINT - 1 && value <= MAX_SMALLINT ? value : otherwise;
}

/** Returns an item's result as stored in columns. */
export function resultNumber(item: Item): number {
  return smallInt(item.status, UNKNOWN_RESULT);
}

/** Returns an item's type as stored in columns. */
export function typeNumber(item: Item): number {
  return smallInt(item.type, UNKNOWN_TYPE);
}

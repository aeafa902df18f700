import { BLOOM_BYTES, bloomOfItems, joinBloom } from '@tain/ledger/log-bloom';

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

import { BLOOM_BYTES, bloomOfItems, joinBloom } from '@tain/ledger/log-bloom';
import { padTo32 } from './words.ts';

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

import { addToBloom, BLOOM_BYTES, joinBloom } from '../../kernel/log-bloom.ts';
import { padTo32 } from './words.ts';

/** A log's bloom: three bits for the address and for each topic (yellow paper, 4.3.1). */
export function logBloom(address: Uint8Array, topics: readonly (Uint8Array | null)[]): Uint8Array {
  const bloom = new Uint8Array(BLOOM_BYTES);
  for (const item of [address, ...topics.map(padTo32)]) addToBloom(bloom, item);
  return bloom;
}

/** The bloom of an execution with one more log. */
export function withBloom(present: Uint8Array | null, bloom: Uint8Array): Uint8Array {
  const joined = new Uint8Array(BLOOM_BYTES);
  if (present?.length === BLOOM_BYTES) joinBloom(joined, present);
  joinBloom(joined, bloom);
  return joined;
}

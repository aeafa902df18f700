import { keccak_256 } from '@noble/hashes/sha3.js';
import { BLOOM_LENGTH, joinBloom } from './evm-block.ts';
import { padTo32 } from './words.ts';

/** A log's bloom: three bits for the address and for each topic (yellow paper, 4.3.1). */
export function logBloom(address: Uint8Array, topics: readonly (Uint8Array | null)[]): Uint8Array {
  const bloom = new Uint8Array(BLOOM_LENGTH);
  for (const element of [address, ...topics.map(padTo32)]) {
    const hash = keccak_256(element);
    for (let i = 0; i < 6; i += 2) {
      const bit = (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & 2047;
      const position = BLOOM_LENGTH - 1 - (bit >> 3);
      bloom[position] = (bloom[position] ?? 0) | (1 << (bit & 7));
    }
  }
  return bloom;
}

/** The bloom of an execution with one more log. */
export function withBloom(present: Uint8Array | null, bloom: Uint8Array): Uint8Array {
  const joined = new Uint8Array(BLOOM_LENGTH);
  if (present?.length === BLOOM_LENGTH) joinBloom(joined, present);
  joinBloom(joined, bloom);
  return joined;
}

import { keccak256 } from '@tain/evm/keccak';

export const BLOOM_BYTES = 256;
const BITS_PER_ITEM = 3;

/** Bloom filter of logs (yellow paper, 4.3.1): three bits for each address and each topic (32 bytes). */
export function bloomOfItems(items: Iterable<Uint8Array>): Uint8Array {
  const bloom = new Uint8Array(BLOOM_BYTES);
  for (const item of items) {
    const hash = keccak256(item);
    for (let at = 0; at < 2 * BITS_PER_ITEM; at += 2) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
      const position = BLOOM_BYTES - 1 - (bit >> 3);
      bloom[position] = (bloom[position] ?? 0) | (1 << (bit & 7));
    }
  }
  return bloom;
}

/** Sets in `target` every bit that `bloom` has. */
export function joinBloom(target: Uint8Array, bloom: Uint8Array): void {
  for (let i = 0; i < BLOOM_BYTES; i += 1) target[i] = (target[i] ?? 0) | (bloom[i] ?? 0);
}

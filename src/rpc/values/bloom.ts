import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexBytes } from './hex.ts';
import type { LogJson } from './log.ts';

const BLOOM_BYTES = 256;
const BITS_EACH = 3;

/** Bloom filter (yellow paper, 4.3.1) of the addresses and topics of logs, as hex. */
export function bloomOf(logs: readonly Pick<LogJson, 'address' | 'topics'>[]): string {
  const bloom = Buffer.alloc(BLOOM_BYTES);
  for (const { address, topics } of logs) {
    for (const item of [address, ...topics]) addTo(bloom, hexBytes(item));
  }
  return `0x${bloom.toString('hex')}`;
}

function addTo(bloom: Buffer, item: Uint8Array): void {
  const hash = Buffer.from(keccak_256(item));
  for (let each = 0; each < BITS_EACH; each += 1) {
    const bit = hash.readUInt16BE(2 * each) & 2047;
    const at = BLOOM_BYTES - 1 - (bit >> 3);
    bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7));
  }
}

import { addToBloom, BLOOM_BYTES } from '../../kernel/log-bloom.ts';
import { hexBytes } from './hex.ts';
import type { LogJson } from './log.ts';

/** Bloom filter (yellow paper, 4.3.1) of the addresses and topics of logs, as hex. */
export function bloomOf(logs: readonly Pick<LogJson, 'address' | 'topics'>[]): string {
  const bloom = Buffer.alloc(BLOOM_BYTES);
  for (const { address, topics } of logs) {
    for (const item of [address, ...topics]) addToBloom(bloom, hexBytes(item));
  }
  return `0x${bloom.toString('hex')}`;
}

import { addToBloom, BLOOM_BYTES } from '../../kernel/log-bloom.ts';
import { hexBytes } from './hex.ts';
import type { LogJson } from './log.ts';

type Log = Pick<LogJson, 'address' | 'topics'>;

/** Bloom filter (yellow paper, 4.3.1) of the addresses and topics of logs, as hex. */
export function bloomOf(logs: readonly Log[]): string {
  return `0x${bloomBytes(logs).toString('hex')}`;
}

/** The same as bytes. */
export function bloomBytes(logs: readonly Log[]): Buffer {
  const bloom = Buffer.alloc(BLOOM_BYTES);
  for (const { address, topics } of logs) {
    for (const item of [address, ...topics]) addToBloom(bloom, hexBytes(item));
  }
  return bloom;
}

import { bloomOfItems } from '@tain/ledger/log-bloom';
import { hexBytes } from './hex.ts';
import type { LogJson } from './log.ts';

type Log = Pick<LogJson, 'address' | 'topics'>;

/** Returns the bloom filter (yellow paper, 4.3.1) of the addresses and topics of logs, as hex. */
export function bloomOf(logs: readonly Log[]): string {
  return `0x${bloomBytes(logs).toString('hex')}`;
}

/** Returns the bloom filter of `bloomOf` as bytes. */
export function bloomBytes(logs: readonly Log[]): Buffer {
  const items = logs.flatMap(({ address, topics }) => [address, ...topics]);
  return Buffer.from(bloomOfItems(items.map(hexBytes)));
}

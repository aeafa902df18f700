import { bloomOfItems } from '@tain/ledger/log-bloom';
import {
  ADDRESS_SCHEMA,
  arrayOf,
  BOOLEAN_SCHEMA,
  BYTES,
  closedObject,
  HASH,
  QUANTITY,
} from '../method/json-schema.ts';
import { hexBytes } from './hex.ts';

/** A log as every method returns it. */
export interface LogJson {
  readonly address: string;
  readonly blockHash: string;
  readonly blockNumber: string;
  /** Seconds of the transaction's consensus time. */
  readonly blockTimestamp: string;
  readonly data: string;
  readonly logIndex: string;
  readonly removed: false;
  readonly topics: readonly string[];
  readonly transactionHash: string;
  readonly transactionIndex: string;
}

export const LOG = closedObject('log', {
  address: ADDRESS_SCHEMA,
  blockHash: HASH,
  blockNumber: QUANTITY,
  blockTimestamp: QUANTITY,
  data: BYTES,
  logIndex: QUANTITY,
  removed: BOOLEAN_SCHEMA,
  topics: arrayOf(HASH),
  transactionHash: HASH,
  transactionIndex: QUANTITY,
});

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

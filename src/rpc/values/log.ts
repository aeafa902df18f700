import { ADDRESS, arrayOf, BOOLEAN, BYTES, closedObject, HASH, QUANTITY } from '../method/json-schema.ts';

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
  address: ADDRESS,
  blockHash: HASH,
  blockNumber: QUANTITY,
  blockTimestamp: QUANTITY,
  data: BYTES,
  logIndex: QUANTITY,
  removed: BOOLEAN,
  topics: arrayOf(HASH),
  transactionHash: HASH,
  transactionIndex: QUANTITY,
});

import { proto } from '@tain/protos/hapi';
import { type Data, dataField } from './draft.ts';
import type { Execution } from './execution.ts';
import { accountId, duration, long, timestamp } from './ids.ts';
import { recordBytes } from './record-bytes.ts';
import type { StreamItem } from './recorded-item.ts';
import { sha384 } from './sha384.ts';
import { Status } from './status.ts';
import { delimited } from './wire.ts';

/** Field of `Transaction`, and the field of `SignedTransaction` that contains the body. */
const SIGNED_TRANSACTION = 5;
const BODY = 1;

/** Encodes a `Transaction` around signed bytes. */
export function wrap(signedTransactionBytes: Uint8Array): Uint8Array {
  return delimited(SIGNED_TRANSACTION, signedTransactionBytes);
}

/** Returns the stream items of an execution and its children, in order of consensus time. */
export function itemsOf(x: Execution): StreamItem[] {
  const items: StreamItem[] = [];
  let nonce = 1;
  for (const child of x.preceding) items.push(childItem(child, x, nonce++, false));
  items.push(topLevelItem(x));
  for (const child of x.following) {
    if (child.signedBytes.length > 0) items.push(...innerItems(child, x));
    else items.push(childItem(child, x, nonce++, true));
  }
  return items;
}

function topLevelItem(x: Execution): StreamItem {
  return itemOf(x, x.signedBytes, true);
}

/**
 * Returns the stream items of an inner transaction of a batch. It is signed and identified by its own client, and can
 * have children.
 */
function innerItems(x: Execution, parent: Execution): StreamItem[] {
  x.record.parentConsensusTimestamp = timestamp(parent.at);
  return itemsOf(x);
}

function childItem(x: Execution, parent: Execution, nonce: number, after: boolean): StreamItem {
  x.body.transactionID = { ...parent.body.transactionID, nonce };
  if (after) x.record.parentConsensusTimestamp = timestamp(parent.at);
  return itemOf(x, delimited(BODY, proto.TransactionBody.encode(x.body).finish()), false);
}

function itemOf(x: Execution, signed: Uint8Array, withRates: boolean): StreamItem {
  const { record } = x;
  record.transactionHash = sha384(signed);
  record.consensusTimestamp = timestamp(x.at);
  if (x.body.transactionID) record.transactionID = x.body.transactionID;
  if (x.body.memo) record.memo = x.body.memo;
  if (x.fee > 0n) record.transactionFee = long(x.fee);
  const tokens = x.tokens.message();
  if (tokens.length > 0) record.tokenTransferLists = tokens;
  x.receipt.status = x.status;
  return {
    at: x.at,
    type: x.field,
    status: x.status,
    transaction: wrap(signed),
    record: recordBytes(x.receipt, withRates, x.hbar, record),
    sidecars: x.sidecars,
    ...(x.hook && { hook: x.hook }),
  };
}

/** A record without a submitter and a payer: genesis, or the end of a staking period. */
export interface Synthetic {
  /** Consensus time in nanoseconds. */
  readonly at: bigint;
  readonly payer: number;
  readonly validStart: bigint;
  readonly nonce: number;
  readonly data: Data;
  readonly memo?: string;
  readonly receipt?: proto.ITransactionReceipt;
  readonly record?: proto.ITransactionRecord;
}

export function syntheticItem(synthetic: Synthetic): StreamItem {
  const transactionID: proto.ITransactionID = {
    transactionValidStart: timestamp(synthetic.validStart),
    accountID: accountId(synthetic.payer),
    nonce: synthetic.nonce,
  };
  const memo = synthetic.memo ? { memo: synthetic.memo } : null;
  const bodyBytes = proto.TransactionBody.encode({
    transactionID,
    transactionValidDuration: duration(180),
    ...memo,
    ...synthetic.data,
  }).finish();
  const signed = delimited(BODY, bodyBytes);
  return {
    at: synthetic.at,
    type: dataField(synthetic.data),
    status: Status.SUCCESS,
    transaction: wrap(signed),
    record: proto.TransactionRecord.encode({
      receipt: { status: Status.SUCCESS, ...synthetic.receipt },
      transactionHash: sha384(signed),
      consensusTimestamp: timestamp(synthetic.at),
      transactionID,
      transferList: {},
      ...memo,
      ...synthetic.record,
    }).finish(),
    sidecars: [],
  };
}

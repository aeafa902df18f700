import { proto } from '@hiero-ledger/proto';
import { sha384 } from '../../kernel/record-stream.ts';
import { type Data, dataField } from './draft.ts';
import type { Execution } from './execution.ts';
import { accountId, duration, long, timestamp } from './ids.ts';
import { Status } from './status.ts';

/** One entry of a record stream. */
export interface StreamItem {
  /** Consensus time in nanoseconds. */
  readonly at: bigint;
  /** Data field of the body, and the status in the receipt. */
  readonly type: string;
  readonly status: proto.ResponseCodeEnum;
  readonly transaction: Uint8Array;
  readonly record: Uint8Array;
  readonly sidecars: readonly proto.ITransactionSidecarRecord[];
}

const EXCHANGE_RATE: proto.IExchangeRateSet = {
  currentRate: { hbarEquiv: 30_000, centEquiv: 300_000, expirationTime: { seconds: long(4_102_444_800) } },
  nextRate: { hbarEquiv: 30_000, centEquiv: 300_000, expirationTime: { seconds: long(4_102_444_800) } },
};

/** `Transaction` around signed bytes. */
export function wrap(signedTransactionBytes: Uint8Array): Uint8Array {
  return proto.Transaction.encode({ signedTransactionBytes }).finish();
}

/** Turns an execution and its children into stream items, in order of consensus time. */
export function itemsOf(x: Execution): StreamItem[] {
  const items: StreamItem[] = [];
  let nonce = 1;
  for (const child of x.preceding) items.push(childItem(child, x, nonce++, false));
  items.push(topLevelItem(x));
  for (const child of x.following) {
    if (child.signedBytes.length > 0) items.push(innerItem(child, x));
    else items.push(childItem(child, x, nonce++, true));
  }
  return items;
}

function topLevelItem(x: Execution): StreamItem {
  const record = recordOf(x, sha384(x.signedBytes));
  record.receipt = { ...record.receipt, exchangeRate: EXCHANGE_RATE };
  return itemOf(x, wrap(x.signedBytes), record);
}

/** An inner transaction of a batch: signed and identified by its own client. */
function innerItem(x: Execution, parent: Execution): StreamItem {
  const record = recordOf(x, sha384(x.signedBytes));
  record.receipt = { ...record.receipt, exchangeRate: EXCHANGE_RATE };
  record.parentConsensusTimestamp = timestamp(parent.at);
  return itemOf(x, wrap(x.signedBytes), record);
}

function childItem(x: Execution, parent: Execution, nonce: number, after: boolean): StreamItem {
  const transactionID: proto.ITransactionID = { ...parent.body.transactionID, nonce };
  x.body.transactionID = transactionID;
  const bodyBytes = proto.TransactionBody.encode(x.body).finish();
  const signed = proto.SignedTransaction.encode({ bodyBytes }).finish();
  const record = recordOf(x, sha384(signed));
  if (after) record.parentConsensusTimestamp = timestamp(parent.at);
  return itemOf(x, wrap(signed), record);
}

function itemOf(x: Execution, transaction: Uint8Array, record: proto.ITransactionRecord): StreamItem {
  return {
    at: x.at,
    type: x.field,
    status: x.status,
    transaction,
    record: proto.TransactionRecord.encode(record).finish(),
    sidecars: x.sidecars,
  };
}

function recordOf(x: Execution, transactionHash: Uint8Array): proto.ITransactionRecord {
  const record: proto.ITransactionRecord = {
    receipt: { status: x.status, ...x.receipt },
    transactionHash,
    consensusTimestamp: timestamp(x.at),
    ...(x.body.transactionID ? { transactionID: x.body.transactionID } : null),
    transferList: { accountAmounts: x.hbar.message() },
    ...x.record,
  };
  if (x.body.memo) record.memo = x.body.memo;
  if (x.fee > 0n) record.transactionFee = long(x.fee);
  const tokens = x.tokens.message();
  if (tokens.length > 0) record.tokenTransferLists = tokens;
  return record;
}

/** A record that nobody submitted and nobody pays for: genesis, ends of staking periods. */
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

export function syntheticItem(wish: Synthetic): StreamItem {
  const transactionID: proto.ITransactionID = {
    transactionValidStart: timestamp(wish.validStart),
    accountID: accountId(wish.payer),
    nonce: wish.nonce,
  };
  const memo = wish.memo ? { memo: wish.memo } : null;
  const bodyBytes = proto.TransactionBody.encode({
    transactionID,
    transactionValidDuration: duration(180),
    ...memo,
    ...wish.data,
  }).finish();
  const signed = proto.SignedTransaction.encode({ bodyBytes }).finish();
  return {
    at: wish.at,
    type: dataField(wish.data),
    status: Status.SUCCESS,
    transaction: wrap(signed),
    record: proto.TransactionRecord.encode({
      receipt: { status: Status.SUCCESS, ...wish.receipt },
      transactionHash: sha384(signed),
      consensusTimestamp: timestamp(wish.at),
      transactionID,
      transferList: {},
      ...memo,
      ...wish.record,
    }).finish(),
    sidecars: [],
  };
}

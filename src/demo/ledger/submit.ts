import { proto } from '@hiero-ledger/proto';
import { sha384 } from '../../kernel/record-stream.ts';
import type { Adjustments } from './adjustments.ts';
import { Execution } from './execution.ts';
import { FEE_COLLECTION, feeOf, NODE_REWARD, STAKING_REWARD } from './fees.ts';
import { accountId, duration, long, timestamp } from './ids.ts';
import type { KeyRef } from './keys.ts';
import type { Ledger } from './ledger.ts';
import { payStakingRewards } from './staking.ts';
import { holds, Status } from './status.ts';

/** What a transaction asks for: exactly one data field of `TransactionBody`. */
export type Data = Partial<proto.ITransactionBody>;

/** A transaction as its client wants it, before it has a node, a time and signatures. */
export interface Draft {
  readonly data: Data;
  readonly payer: number;
  /** Keys that sign besides the payer's. */
  readonly signers?: readonly KeyRef[];
  /** The payer's key does not sign: the transaction fails with INVALID_SIGNATURE. */
  readonly unsigned?: boolean;
  readonly memo?: string;
  readonly maxFee?: bigint;
  /** Tinybars for gas, on top of the price of the type. */
  readonly gasCost?: bigint;
  /** Fields of the body beside `data`, such as `highVolume` or `maxCustomFees`. */
  readonly extra?: Partial<proto.ITransactionBody>;
}

/** What a transaction kind does to the ledger; answers how it went. */
export type Apply = (x: Execution) => proto.ResponseCodeEnum;

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

export interface Submission {
  readonly items: readonly StreamItem[];
  readonly status: proto.ResponseCodeEnum;
}

export const NODE_ACCOUNTS = [3, 4, 5, 6] as const;
const VALID_SECONDS = 120;
const MAX_FEE = 200_000_000n;

const EXCHANGE_RATE: proto.IExchangeRateSet = {
  currentRate: { hbarEquiv: 30_000, centEquiv: 300_000, expirationTime: { seconds: long(4_102_444_800) } },
  nextRate: { hbarEquiv: 30_000, centEquiv: 300_000, expirationTime: { seconds: long(4_102_444_800) } },
};

/** The transaction id's start: some seconds before consensus, never twice for one payer. */
export function validStartOf(at: bigint, payer: number): bigint {
  return at - BigInt(3 + (payer % 7)) * 1_000_000_000n;
}

/** Name of the body's data field, the one a transaction kind goes by. */
export function dataField(data: Data): string {
  for (const field of Object.keys(data)) return field;
  throw new Error('a draft without data');
}

/** Signs and encodes a body. Without `sign`, the signature map stays empty. */
export function signTransaction(
  ledger: Ledger,
  body: proto.ITransactionBody,
  signers: Iterable<KeyRef>,
  sign: boolean,
): { signed: Uint8Array; transaction: Uint8Array } {
  const bodyBytes = proto.TransactionBody.encode(body).finish();
  const sigPair: proto.ISignaturePair[] = [];
  if (sign) {
    for (const ref of signers) {
      const key = ledger.keys.get(ref);
      const signature = key.sign(bodyBytes);
      sigPair.push(
        ref >= 0
          ? { pubKeyPrefix: key.publicKey, ed25519: signature }
          : { pubKeyPrefix: key.publicKey, ECDSASecp256k1: signature },
      );
    }
  }
  const signed = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair } }).finish();
  return { signed, transaction: proto.Transaction.encode({ signedTransactionBytes: signed }).finish() };
}

/**
 * Submits a transaction at a consensus time: charges its fee, lets its kind act on the ledger, pays
 * staking rewards that became due, and answers the stream items, children included.
 */
export function submit(ledger: Ledger, draft: Draft, at: bigint, node: number, sign: boolean): Submission {
  const field = dataField(draft.data);
  const payer = ledger.accounts.need(draft.payer);
  const signers = new Set<KeyRef>(draft.unsigned ? [] : (payer.key?.refs ?? []));
  for (const ref of draft.signers ?? []) signers.add(ref);
  const body: proto.ITransactionBody = {
    transactionID: {
      transactionValidStart: timestamp(validStartOf(at, draft.payer)),
      accountID: accountId(draft.payer),
    },
    nodeAccountID: accountId(node),
    transactionFee: long(draft.maxFee ?? MAX_FEE + (draft.gasCost ?? 0n)),
    transactionValidDuration: duration(VALID_SECONDS),
    ...(draft.memo === undefined ? null : { memo: draft.memo }),
    ...draft.extra,
    ...draft.data,
  };
  // Who signed a schedule is data of the ledger; all other signatures may be left out for speed.
  const { signed, transaction } = signTransaction(
    ledger,
    body,
    signers,
    sign || field.startsWith('schedule'),
  );
  const x = new Execution(ledger, field, body, at, signers);
  x.signedBytes = signed;

  const fees = chargeFee(x, field, signed.length, signers.size, node, draft.gasCost ?? 0n);
  const status = fees === null ? Status.INSUFFICIENT_PAYER_BALANCE : run(x, ledger.rule(field), fees);
  payStakingRewards(x);
  const items = finish(x, status, field, transaction);
  for (const item of items) ledger.count(item.type, Status[item.status] ?? '');
  ledger.journal.mark(at);
  return { items, status };
}

/** Takes the fee from the payer. Null when the payer cannot pay: then it loses what it has. */
function chargeFee(
  x: Execution,
  field: string,
  size: number,
  signatures: number,
  node: number,
  gasCost: bigint,
): Adjustments | null {
  const fee = feeOf(field, size, signatures, gasCost);
  const balance = x.ledger.accounts.need(x.payer).balance;
  const short = balance < fee.total;
  const paid = short ? balance : fee.total;
  x.fee = paid;
  if (short) {
    x.addHbar(x.payer, -paid);
    x.addHbar(node, paid);
    return null;
  }
  x.addHbar(x.payer, -paid);
  x.addHbar(node, fee.node);
  x.addHbar(FEE_COLLECTION, fee.collection);
  x.addHbar(STAKING_REWARD, fee.stakingReward);
  x.addHbar(NODE_REWARD, fee.nodeReward);
  return x.hbar.copy();
}

/** Runs the kind; a failing one leaves nothing but the fees. */
function run(x: Execution, apply: Apply, fees: Adjustments): proto.ResponseCodeEnum {
  let status: proto.ResponseCodeEnum = Status.UNKNOWN;
  const payer = x.ledger.accounts.need(x.payer);
  if (payer.key !== null && !x.signedBy(payer.key)) return Status.INVALID_SIGNATURE;
  x.ledger.journal.attempt(() => {
    status = apply(x);
    return holds(status);
  });
  if (!holds(status)) x.reset(fees);
  return status;
}

/** Turns an execution and its children into stream items, in order of consensus time. */
function finish(
  x: Execution,
  status: proto.ResponseCodeEnum,
  type: string,
  transaction: Uint8Array,
): StreamItem[] {
  const items: StreamItem[] = [];
  let nonce = 1;
  let at = x.at - BigInt(x.preceding.length);
  for (const child of x.preceding) items.push(childItem(child, x, at++, nonce++, false));
  const main = recordOf(x, status, sha384(x.signedBytes));
  main.receipt = { ...main.receipt, exchangeRate: EXCHANGE_RATE };
  items.push({
    at: x.at,
    type,
    status,
    transaction,
    record: proto.TransactionRecord.encode(main).finish(),
    sidecars: x.sidecars,
  });
  at = x.at + 1n;
  for (const child of x.following) items.push(childItem(child, x, at++, nonce++, true));
  return items;
}

function childItem(
  execution: Execution,
  parent: Execution,
  at: bigint,
  nonce: number,
  after: boolean,
): StreamItem {
  const transactionID: proto.ITransactionID = { ...parent.body.transactionID, nonce };
  execution.body.transactionID = transactionID;
  const bodyBytes = proto.TransactionBody.encode(execution.body).finish();
  const signed = proto.SignedTransaction.encode({ bodyBytes }).finish();
  const record = recordOf(execution, execution.status, sha384(signed));
  record.consensusTimestamp = timestamp(at);
  if (after) record.parentConsensusTimestamp = timestamp(parent.at);
  return {
    at,
    type: execution.field,
    status: execution.status,
    transaction: proto.Transaction.encode({ signedTransactionBytes: signed }).finish(),
    record: proto.TransactionRecord.encode(record).finish(),
    sidecars: execution.sidecars.map((sidecar) => ({ ...sidecar, consensusTimestamp: timestamp(at) })),
  };
}

function recordOf(
  x: Execution,
  status: proto.ResponseCodeEnum,
  transactionHash: Uint8Array,
): proto.ITransactionRecord {
  const record: proto.ITransactionRecord = {
    receipt: { status, ...x.receipt },
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
    transaction: proto.Transaction.encode({ signedTransactionBytes: signed }).finish(),
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

import type { proto } from '@tain/protos/hapi';
import { NODE_ACCOUNTS } from '../ledger/draft.ts';
import type { Signers } from '../ledger/execution.ts';
import { satisfies } from '../ledger/execution.ts';
import { feeOf } from '../ledger/fees.ts';
import { nanosOf, numOf } from '../ledger/ids.ts';
import { type Ledger, TREASURY } from '../ledger/ledger.ts';
import { Status } from '../ledger/status.ts';
import { checkEthereum } from './ethereum-transaction.ts';
import { parseSigned, type SentTransaction } from './parse-transaction.ts';

/** Bytes of a transaction's memo, in UTF-8. */
const MAX_MEMO_BYTES = 100;
/** Nanoseconds for which a transaction may be valid. */
const SECOND = 1_000_000_000n;
const MIN_DURATION = 15n * SECOND;
const MAX_DURATION = 180n * SECOND;
/** The system's administrator, which like the treasury pays no fees. */
const SYSTEM_ADMIN = 50;

/** Types that only nodes submit, or that the network no longer supports. */
const UNSUPPORTED = new Set([
  'cryptoAddLiveHash',
  'cryptoDeleteLiveHash',
  'uncheckedSubmit',
  'nodeStakeUpdate',
  'stateSignatureTransaction',
  'hintsPreprocessingVote',
  'hintsKeyPublication',
  'hintsPartialSignature',
  'historyProofSignature',
  'historyProofKeyPublication',
  'historyProofVote',
  'crsPublication',
  'hookDispatch',
  'ledgerIdPublication',
  'migrationRootHashVote',
]);

/** Context of a check. */
export interface Moment {
  readonly ledger: Ledger;
  /** Nanoseconds since 1970. */
  readonly now: bigint;
  /** Nanoseconds by which the network's clock is ahead of the senders' clock. */
  readonly ahead: bigint;
  /** Whether a transaction with that id came in the last minutes. */
  readonly isKnown: (id: proto.ITransactionID) => boolean;
}

/** Result of a check: the reason of a refusal or `OK`, and the fee in tinybars that the transaction must offer. */
export interface Verdict {
  readonly code: Status;
  readonly cost: bigint;
}

/** Whether the account pays no fees. */
export function paysNoFees(payer: number): boolean {
  return payer === TREASURY || payer === SYSTEM_ADMIN;
}

/** The checks of a node before it hands a transaction on, in the network's order. Changes nothing. */
export function preCheck(sent: SentTransaction, signers: Signers, moment: Moment): Verdict {
  const code =
    checkBody(sent.body) ??
    checkNode(sent.body) ??
    checkTime(sent.body, moment) ??
    (moment.isKnown(sent.body.transactionID ?? {}) ? Status.DUPLICATE_TRANSACTION : null) ??
    (UNSUPPORTED.has(sent.field) ? Status.NOT_SUPPORTED : null) ??
    checkPrefixes(sent.pairs) ??
    checkData(sent.body) ??
    checkPayer(sent.body, signers, moment.ledger);
  return code === null ? checkFee(sent, signers, moment.ledger) : { code, cost: 0n };
}

/** Checks a transaction inside a batch, whose payer's signature is verified at its execution. */
export function checkInner(
  { body, field, signedBytes }: Pick<SentTransaction, 'body' | 'field' | 'signedBytes'>,
  moment: Omit<Moment, 'ledger'>,
): Status | null {
  const parsed = parseSigned(signedBytes);
  if (typeof parsed === 'number') return parsed;
  return (
    checkBody(body) ??
    checkTime(body, moment) ??
    (moment.isKnown(body.transactionID ?? {}) ? Status.DUPLICATE_TRANSACTION : null) ??
    (UNSUPPORTED.has(field) ? Status.NOT_SUPPORTED : null) ??
    checkPrefixes(parsed.pairs) ??
    checkData(body)
  );
}

/** Repeats the checks whose result may have changed between the node and consensus at `at`; null when all hold. */
export function checkAgain(
  { body }: SentTransaction,
  ledger: Ledger,
  { at, ahead }: { readonly at: bigint; readonly ahead: bigint },
): Status | null {
  const time = checkTime(body, { now: at, ahead });
  return time ?? payerStatus(ledger, numOf(body.transactionID?.accountID?.accountNum));
}

/** Transaction id and memo. */
function checkBody({ transactionID: id, memo }: proto.ITransactionBody): Status | null {
  if (!id) return Status.INVALID_TRANSACTION_ID;
  const { accountID: payer } = id;
  if (!payer || numOf(payer.shardNum) !== 0 || numOf(payer.realmNum) !== 0 || numOf(payer.accountNum) <= 0) {
    return Status.PAYER_ACCOUNT_NOT_FOUND;
  }
  if (id.scheduled || id.nonce) return Status.TRANSACTION_ID_FIELD_NOT_ALLOWED;
  if (Buffer.byteLength(memo ?? '') > MAX_MEMO_BYTES) return Status.MEMO_TOO_LONG;
  return memo?.includes('\0') ? Status.INVALID_ZERO_BYTE_IN_STRING : null;
}

/** The transaction is for one of the nodes that this program is. */
function checkNode({ nodeAccountID: node }: proto.ITransactionBody): Status | null {
  const isOne = NODE_ACCOUNTS.some((account) => account === numOf(node?.accountNum));
  return isOne && numOf(node?.shardNum) === 0 && numOf(node?.realmNum) === 0
    ? null
    : Status.INVALID_NODE_ACCOUNT;
}

/** Accepts a time that is valid by the network's clock, or, after that was set ahead, by the sender's. */
function checkTime(
  body: proto.ITransactionBody,
  { now, ahead }: Pick<Moment, 'now' | 'ahead'>,
): Status | null {
  const start = nanosOf(body.transactionID?.transactionValidStart);
  const duration = BigInt(body.transactionValidDuration?.seconds?.toString() ?? 0) * SECOND;
  if (duration < MIN_DURATION || duration > MAX_DURATION) return Status.INVALID_TRANSACTION_DURATION;
  const isOver = (time: bigint): boolean => start + duration <= time;
  if (isOver(now - ahead)) return Status.TRANSACTION_EXPIRED;
  if (start <= now - ahead) return null;
  if (start > now) return Status.INVALID_TRANSACTION_START;
  return isOver(now) ? Status.TRANSACTION_EXPIRED : null;
}

/** No prefix may be the beginning of another one, because it would not identify its key. */
function checkPrefixes(pairs: readonly proto.ISignaturePair[]): Status | null {
  const prefixes = pairs.map(({ pubKeyPrefix }) => Buffer.from(pubKeyPrefix ?? []).toString('hex')).sort();
  const isShared = prefixes.some((prefix, i) => i > 0 && prefix.startsWith(prefixes[i - 1] ?? ''));
  return isShared ? Status.KEY_PREFIX_MISMATCH : null;
}

/** Checks the data field alone. */
function checkData({ ethereumTransaction: ethereum }: proto.ITransactionBody): Status | null {
  const status = ethereum ? checkEthereum(ethereum) : Status.OK;
  return status === Status.OK ? null : status;
}

function payerStatus(ledger: Ledger, num: number): Status | null {
  const payer = ledger.accounts.get(num);
  if (payer === undefined || payer.contract) return Status.PAYER_ACCOUNT_NOT_FOUND;
  return payer.deleted ? Status.PAYER_ACCOUNT_DELETED : null;
}

function checkPayer(body: proto.ITransactionBody, signers: Signers, ledger: Ledger): Status | null {
  const num = numOf(body.transactionID?.accountID?.accountNum);
  const status = payerStatus(ledger, num);
  if (status !== null || signers.forPayer) return status;
  const { key, hollow } = ledger.accounts.need(num);
  const signed = hollow
    ? (signers.hollowAccounts?.(ledger) ?? []).some((account) => account.num === num)
    : satisfies(key, signers);
  return signed ? null : Status.INVALID_SIGNATURE;
}

function checkFee(sent: SentTransaction, signers: Signers, ledger: Ledger): Verdict {
  const payer = numOf(sent.body.transactionID?.accountID?.accountNum);
  if (paysNoFees(payer)) return { code: Status.OK, cost: 0n };
  const { problem, wanted } = feeOf({ ...sent, signers }, ledger.accounts.need(payer).balance);
  const cost = problem === Status.INSUFFICIENT_TX_FEE ? wanted : 0n;
  return { code: problem ?? Status.OK, cost };
}

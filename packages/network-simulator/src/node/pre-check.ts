import type { proto } from '@tain/protos/hapi';
import { NODE_ACCOUNTS } from '../ledger/draft.ts';
import type { Signers } from '../ledger/execution.ts';
import { satisfies } from '../ledger/execution.ts';
import { payableFee } from '../ledger/fees.ts';
import { nanosOf, numOf } from '../ledger/ids.ts';
import { type Ledger, TREASURY } from '../ledger/ledger.ts';
import { Status } from '../ledger/status.ts';
import { bodyStatus } from '../transactions/kinds.ts';
import { certificateStatus } from '../transactions/node-rules.ts';
import { limitsStatus } from '../transactions/topic-submission.ts';
import { checkEthereum } from './ethereum-transaction.ts';
import { parseSigned, type SentTransaction } from './parse-transaction.ts';
import { RETENTION_NS, type RecentTransactions } from './recent-transactions.ts';
import { sentFee } from './sent-fee.ts';

/** Maximum size of a transaction's memo in bytes of UTF-8. */
const MAX_MEMO_BYTES = 100;
/**
 * Nanoseconds of a second, and minimum and maximum duration for which a transaction is valid. An executed transaction is
 * remembered for the maximum.
 */
const SECOND = 1_000_000_000n;
const MIN_DURATION = 15n * SECOND;
const MAX_DURATION = RETENTION_NS;
/** Administrator account of the system, which pays no fees, like the treasury. */
const SYSTEM_ADMIN = 50;

/** Types that only nodes submit, or that the network does not support any more. */
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
  /** Senders' time in nanoseconds since 1970. */
  readonly now: bigint;
  /** Transactions that arrived in the last minutes. */
  readonly recent: Pick<RecentTransactions, 'has' | 'forgottenUntil'>;
}

/** Result of a check: the reason of a refusal or `OK`, and the fee in tinybars that the transaction must offer. */
export interface Verdict {
  readonly code: Status;
  readonly cost: bigint;
}

/** Returns whether the account pays no fees. */
export function paysNoFees(payer: number): boolean {
  return payer === TREASURY || payer === SYSTEM_ADMIN;
}

/** Checks a transaction in the network's order before the node forwards it. Changes nothing. */
export function preCheck(sent: SentTransaction, signers: Signers, moment: Moment): Verdict {
  const code =
    checkBody(sent) ??
    checkNode(sent.body) ??
    checkTime(sent.body, moment.now) ??
    checkRepeated(sent.body, moment.recent) ??
    (UNSUPPORTED.has(sent.field) ? Status.NOT_SUPPORTED : null) ??
    checkPrefixes(sent.pairs) ??
    checkData(sent, moment.ledger) ??
    checkPayer(sent.body, signers, moment.ledger);
  return code === null ? checkFee(sent, signers, moment.ledger) : { code, cost: 0n };
}

/** Checks an inner transaction of a batch. The signature of its payer is verified at its execution. */
export function checkInner(
  { body, field, signedBytes }: Pick<SentTransaction, 'body' | 'field' | 'signedBytes'>,
  moment: Moment,
): Status | null {
  const parsed = parseSigned(signedBytes);
  if (typeof parsed === 'number') return parsed;
  return (
    checkBody({ body, field }) ??
    checkTime(body, moment.now) ??
    checkRepeated(body, moment.recent) ??
    (UNSUPPORTED.has(field) ? Status.NOT_SUPPORTED : null) ??
    checkPrefixes(parsed.pairs) ??
    checkData({ field, body }, moment.ledger)
  );
}

/**
 * Repeats the checks whose result may have changed between arrival and consensus. `now`: senders' time in nanoseconds.
 * Returns null when all pass.
 */
export function checkAgain(
  { body }: SentTransaction,
  signers: Signers,
  { ledger, now }: Pick<Moment, 'ledger' | 'now'>,
): Status | null {
  return (
    checkTime(body, now) ?? payerStatus(ledger, numOf(body.transactionID?.accountID?.accountNum), signers)
  );
}

/** Checks the transaction id, the memo and the payers' fee limits. */
function checkBody({ body, field }: Pick<SentTransaction, 'body' | 'field'>): Status | null {
  const { transactionID: id, memo, maxCustomFees } = body;
  if (!id) return Status.INVALID_TRANSACTION_ID;
  const { accountID: payer } = id;
  if (!payer || numOf(payer.shardNum) !== 0 || numOf(payer.realmNum) !== 0 || numOf(payer.accountNum) <= 0) {
    return Status.PAYER_ACCOUNT_NOT_FOUND;
  }
  if (id.scheduled || id.nonce) return Status.TRANSACTION_ID_FIELD_NOT_ALLOWED;
  if (Buffer.byteLength(memo ?? '') > MAX_MEMO_BYTES) return Status.MEMO_TOO_LONG;
  if (memo?.includes('\0')) return Status.INVALID_ZERO_BYTE_IN_STRING;
  return limitsStatus(field, maxCustomFees ?? []);
}

/** Checks that the transaction is addressed to one of the nodes of this process. */
function checkNode({ nodeAccountID: node }: proto.ITransactionBody): Status | null {
  const isOne = NODE_ACCOUNTS.some((account) => account === numOf(node?.accountNum));
  return isOne && numOf(node?.shardNum) === 0 && numOf(node?.realmNum) === 0
    ? null
    : Status.INVALID_NODE_ACCOUNT;
}

/** Checks the valid time by the senders' clock alone, which forgets executed transactions, too. */
function checkTime(body: proto.ITransactionBody, now: bigint): Status | null {
  const start = nanosOf(body.transactionID?.transactionValidStart);
  const duration = BigInt(body.transactionValidDuration?.seconds?.toString() ?? 0) * SECOND;
  if (duration < MIN_DURATION || duration > MAX_DURATION) return Status.INVALID_TRANSACTION_DURATION;
  if (start + duration <= now) return Status.TRANSACTION_EXPIRED;
  return start > now ? Status.INVALID_TRANSACTION_START : null;
}

/** Checks that the transaction has not been executed, also if it may have been forgotten. */
function checkRepeated(
  { transactionID: id }: proto.ITransactionBody,
  recent: Moment['recent'],
): Status | null {
  if (recent.has(id ?? {})) return Status.DUPLICATE_TRANSACTION;
  return nanosOf(id?.transactionValidStart) <= recent.forgottenUntil ? Status.TRANSACTION_EXPIRED : null;
}

/** Checks that no prefix is the start of another one, because such a prefix would not identify its key. */
function checkPrefixes(pairs: readonly proto.ISignaturePair[]): Status | null {
  const prefixes = pairs.map(({ pubKeyPrefix }) => Buffer.from(pubKeyPrefix ?? []).toString('hex')).sort();
  const isShared = prefixes.some((prefix, i) => i > 0 && prefix.startsWith(prefixes[i - 1] ?? ''));
  return isShared ? Status.KEY_PREFIX_MISMATCH : null;
}

/** Checks only the data field. */
function checkData(
  { field, body }: Pick<SentTransaction, 'field' | 'body'>,
  { chainId }: Ledger,
): Status | null {
  const { ethereumTransaction: ethereum } = body;
  const status = ethereum ? checkEthereum(ethereum, chainId) : bodyStatus(field, body);
  if (status !== Status.OK) return status;
  const certificate = certificateStatus(body);
  return certificate === Status.OK ? null : certificate;
}

/** Checks that the payer exists. A contract pays only for an unsigned transaction, as an impersonated account. */
function payerStatus(ledger: Ledger, num: number, { forPayer = false }: Signers): Status | null {
  const payer = ledger.accounts.get(num);
  if (payer === undefined || (payer.contract && !forPayer)) return Status.PAYER_ACCOUNT_NOT_FOUND;
  return payer.deleted ? Status.PAYER_ACCOUNT_DELETED : null;
}

function checkPayer(body: proto.ITransactionBody, signers: Signers, ledger: Ledger): Status | null {
  const num = numOf(body.transactionID?.accountID?.accountNum);
  const status = payerStatus(ledger, num, signers);
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
  const fee = sentFee({ ...sent, signers, ledger }).tinybars;
  const { problem } = payableFee(fee, sent.body.transactionFee, ledger.accounts.need(payer).balance);
  const cost = problem === Status.INSUFFICIENT_TX_FEE ? fee : 0n;
  return { code: problem ?? Status.OK, cost };
}

import type { proto } from '@tain/protos/hapi';
import type { FixedFee, Topic } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { noteFee } from '../ledger/fee-level.ts';
import { long, nanosOf } from '../ledger/ids.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountKey, accountNumber, isInRealm, repeats, tokenKey, tokenNumber } from '../ledger/named.ts';
import { check } from '../ledger/refusal.ts';
import { sha384 } from '../ledger/sha384.ts';
import { Status } from '../ledger/status.ts';
import { RUNNING_HASH_VERSION, topicRunningHash } from '../ledger/topic-hash.ts';
import { executeTransfer } from '../ledger/transfer.ts';
import type { Random } from '../random.ts';
import { topicOf } from './topic-rules.ts';

/** Submission of messages to topics, and their custom fees (HIP-991). */

const MAX_MESSAGE = 1024;

type Body = proto.IConsensusSubmitMessageTransactionBody;

/** Ends the transaction unless the message and the limits of its fees are valid by themselves. */
export function checkMessage({ consensusSubmitMessage: body, maxCustomFees }: proto.ITransactionBody): void {
  checkLimits(maxCustomFees ?? []);
  check(Boolean(body?.topicID), Status.INVALID_TOPIC_ID);
  check(Boolean(body?.message?.length), Status.INVALID_TOPIC_MESSAGE);
}

export function submitMessage(x: Execution, body: Body): Status {
  const message = body.message ?? new Uint8Array();
  const before = topicOf(x, body.topicID);
  check(before.submitKey === null || x.signedBy(before.submitKey), Status.INVALID_SIGNATURE);
  check(message.length <= MAX_MESSAGE, Status.MESSAGE_SIZE_TOO_LARGE);
  checkChunk(x, body.chunkInfo);
  chargeFees(x, before);
  const topic = x.ledger.topics.edit(before.num);
  topic.sequenceNumber += 1;
  topic.runningHash = topicRunningHash(topic.runningHash, {
    payer: x.payer,
    topic: before.num,
    at: x.at,
    sequenceNumber: topic.sequenceNumber,
    hash: sha384(message),
  });
  x.receipt.topicSequenceNumber = long(topic.sequenceNumber);
  x.receipt.topicRunningHash = topic.runningHash;
  x.receipt.topicRunningHashVersion = long(RUNNING_HASH_VERSION);
  x.ledger.noteMessage(topic, message, x.at, x.idPayer);
  return Status.SUCCESS;
}

/** Checks a chunk. All chunks of a message have the transaction id of the first one, and its payer. */
function checkChunk(x: Execution, chunk: proto.IConsensusMessageChunkInfo | null | undefined): void {
  if (!chunk) return;
  const { number = 0, total = 0, initialTransactionID: first } = chunk;
  check((number ?? 0) >= 1 && (number ?? 0) <= (total ?? 0), Status.INVALID_CHUNK_NUMBER);
  check(accountNumber(first?.accountID) === x.idPayer, Status.INVALID_CHUNK_TRANSACTION_ID);
  const own = nanosOf(x.body.transactionID?.transactionValidStart);
  const isOwn = number !== 1 || nanosOf(first?.transactionValidStart) === own;
  check(isOwn, Status.INVALID_CHUNK_TRANSACTION_ID);
}

/**
 * Returns the status with which a node refuses the payers' fee limits of a transaction; null for valid ones, whose entities need not exist.
 * Source: the network's `PreCheckValidator.checkMaxCustomFees`.
 */
export function limitsStatus(field: string, limits: readonly proto.ICustomFeeLimit[]): Status | null {
  if (limits.length === 0) return null;
  if (field !== 'consensusSubmitMessage') return Status.MAX_CUSTOM_FEES_IS_NOT_SUPPORTED;
  return limits.every(isLimit) ? null : Status.INVALID_MAX_CUSTOM_FEES;
}

function isLimit({ accountId, fees }: proto.ICustomFeeLimit): boolean {
  if (!fees?.length || !isInRealm(accountId ?? {})) return false;
  if (!accountId?.alias?.length && longToBigInt(accountId?.accountNum) <= 0n) return false;
  return fees.every(({ amount, denominatingTokenId: token }) => {
    const isToken = !token || (isInRealm(token) && longToBigInt(token.tokenNum) > 0n);
    return isToken && longToBigInt(amount) >= 0n;
  });
}

/** Checks the payers' fee limits: each account once, each denomination once. */
function checkLimits(limits: readonly proto.ICustomFeeLimit[]): void {
  const accounts = limits.map(({ accountId }) => accountKey(accountId));
  check(!repeats(accounts), Status.DUPLICATE_ACCOUNT_ID_IN_MAX_CUSTOM_FEE_LIST);
  for (const { fees } of limits) {
    const denominations = (fees ?? []).map(denominationOf);
    check(!repeats(denominations), Status.DUPLICATE_DENOMINATION_IN_MAX_CUSTOM_FEE_LIST);
  }
}

function denominationOf({ denominatingTokenId }: proto.IFixedFee): string {
  return denominatingTokenId ? tokenKey(denominatingTokenId) : 'tinybars';
}

/**
 * Charges the topic's fees to the payer, except fees that it collects itself and fees in a token of which it is the
 * treasury. A payer that signed with an exempt key pays none.
 */
function chargeFees(x: Execution, topic: Readonly<Topic>): void {
  if (topic.fees.length === 0 || topic.feeExempt.some((key) => x.signedBy(key))) return;
  const due = topic.fees.filter(({ collector, token }) => {
    if (collector === x.payer) return false;
    if (token === 0) return true;
    const row = x.ledger.tokens.get(token);
    check(row !== undefined && !row.deleted && !row.paused, Status.INVALID_TOKEN_ID_IN_CUSTOM_FEES);
    return row.treasury !== x.payer;
  });
  const limits = x.body.maxCustomFees ?? [];
  if (limits.length > 0) checkWithin(x, due, limits);
  for (const { token, amount, collector } of due) {
    const moves = [
      { account: x.payer, amount: -amount },
      { account: collector, amount },
    ];
    noteFee(x, token, amount, collector, [x.payer]);
    executeTransfer(x, {
      hbar: token === 0 ? moves : [],
      tokens: token === 0 ? [] : [{ token, units: moves, nfts: [] }],
    });
  }
}

function checkWithin(x: Execution, due: readonly FixedFee[], limits: readonly proto.ICustomFeeLimit[]): void {
  const own = limits
    .filter(({ accountId }) => accountNumber(accountId) === x.payer)
    .flatMap(({ fees }) => fees ?? []);
  const sums = new Map<number, bigint>();
  for (const { token, amount } of due) sums.set(token, (sums.get(token) ?? 0n) + amount);
  for (const [token, amount] of sums) {
    const limit = own.find(({ denominatingTokenId: id }) => (id ? tokenNumber(id) : 0) === token);
    check(limit !== undefined, Status.NO_VALID_MAX_CUSTOM_FEE);
    check(longToBigInt(limit.amount) >= amount, Status.MAX_CUSTOM_FEE_LIMIT_EXCEEDED);
  }
}

const EVENTS = ['sensor', 'audit', 'shipment', 'vote', 'heartbeat', 'credential', 'price'] as const;

/** Returns a typical message of an application: mostly small JSON, sometimes bytes. */
export function topicMessage(random: Random, topic: number): Uint8Array {
  if (random.chance(0.1)) return random.bytes(random.between(1, 200));
  const event = random.pick(EVENTS);
  const text = `{"type":"${event}","topic":${topic},"value":${random.below(100_000)},"ref":"${random.word().toString(16)}"}`;
  return Buffer.from(random.chance(0.05) ? text.repeat(8).slice(0, 1024) : text);
}

import type { proto } from '@tain/protos/hapi';
import type { KeySpec, Topic } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { nanosOf, numOf, topicId } from '../ledger/ids.ts';
import { keyBytes, specOf } from '../ledger/key-message.ts';
import { autoRenewStatus, MAX_CUSTOM_FEES, memoStatus, newExpiryStatus } from '../ledger/limits.ts';
import { accountNumber, aliasedAccount, isZeroId, repeats, topicNumber } from '../ledger/named.ts';
import { check, must } from '../ledger/refusal.ts';
import { accountSigns, keySigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { EMPTY_RUNNING_HASH } from '../ledger/topic-hash.ts';
import { isEmptyKey, isRemoval, isValidKey, keyStatus } from '../ledger/valid-key.ts';
import { readFixedFees } from './custom-fee-messages.ts';
import { topicFeesStatus } from './custom-fee-rules.ts';

/** Effects of creations and updates of topics (HIP-991). */

/** Maximum number of exempt keys of a topic. */
const MAX_EXEMPT_KEYS = 10;

/** Returns the topic of an id. */
export function topicOf(x: Execution, id: proto.ITopicID | null | undefined): Readonly<Topic> {
  const topic = x.ledger.topics.get(topicNumber(id));
  check(topic !== undefined && !topic.deleted, Status.INVALID_TOPIC_ID);
  return topic;
}

/** Returns the stored form of a key; null for the empty list. */
function specs(x: Execution, key: proto.IKey | null | undefined): KeySpec | null {
  return key && !isRemoval(key) ? specOf(x.ledger.keys, key) : null;
}

export function createTopic(x: Execution, body: proto.IConsensusCreateTopicTransactionBody): Status {
  const exempt = body.feeExemptKeyList ?? [];
  const fees = body.customFees ?? [];
  if (body.adminKey) {
    must(keyStatus(body.adminKey));
    keySigns(x, body.adminKey);
  }
  const renewer = body.autoRenewAccount;
  if (renewer) accountSigns(x, accountNumber(renewer), Status.INVALID_AUTORENEW_ACCOUNT);
  if (body.submitKey) must(keyStatus(body.submitKey));
  if (body.feeScheduleKey) must(keyStatus(body.feeScheduleKey, Status.INVALID_CUSTOM_FEE_SCHEDULE_KEY));
  checkExempt(exempt);
  checkFees(x, fees);
  must(memoStatus(body.memo));
  check(!renewer || isLiving(x, renewer), Status.INVALID_AUTORENEW_ACCOUNT);
  check(autoRenewStatus(body.autoRenewPeriod ?? {}) === Status.OK, Status.AUTORENEW_DURATION_NOT_IN_RANGE);
  const num = x.ledger.takeEntity();
  x.ledger.topics.put(num, {
    num,
    memo: body.memo ?? '',
    adminKey: specs(x, body.adminKey),
    submitKey: specs(x, body.submitKey),
    feeScheduleKey: specs(x, body.feeScheduleKey),
    feeExempt: exempt.map((key) => specs(x, key)).filter((key) => key !== null),
    fees: topicFees(x, fees),
    autoRenewAccount: accountNumber(renewer),
    autoRenewPeriod: numOf(body.autoRenewPeriod?.seconds),
    expiration: null,
    sequenceNumber: 0,
    runningHash: EMPTY_RUNNING_HASH,
    deleted: false,
    createdAt: x.at,
  });
  x.receipt.topicID = topicId(num);
  return Status.SUCCESS;
}

function isLiving(x: Execution, id: proto.IAccountID): boolean {
  return x.ledger.accounts.get(accountNumber(id))?.deleted === false;
}

/** Ends the transaction if a list of exempt keys contains one twice. */
export function checkDistinct(keys: readonly proto.IKey[]): void {
  const serialized = keys.map((key) => Buffer.from(keyBytes(key)).toString('hex'));
  check(!repeats(serialized), Status.FEE_EXEMPT_KEY_LIST_CONTAINS_DUPLICATED_KEYS);
}

function checkExempt(keys: readonly proto.IKey[]): void {
  check(keys.length <= MAX_EXEMPT_KEYS, Status.MAX_ENTRIES_FOR_FEE_EXEMPT_KEY_LIST_EXCEEDED);
  for (const key of keys) must(keyStatus(key, Status.INVALID_KEY_IN_FEE_EXEMPT_KEY_LIST));
}

function checkFees(x: Execution, fees: readonly proto.IFixedCustomFee[]): void {
  check(fees.length <= MAX_CUSTOM_FEES, Status.CUSTOM_FEES_LIST_TOO_LONG);
  must(topicFeesStatus(x, fees));
}

function topicFees(x: Execution, fees: readonly proto.IFixedCustomFee[]): Topic['fees'] {
  return readFixedFees(fees, 0, (id) => aliasedAccount(x, id));
}

type Update = proto.IConsensusUpdateTopicTransactionBody;

export function updateTopic(x: Execution, body: Update): Status {
  const exempt = body.feeExemptKeyList?.keys ?? [];
  const before = topicOf(x, body.topicID);
  updateSigners(x, before, body);

  const { autoRenewAccount: renewer, adminKey, submitKey, feeScheduleKey } = body;
  const removesAdmin = Boolean(adminKey) && isEmptyKey(adminKey);
  const hasRenewer = renewer ? !isZeroId(renewer) : before.autoRenewAccount !== 0;
  check(!removesAdmin || !hasRenewer, Status.AUTORENEW_ACCOUNT_NOT_ALLOWED);
  if (adminKey && !isRemoval(adminKey)) must(keyStatus(adminKey));
  if (submitKey && !isRemoval(submitKey)) must(keyStatus(submitKey));
  if (body.memo) must(memoStatus(body.memo.value));
  if (feeScheduleKey) {
    check(before.feeScheduleKey !== null, Status.FEE_SCHEDULE_KEY_CANNOT_BE_UPDATED);
    if (!isRemoval(feeScheduleKey)) must(keyStatus(feeScheduleKey, Status.INVALID_CUSTOM_FEE_SCHEDULE_KEY));
  }
  checkExempt(exempt);
  checkFees(x, body.customFees?.fees ?? []);
  check(!renewer || isZeroId(renewer) || isLiving(x, renewer), Status.INVALID_AUTORENEW_ACCOUNT);
  if (body.expirationTime) must(newExpiryStatus(x.at, body.expirationTime, before));
  if (body.autoRenewPeriod)
    check(autoRenewStatus(body.autoRenewPeriod) === Status.OK, Status.AUTORENEW_DURATION_NOT_IN_RANGE);

  const topic = x.ledger.topics.edit(before.num);
  if (body.expirationTime) topic.expiration = nanosOf(body.expirationTime);
  if (feeScheduleKey) topic.feeScheduleKey = specs(x, feeScheduleKey);
  if (body.feeExemptKeyList)
    topic.feeExempt = exempt.map((key) => specs(x, key)).filter((key) => key !== null);
  if (body.memo) topic.memo = body.memo.value ?? '';
  if (adminKey) topic.adminKey = specs(x, adminKey);
  if (submitKey) topic.submitKey = specs(x, submitKey);
  if (renewer) topic.autoRenewAccount = accountNumber(renewer);
  if (body.autoRenewPeriod) topic.autoRenewPeriod = numOf(body.autoRenewPeriod.seconds);
  if (body.customFees) topic.fees = topicFees(x, body.customFees.fees ?? []);
  return Status.SUCCESS;
}

/**
 * Requires the signatures for an update. Any account may extend a topic's lifetime; its fees need the fee schedule key,
 * all other changes the admin key.
 */
function updateSigners(x: Execution, topic: Readonly<Topic>, body: Update): void {
  const { adminKey, autoRenewAccount, customFees } = body;
  const managed = [
    body.memo,
    adminKey,
    body.submitKey,
    body.feeScheduleKey,
    body.feeExemptKeyList,
    body.autoRenewPeriod,
    autoRenewAccount,
  ].some(Boolean);
  if (!managed && !customFees) return;
  if (managed) {
    check(topic.adminKey !== null, Status.UNAUTHORIZED);
    check(x.signedBy(topic.adminKey), Status.INVALID_SIGNATURE);
  }
  if (customFees) {
    check(topic.feeScheduleKey !== null, Status.FEE_SCHEDULE_KEY_NOT_SET);
    check(x.signedBy(topic.feeScheduleKey), Status.INVALID_SIGNATURE);
  }
  if (adminKey && isValidKey(adminKey)) keySigns(x, adminKey);
  if (autoRenewAccount && !isZeroId(autoRenewAccount))
    accountSigns(x, accountNumber(autoRenewAccount), Status.INVALID_AUTORENEW_ACCOUNT);
}

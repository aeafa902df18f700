import { proto } from '@tain/protos/hapi';
import type { KeySpec, Schedule } from '../ledger/entities.ts';
import { type Execution, satisfies } from '../ledger/execution.ts';
import { accountId, nanosOf, scheduleId, timestamp } from '../ledger/ids.ts';
import { specOf } from '../ledger/key-message.ts';
import type { KeyRef } from '../ledger/keys.ts';
import { scheduleContent } from '../ledger/ledger-tables.ts';
import { memoStatus, secondsOf } from '../ledger/limits.ts';
import { longToBigInt } from '../ledger/long.ts';
import { accountNumber, scheduleNumber } from '../ledger/named.ts';
import { check, must } from '../ledger/refusal.ts';
import { keySigns } from '../ledger/required-keys.ts';
import { Status } from '../ledger/status.ts';
import { ownCopy } from '../ledger/table.ts';
import { namesHooks } from '../ledger/transfer-request.ts';
import { isValidKey } from '../ledger/valid-key.ts';
import { keysRequiredBy } from './schedule-needs.ts';

/** Effects of creations and signatures of schedules (HIP-423). */

/** Default and maximum lifetime of a schedule, in nanoseconds. */
const DEFAULT_LIFE = 1_800_000_000_000n;
const MAX_LIFE_SECONDS = 5_356_800n;

type Inner = proto.ISchedulableTransactionBody;

/** Returns the data field of a scheduled body, or undefined. */
function scheduledField(body: Inner): string | undefined {
  const { transactionFee, memo, maxCustomFees, ...data } = body;
  return Object.entries(data).find(([, value]) => value)?.[0];
}

/** Ends the transaction unless the new schedule is valid by itself. */
export function checkSchedule(body: proto.IScheduleCreateTransactionBody): void {
  const inner = body.scheduledTransactionBody;
  check(Boolean(inner), Status.INVALID_TRANSACTION);
  check(!body.waitForExpiry || Boolean(body.expirationTime), Status.MISSING_EXPIRY_TIME);
  const isHooked = inner?.cryptoTransfer ? namesHooks(inner.cryptoTransfer) : false;
  check(!isHooked, Status.HOOKS_EXECUTIONS_REQUIRE_TOP_LEVEL_CRYPTO_TRANSFER);
}

export function createSchedule(x: Execution, body: proto.IScheduleCreateTransactionBody): Status {
  const { ledger } = x;
  const inner = body.scheduledTransactionBody ?? {};
  must(memoStatus(inner.memo));
  const payer = body.payerAccountID ? accountNumber(body.payerAccountID) : x.payer;
  check(ledger.accounts.has(payer), Status.ACCOUNT_ID_DOES_NOT_EXIST);
  const field = scheduledField(inner);
  const isSchedulable = field !== undefined && x.rules.typeOf(field).isSchedulable === true;
  check(isSchedulable, Status.SCHEDULED_TRANSACTION_NOT_IN_WHITELIST);
  keySigns(x, body.adminKey);
  const draft = { field, body: inner, payer, creator: x.recordedPayer, validStart: validStartOf(x) };
  const needs = keysRequiredBy(x, draft);
  check(needs !== null, Status.UNRESOLVABLE_REQUIRED_SIGNERS);

  must(expirationStatus(x, body.expirationTime));
  must(memoStatus(body.memo));
  check(!body.adminKey || isValidKey(body.adminKey), Status.INVALID_ADMIN_KEY);
  const bytes = proto.SchedulableTransactionBody.encode(inner).finish();
  const schedule: Schedule = {
    num: 0,
    creator: x.recordedPayer,
    payer,
    adminKey: body.adminKey ? specOf(ledger.keys, body.adminKey) : null,
    memo: body.memo ?? '',
    body: ownCopy(bytes),
    needs,
    signed: signedOf(x, needs, []),
    waitForExpiry: body.waitForExpiry ?? false,
    expiration: body.expirationTime ? nanosOf(body.expirationTime) : x.at + DEFAULT_LIFE,
    expirationGiven: Boolean(body.expirationTime),
    validStart: draft.validStart,
    executedAt: null,
    deleted: false,
    deletedAt: null,
    createdAt: x.at,
  };
  const content = scheduleContent(schedule);
  const same = identical(x, content);
  if (same !== undefined) {
    x.afterFailure = () => {
      x.receipt.scheduleID = scheduleId(same.num);
      x.receipt.scheduledTransactionID = executionId(same);
    };
    return Status.IDENTICAL_SCHEDULE_ALREADY_CREATED;
  }
  schedule.num = ledger.takeEntity();
  ledger.schedules.put(schedule.num, schedule);
  ledger.scheduleContents.put(content, { num: schedule.num });
  ledger.openSchedules.put(schedule.num, { num: schedule.num });
  x.receipt.scheduleID = scheduleId(schedule.num);
  x.receipt.scheduledTransactionID = executionId(schedule);
  if (isReady(schedule) && !schedule.waitForExpiry) x.triggered.push(schedule.num);
  return Status.SUCCESS;
}

function validStartOf(x: Execution): bigint {
  return nanosOf(x.body.transactionID?.transactionValidStart);
}

function expirationStatus(x: Execution, time: proto.ITimestamp | null | undefined): Status {
  if (!time) return Status.OK;
  const then = longToBigInt(time.seconds);
  const now = secondsOf(x.at);
  if (then <= now) return Status.SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME;
  return then > now + MAX_LIFE_SECONDS ? Status.SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE : Status.OK;
}

/**
 * Returns a schedule that is equal except for its creator, its payer and its creation time. One that is executed or deleted counts
 * until its expiration, as in the consensus node (`ScheduleCreateHandler`, `WritableScheduleStoreImpl.purge`). If the newest one does not
 * count, no older one does.
 */
function identical({ ledger, at }: Execution, content: string): Readonly<Schedule> | undefined {
  const { num } = ledger.scheduleContents.get(content) ?? {};
  const other = num === undefined ? undefined : ledger.schedules.need(num);
  return other && (other.expiration > at || ledger.openSchedules.has(other.num)) ? other : undefined;
}

function executionId(schedule: Readonly<Schedule>): proto.ITransactionID {
  return {
    accountID: accountId(schedule.creator),
    transactionValidStart: timestamp(schedule.validStart),
    scheduled: true,
  };
}

/** Returns whether all keys that the scheduled transaction needs have signed. */
export function isReady(schedule: Pick<Schedule, 'signed' | 'needs'>): boolean {
  const signed = new Set(schedule.signed);
  return schedule.needs.every((need) => satisfies(need, signed));
}

/** Returns the keys that have signed, including those that sign now, if the scheduled transaction needs them. */
function signedOf(x: Execution, needs: readonly KeySpec[], before: readonly KeyRef[]): KeyRef[] {
  const known = new Set(before);
  for (const ref of needs.flatMap(({ refs }) => refs)) if (x.signers.has(ref)) known.add(ref);
  return [...known];
}

/** Returns the schedule of an id. Ends the transaction unless the schedule is open. */
export function openScheduleOf(x: Execution, id: proto.IScheduleID | null | undefined): Readonly<Schedule> {
  const num = scheduleNumber(id);
  const schedule = x.ledger.schedules.get(num);
  check(schedule !== undefined, Status.INVALID_SCHEDULE_ID);
  check(schedule.executedAt === null, Status.SCHEDULE_ALREADY_EXECUTED);
  check(!schedule.deleted, Status.SCHEDULE_ALREADY_DELETED);
  check(x.ledger.openSchedules.has(num), Status.INVALID_SCHEDULE_ID);
  return schedule;
}

export function signSchedule(x: Execution, body: proto.IScheduleSignTransactionBody): Status {
  const before = openScheduleOf(x, body.scheduleID);
  x.receipt.scheduledTransactionID = executionId(before);
  const inner = proto.SchedulableTransactionBody.decode(before.body);
  const { payer, creator, validStart } = before;
  // The required keys may have changed with the keys of the affected accounts.
  const needs =
    keysRequiredBy(x, { field: scheduledField(inner) ?? '', body: inner, payer, creator, validStart }) ??
    before.needs;
  const signed = signedOf(x, needs, before.signed);
  const ready = !before.waitForExpiry && isReady({ signed, needs });
  check(ready || signed.length > before.signed.length, Status.NO_NEW_VALID_SIGNATURES);
  const schedule = x.ledger.schedules.edit(before.num);
  schedule.signed = signed;
  schedule.needs = needs;
  if (ready) x.triggered.push(before.num);
  return Status.SUCCESS;
}

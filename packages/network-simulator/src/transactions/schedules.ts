import type { proto } from '@tain/protos/hapi';
import type { Schedule } from '../ledger/entities.ts';
import { satisfies } from '../ledger/execution.ts';
import { accountId, long, scheduleId, timestamp, tokenId, topicId } from '../ledger/ids.ts';
import { keyMessage } from '../ledger/key-message.ts';
import type { KeyRef } from '../ledger/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { check, ruled } from '../ledger/refusal.ts';
import { Status } from '../ledger/status.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';
import { countKeys } from './fee-units.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { checkSchedule, createSchedule, isReady, openScheduleOf, signSchedule } from './schedule-rules.ts';
import { topicMessage } from './topic-submission.ts';

const HBAR = 100_000_000;
const SECOND = 1_000_000_000n;

export const scheduleCreate: KindRules = {
  weight: 8,
  fee: {
    of: 'ScheduleCreate',
    units: ({ scheduleCreate: op }) => ({
      keys: countKeys(op?.adminKey),
      scheduleContractCall: op?.scheduledTransactionBody?.contractCall ? 1 : 0,
    }),
  },

  generate(g) {
    const { random, ledger } = g;
    const creator = g.payer();
    const inner = innerBody(g, creator.num);
    if (inner === null) return null;
    const body: proto.IScheduleCreateTransactionBody = { scheduledTransactionBody: inner };
    const signers: KeyRef[] = [];
    if (random.chance(0.5)) body.memo = `schedule ${random.word().toString(36)}`;
    if (random.chance(0.5)) {
      const admin = g.keySpec();
      body.adminKey = keyMessage(ledger.keys, admin);
      signers.push(...admin.refs);
    }
    if (random.chance(0.6)) body.payerAccountID = accountId(g.payer().num);
    if (random.chance(0.3)) {
      body.waitForExpiry = true;
      body.expirationTime = timestamp(g.at + BigInt(random.between(4, 60)) * SECOND);
    } else if (random.chance(0.4))
      body.expirationTime = timestamp(g.at + BigInt(random.between(20, 3000)) * SECOND);
    if (g.failing()) body.expirationTime = timestamp(g.at - SECOND);
    return { data: { scheduleCreate: body }, payer: creator.num, signers };
  },

  pure: ({ scheduleCreate: body }) => checkSchedule(body ?? {}),

  apply: ruled((x) => createSchedule(x, x.body.scheduleCreate ?? {})),
};

/** Returns a transfer, message or mint of an account that may not have signed yet. */
function innerBody(g: Generator, creator: number): proto.ISchedulableTransactionBody | null {
  const { random } = g;
  const base = {
    transactionFee: long(HBAR),
    ...(random.chance(0.4) ? { memo: `scheduled ${random.word().toString(36)}` } : null),
  };
  const kind = random.unit();
  if (kind < 0.7) {
    const sender = g.other(creator);
    const receiver = g.other(sender.num);
    const amount = random.amount(1_000, HBAR);
    if (sender.key === null || receiver.receiverSigRequired) return null;
    return {
      ...base,
      cryptoTransfer:
        hbarTransfer([
          [sender.num, -amount],
          [receiver.num, amount],
        ]).cryptoTransfer ?? null,
    };
  }
  if (kind < 0.85) {
    const topic = g.topic((row) => row.fees.length === 0);
    if (topic === undefined) return null;
    return {
      ...base,
      consensusSubmitMessage: { topicID: topicId(topic.num), message: topicMessage(random, topic.num) },
    };
  }
  const token = g.token(
    (row) => row.supplyKey !== null && !row.nonFungible && !row.paused && row.maxSupply === 0n,
  );
  if (token === undefined) return null;
  return { ...base, tokenMint: { token: tokenId(token.num), amount: long(random.between(1, 1000)) } };
}

/** Returns one of the oldest open schedules of generated traffic. */
function openSchedule(g: Generator): Readonly<Schedule> | undefined {
  let skip = g.random.below(8);
  let last: Readonly<Schedule> | undefined;
  for (const { num } of g.ledger.openSchedulesBy(0)) {
    last = g.ledger.schedules.need(num);
    if (skip-- <= 0) return last;
  }
  return last;
}

export const scheduleSign: KindRules = {
  weight: 10,
  fee: { of: 'ScheduleSign' },

  generate(g) {
    const schedule = openSchedule(g);
    if (g.failing()) {
      const nowhere = g.ledger.counter.nextEntity + 5;
      return { data: { scheduleSign: { scheduleID: scheduleId(nowhere) } }, payer: g.payer().num };
    }
    if (schedule === undefined) return null;
    const signed = new Set(schedule.signed);
    const missing = schedule.needs.filter((need) => !satisfies(need, signed));
    const first = missing[0];
    const signers = g.random.chance(0.5) ? missing.flatMap((need) => need.refs) : (first?.refs ?? []);
    return {
      data: { scheduleSign: { scheduleID: scheduleId(schedule.num) } },
      payer: g.payer().num,
      signers,
    };
  },

  pure: ({ scheduleSign: body }) => check(Boolean(body?.scheduleID), Status.INVALID_SCHEDULE_ID),

  apply: ruled((x) => signSchedule(x, x.body.scheduleSign ?? {})),
};

export const scheduleDelete: KindRules = {
  weight: 0.7,
  fee: { of: 'ScheduleDelete' },

  generate(g) {
    const schedule = openSchedule(g);
    if (schedule === undefined) return null;
    const signers = g.failing() ? [] : (schedule.adminKey?.refs ?? []);
    if (schedule.adminKey === null && !g.failing()) return null;
    return {
      data: { scheduleDelete: { scheduleID: scheduleId(schedule.num) } },
      payer: g.payer().num,
      signers,
    };
  },

  pure: ({ scheduleDelete: body }) => check(Boolean(body?.scheduleID), Status.INVALID_SCHEDULE_ID),

  apply: ruled((x) => {
    const { scheduleID } = x.body.scheduleDelete ?? {};
    const schedule = openScheduleOf(x, scheduleID);
    check(schedule.adminKey !== null, Status.SCHEDULE_IS_IMMUTABLE);
    check(x.signedBy(schedule.adminKey), Status.INVALID_SIGNATURE);
    Object.assign(x.ledger.schedules.edit(schedule.num), { deleted: true, deletedAt: x.at });
    x.ledger.openSchedules.remove(schedule.num);
    return Status.SUCCESS;
  }),
};

/** Returns whether an expired open schedule is to be executed. */
function isDue(schedule: Readonly<Schedule>): boolean {
  return schedule.waitForExpiry && isReady(schedule);
}

/** Returns whether an open schedule that has expired at `at` is to be executed. */
export function hasDueSchedule({ schedulesExpiredBy, schedules }: Ledger, at: bigint): boolean {
  for (const num of schedulesExpiredBy(at)) if (isDue(schedules.need(num))) return true;
  return false;
}

/**
 * Returns the open schedules to execute at `at`, in the order of their expirations, at most `limit`. The other ones that have expired
 * are no longer open.
 */
export function takeDueSchedules(ledger: Ledger, at: bigint, limit: number): number[] {
  const due: number[] = [];
  for (const num of [...ledger.schedulesExpiredBy(at)]) {
    if (!isDue(ledger.schedules.need(num))) ledger.openSchedules.remove(num);
    else if (due.push(num) >= limit) break;
  }
  return due;
}

import { proto } from '@tain/protos/hapi';
import type { KeySpec, Schedule } from '../ledger/entities.ts';
import { type Execution, satisfies } from '../ledger/execution.ts';
import { accountId, long, nanosOf, numOf, scheduleId, timestamp, tokenId, topicId } from '../ledger/ids.ts';
import { keyMessage, specOf } from '../ledger/key-message.ts';
import type { KeyRef } from '../ledger/keys.ts';
import { longToBigInt } from '../ledger/long.ts';
import { Status } from '../ledger/status.ts';
import { keep } from '../ledger/table.ts';
import { hbarTransfer } from '../ledger/transfer-hbar.ts';
import type { Generator } from './generator.ts';
import type { KindRules } from './kind.ts';
import { topicMessage } from './topic-message.ts';

const HBAR = 100_000_000;
const SECOND = 1_000_000_000n;
const HALF_HOUR = 1800n * SECOND;

export const scheduleCreate: KindRules = {
  weight: 8,

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

  apply(x) {
    const body = x.body.scheduleCreate ?? {};
    const inner = body.scheduledTransactionBody ?? {};
    const adminKey = body.adminKey ? specOf(x.ledger.keys, body.adminKey) : null;
    if (adminKey !== null && !x.signedBy(adminKey)) return Status.INVALID_SIGNATURE;
    const wanted = nanosOf(body.expirationTime);
    if (body.expirationTime && wanted <= x.at) {
      return Status.SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME;
    }
    const payer = numOf(body.payerAccountID?.accountNum) || x.payer;
    const bytes = proto.SchedulableTransactionBody.encode(inner).finish();
    const same = identical(x, bytes, payer, body.memo ?? '');
    if (same !== undefined) {
      x.afterFailure = () => {
        x.receipt.scheduleID = scheduleId(same.num);
        x.receipt.scheduledTransactionID = executionId(same);
      };
      return Status.IDENTICAL_SCHEDULE_ALREADY_CREATED;
    }
    const schedule: Schedule = {
      num: x.ledger.takeEntity(),
      creator: x.payer,
      payer,
      adminKey,
      memo: body.memo ?? '',
      body: keep(bytes),
      needs: needsOf(x, inner, payer),
      signed: [...x.signers],
      waitForExpiry: body.waitForExpiry ?? false,
      expiration: body.expirationTime ? wanted : x.at + HALF_HOUR,
      expirationGiven: Boolean(body.expirationTime),
      validStart: nanosOf(x.body.transactionID?.transactionValidStart),
      executedAt: null,
      deleted: false,
      createdAt: x.at,
    };
    x.ledger.schedules.put(schedule.num, schedule);
    x.ledger.openSchedules.put(schedule.num, { num: schedule.num });
    x.receipt.scheduleID = scheduleId(schedule.num);
    x.receipt.scheduledTransactionID = executionId(schedule);
    if (isReady(schedule) && !schedule.waitForExpiry) x.triggered.push(schedule.num);
    return Status.SUCCESS;
  },
};

/** Transfers, messages and mints of somebody who may not have signed yet. */
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

/** The signatures without which the inner transaction would fail. */
function needsOf(x: Execution, inner: proto.ISchedulableTransactionBody, payer: number): readonly KeySpec[] {
  const { ledger } = x;
  const needs: KeySpec[] = [];
  const needAccount = (num: number): void => {
    const key = ledger.accounts.get(num)?.key;
    if (key) needs.push(key);
  };
  needAccount(payer);
  for (const entry of inner.cryptoTransfer?.transfers?.accountAmounts ?? []) {
    if (longToBigInt(entry.amount) < 0n) needAccount(numOf(entry.accountID?.accountNum));
  }
  const submit = ledger.topics.get(numOf(inner.consensusSubmitMessage?.topicID?.topicNum))?.submitKey;
  if (submit) needs.push(submit);
  const supply = ledger.tokens.get(numOf(inner.tokenMint?.token?.tokenNum))?.supplyKey;
  if (supply) needs.push(supply);
  return needs;
}

function isReady(schedule: Readonly<Schedule>): boolean {
  const signed = new Set(schedule.signed);
  return schedule.needs.every((need) => satisfies(need, signed));
}

function identical(
  x: Execution,
  body: Uint8Array,
  payer: number,
  memo: string,
): Readonly<Schedule> | undefined {
  const bytes = Buffer.from(body);
  for (const { num } of x.ledger.openSchedules.values()) {
    const other = x.ledger.schedules.need(num);
    if (other.payer === payer && other.memo === memo && bytes.equals(other.body)) return other;
  }
  return undefined;
}

function executionId(schedule: Readonly<Schedule>): proto.ITransactionID {
  return {
    accountID: accountId(schedule.creator),
    transactionValidStart: timestamp(schedule.validStart),
    scheduled: true,
  };
}

/** One of the oldest open schedules. */
function openSchedule(g: Generator): Readonly<Schedule> | undefined {
  let skip = g.random.below(8);
  let last: Readonly<Schedule> | undefined;
  for (const { num } of g.ledger.openSchedules.values()) {
    last = g.ledger.schedules.need(num);
    if (skip-- <= 0) return last;
  }
  return last;
}

export const scheduleSign: KindRules = {
  weight: 10,

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

  apply(x) {
    const num = numOf(x.body.scheduleSign?.scheduleID?.scheduleNum);
    const before = x.ledger.schedules.get(num);
    if (before === undefined || !x.ledger.openSchedules.has(num)) {
      if (before?.deleted) return Status.SCHEDULE_ALREADY_DELETED;
      return before?.executedAt === null || before === undefined
        ? Status.INVALID_SCHEDULE_ID
        : Status.SCHEDULE_ALREADY_EXECUTED;
    }
    const signed = [...new Set([...before.signed, ...x.signers])];
    x.receipt.scheduledTransactionID = executionId(before);
    if (signed.length === before.signed.length) return Status.NO_NEW_VALID_SIGNATURES;
    const schedule = x.ledger.schedules.edit(num);
    schedule.signed = signed;
    if (isReady(schedule) && !schedule.waitForExpiry) x.triggered.push(num);
    return Status.SUCCESS;
  },
};

export const scheduleDelete: KindRules = {
  weight: 0.7,

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

  apply(x) {
    const num = numOf(x.body.scheduleDelete?.scheduleID?.scheduleNum);
    const schedule = x.ledger.schedules.get(num);
    if (schedule === undefined) return Status.INVALID_SCHEDULE_ID;
    if (schedule.adminKey === null) return Status.SCHEDULE_IS_IMMUTABLE;
    if (schedule.deleted) return Status.SCHEDULE_ALREADY_DELETED;
    if (schedule.executedAt !== null) return Status.SCHEDULE_ALREADY_EXECUTED;
    if (!x.signedBy(schedule.adminKey)) return Status.INVALID_SIGNATURE;
    x.ledger.schedules.edit(num).deleted = true;
    x.ledger.openSchedules.remove(num);
    return Status.SUCCESS;
  },
};

/** Open schedules whose time is over at `at`: those to execute, the others are dropped. */
export function dueSchedules(ledger: Generator['ledger'], at: bigint): number[] {
  const due: number[] = [];
  for (const { num } of [...ledger.openSchedules.values()]) {
    const schedule = ledger.schedules.need(num);
    if (schedule.expiration > at) continue;
    if (schedule.waitForExpiry && isReady(schedule)) due.push(num);
    else ledger.openSchedules.remove(num);
  }
  return due;
}

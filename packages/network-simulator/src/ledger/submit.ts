import { proto } from '@tain/protos/hapi';
import type { Adjustments } from './adjustments.ts';
import { type Draft, signDraft } from './draft.ts';
import { Execution, type ExecutionInput, keyOf, type Rules, satisfies } from './execution.ts';
import { FEE_COLLECTION, NODE_REWARD, payableFee, STAKING_REWARD, trafficFee } from './fees.ts';
import { accountId, long, scheduleId, timestamp } from './ids.ts';
import type { KeyRef } from './keys.ts';
import type { Ledger } from './ledger.ts';
import { HIGH_VOLUME_MULTIPLIER } from './prices.ts';
import type { StreamItem } from './recorded-item.ts';
import { payStakingRewards } from './staking.ts';
import { holds, Status } from './status.ts';
import { itemsOf } from './stream-item.ts';
import { delimited } from './wire.ts';

/**
 * Submits a transaction at a consensus time (nanoseconds): charges its fee, lets its kind change the ledger,
 * pays staking rewards that became due, and returns the stream items, including children and schedules that
 * it triggered.
 */
export async function submit(
  ledger: Ledger,
  rules: Rules,
  draft: Draft,
  at: bigint,
  node: number,
  sign: boolean,
): Promise<StreamItem[]> {
  const signed = signDraft(ledger, draft, at, node, sign);
  const { duplicateOf, free, sent, wallet, createAt } = draft;
  const problem = duplicateOf === undefined ? null : Status.DUPLICATE_TRANSACTION;
  ledger.journal.isSent = sent ?? false;
  try {
    return await submitSigned(
      ledger,
      rules,
      { ...signed, at, wallet, createAt },
      { node: free ? null : node, problem },
    );
  } finally {
    ledger.journal.isSent = false;
  }
}

/** Decisions about a transaction before it runs. */
export interface Handling {
  /** Account of the node that gets a share of the fee; null if the transaction is free of charge. */
  readonly node: number | null;
  /** Status of a transaction that does not run but pays its fee; null when it runs. */
  readonly problem: Status | null;
}

/** Submits a transaction that is already signed. */
export async function submitSigned(
  ledger: Ledger,
  rules: Rules,
  input: Omit<ExecutionInput, 'rules'>,
  { node, problem }: Handling,
): Promise<StreamItem[]> {
  const { at } = input;
  const x = new Execution(ledger, { ...input, rules });
  if (problem === null) await execute(x, node);
  else {
    if (node !== null) chargeFee(x, node);
    x.status = problem;
    payStakingRewards(x);
  }
  const items = itemsOf(x);
  count(ledger, items);
  ledger.journal.mark(at);
  let next = at + BigInt(x.following.length);
  // Includes the schedules that code completed.
  const byCode = x.following.filter(({ signedBytes }) => signedBytes.length === 0);
  for (const schedule of [...x.triggered, ...byCode.flatMap(({ triggered }) => triggered)]) {
    next += 1n;
    items.push(...(await executeSchedule(ledger, rules, schedule, next)));
  }
  ledger.onTransaction?.(items);
  return items;
}

/**
 * Runs a transaction against the ledger and collects its record. `node` is the account of the submitting node, which
 * gets a share of the fee; 0 for no node; null: free of charge.
 */
export async function execute(x: Execution, node: number | null): Promise<void> {
  if (!payerSigned(x)) {
    x.status = Status.INVALID_PAYER_SIGNATURE;
    return;
  }
  const fees = node === null ? x.hbar.copy() : chargeFee(x, node);
  if (x.body.highVolume) {
    x.record.highVolumePricingMultiplier = long(x.rules.feeOf?.(x).multiplier ?? HIGH_VOLUME_MULTIPLIER);
  }
  x.status = typeof fees === 'number' ? fees : await run(x, fees);
  payStakingRewards(x);
}

/**
 * Returns whether the payer agreed to pay, which is checked before anything else: for sent transactions, inner
 * transactions of a batch, and scheduled ones (`DispatchValidator.validateFeeChargingScenario`).
 */
export function payerSigned({ ledger, payer, signers }: Execution): boolean {
  const { hollow, hollowKey } = ledger.accounts.need(payer);
  if (signers.forPayer) return true;
  if (!hollow) return satisfies(keyOf(ledger, payer), signers);
  const completed = signers.hollowAccounts?.(ledger) ?? [];
  return (hollowKey !== 0 && signers.has(hollowKey)) || completed.some(({ num }) => num === payer);
}

/**
 * Charges the fee to the payer. If the payer cannot pay or offered too little, charges the available amount and returns
 * a failing status.
 */
export function chargeFee(x: Execution, node: number): Adjustments | Status {
  const { balance } = x.ledger.accounts.need(x.payer);
  const fee = x.rules.feeOf?.(x).tinybars ?? trafficFee(x);
  const { split, problem } = payableFee(fee, x.body.transactionFee, balance);
  x.fee = split.total;
  x.addHbar(x.payer, -split.total);
  x.addHbar(node === 0 ? FEE_COLLECTION : node, split.node);
  x.addHbar(FEE_COLLECTION, split.collection);
  x.addHbar(STAKING_REWARD, split.stakingReward);
  x.addHbar(NODE_REWARD, split.nodeReward);
  return problem ?? x.hbar.copy();
}

/** Executes the transaction type. After a failure, only the fees remain. */
async function run(x: Execution, fees: Adjustments): Promise<proto.ResponseCodeEnum> {
  const { ledger } = x;
  const payer = ledger.accounts.need(x.payer);
  const hollow = x.signers.hollowAccounts?.(ledger) ?? [];
  let status: proto.ResponseCodeEnum = Status.UNKNOWN;
  const messages = ledger.topicMessages.length;
  const end = ledger.journal.begin();
  try {
    for (const { num, message } of hollow) completeHollow(x, num, ledger.keys.refOf(message));
    if (payer.hollow && !x.signers.forPayer) completeHollow(x, x.payer, payer.hollowKey);
    status = await x.rules.typeOf(x.field).apply(x);
  } catch (error) {
    if (!x.rules.onFault) throw error;
    x.rules.onFault(error, x);
    x.afterFailure = null;
    status = Status.FAIL_INVALID;
  } finally {
    end(holds(status));
  }
  if (!holds(status)) {
    ledger.topicMessages.length = messages;
    x.reset(fees);
    x.afterFailure?.();
  }
  return status;
}

/** Completes a hollow account that signs for the first time: a preceding child gives it the key of its address. */
export function completeHollow(x: Execution, num: number, key: KeyRef): void {
  const account = x.ledger.accounts.edit(num);
  account.hollowKey = key;
  account.key = { refs: [key], form: 'key', threshold: 1 };
  account.hollow = false;
  const accountIDToUpdate = accountId(num);
  const child = x.child(
    'cryptoUpdateAccount',
    { cryptoUpdateAccount: { accountIDToUpdate, key: x.ledger.keys.get(key).message } },
    'preceding',
  );
  child.receipt.accountID = accountIDToUpdate;
}

/** Executes a schedule whose signatures are complete. The execution has its own record. */
export async function executeSchedule(
  ledger: Ledger,
  rules: Rules,
  num: number,
  at: bigint,
): Promise<StreamItem[]> {
  const schedule = ledger.schedules.need(num);
  const { transactionFee, memo, maxCustomFees, ...data } = proto.SchedulableTransactionBody.decode(
    schedule.body,
  );
  const body: proto.ITransactionBody = {
    transactionID: {
      transactionValidStart: timestamp(schedule.validStart),
      accountID: accountId(schedule.creator),
      scheduled: true,
    },
    transactionFee,
    ...(memo ? { memo } : null),
    ...(maxCustomFees.length > 0 ? { maxCustomFees } : null),
    ...data,
  };
  const bodyBytes = proto.TransactionBody.encode(body).finish();
  const signedBytes = delimited(1, bodyBytes);
  const field = Object.keys(data)[0] ?? '';
  const x = new Execution(ledger, {
    rules,
    field,
    body,
    at,
    signers: new Set(schedule.signed),
    payer: schedule.payer,
    signedBytes,
  });
  await execute(x, 0);
  x.record.scheduleRef = scheduleId(num);
  ledger.schedules.edit(num).executedAt = at;
  ledger.openSchedules.remove(num);
  const items = itemsOf(x);
  count(ledger, items);
  ledger.journal.mark(at);
  return items;
}

function count(ledger: Ledger, items: readonly StreamItem[]): void {
  for (const item of items) ledger.count(item.type, Status[item.status] ?? String(item.status));
}

import { longToBigInt } from '@tain/ledger/long';
import { NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import { proto } from '@tain/protos/hapi';
import type { LedgerSchedule, Signatory } from '../../state/ledger-objects.ts';
import type { Ledger } from '../ledger.ts';
import { MAX_SCHEDULE_GAS, MAX_SCHEDULE_LIFETIME } from '../views/schedules.ts';
import { isSatisfied, requiredKeys, simpleKeys } from './schedule-keys.ts';
import { runScheduled } from './scheduled-runs.ts';
import { attempt, demand } from './simulate.ts';

/** Creation, signing and deletion of schedules. */

/** Lifetime of a schedule without an expiry. */
const DEFAULT_LIFETIME_SECONDS = 1_800n;

/** A schedule to be created. */
export interface NewSchedule {
  readonly body: proto.ISchedulableTransactionBody;
  /** Account that creates it. */
  readonly creator: bigint;
  readonly payer: bigint;
  readonly adminKey: Uint8Array | undefined;
  /** Second at which it expires; undefined: half an hour from now. */
  readonly second: bigint | undefined;
  readonly waitForExpiry: boolean;
  /** Keys that sign when it is created. */
  readonly signatories: readonly Signatory[];
}

/** Outcome of a creation: a new schedule, or an existing identical one. */
export interface Scheduled {
  readonly id: bigint;
  readonly isIdentical: boolean;
}

/** Creates a schedule, and executes it if neither a signature nor its expiry is awaited. Throws `Refused`. */
export async function createSchedule(ledger: Ledger, requested: NewSchedule): Promise<Scheduled> {
  const { state, environment } = ledger;
  const { creator, payer, adminKey, waitForExpiry, signatories } = requested;
  const now = environment.now / NANOS_PER_SECOND;
  const second = requested.second ?? now + DEFAULT_LIFETIME_SECONDS;
  demand(second > now, 'SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME');
  demand(second <= now + MAX_SCHEDULE_LIFETIME, 'SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE');
  const body = proto.SchedulableTransactionBody.encode(requested.body).finish();
  const schedule = {
    creator,
    payer,
    body,
    adminKey,
    memo: '',
    waitForExpiry,
    executed: false,
    deleted: false,
    expiration: second * NANOS_PER_SECOND,
  };
  const same = state.changedSchedules().find((other) => isSame(other, schedule));
  if (same !== undefined) return { id: same.id, isIdentical: true };
  const gas = longToBigInt(requested.body.contractCall?.gas);
  demand(gas <= MAX_SCHEDULE_GAS, 'SCHEDULE_EXPIRY_IS_BUSY');
  const id = await state.nextId();
  state.schedules.set(id, { id, ...schedule });
  await addSignatures(ledger, { id, ...schedule }, signatories);
  return { id, isIdentical: false };
}

/** Returns whether the ledger refuses the second schedule as identical to the first. The payer is not compared. */
function isSame(one: LedgerSchedule, other: Omit<LedgerSchedule, 'id'>): boolean {
  const bytes = (of: Pick<LedgerSchedule, 'adminKey' | 'body'>) =>
    [of.adminKey ?? [], of.body].map((each) => Buffer.from(each).toString('hex')).join();
  return (
    one.waitForExpiry === other.waitForExpiry &&
    one.expiration === other.expiration &&
    one.memo === other.memo &&
    bytes(one) === bytes(other)
  );
}

/** Returns a schedule that has not expired, because the ledger deletes expired ones. */
export async function scheduleWith(
  ledger: Ledger,
  id: bigint | undefined,
): Promise<LedgerSchedule | undefined> {
  const schedule = id === undefined ? undefined : await ledger.state.schedules.get(id);
  if (schedule?.expiration === undefined) return schedule;
  const now = ledger.environment.now / NANOS_PER_SECOND;
  return schedule.expiration / NANOS_PER_SECOND < now ? undefined : schedule;
}

/** Signs a schedule, and executes it if neither another signature nor its expiry is awaited. Throws `Refused`. */
export async function signSchedule(
  ledger: Ledger,
  schedule: LedgerSchedule,
  signatories: readonly Signatory[],
): Promise<void> {
  demandOpen(schedule);
  const isNew = await addSignatures(ledger, schedule, signatories);
  demand(isNew, 'NO_NEW_VALID_SIGNATURES');
}

/** Deletes a schedule. Throws `Refused`. */
export function deleteSchedule(ledger: Ledger, schedule: LedgerSchedule): void {
  demandOpen(schedule);
  demand(schedule.adminKey !== undefined, 'SCHEDULE_IS_IMMUTABLE');
  ledger.state.schedules.set(schedule.id, { ...schedule, deleted: true });
}

function demandOpen({ executed, deleted }: LedgerSchedule): void {
  demand(!executed, 'SCHEDULE_ALREADY_EXECUTED');
  demand(!deleted, 'SCHEDULE_ALREADY_DELETED');
}

/**
 * Returns whether signatures were new, or caused the execution. Public keys count only if the transaction needs them.
 */
async function addSignatures(
  ledger: Ledger,
  schedule: LedgerSchedule,
  signatories: readonly Signatory[],
): Promise<boolean> {
  const { state } = ledger;
  const required = await requiredKeys(ledger, schedule);
  const needed = required && new Set(required.flatMap((key) => simpleKeys(key)));
  const counting = signatories.filter(
    (each) => /^(contract|delegatable):/.test(each) || needed === undefined || needed.has(each),
  );
  const before = (await state.signatories.get(schedule.id)) ?? [];
  const after = new Set<Signatory>([...before, ...counting]);
  state.signatories.set(schedule.id, [...after]);
  const isReady = required?.every((key) => isSatisfied(key, after)) ?? false;
  if (schedule.waitForExpiry || !isReady) return after.size > new Set(before).size;
  state.schedules.set(schedule.id, { ...schedule, executed: true });
  // A failure of the scheduled transaction does not fail the call that signs.
  const done = await attempt(ledger, () => runScheduled(ledger, schedule));
  if ('refused' in done) ledger.environment.childFailed?.(done.refused);
  return true;
}

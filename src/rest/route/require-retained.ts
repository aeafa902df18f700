import { printTimestamp } from '@tain/ledger/timestamp';
import type { Select } from '../../store/connections/select.ts';
import {
  isWholeSince,
  type RetainedHistory,
  type Start,
  selectRetained,
} from '../../store/reads/retained.ts';
import type { RetentionFamily } from '../../store/schema/kept-tables.ts';
import { type Sql, sql } from '../../store/sql.ts';
import { Problem, type ProblemMessage } from '../query/problem.ts';
import type { SharedReads } from './shared-reads.ts';

/** The part of a request's context that reads the history. */
interface HistoryContext {
  readonly shared: SharedReads;
}

/** Returns which part of the history the database retains, as of at most a second ago. */
export function retainedHistory({ shared }: HistoryContext): Promise<RetainedHistory> {
  return shared.retained.get();
}

/**
 * Returns the start of a history that begins in the middle of the network's; undefined for a complete history. It
 * never changes once there are blocks.
 */
export async function historyStart({ shared }: HistoryContext): Promise<Start | undefined> {
  return (await shared.start.get()).start;
}

/**
 * Throws `Problem` (404) unless all rows about a time (nanoseconds) are retained. Without a time the answer is about
 * the current state, which is always retained.
 */
export async function requireRetained(
  context: HistoryContext,
  time: bigint | undefined,
  ...families: readonly RetentionFamily[]
): Promise<void> {
  if (time === undefined || isWholeSince(await retainedHistory(context), time, ...families)) return;
  throw notRetained(time);
}

/**
 * Checks like `requireRetained`, but with a fresh read, because some rows may be removed as soon as their removal is
 * announced.
 */
export async function requireRetainedNow(
  { lookup }: { readonly lookup: Select },
  time: bigint | undefined,
  ...families: readonly RetentionFamily[]
): Promise<void> {
  if (time === undefined || isWholeSince(await selectRetained(lookup), time, ...families)) return;
  throw notRetained(time);
}

/** Throws `Problem` (404) if the accounts' balances before the first stored block are unknown. */
export async function requireKnownBalances(context: HistoryContext): Promise<void> {
  const { start } = await retainedHistory(context);
  if (start === undefined || start.hasBalances) return;
  throw new HistoryProblem({
    message: 'Not found',
    detail: `The history begins at ${printTimestamp(start.at)}, in the middle of the network's history: earlier balances are unknown`,
  });
}

/**
 * Adds the start of the history to a 404 of a database that begins in the middle of the network's, because the
 * missing thing may be older. Returns any other error unchanged.
 */
export async function explainMissing(context: HistoryContext, error: unknown): Promise<unknown> {
  if (!(error instanceof Problem) || error.status !== 404 || error instanceof HistoryProblem) return error;
  const { start } = await retainedHistory(context);
  if (start === undefined) return error;
  const detail = `The history begins at ${printTimestamp(start.at)}, in the middle of the network's history: earlier state is unknown`;
  const explained = error.messages.map((one) => ({
    ...one,
    detail: one.detail ? `${one.detail}. ${detail}` : detail,
  }));
  return new Problem(404, explained, error.headers);
}

/** 404: the retained history begins later. */
export function notRetained(time: bigint): Problem {
  return new HistoryProblem({
    message: 'Not found',
    detail: `The history does not reach back to ${printTimestamp(time)}`,
  });
}

/** A 404 whose detail already names the missing part of the history. */
class HistoryProblem extends Problem {
  constructor(message: ProblemMessage) {
    super(404, [message]);
  }
}

/*
 * Values of accounts in a database that begins in the middle of the network's history: an account's earlier values
 * are unknown, so sums of later changes have no known start, unless the account was created later. Such values are
 * null.
 */

/**
 * Returns the time (nanoseconds) after which an account must have been created for all its values to be known;
 * undefined: any time.
 */
export async function wholeAccountsSince(context: HistoryContext): Promise<bigint | undefined> {
  return (await retainedHistory(context)).start?.at;
}

/** Returns the same time for balances only, which may have begun with a balance file of the network. */
export async function balancesKnownSince(context: HistoryContext): Promise<bigint | undefined> {
  const { start } = await retainedHistory(context);
  return start?.hasBalances ? undefined : start?.at;
}

/**
 * A value, or null if `created` (a consensus time, or null when unknown) is before `since`. With `since` undefined it
 * is never null.
 */
export function knownSince(since: bigint | undefined, created: Sql, value: Sql): Sql {
  return since === undefined ? value : sql`case when ${created} >= ${since} then ${value} end`;
}

import { type Sql, sql } from '../../access/sql.ts';
import type { Select } from '../../db/connections/select.ts';
import { printTimestamp } from '../../kernel/timestamp.ts';
import { Problem, type ProblemMessage } from '../../query/problem.ts';
import {
  isBeforeFirstBlock,
  isWholeSince,
  type RetainedHistory,
  type Start,
  selectRetained,
} from '../../reads/retained.ts';
import type { RetentionFamily } from '../../schema/kept-tables.ts';
import type { ApiSettings } from './settings.ts';

/** Interval between reads. Rows are removed much later than their removal is announced. */
const READ_INTERVAL_MS = 1_000;

/** The part of a request's context that reads the history. */
interface HistoryContext {
  readonly settings: ApiSettings;
  readonly lookup: Select;
}

interface Read {
  readonly at: number;
  readonly retained: Promise<RetainedHistory>;
}

/** Reads by server, identified by its settings: they are one object as long as it runs. */
const found = new WeakMap<ApiSettings, Read>();

/** Returns which part of the history the database retains. */
export function retainedHistory({ settings, lookup }: HistoryContext): Promise<RetainedHistory> {
  const known = found.get(settings);
  const now = performance.now();
  if (known !== undefined && now - known.at < READ_INTERVAL_MS) return known.retained;
  const read = { at: now, retained: selectRetained(lookup) };
  found.set(settings, read);
  const forget = (): void => {
    if (found.get(settings) === read) found.delete(settings);
  };
  // The start of a database is stored with its first block, and the answers about that block need it.
  read.retained.then((retained) => isBeforeFirstBlock(retained) && forget(), forget);
  return read.retained;
}

/** Starts of the history by server, identified by its settings. */
const starts = new WeakMap<ApiSettings, { readonly start: Start | undefined }>();

/**
 * Returns the start of a history that begins in the middle of the network's; undefined for a complete history. It
 * never changes once there are blocks, so a server reads it once. Until then each request reads it for itself,
 * because a request that waited for another client's read would wait in that client's queue.
 */
export async function historyStart({ settings, lookup }: HistoryContext): Promise<Start | undefined> {
  const known = starts.get(settings);
  if (known !== undefined) return known.start;
  const retained = await selectRetained(lookup);
  if (!isBeforeFirstBlock(retained)) starts.set(settings, { start: retained.start });
  return retained.start;
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
  { lookup }: HistoryContext,
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

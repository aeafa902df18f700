import type { Select } from '../../db/connections/select.ts';
import { printTimestamp } from '../../kernel/timestamp.ts';
import { Problem, type ProblemMessage } from '../../query/problem.ts';
import { isBeforeFirstBlock, isWholeSince, type Kept, type Start, selectKept } from '../../reads/kept.ts';
import type { KeptFamily } from '../../schema/kept-tables.ts';
import type { ApiSettings } from './settings.ts';

/** Milliseconds for which it is not read again. Rows leave much later than they are announced to. */
const READ_EVERY = 1_000;

/** The part of a request's context that reads the history. */
interface HistoryContext {
  readonly settings: ApiSettings;
  readonly lookUp: Select;
}

interface Read {
  readonly at: number;
  readonly kept: Promise<Kept>;
}

/** What was read, for each server: its settings are one object as long as it runs. */
const found = new WeakMap<ApiSettings, Read>();

/** What the database keeps of the history. */
export function keptHistory({ settings, lookUp }: HistoryContext): Promise<Kept> {
  const known = found.get(settings);
  const now = performance.now();
  if (known !== undefined && now - known.at < READ_EVERY) return known.kept;
  const read = { at: now, kept: selectKept(lookUp) };
  found.set(settings, read);
  const forget = (): void => {
    if (found.get(settings) === read) found.delete(settings);
  };
  // Where a database begins is stored with its first block, and holds for the answers about that one.
  read.kept.then((kept) => isBeforeFirstBlock(kept) && forget(), forget);
  return read.kept;
}

/** Where the history begins, for each server that has read it. */
const starts = new WeakMap<ApiSettings, { readonly start: Start | undefined }>();

/**
 * Returns where a history begins that begins in the middle of the network's; undefined for one that is whole. It never changes
 * once there are blocks, so a server reads it once. Until then each request reads it for itself: a request that waited for
 * another client's would wait in that client's queue.
 */
export async function historyStart({ settings, lookUp }: HistoryContext): Promise<Start | undefined> {
  const known = starts.get(settings);
  if (known !== undefined) return known.start;
  const kept = await selectKept(lookUp);
  if (!isBeforeFirstBlock(kept)) starts.set(settings, { start: kept.start });
  return kept.start;
}

/**
 * Throws `Problem` (404) unless the rows that tell what was at a time (nanoseconds) are all kept. Without a time the
 * answer is about the present, which always is.
 */
export async function requireKept(
  context: HistoryContext,
  time: bigint | undefined,
  ...families: readonly KeptFamily[]
): Promise<void> {
  if (time === undefined || isWholeSince(await keptHistory(context), time, ...families)) return;
  throw notKept(time);
}

/** As `requireKept`, of what is kept at this moment: for rows that leave as soon as that is announced. */
export async function requireKeptNow(
  { lookUp }: HistoryContext,
  time: bigint | undefined,
  ...families: readonly KeptFamily[]
): Promise<void> {
  if (time === undefined || isWholeSince(await selectKept(lookUp), time, ...families)) return;
  throw notKept(time);
}

/** Throws `Problem` (404) where what accounts had before the first stored block is not known. */
export async function requireKnownBalances(context: HistoryContext): Promise<void> {
  const { start } = await keptHistory(context);
  if (start === undefined || start.hasBalances) return;
  throw new HistoryProblem({
    message: 'Not found',
    detail: `The history begins at ${printTimestamp(start.at)}, in the middle of the network's: what accounts had before is not known`,
  });
}

/**
 * Adds the start of the history to a 404 of a database that begins in the middle of the network's: what is missing there may
 * be older. Returns any other error as it is.
 */
export async function explainMissing(context: HistoryContext, error: unknown): Promise<unknown> {
  if (!(error instanceof Problem) || error.status !== 404 || error instanceof HistoryProblem) return error;
  const { start } = await keptHistory(context);
  if (start === undefined) return error;
  const detail = `The history begins at ${printTimestamp(start.at)}, in the middle of the network's: what is older is not known`;
  const explained = error.messages.map((one) => ({
    ...one,
    detail: one.detail ? `${one.detail}. ${detail}` : detail,
  }));
  return new Problem(404, explained, error.headers);
}

/** 404: the history that is kept begins later. */
export function notKept(time: bigint): Problem {
  return new HistoryProblem({
    message: 'Not found',
    detail: `The history does not reach back to ${printTimestamp(time)}`,
  });
}

/** A 404 whose detail already names what of the history is missing. */
class HistoryProblem extends Problem {
  constructor(message: ProblemMessage) {
    super(404, [message]);
  }
}

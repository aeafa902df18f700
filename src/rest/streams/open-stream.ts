import { later, NANOS_PER_MILLISECOND, printTimestamp } from '@tain/ledger/timestamp';
import { namedBlock } from '../../store/reads/block.ts';
import { selectRetained } from '../../store/reads/retained.ts';
import type { VisibleBlock } from '../../store/reads/visible-blocks.ts';
import { sql } from '../../store/sql.ts';
import { badRequest, Problem } from '../query/problem.ts';
import { isAfter, laterPosition, type Position, parseCursor, printCursor } from '../route/cursor.ts';
import type { ApiContext, ApiRequest } from '../route/route.ts';
import { lastNumber, type Span, STREAM_PARAMETER_NAMES, type StreamRoute } from '../route/stream.ts';

/** Header with which a browser sends the id of its last event. */
export const LAST_EVENT_HEADER = 'last-event-id';

/**
 * Maximum nanoseconds by which a cursor may be ahead of this server's clock and still be waited for, because clocks
 * differ.
 */
const MAX_AHEAD_NS = 60n * 1_000_000_000n;

/** 410: the events after this cursor were removed by retention. `first` is the oldest valid cursor. */
export class CursorExpired extends Problem {
  readonly first: string;

  constructor(cursor: Position, first: Position) {
    const detail = `The events after ${printCursor(cursor)} were removed: the oldest cursor is ${printCursor(first)}`;
    super(410, [{ message: 'Gone', detail }]);
    this.first = printCursor(first);
  }
}

/** Start and end of a stream. */
export interface Course {
  readonly position: Position;
  readonly to: bigint | undefined;
  readonly lastNumber: bigint | undefined;
  readonly limit: bigint | undefined;
  /** Whether the stream was resumed after its last event, so that no event will come. */
  readonly isOver: boolean;
}

interface Resumed {
  readonly header: string | undefined;
  /** Returns the last visible block, after the first read. */
  readonly tip: () => VisibleBlock | undefined;
}

/** Determines the start and the end of a stream. Throws `Problem`. */
export async function courseOf(
  route: StreamRoute,
  request: ApiRequest,
  context: ApiContext,
  { header, tip }: Resumed,
): Promise<Course> {
  const cursor = cursorOf(route, request, header);
  const { families } = await selectRetained(context.select);
  const [first] = await context.select(namedBlock(sql`index, consensus_start`, 'earliest'));
  const span = await route.span(request, context);
  const last = tip();
  const retainedFrom = families[route.family].from;
  // A database that begins in the middle of the network's history lacks the earlier events, like one that removed them.
  const from =
    first === undefined || first[0] === '0' ? retainedFrom : later(retainedFrom, BigInt(first[1] ?? 0));
  if (cursor !== undefined) {
    if (cursor.time + 1n < from) throw new CursorExpired(cursor, { time: from - 1n });
    refuseFuture(cursor, last, context);
  }
  const start = first === undefined ? from : later(from, BigInt(first[1] ?? 0));
  const position = beginning(cursor, span, start, last);
  const { to } = span;
  const { limit } = request.values as { readonly limit?: bigint };
  return {
    position,
    to,
    limit,
    lastNumber: lastNumber(route, request.values),
    isOver: header !== undefined && to !== undefined && !isAfter({ time: to }, position),
  };
}

/**
 * Returns the position from which events are sent: after the cursor, or before the first retained row within the
 * bounds, or now.
 */
function beginning(
  cursor: Position | undefined,
  { after }: Span,
  start: bigint,
  last: VisibleBlock | undefined,
): Position {
  if (cursor !== undefined) return after === undefined ? cursor : laterPosition(cursor, after);
  if (after === undefined && last !== undefined) return { time: last.end };
  const first = { time: start - 1n };
  return after === undefined ? first : laterPosition(after, first);
}

/** Returns the cursor sent by a client; undefined without one, and for `now`. Throws `Problem` (400). */
function cursorOf(
  route: StreamRoute,
  { values }: ApiRequest,
  header: string | undefined,
): Position | undefined {
  const { cursor } = values as { readonly cursor?: Position | 'now' };
  if (header !== undefined) {
    const position = parseCursor(header);
    if (position === undefined || !hasForm(route, position)) {
      throw badRequest(`Invalid header: ${LAST_EVENT_HEADER}`);
    }
    return position;
  }
  if (cursor === undefined || cursor === 'now') return undefined;
  if (!hasForm(route, cursor)) throw badRequest('Invalid parameter: cursor');
  return cursor;
}

/**
 * Returns whether a cursor has the form of the list's cursors: only lists that may have several rows at one time use
 * ordinals.
 */
function hasForm(route: StreamRoute, { ordinal }: Position): boolean {
  return ordinal === undefined || route.ordinal !== undefined;
}

/** Refuses a cursor from the future. A cursor that is slightly ahead comes from another server and is waited for. */
function refuseFuture(cursor: Position, last: VisibleBlock | undefined, { clock }: ApiContext): void {
  const now = BigInt(Math.floor(clock())) * NANOS_PER_MILLISECOND + MAX_AHEAD_NS;
  if (cursor.time <= later(now, last?.end ?? -1n)) return;
  throw badRequest(`Invalid parameter: cursor (${printTimestamp(cursor.time)} is in the future)`);
}

/** Removes the parts of a request that do not matter once a stream has begun, so that more requests share a filter. */
export function filtersOf(request: ApiRequest): ApiRequest {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request.values)) {
    if (STREAM_PARAMETER_NAMES.includes(name)) continue;
    // The lower bound is replaced by the position.
    values[name] = name === 'timestamp' ? (value as readonly Operand[]).filter(isNoLowerBound) : value;
  }
  return { ...request, values };
}

interface Operand {
  readonly operator: string;
}

const isNoLowerBound = ({ operator }: Operand): boolean => operator !== 'gt' && operator !== 'gte';

/** Key of a list's filters, the same for all spellings. */
export function filterKey({ path }: StreamRoute, { pathValues, values }: ApiRequest): string {
  const sorted = Object.entries({ ...values })
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(canonical).sort() : canonical(value)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return JSON.stringify([path, canonical(pathValues), sorted]);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? '';
}

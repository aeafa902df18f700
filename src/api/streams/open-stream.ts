import { sql } from '../../access/sql.ts';
import { later, NANOS_PER_MILLISECOND, printTimestamp } from '../../kernel/timestamp.ts';
import { badRequest, Problem } from '../../query/problem.ts';
import { namedBlock } from '../../reads/block.ts';
import { selectKept } from '../../reads/kept.ts';
import type { VisibleBlock } from '../../reads/visible-blocks.ts';
import { isAfter, laterPosition, type Position, parseCursor, printCursor } from '../route/cursor.ts';
import type { ApiContext, ApiRequest } from '../route/route.ts';
import { lastNumber, type Span, STREAM_PARAMETER_NAMES, type StreamRoute } from '../route/stream.ts';

/** The header by which a browser says which event it had last. */
export const LAST_EVENT_HEADER = 'last-event-id';

/** How far a cursor may be ahead of this server's clock and still be waited for: clocks differ. In nanoseconds. */
const AHEAD = 60n * 1_000_000_000n;

/** 410: what comes behind a cursor is not kept. `first` is the first cursor that is good. */
export class CursorGone extends Problem {
  readonly first: string;

  constructor(cursor: Position, first: Position) {
    const detail = `What comes after ${printCursor(cursor)} is not kept: the first cursor is ${printCursor(first)}`;
    super(410, [{ message: 'Gone', detail }]);
    this.first = printCursor(first);
  }
}

/** Where a stream begins and ends. */
export interface Course {
  readonly position: Position;
  readonly to: bigint | undefined;
  readonly lastNumber: bigint | undefined;
  readonly limit: bigint | undefined;
  /** It was resumed behind its last event: nothing will come. */
  readonly isOver: boolean;
}

interface Resumed {
  readonly header: string | undefined;
  /** The last visible block, after something was read. */
  readonly tip: () => VisibleBlock | undefined;
}

/** Finds out where a request begins and ends. Throws `Problem`. */
export async function courseOf(
  route: StreamRoute,
  request: ApiRequest,
  context: ApiContext,
  { header, tip }: Resumed,
): Promise<Course> {
  const cursor = cursorOf(route, request, header);
  const { families } = await selectKept(context.select);
  const [first] = await context.select(namedBlock(sql`index, consensus_start`, 'earliest'));
  const span = await route.span(request, context);
  const last = tip();
  const keptFrom = families[route.family].from;
  // A ledger that was joined in its middle lacks what came before as one that removes it does.
  const from = first === undefined || first[0] === '0' ? keptFrom : later(keptFrom, BigInt(first[1] ?? 0));
  if (cursor !== undefined) {
    if (cursor.time + 1n < from) throw new CursorGone(cursor, { time: from - 1n });
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

/** Where events begin: behind the cursor, or with the first that bounds leave and that is kept, or now. */
function beginning(
  cursor: Position | undefined,
  { after }: Span,
  start: bigint,
  last: VisibleBlock | undefined,
): Position {
  if (cursor !== undefined) return after === undefined ? cursor : laterPosition(cursor, after);
  if (after === undefined && last !== undefined) return { time: last.end };
  const least = { time: start - 1n };
  return after === undefined ? least : laterPosition(after, least);
}

/** What a client says of where it is; undefined where it says nothing, or now. Throws `Problem` (400). */
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

/** Whether a list has places within a time, where a cursor has one. */
function hasForm(route: StreamRoute, { place }: Position): boolean {
  return place === undefined || route.place !== undefined;
}

/** One of another server that is ahead is waited for; one from the future is none. */
function refuseFuture(cursor: Position, last: VisibleBlock | undefined, { clock }: ApiContext): void {
  const now = BigInt(Math.floor(clock())) * NANOS_PER_MILLISECOND + AHEAD;
  if (cursor.time <= later(now, last?.end ?? -1n)) return;
  throw badRequest(`Invalid parameter: cursor (${printTimestamp(cursor.time)} is in the future)`);
}

/** A request without what no longer matters once a stream has begun, so that more of them are alike. */
export function filtersOf(request: ApiRequest): ApiRequest {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(request.values)) {
    if (STREAM_PARAMETER_NAMES.includes(name)) continue;
    // Where it begins is its position.
    values[name] = name === 'timestamp' ? (value as readonly Operand[]).filter(isNoLowerBound) : value;
  }
  return { ...request, values };
}

interface Operand {
  readonly operator: string;
}

const isNoLowerBound = ({ operator }: Operand): boolean => operator !== 'gt' && operator !== 'gte';

/** One text for all spellings of the same filters of a list. */
export function filterKey({ path }: StreamRoute, { pathValues, values }: ApiRequest): string {
  const sorted = Object.entries({ ...values })
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(canonical).sort() : canonical(value)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return JSON.stringify([path, canonical(pathValues), sorted]);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? '';
}

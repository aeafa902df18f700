import { earlier, NANOS_PER_SECOND } from '@tain/ledger/timestamp';
import type { FairSemaphore } from '../../kernel/limits/fair-semaphore.ts';
import { JoinedClients } from '../../kernel/limits/joined-clients.ts';
import { selectRetained } from '../../store/reads/retained.ts';
import type { VisibleBlock } from '../../store/reads/visible-blocks.ts';
import { objectWriter } from '../answer/objects.ts';
import { requestBy } from '../http/request-context.ts';
import { type RouteRead, SeenBlocks, tookTooLong } from '../http/snapshot-reader.ts';
import { unavailable } from '../query/problem.ts';
import type { Position } from '../route/cursor.ts';
import { isKnownEmpty, pageQuery } from '../route/page.ts';
import { type ApiContext, type ApiRequest, repeatable } from '../route/route.ts';
import type { StreamRoute, Window } from '../route/stream.ts';
import { emptyPage, StreamPage } from './stream-page.ts';
import type { TouchedByBlock, Touches } from './touched-by-block.ts';

/** Number of rows in a shared statement that cost about as much as a filter's own statement. */
const ROWS_OF_A_STATEMENT = 10;
/** Cache of the results by block, because many filters need them. */
const known = new WeakMap<Touches, boolean>();

/** Returns whether reading a block once for all filters costs less than reading it for each filter with a match. */
function isSharedRead(
  touches: Touches,
  filters: ReadonlySet<{ isTouchedBy(touches: Touches): boolean }>,
): boolean {
  let isShared = known.get(touches);
  if (isShared === undefined) {
    let touched = 0;
    for (const filter of filters) if (filter.isTouchedBy(touches)) touched += 1;
    const rows = new Set<bigint>();
    for (const times of touches.values()) for (const time of times) rows.add(time);
    isShared = rows.size <= touched * ROWS_OF_A_STATEMENT;
    known.set(touches, isShared);
  }
  return isShared;
}

/**
 * Numbers of rows of a read: few large objects, many small ones. Only three sizes, because each is a separate
 * statement.
 */
const SIZES = [10, 100, 1_000] as const;
/** Characters above which the next read has fewer rows, and below which (of a full read) it has more. */
const LARGE_CHARACTERS = 1_000_000;
const SMALL_CHARACTERS = 200_000;
/** Time span of a read: initial, minimum and maximum, and the factors by which it grows and shrinks. */
const FIRST_SPAN_NS = 24n * 3_600n * NANOS_PER_SECOND;
const MIN_SPAN_NS = NANOS_PER_SECOND;
const MAX_SPAN_NS = 100n * 365n * FIRST_SPAN_NS;
const GROWTH = 4n;
const SHRINKAGE = 16n;
/** Age in nanoseconds up to which rows are never removed: below the minimum retention of one minute. */
const NEVER_REMOVED_NS = 30n * NANOS_PER_SECOND;
/** Name under which reads for all streams are scheduled among the clients. */
export const STREAMS_CLIENT = 'streams';
/** Number of filters of one kind from which the names touched by a block are read first. */
const MANY_FILTERS = 3;

/** Kind of a read: for a replay, for a stream at the end, shared with others, or skipped because it is known to be empty. */
export type ReadKind = 'replay' | 'live' | 'shared' | 'skipped';

/** The next rows of a stream are no longer retained. */
export class NotRetained extends Error {}

/** Services by which all filters of a server read. */
export interface FilterReader {
  readonly read: RouteRead;
  readonly replays: FairSemaphore;
  readonly liveReads: FairSemaphore;
  readonly touched: TouchedByBlock;
  /** End of the block before the last one, in nanoseconds. */
  readonly previousEnd: () => bigint;
  /** Returns the filters with a kind of names. */
  readonly filtersOf: (kind: string) => ReadonlySet<StreamFilter>;
  /** Returns the filter of a request without a filter on names, from which other filters take their rows. */
  readonly filterOf: (route: StreamRoute, request: ApiRequest) => StreamFilter;
  readonly onRead: (kind: ReadKind) => void;
}

/** The read of a page for a client and those that joined it. */
interface PageRead {
  readonly after: Position;
  readonly tip: VisibleBlock;
  readonly client: string;
  readonly joined: JoinedClients;
}

/** Rows of one read, with its share of the limits. */
interface FoundPage {
  readonly page: StreamPage;
  readonly isFull: boolean;
  readonly characters: number;
}

/** A page that is being read or was read, and the clients that joined its reader. */
interface SharedPage {
  readonly page: Promise<StreamPage>;
  readonly joined: JoinedClients;
}

/** A streamed list with filters. Streams with the same filters share its reads. */
export class StreamFilter {
  readonly route: StreamRoute;
  readonly request: ApiRequest;
  /** Number of streams that follow it. */
  streams = 0;
  /** Names, at least one of which each of its rows touches; undefined: no condition. */
  readonly names: readonly string[] | undefined;
  readonly #reader: FilterReader;
  /** The request without the filter on names, if its rows include all rows of this filter. */
  readonly #unfiltered: ApiRequest | undefined;
  /** Whether other filters take rows from its pages. */
  #isShared = false;
  /** Pages that are being read, and those of the last block. */
  readonly #pages = new Map<string, SharedPage>();
  #tip = -1n;
  #span = FIRST_SPAN_NS;
  #size = 1;

  constructor(route: StreamRoute, request: ApiRequest, reader: FilterReader) {
    this.route = route;
    this.request = request;
    this.#reader = reader;
    this.names = route.touched?.names(request);
    this.#unfiltered = this.names && route.touched?.unfiltered?.(request);
  }

  /**
   * Reads the rows after a position, as far as one read goes and at most up to the last visible block. Throws
   * `NotRetained`, or `Problem` (503) if they may be available soon.
   */
  read(after: Position, tip: VisibleBlock, client: string): Promise<StreamPage> {
    if (tip.end !== this.#tip) {
      this.#tip = tip.end;
      this.#pages.clear();
    }
    const key = `${after.time} ${after.ordinal ?? ''}`;
    const known = this.#pages.get(key);
    if (known !== undefined) {
      this.#reader.onRead('shared');
      known.joined.join(client);
      return known.page;
    }
    const isLive = after.time >= this.#reader.previousEnd();
    const joined = new JoinedClients(client);
    const page = this.#read({ after, tip, client, joined }, isLive);
    const own = { page, joined };
    this.#pages.set(key, own);
    const forget = () => {
      if (this.#pages.get(key) === own) this.#pages.delete(key);
    };
    // A single stream at the end reads no page twice.
    page.then(() => {
      if (!isLive || (this.streams < 2 && !this.#isShared)) forget();
    }, forget);
    return page;
  }

  async #read(read: PageRead, isLive: boolean): Promise<StreamPage> {
    const { after, tip, client, joined } = read;
    const { onRead, liveReads, replays } = this.#reader;
    const touches = isLive && after.ordinal === undefined ? await this.#touches(tip.end) : undefined;
    if (touches !== undefined) {
      if (!this.isTouchedBy(touches)) {
        onRead('skipped');
        return emptyPage(tip.end);
      }
      const page = await this.#pageOfUnfiltered(after, tip, touches);
      if (page !== undefined) return page;
    }
    onRead(isLive ? 'live' : 'replay');
    return (isLive ? liveReads : replays).run(client, () => this.#select(read), undefined, joined);
  }

  /** Returns whether a block has rows for this filter. */
  isTouchedBy(touches: Touches): boolean {
    return this.names === undefined || this.names.some((name) => touches.has(name));
  }

  /** Returns the names that the rows of the last block touch; undefined if reading them is not worthwhile. */
  async #touches(upTo: bigint): Promise<Touches | undefined> {
    const { touched } = this.route;
    const { filtersOf, previousEnd } = this.#reader;
    if (touched === undefined || this.names === undefined) return undefined;
    if (filtersOf(touched.kind).size < MANY_FILTERS) return undefined;
    return this.#reader.touched.within(touched, previousEnd(), upTo);
  }

  /** Selects the filter's rows of a block from those read for all filters; undefined if that would cost more. */
  async #pageOfUnfiltered(
    after: Position,
    tip: VisibleBlock,
    touches: Touches,
  ): Promise<StreamPage | undefined> {
    const { filterOf, filtersOf } = this.#reader;
    const { kind = '' } = this.route.touched ?? {};
    if (this.#unfiltered === undefined || !isSharedRead(touches, filtersOf(kind))) return undefined;
    const unfiltered = filterOf(this.route, this.#unfiltered);
    unfiltered.#isShared = true;
    const page = await unfiltered.read(after, tip, STREAMS_CLIENT);
    const times = (this.names ?? []).flatMap((name) => [...(touches.get(name) ?? [])]);
    return page.at(new Set(times));
  }

  async #select({ after, tip, client, joined }: PageRead): Promise<StreamPage> {
    const { route } = this;
    const limit = SIZES[this.#size] ?? SIZES[0];
    const upTo = earlier(tip.end, after.time + this.#span);
    const read = repeatable(async (context: ApiContext) => {
      const found = await this.#selectWindow(context, { after, upTo, limit });
      if (tip.end - after.time > NEVER_REMOVED_NS) await this.#requireRetained(context, after);
      return found;
    });
    try {
      const snapshot = new SeenBlocks();
      const found = await this.#reader.read({ ...requestBy(client, route.path), joined }, read, snapshot);
      this.#adapt(found);
      requireSeen(snapshot, upTo);
      return found.page;
    } catch (error) {
      if (tookTooLong(error)) this.#shrink(upTo - after.time);
      throw error;
    }
  }

  async #selectWindow(context: ApiContext, window: Window): Promise<FoundPage> {
    const { time, ordinal, number } = this.route;
    const { fields, page, complete } = await this.route.rows(this.request, context, window);
    const further = [time, ...(ordinal === undefined ? [] : [ordinal]), ...(number ? [number.column] : [])];
    const rows = isKnownEmpty(page) ? [] : await context.select(pageQuery(fields, page, further));
    await complete?.(rows);
    const { columns, write } = objectWriter(fields);
    const integerAt = (row: readonly (string | null)[], at: number) => BigInt(row[columns.length + at] ?? 0);
    const events = rows.map((row) => ({
      position: { time: integerAt(row, 0), ...(ordinal === undefined ? {} : { ordinal: integerAt(row, 1) }) },
      json: write(row),
    }));
    const last = rows.at(-1);
    const isFull = rows.length >= window.limit;
    const found = new StreamPage(
      events,
      isFull ? (events.at(-1)?.position ?? window.after) : { time: window.upTo },
      last === undefined || number === undefined ? undefined : integerAt(last, further.length - 1),
    );
    return { page: found, isFull, characters: events.reduce((sum, { json }) => sum + json.length, 0) };
  }

  /** Adapts the number of rows of the next read, and grows its time span if this one had few rows. */
  #adapt({ isFull, characters }: FoundPage): void {
    if (characters > LARGE_CHARACTERS && this.#size > 0) this.#size -= 1;
    else if (isFull && characters < SMALL_CHARACTERS && this.#size < SIZES.length - 1) this.#size += 1;
    if (!isFull && this.#span < MAX_SPAN_NS) this.#span *= GROWTH;
  }

  /** Shrinks the time span of the next read after a timeout. */
  #shrink(span: bigint): void {
    const shorter = span / SHRINKAGE;
    if (shorter >= MIN_SPAN_NS) this.#span = shorter;
    else {
      this.#span = MIN_SPAN_NS;
      if (this.#size > 0) this.#size -= 1;
    }
  }

  /**
   * Throws `NotRetained` unless all rows that were read are retained. Called after the read, because rows are removed
   * only after that is announced.
   */
  async #requireRetained({ select }: ApiContext, after: Position): Promise<void> {
    const { families } = await selectRetained(select);
    if (families[this.route.family].from > after.time + 1n) throw new NotRetained();
  }
}

/** Throws `Problem` (503) unless the read saw all rows up to a time: a server may have lost its last blocks. */
export function requireSeen({ first }: SeenBlocks, upTo: bigint): void {
  if (first === undefined || (first !== null && first.consensusEnd >= upTo)) return;
  throw unavailable('The server does not have the last block yet');
}

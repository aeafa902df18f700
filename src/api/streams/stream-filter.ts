import type { FairSemaphore } from '../../kernel/limits/fair-semaphore.ts';
import { earlier, NANOS_PER_SECOND } from '../../kernel/timestamp.ts';
import { unavailable } from '../../query/problem.ts';
import { selectKept } from '../../reads/kept.ts';
import type { VisibleBlock } from '../../reads/visible-blocks.ts';
import { objectWriter } from '../answer/objects.ts';
import { requestBy } from '../http/request-context.ts';
import type { RouteReads } from '../http/route-reads.ts';
import { type Snapshot, succeeded, tookTooLong } from '../http/snapshot-reader.ts';
import type { Position } from '../route/cursor.ts';
import { isKnownEmpty, pageQuery } from '../route/page.ts';
import { repeatable } from '../route/repeatable.ts';
import type { ApiContext, ApiRequest } from '../route/route.ts';
import type { StreamRoute, Window } from '../route/stream.ts';
import { isSharedRead } from './shared-read.ts';
import { emptyPage, StreamPage } from './stream-page.ts';
import type { TouchedByBlock, Touches } from './touched-by-block.ts';

/** Rows of one read: few of large objects, many of small ones. Few sizes, since each is a statement of its own. */
const SIZES = [10, 100, 1_000] as const;
/** A read of more text than this is made smaller, one of less (for the size above) larger. */
const LARGE_CHARACTERS = 1_000_000;
const SMALL_CHARACTERS = 200_000;
/** How much time one read spans at first, at least and at most; how it grows and shrinks. */
const FIRST_SPAN = 24n * 3_600n * NANOS_PER_SECOND;
const LEAST_SPAN = NANOS_PER_SECOND;
const MOST_SPAN = 100n * 365n * FIRST_SPAN;
const GROWTH = 4n;
const SHRINKAGE = 16n;
/** Rows of so short a time before the last block are never removed: no period of retention is shorter than a minute. */
const NEVER_REMOVED = 30n * NANOS_PER_SECOND;
/** The name of what is read for all streams, among the clients that take turns. */
export const EVERYBODY = 'streams';
/** From so many filters of one kind on it is read first which of them a block has anything for. */
const MANY_FILTERS = 3;

/** How a page came to be: read for who replays or for who follows, shared with others, or known to be empty. */
export type ReadKind = 'replay' | 'live' | 'shared' | 'skipped';

/** What comes next of a stream is not kept any more. */
export class NotKept extends Error {}

/** What all filters of a server read by. */
export interface FilterReader {
  readonly reads: Pick<RouteReads, 'read'>;
  readonly replays: FairSemaphore;
  readonly liveReads: FairSemaphore;
  readonly touched: TouchedByBlock;
  /** End of the block before the last one, in nanoseconds. */
  readonly previousEnd: () => bigint;
  /** The filters whose rows have to do with a kind of things. */
  readonly filtersOf: (kind: string) => ReadonlySet<StreamFilter>;
  /** The filter of a request that may be another's rest. */
  readonly filterOf: (route: StreamRoute, request: ApiRequest) => StreamFilter;
  readonly onRead: (kind: ReadKind) => void;
}

/** Rows of one read, and how much of its limits they take. */
interface FoundPage {
  readonly page: StreamPage;
  readonly isFull: boolean;
  readonly characters: number;
}

/** A streamed list with filters: streams that ask for the same read it together. */
export class StreamFilter {
  readonly route: StreamRoute;
  readonly request: ApiRequest;
  /** Streams that follow it. */
  streams = 0;
  /** Whether each of its rows has to do with something that is known. */
  readonly wanted: readonly string[] | undefined;
  readonly #reader: FilterReader;
  /** The request without what is wanted, where that has all its rows. */
  readonly #rest: ApiRequest | undefined;
  /** Others take their rows from its pages. */
  #isShared = false;
  /** Pages that are being read, and those of the last block. */
  readonly #pages = new Map<string, Promise<StreamPage>>();
  #tip = -1n;
  #span = FIRST_SPAN;
  #size = 1;

  constructor(route: StreamRoute, request: ApiRequest, reader: FilterReader) {
    this.route = route;
    this.request = request;
    this.#reader = reader;
    this.wanted = route.touched?.wanted(request);
    this.#rest = this.wanted && route.touched?.rest?.(request);
  }

  /**
   * What comes behind a position, as far as one read goes and no further than the last visible block. Throws `NotKept`,
   * or `Problem` (503) where it may be had in a moment.
   */
  read(after: Position, tip: VisibleBlock, client: string): Promise<StreamPage> {
    if (tip.end !== this.#tip) {
      this.#tip = tip.end;
      this.#pages.clear();
    }
    const key = `${after.time} ${after.place ?? ''}`;
    const known = this.#pages.get(key);
    if (known !== undefined) {
      this.#reader.onRead('shared');
      return known;
    }
    const isLive = after.time >= this.#reader.previousEnd();
    const page = this.#read(after, tip, client, isLive);
    this.#pages.set(key, page);
    const forget = () => {
      if (this.#pages.get(key) === page) this.#pages.delete(key);
    };
    // Who follows alone reads no page twice.
    page.then(() => {
      if (!isLive || (this.streams < 2 && !this.#isShared)) forget();
    }, forget);
    return page;
  }

  async #read(after: Position, tip: VisibleBlock, client: string, isLive: boolean): Promise<StreamPage> {
    const { onRead, liveReads, replays } = this.#reader;
    const touches = isLive && after.place === undefined ? await this.#touches(tip.end) : undefined;
    if (touches !== undefined) {
      if (!this.isTouchedBy(touches)) {
        onRead('skipped');
        return emptyPage(tip.end);
      }
      const page = await this.#pageOfRest(after, tip, touches);
      if (page !== undefined) return page;
    }
    onRead(isLive ? 'live' : 'replay');
    return (isLive ? liveReads : replays).run(client, () => this.#select(after, tip, client));
  }

  /** Whether a block has anything for it. */
  isTouchedBy(touches: Touches): boolean {
    return this.wanted === undefined || this.wanted.some((name) => touches.has(name));
  }

  /** What the rows of the last block have to do with; undefined where that is not worth knowing. */
  async #touches(upTo: bigint): Promise<Touches | undefined> {
    const { touched } = this.route;
    const { filtersOf, previousEnd } = this.#reader;
    if (touched === undefined || this.wanted === undefined) return undefined;
    if (filtersOf(touched.kind).size < MANY_FILTERS) return undefined;
    return this.#reader.touched.within(touched, previousEnd(), upTo);
  }

  /** Its rows of a block, from those that are read for all filters; undefined where that would take longer. */
  async #pageOfRest(after: Position, tip: VisibleBlock, touches: Touches): Promise<StreamPage | undefined> {
    const { filterOf, filtersOf } = this.#reader;
    const { kind = '' } = this.route.touched ?? {};
    if (this.#rest === undefined || !isSharedRead(touches, filtersOf(kind))) return undefined;
    const rest = filterOf(this.route, this.#rest);
    rest.#isShared = true;
    const page = await rest.read(after, tip, EVERYBODY);
    const times = (this.wanted ?? []).flatMap((name) => [...(touches.get(name) ?? [])]);
    return page.at(new Set(times));
  }

  async #select(after: Position, tip: VisibleBlock, client: string): Promise<StreamPage> {
    const { route } = this;
    const limit = SIZES[this.#size] ?? SIZES[0];
    const upTo = earlier(tip.end, after.time + this.#span);
    const read = repeatable(async (context: ApiContext) => {
      const found = await this.#selectWindow(context, { after, upTo, limit });
      if (tip.end - after.time > NEVER_REMOVED) await this.#requireKept(context, after);
      return found;
    });
    try {
      const result = await this.#reader.reads.read(requestBy(client, route.path), read);
      const { value, snapshot } = succeeded(result);
      this.#adapt(value);
      requireSeen(snapshot, upTo);
      return value.page;
    } catch (error) {
      if (tookTooLong(error)) this.#shrink(upTo - after.time);
      throw error;
    }
  }

  async #selectWindow(context: ApiContext, window: Window): Promise<FoundPage> {
    const { time, place, number } = this.route;
    const { fields, page, complete } = await this.route.rows(this.request, context, window);
    const further = [time, ...(place === undefined ? [] : [place]), ...(number ? [number.column] : [])];
    const rows = isKnownEmpty(page) ? [] : await context.select(pageQuery(fields, page, further));
    await complete?.(rows);
    const { columns, write } = objectWriter(fields);
    const integerAt = (row: readonly (string | null)[], at: number) => BigInt(row[columns.length + at] ?? 0);
    const events = rows.map((row) => ({
      position: { time: integerAt(row, 0), ...(place === undefined ? {} : { place: integerAt(row, 1) }) },
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

  /** Next time more or fewer rows, and a longer time where that holds few. */
  #adapt({ isFull, characters }: FoundPage): void {
    if (characters > LARGE_CHARACTERS && this.#size > 0) this.#size -= 1;
    else if (isFull && characters < SMALL_CHARACTERS && this.#size < SIZES.length - 1) this.#size += 1;
    if (!isFull && this.#span < MOST_SPAN) this.#span *= GROWTH;
  }

  /** What took too long is read in shorter pieces. */
  #shrink(span: bigint): void {
    const shorter = span / SHRINKAGE;
    if (shorter >= LEAST_SPAN) this.#span = shorter;
    else {
      this.#span = LEAST_SPAN;
      if (this.#size > 0) this.#size -= 1;
    }
  }

  /** Throws `NotKept` unless what was read is whole: read after it, since rows leave no earlier than that is said. */
  async #requireKept({ select }: ApiContext, after: Position): Promise<void> {
    const { families } = await selectKept(select);
    if (families[this.route.family].from > after.time + 1n) throw new NotKept();
  }
}

/** Throws `Problem` (503) unless what was read has all rows up to a time: a server may have lost its last blocks. */
export function requireSeen({ first }: Snapshot, upTo: bigint): void {
  if (first === undefined || (first !== null && first.consensusEnd >= upTo)) return;
  throw unavailable('The server does not have the last block yet');
}

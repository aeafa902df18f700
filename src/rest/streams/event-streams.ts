import type { ServerResponse } from 'node:http';
import { MAX_INT64 } from '@tain/ledger/timestamp';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ByteAccount, ByteHold } from '../../kernel/limits/byte-account.ts';
import { FairSemaphore } from '../../kernel/limits/fair-semaphore.ts';
import { type ConcurrencyLimit, LimitReached, type OpenLimit } from '../../kernel/limits/limit.ts';
import { OpenCounter } from '../../kernel/limits/open-counter.ts';
import type { ReadServers } from '../../store/reads/servers/read-servers.ts';
import type { VisibleBlock, VisibleBlocks } from '../../store/reads/visible-blocks.ts';
import { reach } from '../http/block-header.ts';
import { checkRequest, type HttpRequest, receive, type UserDirectory } from '../http/received-request.ts';
import { requestBy } from '../http/request-context.ts';
import { type RouteRead, SeenBlocks } from '../http/snapshot-reader.ts';
import { Problem } from '../query/problem.ts';
import { type ApiContext, type ApiRequest, repeatable } from '../route/route.ts';
import { type ApiSettings, DEFAULT_API_SETTINGS } from '../route/settings.ts';
import type { StreamRoute } from '../route/stream.ts';
import { EventStream, type OpenedStream, type StreamHost } from './event-stream.ts';
import { type EndReason, formatOf } from './frames.ts';
import { type StreamMetrics, streamMetrics } from './metrics.ts';
import { courseOf, filterKey, filtersOf } from './open-stream.ts';
import { type FilterReader, requireSeen, STREAMS_CLIENT, StreamFilter } from './stream-filter.ts';
import type { StreamPage } from './stream-page.ts';
import { TouchedByBlock } from './touched-by-block.ts';

/** Interval of checks for streams that have been silent for long. */
const TICK_MS = 1_000;
/** Share of the database connections for replays, and for pages of the newest block. */
const REPLAY_SHARE = 1 / 4;
const LIVE_SHARE = 1 / 2;

const DEFAULTS = DEFAULT_API_SETTINGS;

export const EVENT_STREAMS: OpenLimit = {
  name: 'event-streams',
  kind: 'open',
  counts: 'event streams',
  max: DEFAULTS.eventStreams,
  perClient: DEFAULTS.eventStreamsPerClient,
  settings: ['TAIN_EVENT_STREAMS'],
};

/** The queue has no limit of its own, because each stream waits for one read at a time. */
export const REPLAY_READS: ConcurrencyLimit = {
  name: 'event-replays',
  kind: 'concurrency',
  counts: 'reads of event streams that replay',
  max: Math.floor(DEFAULTS.maxConnections * REPLAY_SHARE),
  settings: ['TAIN_API_CONNECTIONS'],
};

export const LIVE_READS: ConcurrencyLimit = {
  name: 'event-reads',
  kind: 'concurrency',
  counts: 'reads of event streams in the newest block',
  max: DEFAULTS.maxConnections * LIVE_SHARE,
  settings: ['TAIN_API_CONNECTIONS'],
};

export interface EventStreamsOptions {
  readonly read: RouteRead;
  readonly servers: ReadServers;
  readonly users: UserDirectory;
  readonly blocks: VisibleBlocks;
  /** Account of pages that wait for clients. */
  readonly bytes: ByteAccount;
  readonly settings: ApiSettings;
  readonly registry: Registry;
  readonly log: Pick<Logger, 'error'>;
}

/** A request for a stream, as received. */
export interface StreamRequest extends HttpRequest {
  readonly accept: string | undefined;
  readonly lastEventId: string | undefined;
}

/** A reserved stream, released when it ends. */
export interface StreamAdmission {
  readonly client: string;
  release(): void;
}

/** All event streams of a server. Without streams it runs no query and no timer. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #metrics: StreamMetrics;
  readonly #filters = new Map<string, StreamFilter>();
  /** Filters by the kind of names that their rows touch. */
  readonly #kinds = new Map<string, Set<StreamFilter>>();
  /** Filters from which others take their rows, and which no stream follows. */
  readonly #shared = new Map<string, StreamFilter>();
  readonly #streams = new Map<EventStream, StreamAdmission>();
  readonly #waiting = new Set<EventStream>();
  readonly #held = new Map<StreamPage, HeldPage>();
  readonly #counter: OpenCounter;
  readonly #reader: FilterReader;
  readonly #host: StreamHost;
  /** Before the first block every stream is a replay. */
  #previousEnd = MAX_INT64;
  #shownAt = 0;
  #forget: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
    const { read, settings, blocks, log } = options;
    const { eventStreams: max, eventStreamsPerClient: perClient } = settings;
    this.#counter = new OpenCounter({ ...EVENT_STREAMS, max, perClient });
    const share = (part: number) => Math.max(1, Math.floor(settings.maxConnections * part));
    const semaphores = {
      replays: new FairSemaphore({ ...REPLAY_READS, max: share(REPLAY_SHARE) }),
      liveReads: new FairSemaphore({ ...LIVE_READS, max: share(LIVE_SHARE) }),
    };
    this.#metrics = streamMetrics(options.registry, semaphores, () =>
      [...this.#held.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    );
    this.#reader = {
      read,
      ...semaphores,
      touched: new TouchedByBlock(async (query, upTo) => {
        const snapshot = new SeenBlocks();
        const select = repeatable((context: ApiContext) => context.select(query));
        const rows = await read(requestBy(STREAMS_CLIENT, '/api/v1/stream'), select, snapshot);
        requireSeen(snapshot, upTo);
        return rows;
      }),
      previousEnd: () => this.#previousEnd,
      filtersOf: (kind) => this.#kinds.get(kind) ?? NONE,
      filterOf: (route, request) => this.#sharedFilter(route, request),
      onRead: this.#metrics.read,
    };
    this.#host = {
      tip: () => blocks.last,
      previousEnd: () => this.#previousEnd,
      awaitBlock: (stream) => this.#waiting.add(stream),
      heartbeatMs: settings.eventStreamHeartbeatMs,
      stallTimeoutMs: settings.eventStreamStallTimeoutMs,
      holds: (stream, page, bytes) => this.#hold(stream, page, bytes),
      released: (stream, page) => this.#releasePage(stream, page),
      sent: ({ opened }, events, isLive) => {
        const seconds = isLive ? (performance.now() - this.#shownAt) / 1000 : undefined;
        this.#metrics.sent(opened.filter.route.items, events, seconds);
      },
      ended: (stream, reason) => this.#left(stream, reason),
      failed: (err) => log.error({ err }, 'An event stream failed'),
    };
  }

  /** Number of open streams. */
  get open(): number {
    return this.#streams.size;
  }

  /** Reserves a stream for a client. Throws `Problem`: 429 when the client has reached its limit, 503 when the server has. */
  take(client: string): StreamAdmission {
    try {
      if (this.#isClosed) throw new LimitReached(this.#counter.limit, false);
      return { client, release: this.#counter.add(client) };
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.#metrics.refused(error.isOwn ? 'client' : 'all');
      const { perClient } = this.#counter.limit;
      throw error.isOwn
        ? refusal(429, 'Too many requests', `More than ${perClient} streams of one client`)
        : refusal(503, 'Service unavailable', 'Too many streams');
    }
  }

  /** Reads a request. Returns null if it was resumed after its last event. */
  async prepare(route: StreamRoute, http: StreamRequest, snapshot: SeenBlocks): Promise<OpenedStream | null> {
    const { read, blocks, settings, users, servers } = this.#options;
    this.#watch();
    if (http.block !== undefined) await reach(servers, http.block);
    const received = receive(route, http, settings, users);
    const open = async (context: ApiContext): Promise<OpenedStream | null> => {
      const request = await checkRequest(route, received, context);
      const course = await courseOf(route, request, context, {
        header: http.lastEventId === '' ? undefined : http.lastEventId,
        tip: () => blocks.last,
      });
      // Errors of the request are reported before the stream begins.
      const { position } = course;
      await route.rows(request, context, { after: position, upTo: position.time, limit: 1 });
      if (course.isOver) return null;
      const filters = filtersOf(request);
      const known = this.#filters.get(filterKey(route, filters));
      const filter = known ?? new StreamFilter(route, filters, this.#reader);
      return { ...course, filter, format: formatOf(http.accept), client: http.client };
    };
    return read(requestBy(http.client, route.path), repeatable(open), snapshot);
  }

  /** Runs a prepared stream until it ends. Requires that the response's head was written. */
  async run(prepared: OpenedStream, response: ServerResponse, admission: StreamAdmission): Promise<void> {
    const filter = this.#join(prepared.filter);
    const stream = new EventStream({ ...prepared, filter }, response, this.#host);
    this.#streams.set(stream, admission);
    this.#metrics.opened(filter.route.items);
    if (this.#isClosed) stream.end('shutdown');
    await stream.run();
  }

  /** Ends all streams, each with its cursor, and refuses new ones. */
  close(): void {
    this.#isClosed = true;
    for (const stream of [...this.#streams.keys()]) stream.end('shutdown');
    this.#unwatch();
  }

  /** Returns the filter that streams with the same key share. */
  #join(prepared: StreamFilter): StreamFilter {
    const key = filterKey(prepared.route, prepared.request);
    const filter = this.#filters.get(key) ?? prepared;
    if (filter.streams === 0) {
      this.#filters.set(key, filter);
      const { kind, filters } = this.#ofKind(filter);
      filters.add(filter);
      this.#kinds.set(kind, filters);
    }
    filter.streams += 1;
    return filter;
  }

  #left(stream: EventStream, reason: EndReason | 'left'): void {
    const { filter } = stream.opened;
    this.#streams.get(stream)?.release();
    if (!this.#streams.delete(stream)) return;
    this.#waiting.delete(stream);
    this.#metrics.ended(filter.route.items, reason);
    filter.streams -= 1;
    if (filter.streams === 0) {
      this.#filters.delete(filterKey(filter.route, filter.request));
      const { kind, filters } = this.#ofKind(filter);
      filters.delete(filter);
      if (filters.size === 0) this.#kinds.delete(kind);
    }
    if (this.#streams.size === 0) this.#unwatch();
  }

  /** Returns the filters with the same kind of names. */
  #ofKind({ route, names }: StreamFilter): { readonly kind: string; readonly filters: Set<StreamFilter> } {
    // Filters without names have a kind of their own, whose rows are not looked up by names.
    const kind = route.touched === undefined || names === undefined ? '' : route.touched.kind;
    return { kind, filters: this.#kinds.get(kind) ?? new Set() };
  }

  /** Returns a filter from which others take their rows. */
  #sharedFilter(route: StreamRoute, request: ApiRequest): StreamFilter {
    const key = filterKey(route, request);
    const filter =
      this.#filters.get(key) ?? this.#shared.get(key) ?? new StreamFilter(route, request, this.#reader);
    if (filter.streams === 0) this.#shared.set(key, filter);
    return filter;
  }

  /** Starts to listen for blocks, and to check for silent streams. */
  #watch(): void {
    if (this.#forget !== undefined || this.#isClosed) return;
    const { blocks } = this.#options;
    const forgetBlocks = blocks.onBlock((_block, previous) => this.#shown(previous));
    const forgetReturns = blocks.onReturn(({ end }) => this.#returned(end));
    this.#forget = () => {
      forgetBlocks();
      forgetReturns();
    };
    this.#timer = setInterval(() => {
      const now = performance.now();
      for (const stream of this.#streams.keys()) stream.tick(now);
      if (this.#counter.open === 0) this.#unwatch();
    }, TICK_MS).unref();
  }

  #unwatch(): void {
    if (this.#counter.open > 0 && !this.#isClosed) return;
    this.#forget?.();
    this.#forget = undefined;
    clearInterval(this.#timer);
    this.#previousEnd = MAX_INT64;
    this.#shared.clear();
  }

  #shown(previous: VisibleBlock | undefined): void {
    this.#previousEnd = previous?.end ?? MAX_INT64;
    this.#shownAt = performance.now();
    const woken = [...this.#waiting];
    this.#waiting.clear();
    for (const stream of woken) stream.wake();
  }

  /** Ends all streams, because events after a block (its consensus end in nanoseconds) are gone. */
  #returned(end: bigint): void {
    for (const stream of [...this.#streams.keys()]) stream.returnTo(end);
    this.#previousEnd = MAX_INT64;
    this.#shared.clear();
    this.#reader.touched.clear();
  }

  /** Counts a page once, however many streams wait with it: for the client of the first. */
  #hold(stream: EventStream, page: StreamPage, bytes: number): void {
    const held = this.#held.get(page);
    if (held !== undefined) {
      held.streams.add(stream);
      return;
    }
    const hold = this.#holdFor(stream);
    this.#held.set(page, { bytes, streams: new Set([stream]), hold });
    // May end the stream, which releases the page.
    hold.set(bytes);
  }

  #holdFor(stream: EventStream): ByteHold {
    return this.#options.bytes.open(stream.opened.client, () => stream.end('slow reader'));
  }

  #releasePage(stream: EventStream, page: StreamPage): void {
    const held = this.#held.get(page);
    if (held === undefined) return;
    const [payer] = held.streams;
    held.streams.delete(stream);
    if (payer !== stream) return;
    held.hold.release();
    const [next] = held.streams;
    if (next === undefined) {
      this.#held.delete(page);
      return;
    }
    held.hold = this.#holdFor(next);
    held.hold.set(held.bytes);
  }
}

/** A page that waits for clients. */
interface HeldPage {
  readonly bytes: number;
  /** Streams that wait. The bytes count for the client of the first. */
  readonly streams: Set<EventStream>;
  hold: ByteHold;
}

const NONE: ReadonlySet<StreamFilter> = new Set();

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = '5';

function refusal(status: 429 | 503, message: string, detail: string): Problem {
  return new Problem(status, [{ message, detail }], { 'retry-after': RETRY_AFTER });
}

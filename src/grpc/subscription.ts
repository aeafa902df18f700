import { printEntityId } from '@tain/ledger/entity-id';
import { later, NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import { withTimeout } from '../kernel/abort-signal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { FairSemaphore } from '../kernel/limits/fair-semaphore.ts';
import { pause } from '../kernel/retry.ts';
import type { VisibleBlocks } from '../store/reads/visible-blocks.ts';
import { CallError, type GrpcCall } from './call.ts';
import { type LiveTopics, type ReadyMessage, readyMessage, type TopicFeed } from './live-topics.ts';
import { persistently, type ReadThrough } from './reads.ts';
import type { TopicQuery } from './topic-query.ts';
import { type MessageRow, selectTopicPage } from './topic-rows.ts';

/** Timeouts of a subscription in milliseconds, and the size of its reads. */
export interface SubscriptionLimits {
  /** Maximum number of messages of a page. */
  readonly page: number;
  /** Milliseconds to wait for a message whose number is missing before an existing one. */
  readonly gapMs: number;
  /** Milliseconds to wait for a database that does not respond. */
  readonly outageMs: number;
  /** Milliseconds after the end time for which a block that reaches it is awaited, as long as no block arrives. */
  readonly quietMs: number;
}

export const SUBSCRIPTION_LIMITS: SubscriptionLimits = {
  page: 1_000,
  gapMs: 10_000,
  outageMs: 60_000,
  quietMs: 10_000,
};

/** Sources shared by all subscriptions. */
export interface TopicSources {
  readonly blocks: VisibleBlocks;
  readonly live: LiveTopics;
  readonly read: ReadThrough;
  readonly clock: Clock;
  /** Semaphore of the pages in memory. */
  readonly pages: FairSemaphore;
  readonly limits: SubscriptionLimits;
  /** Called with messages that a client has read. */
  readonly onSent: (messages: readonly ReadyMessage[], isLive: boolean) => void;
}

/** Maximum number and bytes of messages of one write: further ones wait until the client has read these. */
const MAX_SENT = 128;
const MAX_SENT_BYTES = 64 * 1024;
/** Milliseconds for which a page stays in memory for its client; then the rest is dropped, and read again later. */
const PAGE_TIMEOUT_MS = 1_000;
/** Minimum number of messages of a page, for a slow client. */
const MIN_PAGE = 50;
/** Interval of polls for missing messages, in milliseconds. */
const GAP_POLL_MS = 200;
/** Maximum delay of a timer in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Outcome of sending messages. `sent`: all were sent or were not requested. `missing`: one is missing before the next.
 * `slow`: the client is slow, and the rest was omitted; `taken` resolves when the client has read the messages that
 * were sent.
 */
type Outcome =
  | { readonly kind: 'sent' | 'missing' }
  | { readonly kind: 'slow'; readonly taken: Promise<void>; readonly sent: number };

/**
 * Sends the messages of a topic to a client: stored ones page by page, as fast as the client reads them, then new ones as
 * blocks become visible, and again from the tables when the client falls behind. Each message is sent once, in order,
 * without a gap. Returns at the limit or the end time; otherwise throws the `CallError` of the call.
 */
export class Subscription {
  readonly #query: TopicQuery;
  readonly #sources: TopicSources;
  readonly #call: Pick<GrpcCall, 'client' | 'signal' | 'send'>;
  /** First time (nanoseconds) that is still requested. */
  #position: bigint;
  /** Number of the last message sent. */
  #last: bigint | undefined;
  #left: bigint | undefined;
  #page: number;
  /** Time, by `performance.now()`, at which messages were first found missing. */
  #gapSince: number | undefined;

  constructor(query: TopicQuery, sources: TopicSources, call: Pick<GrpcCall, 'client' | 'signal' | 'send'>) {
    this.#query = query;
    this.#sources = sources;
    this.#call = call;
    this.#position = query.start;
    this.#left = query.limit;
    this.#page = sources.limits.page;
  }

  async run(): Promise<void> {
    const { topic, end } = this.#query;
    const { live } = this.#sources;
    while (!(await this.#sendStored())) {
      const feed = live.join(topic, this.#position - 1n, end);
      // New blocks became visible meanwhile.
      if (feed === undefined) continue;
      try {
        if (await this.#follow(feed)) return;
      } finally {
        feed.close();
      }
    }
  }

  /** Sends stored messages up to the last visible block. Returns whether the subscription is complete. */
  async #sendStored(): Promise<boolean> {
    const { limits } = this.#sources;
    for (;;) {
      if (this.#isDone()) return true;
      const { outcome, isLast, through } = await this.#sendPage();
      if (outcome.kind === 'missing') {
        this.#page = MIN_PAGE;
        await this.#waitForMissing();
      } else if (outcome.kind === 'slow') {
        this.#page = Math.max(MIN_PAGE, outcome.sent);
        await outcome.taken;
      } else if (isLast) {
        this.#position = later(this.#position, through + 1n);
        return this.#isDone() || this.#isBeforeFirstBlock(through);
      } else this.#page = Math.min(2 * this.#page, limits.page);
    }
  }

  /**
   * Reads and sends a page; `isLast`: no messages follow it up to `through` (nanoseconds). Its rows stay in memory only
   * during this call.
   */
  async #sendPage(): Promise<{
    readonly outcome: Outcome;
    readonly isLast: boolean;
    readonly through: bigint;
  }> {
    const { topic, end } = this.#query;
    const { blocks, pages, read, limits } = this.#sources;
    const { client, signal } = this.#call;
    const limit =
      this.#left !== undefined && this.#left < BigInt(this.#page) ? Number(this.#left) : this.#page;
    const release = await pages.take(client, signal);
    try {
      const search = { topic, from: this.#position, end, limit };
      const { rows, through } = await persistently(
        () => selectTopicPage(read, search, blocks.last?.end ?? -1n),
        signal,
        limits.outageMs,
      );
      signal.throwIfAborted();
      const outcome = await this.#sendAll(serialized(rows), false);
      return { outcome, isLast: rows.length < limit, through };
    } finally {
      release();
    }
  }

  /** Sends messages of the shared reads. Returns true when the subscription is complete, false when it fell behind. */
  async #follow(feed: TopicFeed): Promise<boolean> {
    const { end } = this.#query;
    const { blocks, clock, limits } = this.#sources;
    const endMs = end === undefined ? Number.POSITIVE_INFINITY : Number(end / NANOS_PER_MILLISECOND);
    let seen: bigint | undefined;
    for (;;) {
      const wait = Math.max(limits.quietMs, endMs + limits.quietMs - clock());
      const event = await feed.take(this.#call.signal, wait > MAX_TIMER_MS ? Number.POSITIVE_INFINITY : wait);
      if (event === undefined) {
        // No block reaches the end time and none arrives, so waiting longer is useless.
        const newest = blocks.last?.end ?? -1n;
        if (newest === seen && clock() >= endMs + limits.quietMs) return true;
        seen = newest;
      } else if (event.kind === 'ended') return true;
      else if (event.kind === 'behind') return false;
      else {
        const outcome = await this.#sendAll(event.messages, true);
        if (outcome.kind === 'slow') await outcome.taken;
        if (this.#isDone()) return true;
        if (outcome.kind !== 'sent') return false;
      }
    }
  }

  /** Sends messages in order; those already sent are skipped. */
  async #sendAll(messages: Iterable<ReadyMessage>, isLive: boolean): Promise<Outcome> {
    let sent = 0;
    let batch: ReadyMessage[] = [];
    let bytes = 0;
    let isMissing = false;
    // Wrapped in an object, because `await` would also await a returned promise.
    const flush = async (): Promise<{ readonly taken: Promise<void> } | undefined> => {
      if (batch.length === 0) return undefined;
      const sending = this.#call.send(batch.map((message) => message.bytes));
      const taken = sending.then(() => undefined);
      this.#sources.onSent(batch, isLive);
      sent += batch.length;
      batch = [];
      bytes = 0;
      return (await isSoon(taken)) ? undefined : { taken };
    };
    for (const message of messages) {
      const { time, number } = message;
      if (time < this.#position || (this.#last !== undefined && number <= this.#last)) continue;
      if (this.#left === 0n) break;
      isMissing = this.#last !== undefined && number !== this.#last + 1n;
      if (isMissing) break;
      this.#position = time + 1n;
      this.#last = number;
      this.#gapSince = undefined;
      if (this.#left !== undefined) this.#left -= 1n;
      batch.push(message);
      bytes += message.bytes.length;
      if (batch.length < MAX_SENT && bytes < MAX_SENT_BYTES) continue;
      const slow = await flush();
      if (slow !== undefined) return { kind: 'slow', taken: slow.taken, sent };
    }
    const slow = await flush();
    if (slow !== undefined) return { kind: 'slow', taken: slow.taken, sent };
    return { kind: isMissing ? 'missing' : 'sent' };
  }

  /** Returns whether everything requested was sent. */
  #isDone(): boolean {
    const { end } = this.#query;
    return this.#left === 0n || (end !== undefined && this.#position >= end);
  }

  /** Returns whether the end has passed in a database without any block. */
  #isBeforeFirstBlock(through: bigint): boolean {
    const { end } = this.#query;
    return through < 0n && end !== undefined && end <= BigInt(this.#sources.clock()) * NANOS_PER_MILLISECOND;
  }

  /**
   * Waits once for the missing message before an existing one, because it may be about to arrive. Does not use `poll`,
   * because the next read also sends the messages that arrived meanwhile.
   */
  async #waitForMissing(): Promise<void> {
    const now = performance.now();
    this.#gapSince ??= now;
    if (now - this.#gapSince > this.#sources.limits.gapMs) {
      const topic = printEntityId(this.#query.topic);
      throw new CallError(
        'unavailable',
        `Message ${(this.#last ?? 0n) + 1n} of topic ${topic} is missing. Please retry later`,
      );
    }
    await pause(GAP_POLL_MS, this.#call.signal);
  }
}

function* serialized(rows: readonly MessageRow[]): Generator<ReadyMessage> {
  for (const row of rows) yield readyMessage(row);
}

/** Returns whether a promise is fulfilled within `PAGE_TIMEOUT_MS`. Throws its rejection until then. */
function isSoon(taken: Promise<void>): Promise<boolean> {
  return withTimeout(
    taken.then(() => true),
    PAGE_TIMEOUT_MS,
    () => false,
  );
}

import type { VisibleBlocks } from '../store/reads/visible-blocks.ts';
import type { ReadThrough } from './reads.ts';
import { topicResponse } from './topic-response.ts';
import { type MessageRow, selectNew } from './topic-rows.ts';

/** A serialized message, the same bytes for every subscriber. */
export interface ReadyMessage {
  /** Consensus time in nanoseconds. */
  readonly time: bigint;
  readonly number: bigint;
  readonly bytes: Uint8Array;
}

/**
 * Maximum number of messages of one shared read. Above it, for example while the mirror catches up, each subscriber reads
 * its own.
 */
const MAX_MESSAGES = 20_000;

export interface LiveTopicsOptions {
  readonly blocks: VisibleBlocks;
  readonly read: ReadThrough;
  /** Called when a read failed: the subscribers then read by themselves. */
  readonly onFailure: (error: unknown) => void;
  /** Maximum number of messages of one shared read. Default: 20,000. */
  readonly max?: number;
}

/** Serializes the message of a row. */
export function readyMessage({ time, number, columns }: MessageRow): ReadyMessage {
  return { time, number, bytes: topicResponse(columns) };
}

/**
 * New messages of the followed topics, read once for each visible block (or several that arrived together), however
 * many subscribers and topics there are. A subscriber of a feed gets each message exactly once: it joins with the time
 * up to which it has all messages, and is refused if the feeds are ahead of that time.
 */
export class LiveTopics {
  readonly #options: LiveTopicsOptions;
  readonly #topics = new Map<bigint, Set<TopicFeed>>();
  /** Time (nanoseconds) up to which messages were passed to the feeds, or are being read for them. */
  #target = -1n;
  #forget: (() => void) | undefined;
  #isReading = false;

  constructor(options: LiveTopicsOptions) {
    this.#options = options;
  }

  /** Number of followed topics. */
  get size(): number {
    return this.#topics.size;
  }

  /**
   * Returns a feed of a topic's messages after a time (nanoseconds) up to which the subscriber has all of them.
   * Undefined when the feeds are ahead: the subscriber must read by itself and join again. `end`: exclusive end of the
   * requested times.
   */
  join(topic: bigint, through: bigint, end: bigint | undefined): TopicFeed | undefined {
    if (this.#topics.size === 0 && !this.#isReading) {
      // Without subscribers no messages were passed on, so the position is stale.
      this.#target = this.#options.blocks.last?.end ?? -1n;
    }
    if (through < this.#target) return undefined;
    const feed = new TopicFeed(end, () => this.#leave(topic, feed));
    const feeds = this.#topics.get(topic);
    if (feeds === undefined) this.#topics.set(topic, new Set([feed]));
    else feeds.add(feed);
    this.#forget ??= this.#options.blocks.onBlock(() => void this.#read());
    return feed;
  }

  /** Forgets what was passed on, because the database went back to a block. Subscriptions must begin again. */
  returnTo(end: bigint): void {
    for (const feeds of [...this.#topics.values()]) for (const feed of [...feeds]) feed.abandon();
    this.#target = end;
  }

  #leave(topic: bigint, feed: TopicFeed): void {
    const feeds = this.#topics.get(topic);
    feeds?.delete(feed);
    if (feeds?.size === 0) this.#topics.delete(topic);
    if (this.#topics.size > 0) return;
    this.#forget?.();
    this.#forget = undefined;
  }

  /** Reads the messages of the blocks since the last read, until there are no further blocks. Never throws. */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      const { blocks, read, max = MAX_MESSAGES } = this.#options;
      while (this.#topics.size > 0 && blocks.last !== undefined && blocks.last.end > this.#target) {
        const after = this.#target;
        const through = blocks.last.end;
        // From now on a subscriber may join only if it already has the messages of these blocks.
        this.#target = through;
        const given = [...this.#topics].map(([topic, feeds]) => [topic, [...feeds]] as const);
        const found = await selectNew(read, [...this.#topics.keys()], after, through, max);
        for (const [topic, feeds] of given) {
          const rows = found?.get(topic);
          const messages = rows?.map(readyMessage);
          for (const feed of feeds) {
            if (found === undefined) feed.abandon();
            else feed.give(messages, through);
          }
        }
      }
    } catch (error) {
      this.#options.onFailure(error);
      for (const feeds of [...this.#topics.values()]) for (const feed of [...feeds]) feed.abandon();
    } finally {
      this.#isReading = false;
    }
  }
}

/** Event of a subscriber: messages, the end of what it requested, or a request to read by itself again. */
export type FeedEvent =
  | { readonly kind: 'messages'; readonly messages: readonly ReadyMessage[] }
  | { readonly kind: 'ended' }
  | { readonly kind: 'behind' };

/**
 * Live messages of one topic for one subscriber. Buffers the result of one read: a subscriber that has not consumed it by
 * the next one is behind, and reads the missed messages by itself, at its own pace.
 */
export class TopicFeed {
  readonly #end: bigint | undefined;
  readonly #onClose: () => void;
  #events: FeedEvent[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor(end: bigint | undefined, onClose: () => void) {
    this.#end = end;
    this.#onClose = onClose;
  }

  /** Adds the messages of all blocks up to a time. */
  give(messages: readonly ReadyMessage[] | undefined, through: bigint): void {
    if (this.#isClosed) return;
    const end = this.#end;
    if (messages !== undefined) {
      if (this.#events.length > 0) {
        this.abandon();
        return;
      }
      const requested = end === undefined ? messages : messages.filter(({ time }) => time < end);
      if (requested.length > 0) this.#events.push({ kind: 'messages', messages: requested });
    }
    // All messages before the end have arrived.
    if (end !== undefined && through >= end - 1n) {
      this.#events.push({ kind: 'ended' });
      this.close();
    }
    this.#wake?.();
  }

  /** Makes the subscriber read by itself, after the messages that it has consumed. */
  abandon(): void {
    if (this.#isClosed) return;
    this.#events = [{ kind: 'behind' }];
    this.close();
    this.#wake?.();
  }

  /** Returns the next event, or undefined after `milliseconds` without one. Throws the signal's reason. */
  async take(signal: AbortSignal, milliseconds: number): Promise<FeedEvent | undefined> {
    signal.throwIfAborted();
    if (this.#events.length === 0) await this.#something(signal, milliseconds);
    signal.throwIfAborted();
    return this.#events.shift();
  }

  /** Ends the feed; buffered messages can still be consumed. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose();
  }

  #something(signal: AbortSignal, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = undefined;
        resolve();
      };
      const timer = Number.isFinite(milliseconds) ? setTimeout(done, milliseconds) : undefined;
      signal.addEventListener('abort', done, { once: true });
      this.#wake = done;
    });
  }
}

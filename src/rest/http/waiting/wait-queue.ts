import type { ReportedBlock } from '../../../calls/contract-call.ts';
import type { AbortSignalLike } from '../../../kernel/abort-signal.ts';
import { FairSemaphore } from '../../../kernel/limits/fair-semaphore.ts';
import { LimitReached, type OpenLimit } from '../../../kernel/limits/limit.ts';
import { OpenCounter } from '../../../kernel/limits/open-counter.ts';
import { delay } from '../../../kernel/retry.ts';
import type { ReadServers } from '../../../store/reads/servers/read-servers.ts';
import { waitUntil } from '../../../store/reads/visible-blocks.ts';
import { Problem } from '../../query/problem.ts';
import { DEFAULT_API_SETTINGS } from '../../route/settings.ts';
import { keyOf, type LookupTarget, type WaitTarget } from './wait.ts';

/** Maximum number of transactions and entities in one lookup. */
const MAX_LOOKED_UP = 1_000;
/** Milliseconds after which a failed lookup is repeated. */
const RETRY_MS = 500;
/** Maximum number of concurrently repeated requests whose path named something that was not visible before a block. */
const MAX_CONCURRENT_REPEATS = 2;

export const WAITING_REQUESTS: OpenLimit = {
  name: 'waiting-requests',
  kind: 'open',
  counts: 'requests that wait for a block, transaction or entity',
  max: DEFAULT_API_SETTINGS.maxWaits,
  perClient: DEFAULT_API_SETTINGS.maxWaitsPerClient,
  settings: ['TAIN_WAITING'],
};

/** End of a wait: its condition was met, it expired, the client disconnected, or too many requests were waiting already. */
export const WAIT_ENDS = ['met', 'expired', 'left', 'refused'] as const;
export type WaitEnd = (typeof WAIT_ENDS)[number];

export interface WaitQueueOptions {
  readonly servers: Pick<ReadServers, 'visible' | 'has' | 'blocks'>;
  /**
   * Returns which of several transactions and entities are visible, by their indexes in the list. Throws when the
   * database does not respond.
   */
  readonly lookup: (targets: readonly LookupTarget[]) => Promise<ReadonlySet<number>>;
  /** Maximum number of waiting requests, in total and for one client. */
  readonly max: number;
  readonly maxPerClient: number;
}

/** A transaction or an entity that a request waits for. */
interface Named {
  readonly target: LookupTarget;
  readonly waiting: Set<() => void>;
  /** Consensus end of the last block that the last lookup covered. */
  lookedUpAt: bigint;
}

/** Values before there are blocks, and before the first lookup. */
const NO_BLOCK = -1n;
const NEVER = -2n;

/**
 * Requests that wait for something that is not visible yet. They share the lookups: with each block one lookup covers
 * every transaction and every entity with a waiting request, and without waiting requests there are none. So a waiting
 * request costs less than a polling client. Most submissions of topic messages are not found by hash:
 * `transaction_hash` leaves them out, and a search would scan each block.
 */
export class WaitQueue {
  readonly #options: WaitQueueOptions;
  readonly #counter: OpenCounter;
  readonly #requests = new Set<QueuedRequest>();
  readonly #names = new Map<string, Named>();
  readonly #closing = new AbortController();
  readonly #repeat = new FairSemaphore({
    counts: 'requests answered anew',
    max: MAX_CONCURRENT_REPEATS,
    // A client whose repeats wait for its own slow statements does not delay others.
    spare: 1,
  });
  #isPolling = false;
  /** Ends the wait for the next block, because a request was added, or the last one removed. */
  #changed = new AbortController();
  /** Number of waits since the start, by their end. */
  readonly ended: Record<WaitEnd, number> = { met: 0, expired: 0, left: 0, refused: 0 };

  constructor(options: WaitQueueOptions) {
    this.#options = options;
    const { max, maxPerClient: perClient } = options;
    this.#counter = new OpenCounter({ ...WAITING_REQUESTS, max, perClient });
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.#requests.size;
  }

  /**
   * Adds a waiting request, for a total of `milliseconds`, until its client disconnects or the queue is closed.
   * Throws `Problem` when too many requests wait: 429 if they are the client's own, else 503.
   */
  enter(client: string, milliseconds: number, disconnect: AbortSignalLike | undefined): QueuedRequest {
    const release = this.#claim(client);
    const queued = new QueuedRequest(this, client, milliseconds, disconnect, () => {
      this.#requests.delete(queued);
      release();
    });
    this.#requests.add(queued);
    if (this.#closing.signal.aborted) queued.end();
    return queued;
  }

  #claim(client: string): () => void {
    try {
      return this.#counter.add(client);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.ended.refused++;
      const [status, message] = error.isOwn ? [429, 'Too many requests'] : [503, 'Service unavailable'];
      const detail = 'Too many requests are waiting for something that is not visible yet';
      throw new Problem(status, [{ message, detail }], { 'retry-after': '1' });
    }
  }

  /** Returns whether a wanted block is known to be visible. */
  isVisible(target: WaitTarget): boolean {
    return 'block' in target && this.#options.servers.has(target.block);
  }

  /** Waits for a block, a transaction or an entity; false when the signal is aborted first. */
  until(target: WaitTarget, signal: AbortSignal): Promise<boolean> {
    const { servers } = this.#options;
    if ('block' in target) return waitUntil(servers.blocks, () => servers.has(target.block), signal);
    if (signal.aborted) return Promise.resolve(false);
    const key = keyOf(target);
    const named = this.#names.get(key) ?? { target, waiting: new Set(), lookedUpAt: NEVER };
    this.#names.set(key, named);
    return new Promise((resolve) => {
      const end = (found: boolean): void => {
        named.waiting.delete(onFound);
        if (named.waiting.size === 0) this.#names.delete(key);
        if (this.#names.size === 0) this.#changed.abort();
        signal.removeEventListener('abort', onAbort);
        resolve(found);
      };
      const onFound = (): void => end(true);
      const onAbort = (): void => end(false);
      named.waiting.add(onFound);
      signal.addEventListener('abort', onAbort);
      this.#changed.abort();
      void this.#poll();
    });
  }

  /** Waits for a block later than the given one; false when the signal is aborted first. */
  beyond(block: ReportedBlock | undefined, signal: AbortSignal): Promise<boolean> {
    const from = block?.consensusEnd ?? this.#visible();
    return waitUntil(this.#options.servers.blocks, () => this.#visible() > from, signal);
  }

  /**
   * Runs `work` of a client again after a block, at most `MAX_CONCURRENT_REPEATS` concurrently, and one more for a client that
   * runs none. Returns undefined when the signal is aborted first.
   */
  async repeat<T>(client: string, work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    let release: () => void;
    try {
      release = await this.#repeat.take(client, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Ends all waits; the requests are answered as if they had expired. */
  close(): void {
    this.#closing.abort();
    this.#changed.abort();
    for (const queued of this.#requests) queued.end();
  }

  #visible(): bigint {
    return this.#options.servers.visible?.consensusEnd ?? NO_BLOCK;
  }

  /** Looks up the wanted transactions and entities, new ones now, and with each block all of them, until no request waits. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    while (this.#names.size > 0 && !this.#closing.signal.aborted) {
      const visible = this.#visible();
      const due = [...this.#names.values()].filter(({ lookedUpAt }) => lookedUpAt < visible);
      if (due.length > 0) await this.#lookupTargets(due.slice(0, MAX_LOOKED_UP), visible);
      else {
        this.#changed = new AbortController();
        await waitUntil(this.#options.servers.blocks, () => this.#visible() > visible, this.#changed.signal);
      }
    }
    this.#isPolling = false;
  }

  async #lookupTargets(due: readonly Named[], visible: bigint): Promise<void> {
    try {
      const found = await this.#options.lookup(due.map(({ target }) => target));
      for (const [index, named] of due.entries()) {
        named.lookedUpAt = visible;
        if (found.has(index)) for (const onFound of [...named.waiting]) onFound();
      }
    } catch {
      // The failure is logged where it happened. Not `retry`: the next attempt is for the requests that wait then.
      await delay(RETRY_MS, this.#closing.signal);
    }
  }
}

/** A waiting request. */
export class QueuedRequest {
  readonly #queue: WaitQueue;
  readonly #client: string;
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #disconnect: AbortSignalLike | undefined;
  readonly #onEnded: () => void;
  /** Milliseconds waited so far. */
  waitedMs = 0;

  constructor(
    queue: WaitQueue,
    client: string,
    milliseconds: number,
    disconnect: AbortSignalLike | undefined,
    onEnded: () => void,
  ) {
    this.#queue = queue;
    this.#client = client;
    this.#disconnect = disconnect;
    this.#onEnded = onEnded;
    this.#timer = setTimeout(this.end, milliseconds);
    if (disconnect?.aborted) this.end();
    disconnect?.addEventListener('abort', this.end);
  }

  /** Ends the current wait. */
  readonly end = (): void => this.#over.abort();

  /** Waits for a block, a transaction or an entity; false when the wait expires first. */
  until(target: WaitTarget): Promise<boolean> {
    return this.#timed(() => this.#queue.until(target, this.#over.signal));
  }

  /** Waits for a block later than the given one; false when the wait expires first. */
  beyond(block: ReportedBlock | undefined): Promise<boolean> {
    return this.#timed(() => this.#queue.beyond(block, this.#over.signal));
  }

  /** Runs `work` again after a block; undefined when the wait expires before it is admitted. */
  repeat<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#queue.repeat(this.#client, work, this.#over.signal);
  }

  /** Removes the request from the queue. */
  leave(end: WaitEnd): void {
    clearTimeout(this.#timer);
    this.#disconnect?.removeEventListener('abort', this.end);
    this.#queue.ended[end]++;
    this.#onEnded();
  }

  async #timed<T>(wait: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await wait();
    } finally {
      this.waitedMs += performance.now() - begun;
    }
  }
}

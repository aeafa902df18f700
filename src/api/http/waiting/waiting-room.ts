import type { AbortSignalLike } from '../../../kernel/abort-signal.ts';
import { EVERYBODY, FairSemaphore } from '../../../kernel/limits/fair-semaphore.ts';
import { LimitReached, type OpenLimit } from '../../../kernel/limits/limit.ts';
import { OpenCounter } from '../../../kernel/limits/open-counter.ts';
import { delay } from '../../../kernel/retry.ts';
import { Problem } from '../../../query/problem.ts';
import type { ReadServers } from '../../../reads/servers/read-servers.ts';
import { heldBy } from '../../../reads/visible-blocks.ts';
import type { ShownBlock } from '../../answer/ready-answer.ts';
import { DEFAULT_API_SETTINGS } from '../../route/settings.ts';
import { keyOf, type Sought, type Wanted } from './wanted.ts';

/** Transactions and entities that one look asks for. */
const MOST_AT_ONCE = 1_000;
/** Milliseconds after which a look that failed is tried again. */
const RETRY_MS = 500;
/** Requests that are answered anew at once, after a block, because what they name was not there before it. */
const ANEW_AT_ONCE = 2;

export const WAITING_REQUESTS: OpenLimit = {
  name: 'waiting-requests',
  kind: 'open',
  counts: 'requests that wait for a block, transaction or entity',
  most: DEFAULT_API_SETTINGS.mostInWait,
  perClient: DEFAULT_API_SETTINGS.mostInWaitPerClient,
  settings: ['TAIN_WAITING'],
};

/** How a wait ended: what was waited for came, the time was over, the client had left, or too many waited already. */
export const WAIT_ENDS = ['met', 'expired', 'left', 'refused'] as const;
export type WaitEnd = (typeof WAIT_ENDS)[number];

export interface WaitingRoomOptions {
  readonly servers: Pick<ReadServers, 'visible' | 'has' | 'blocks'>;
  /** Which of some transactions and entities are visible, by their places in the list. Throws when the database does not answer. */
  readonly look: (wanted: readonly Sought[]) => Promise<ReadonlySet<number>>;
  /** Requests that wait at once, and of one client. */
  readonly most: number;
  readonly mostPerClient: number;
}

/** A transaction or an entity that somebody waits for. */
interface Named {
  readonly wanted: Sought;
  readonly waiting: Set<() => void>;
  /** Consensus end of the block as of which it was looked for last. */
  lookedAt: bigint;
}

/** Before there are blocks, and before the first look. */
const NO_BLOCK = -1n;
const NEVER = -2n;

/**
 * Where requests wait for what is not visible yet. All of them share the looks: with each block one look asks for every
 * transaction and every entity that is waited for, and nothing is asked while nobody waits.
 */
export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  readonly #places: OpenCounter;
  readonly #stays = new Set<Stay>();
  readonly #names = new Map<string, Named>();
  readonly #closing = new AbortController();
  readonly #anew = new FairSemaphore({ counts: 'requests answered anew', most: ANEW_AT_ONCE });
  #isLooking = false;
  /** Ends the look-out for the next block: somebody came, or the last one left. */
  #stir = new AbortController();
  /** Waits since the start, by their end. */
  readonly ended: Record<WaitEnd, number> = { met: 0, expired: 0, left: 0, refused: 0 };

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
    const { most, mostPerClient: perClient } = options;
    this.#places = new OpenCounter({ ...WAITING_REQUESTS, most, perClient });
  }

  /** Requests that wait now. */
  get waiting(): number {
    return this.#stays.size;
  }

  /**
   * Lets a request wait, in all for so many milliseconds, until its client leaves or the room is closed. Throws `Problem`
   * where too many wait already: 429 where they are the client's own, else 503.
   */
  enter(client: string, milliseconds: number, left: AbortSignalLike | undefined): Stay {
    const release = this.#place(client);
    const stay = new Stay(this, milliseconds, left, () => {
      this.#stays.delete(stay);
      release();
    });
    this.#stays.add(stay);
    if (this.#closing.signal.aborted) stay.end();
    return stay;
  }

  #place(client: string): () => void {
    try {
      return this.#places.add(client);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.ended.refused++;
      const [status, message] = error.isOwn ? [429, 'Too many requests'] : [503, 'Service unavailable'];
      const detail = 'Too many requests are waiting for what is not there yet';
      throw new Problem(status, [{ message, detail }], { 'retry-after': '1' });
    }
  }

  /** Whether what is waited for is known to be visible. */
  isVisible(wanted: Wanted): boolean {
    return 'block' in wanted && this.#options.servers.has(wanted.block);
  }

  /** Waits for a block, a transaction or an entity; false when the signal ended it. */
  until(wanted: Wanted, signal: AbortSignal): Promise<boolean> {
    const { servers } = this.#options;
    if ('block' in wanted) return heldBy(servers.blocks, () => servers.has(wanted.block), signal);
    if (signal.aborted) return Promise.resolve(false);
    const key = keyOf(wanted);
    const named = this.#names.get(key) ?? { wanted, waiting: new Set(), lookedAt: NEVER };
    this.#names.set(key, named);
    return new Promise((resolve) => {
      const end = (found: boolean): void => {
        named.waiting.delete(come);
        if (named.waiting.size === 0) this.#names.delete(key);
        if (this.#names.size === 0) this.#stir.abort();
        signal.removeEventListener('abort', leave);
        resolve(found);
      };
      const come = (): void => end(true);
      const leave = (): void => end(false);
      named.waiting.add(come);
      signal.addEventListener('abort', leave);
      this.#stir.abort();
      void this.#look();
    });
  }

  /** Waits for a block later than one; false when the signal ended it. */
  beyond(block: ShownBlock | undefined, signal: AbortSignal): Promise<boolean> {
    const from = block?.consensusEnd ?? this.#visible();
    return heldBy(this.#options.servers.blocks, () => this.#visible() > from, signal);
  }

  /** Does what a block makes worth trying again, few of all at once; undefined when the signal ended it before. */
  async anew<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    return this.#anew.run(EVERYBODY, async () => (signal.aborted ? undefined : await work()));
  }

  /** Ends all waits, whose requests are answered as they would be without. */
  close(): void {
    this.#closing.abort();
    this.#stir.abort();
    for (const stay of this.#stays) stay.end();
  }

  #visible(): bigint {
    return this.#options.servers.visible?.consensusEnd ?? NO_BLOCK;
  }

  /** Looks for the transactions that are waited for: now for new ones, and with each block for all, until there are none. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#names.size > 0 && !this.#closing.signal.aborted) {
      const visible = this.#visible();
      const due = [...this.#names.values()].filter(({ lookedAt }) => lookedAt < visible);
      if (due.length > 0) await this.#lookFor(due.slice(0, MOST_AT_ONCE), visible);
      else {
        this.#stir = new AbortController();
        await heldBy(this.#options.servers.blocks, () => this.#visible() > visible, this.#stir.signal);
      }
    }
    this.#isLooking = false;
  }

  async #lookFor(due: readonly Named[], visible: bigint): Promise<void> {
    try {
      const found = await this.#options.look(due.map(({ wanted }) => wanted));
      for (const [place, named] of due.entries()) {
        named.lookedAt = visible;
        if (found.has(place)) for (const come of [...named.waiting]) come();
      }
    } catch {
      // The failure is logged where it happened. Not `retry`: the next attempt is for the requests that wait then.
      await delay(RETRY_MS, this.#closing.signal);
    }
  }
}

/** One request that waits. */
export class Stay {
  readonly #room: WaitingRoom;
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #left: AbortSignalLike | undefined;
  readonly #onLeave: () => void;
  /** Milliseconds waited so far. */
  waited = 0;

  constructor(
    room: WaitingRoom,
    milliseconds: number,
    left: AbortSignalLike | undefined,
    onLeave: () => void,
  ) {
    this.#room = room;
    this.#left = left;
    this.#onLeave = onLeave;
    this.#timer = setTimeout(this.end, milliseconds);
    if (left?.aborted) this.end();
    left?.addEventListener('abort', this.end);
  }

  /** Ends what it waits for. */
  readonly end = (): void => this.#over.abort();

  /** Waits for a block, a transaction or an entity; false when the time was over before. */
  until(wanted: Wanted): Promise<boolean> {
    return this.#timed(() => this.#room.until(wanted, this.#over.signal));
  }

  /** Waits for a block later than one; false when the time was over before. */
  beyond(block: ShownBlock | undefined): Promise<boolean> {
    return this.#timed(() => this.#room.beyond(block, this.#over.signal));
  }

  /** Does something again that a block may have changed; undefined when the time was over before its turn came. */
  anew<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#room.anew(work, this.#over.signal);
  }

  /** Gives the place to others. */
  leave(end: WaitEnd): void {
    clearTimeout(this.#timer);
    this.#left?.removeEventListener('abort', this.end);
    this.#room.ended[end]++;
    this.#onLeave();
  }

  async #timed<T>(wait: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await wait();
    } finally {
      this.waited += performance.now() - begun;
    }
  }
}

import { addCount } from '../counts.ts';
import type { Departure } from '../departure.ts';
import { FairQueue } from './fair-queue.ts';
import { type ConcurrencyLimit, LimitReached } from './limit.ts';

/** A signal that ends waiting; an `AbortSignal` also says why. */
type LeaveSignal = Departure & { readonly reason?: unknown };

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (error: unknown) => void;
}

type Bounds = Pick<ConcurrencyLimit, 'counts' | 'most' | 'waiting' | 'spare'>;

/** The client of work that the service does for itself or for everybody. */
export const EVERYBODY = '';

/** Semaphore with a bounded queue in which clients take turns. */
export class FairSemaphore {
  readonly #limit: Bounds;
  readonly #queue: FairQueue<Waiting>;
  readonly #clients = new Map<string, number>();
  #running = 0;

  constructor(limit: Bounds) {
    this.#limit = limit;
    this.#queue = new FairQueue(limit.waiting ?? Number.POSITIVE_INFINITY);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Runs work in its turn. Throws what it throws, `LimitReached` when too many wait, or the signal's reason. */
  async run<T>(client: string, work: () => Promise<T>, signal?: LeaveSignal): Promise<T> {
    const release = await this.take(client, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Takes a turn; the function that it resolves to ends it. Throws as `run`. */
  async take(client: string, signal?: LeaveSignal): Promise<() => void> {
    if (signal?.aborted) throw reasonOf(signal);
    if (this.#mayEnter(client)) this.#enter(client);
    else await this.#wait(client, signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#leave(client);
    };
  }

  #mayEnter(client: string): boolean {
    const { most, spare = 0 } = this.#limit;
    return this.#running < most || (this.#running < most + spare && !this.#clients.has(client));
  }

  #enter(client: string): void {
    this.#running += 1;
    addCount(this.#clients, client, 1);
  }

  #leave(client: string): void {
    this.#running -= 1;
    addCount(this.#clients, client, -1);
    for (;;) {
      const next = this.#queue.first((waiting) => this.#mayEnter(waiting));
      if (next === undefined) return;
      this.#queue.remove(next.client, next.item, true);
      this.#enter(next.client);
      next.item.enter();
    }
  }

  #wait(client: string, signal: LeaveSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = () => signal?.removeEventListener('abort', abandon);
      const waiting: Waiting = {
        enter: () => {
          forget();
          resolve();
        },
        refuse: (error) => {
          forget();
          reject(error);
        },
      };
      const abandon = () => {
        this.#queue.remove(client, waiting);
        waiting.refuse(reasonOf(signal));
      };
      signal?.addEventListener('abort', abandon, { once: true });
      const isOwn = this.#queue.sizeOf(client) > 0;
      const displaced = this.#queue.add(client, waiting);
      displaced?.refuse(new LimitReached(this.#limit, displaced === waiting ? isOwn : true));
    });
  }
}

function reasonOf(signal: LeaveSignal | undefined): unknown {
  return signal?.reason ?? new DOMException('This operation was aborted', 'AbortError');
}

import type { AbortSignalLike } from '../abort-signal.ts';
import { addCount } from '../counts.ts';
import { FairQueue } from './fair-queue.ts';
import { type ConcurrencyLimit, LimitReached } from './limit.ts';

/** A signal that ends waiting; an `AbortSignal` also has a reason. */
type WaitSignal = AbortSignalLike & { readonly reason?: unknown };

interface Waiting {
  readonly enter: () => void;
  readonly refuse: (error: unknown) => void;
}

type Bounds = Pick<ConcurrencyLimit, 'counts' | 'max' | 'waiting' | 'spare'>;

/** The client of tasks that the service runs for itself or for all clients. */
export const SHARED_CLIENT = '';

/** Semaphore with a bounded queue that serves clients round robin. */
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

  /**
   * Runs a task once the semaphore admits it. Throws its errors, `LimitReached` when the queue is full, or the
   * signal's reason.
   */
  async run<T>(client: string, task: () => Promise<T>, signal?: WaitSignal): Promise<T> {
    const release = await this.take(client, signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Acquires the semaphore, and resolves to the function that releases it. Throws like `run`. */
  async take(client: string, signal?: WaitSignal): Promise<() => void> {
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
    const { max, spare = 0 } = this.#limit;
    return this.#running < max || (this.#running < max + spare && !this.#clients.has(client));
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

  #wait(client: string, signal: WaitSignal | undefined): Promise<void> {
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

function reasonOf(signal: WaitSignal | undefined): unknown {
  return signal?.reason ?? new DOMException('This operation was aborted', 'AbortError');
}

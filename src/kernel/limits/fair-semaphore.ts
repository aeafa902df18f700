import type { AbortSignalLike } from '../abort-signal.ts';
import { addCount } from '../counts.ts';
import { FairQueue } from './fair-queue.ts';
import type { JoinedClients } from './joined-clients.ts';
import { type ConcurrencyLimit, LimitReached } from './limit.ts';

/** A signal that ends waiting; an `AbortSignal` also has a reason. */
type WaitSignal = AbortSignalLike & { readonly reason?: unknown };

/** A task in the queues of its client and of those that joined it. */
interface Waiting {
  readonly clients: Set<string>;
  readonly enter: (client: string) => void;
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
   * signal's reason. `joined`: further clients that wait for its result.
   */
  async run<T>(
    client: string,
    task: () => Promise<T>,
    signal?: WaitSignal,
    joined?: JoinedClients,
  ): Promise<T> {
    const release = await this.take(client, signal, joined);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Acquires the semaphore, and resolves to the function that releases it. Throws like `run`. */
  async take(client: string, signal?: WaitSignal, joined?: JoinedClients): Promise<() => void> {
    if (signal?.aborted) throw reasonOf(signal);
    let admitted = client;
    if (this.#mayEnter(client)) this.#enter(client);
    else admitted = await this.#wait(client, signal, joined);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#leave(admitted);
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
      for (const each of next.item.clients) this.#queue.remove(each, next.item, each === next.client);
      this.#enter(next.client);
      next.item.enter(next.client);
    }
  }

  /** Resolves to the client at whose turn the task was admitted. */
  #wait(client: string, signal: WaitSignal | undefined, joined: JoinedClients | undefined): Promise<string> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        signal?.removeEventListener('abort', abandon);
        unlisten?.();
      };
      const waiting: Waiting = {
        clients: new Set(),
        enter: (admitted) => {
          forget();
          resolve(admitted);
        },
        refuse: (error) => {
          forget();
          reject(error);
        },
      };
      const abandon = () => {
        for (const each of waiting.clients) this.#queue.remove(each, waiting);
        waiting.refuse(reasonOf(signal));
      };
      signal?.addEventListener('abort', abandon, { once: true });
      const unlisten = joined?.onJoin((each) => this.#add(each, waiting));
      const isOwn = this.#queue.sizeOf(client) > 0;
      for (const each of [client, ...(joined ?? [])]) this.#add(each, waiting);
      if (waiting.clients.size === 0) waiting.refuse(new LimitReached(this.#limit, isOwn));
    });
  }

  /** Adds a task to the queue of a client, if that has room. Refuses a displaced task that waits in no other queue. */
  #add(client: string, waiting: Waiting): void {
    waiting.clients.add(client);
    const displaced = this.#queue.add(client, waiting);
    if (displaced === undefined) return;
    const { clients, refuse } = displaced.item;
    clients.delete(displaced.client);
    if (displaced.item !== waiting && clients.size === 0) refuse(new LimitReached(this.#limit, true));
  }
}

function reasonOf(signal: WaitSignal | undefined): unknown {
  return signal?.reason ?? new DOMException('This operation was aborted', 'AbortError');
}

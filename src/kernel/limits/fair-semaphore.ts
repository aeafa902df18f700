import type { AbortSignalLike } from '../abort-signal.ts';
import { addCount } from '../counts.ts';
import { FairQueue } from './fair-queue.ts';
import { displace, type JoinedClients, type QueuedWork, waitInQueues } from './joined-clients.ts';
import { type ConcurrencyLimit, LimitReached } from './limit.ts';

/** A signal that ends waiting; an `AbortSignal` also has a reason. */
type WaitSignal = AbortSignalLike & { readonly reason?: unknown };

type Task = QueuedWork<undefined>;
type Bounds = Pick<ConcurrencyLimit, 'counts' | 'max' | 'waiting' | 'spare'>;

/** The client of tasks that the service runs for itself or for all clients. */
export const SHARED_CLIENT = '';

/** Semaphore with a bounded queue that serves clients round robin. */
export class FairSemaphore {
  readonly #limit: Bounds;
  readonly #queue: FairQueue<Task>;
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
      next.item.admit(next.client);
    }
  }

  #wait(client: string, signal: WaitSignal | undefined, joined: JoinedClients | undefined): Promise<string> {
    const isOwn = this.#queue.sizeOf(client) > 0;
    return waitInQueues(
      undefined,
      { client, joined, signal },
      {
        add: (each, task) => this.#add(each, task),
        remove: (each, task) => this.#queue.remove(each, task),
        full: () => new LimitReached(this.#limit, isOwn),
        aborted: () => reasonOf(signal),
      },
    );
  }

  #add(client: string, task: Task): void {
    const displaced = this.#queue.add(client, task);
    if (displaced?.item === task && displaced.client === client) return;
    task.clients.add(client);
    if (displaced !== undefined) displace(displaced, () => new LimitReached(this.#limit, true));
  }
}

function reasonOf(signal: WaitSignal | undefined): unknown {
  return signal?.reason ?? new DOMException('This operation was aborted', 'AbortError');
}

import type { CallLimits } from '../call/call-world.ts';
import { CallTimeout } from '../call/execute-call.ts';
import { CANCELLED, type FromWorker, MAX_UNACKNOWLEDGED, PAUSING } from './messages.ts';

/**
 * Sends the chunks of a job's response, at most `MAX_UNACKNOWLEDGED` ahead of the reader. This is not a semaphore,
 * because the window counts acknowledgements from another thread, and a full window pauses the job, so that its worker
 * serves other jobs.
 */
export class ChunkWindow {
  readonly #id: number;
  readonly #limits: CallLimits;
  readonly #post: (message: FromWorker) => void;
  /** Lets the worker run other jobs until the window is no longer full. */
  readonly #stall: () => Promise<unknown>;
  #unacknowledged = 0;

  constructor(
    id: number,
    limits: CallLimits,
    post: (message: FromWorker) => void,
    stall: () => Promise<unknown>,
  ) {
    this.#id = id;
    this.#limits = limits;
    this.#post = post;
    this.#stall = stall;
  }

  /** Sends a chunk, and waits until there is room for another. Throws `CallTimeout`. */
  async write(text: string): Promise<void> {
    this.#unacknowledged += 1;
    this.#post({ kind: 'chunk', id: this.#id, chunk: new TextEncoder().encode(text) });
    this.#check();
    while (this.#unacknowledged >= MAX_UNACKNOWLEDGED) {
      await this.#stall();
      this.#check();
    }
  }

  #check(): void {
    const { signal, deadline } = this.#limits;
    if (signal.aborted || Date.now() >= deadline) throw new CallTimeout();
  }

  /** Handles the acknowledgement of a chunk of this job. */
  acknowledge(id: number): void {
    if (id === this.#id) this.#unacknowledged -= 1;
  }
}

/** Deadline and pauses of one job in its worker. */
export class TimeSlice implements CallLimits {
  readonly #id: number;
  readonly #orders: Int32Array;
  readonly #post: (message: FromWorker) => void;
  readonly signal: CallLimits['signal'];
  deadline: number;
  #resume: ((deadline: number) => void) | undefined;

  /** @param orders memory shared with the main thread (`WorkerStart`) */
  constructor(id: number, deadline: number, orders: Int32Array, post: (message: FromWorker) => void) {
    this.#id = id;
    this.#orders = orders;
    this.#post = post;
    this.deadline = deadline;
    this.signal = {
      get aborted() {
        return Atomics.load(orders, CANCELLED) === id;
      },
    };
  }

  /** Pauses if the main thread has ordered it; resolves to the new deadline. */
  readonly pause = (): Promise<number> | undefined => {
    // A cancelled job does not pause: no order to resume would follow, because the cancellation came first.
    if (Atomics.load(this.#orders, PAUSING) !== this.#id || this.signal.aborted) return undefined;
    Atomics.store(this.#orders, PAUSING, 0);
    return this.#wait('paused');
  };

  /** Waits until its chunks are acknowledged and the job is resumed. */
  stall(): Promise<number> {
    return this.#wait('stalled');
  }

  /** Resumes the job until a deadline (milliseconds since the epoch). */
  resume(id: number, deadline: number): void {
    if (id !== this.#id) return;
    this.#resume?.(deadline);
    this.#resume = undefined;
  }

  #wait(kind: 'paused' | 'stalled'): Promise<number> {
    return new Promise((resolve) => {
      this.#resume = (deadline) => {
        this.deadline = deadline;
        resolve(deadline);
      };
      this.#post({ kind, id: this.#id });
    });
  }
}

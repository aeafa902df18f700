import type { CallLimits } from '../call/call-world.ts';
import { CANCELLED, type FromWorker, PAUSING } from './messages.ts';

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

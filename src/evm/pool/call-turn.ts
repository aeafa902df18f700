import type { CallLimits } from '../call/call-world.ts';
import { CANCELLED, type FromWorker, PAUSING } from './messages.ts';

/** The time of one job in its worker: when it has to end, and when it has to wait for others. */
export class CallTurn implements CallLimits {
  readonly #id: number;
  readonly #orders: Int32Array;
  readonly #tell: (message: FromWorker) => void;
  readonly signal: CallLimits['signal'];
  deadline: number;
  #resume: ((deadline: number) => void) | undefined;

  /** @param orders shared with who gives them (`WorkerStart`) */
  constructor(id: number, deadline: number, orders: Int32Array, tell: (message: FromWorker) => void) {
    this.#id = id;
    this.#orders = orders;
    this.#tell = tell;
    this.deadline = deadline;
    this.signal = {
      get aborted() {
        return Atomics.load(orders, CANCELLED) === id;
      },
    };
  }

  /** Pauses where it is asked to; gives the deadline that holds after it. */
  readonly pause = (): Promise<number> | undefined => {
    // A cancelled job does not pause: no order to resume would follow, because the cancellation came first.
    if (Atomics.load(this.#orders, PAUSING) !== this.#id || this.signal.aborted) return undefined;
    Atomics.store(this.#orders, PAUSING, 0);
    return this.#wait('paused');
  };

  /** Waits until its pieces are taken and it may go on. */
  stall(): Promise<number> {
    return this.#wait('stalled');
  }

  /** The job may go on until then (milliseconds since the epoch). */
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
      this.#tell({ kind, id: this.#id });
    });
  }
}

import type { ExecutionOptions } from './execution.ts';

/** Number of steps between clock checks; a slow operation counts as one. */
const TICKS = 256;
/** Gas that counts as one step, as a power of two. */
const GAS_OF_TICK_BITS = 6;

/** Milliseconds for which code may compute before it yields to other work of the thread. */
const YIELD_INTERVAL_MS = 20;

/** Thrown when an execution ends because of its deadline or signal. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Conditions under which an execution ends, or pauses. */
export type TimeLimits = Pick<ExecutionOptions, 'deadline' | 'signal' | 'pause'>;

/** Enforces the time limits of one execution. */
export class Clock {
  readonly #signal: TimeLimits['signal'];
  readonly #pause: TimeLimits['pause'];
  #deadline: number;
  #ticks = 0;
  #turn = performance.now();

  constructor({ deadline = Number.POSITIVE_INFINITY, signal, pause }: TimeLimits) {
    this.#deadline = deadline;
    this.#signal = signal;
    this.#pause = pause;
  }

  /** Counts a step by the gas used since the last one; returns whether `isDue` must be called. */
  tick(gas = 0): boolean {
    this.#ticks += 1 + (gas >>> GAS_OF_TICK_BITS);
    return this.#ticks >= TICKS;
  }

  /** Reads the clock. Returns whether `check` must be awaited. */
  isDue(): boolean {
    this.#ticks = 0;
    return performance.now() - this.#turn >= YIELD_INTERVAL_MS;
  }

  /**
   * Throws `OutOfTime` after the deadline, or once the signal is set; yields to other work, and waits as long as the
   * execution is paused.
   */
  async check(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const paused = this.#pause?.();
    if (paused !== undefined) this.#deadline = await paused;
    this.#turn = performance.now();
    if (this.#isOver()) throw new OutOfTime();
  }

  #isOver(): boolean {
    return Date.now() >= this.#deadline || this.#signal?.aborted === true;
  }
}

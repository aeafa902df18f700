/** How often to look at the time: operations that jump back, or that are slow, count one each. */
const TICKS = 256;

/** Milliseconds that code may compute before other work of the thread has a turn. */
const TURN = 20;

/** Thrown where an execution ends because its time is over. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Minds the deadline of one execution. */
export class Clock {
  readonly #deadline: number;
  readonly #signal: Pick<AbortSignal, 'aborted'> | undefined;
  #ticks = 0;
  #turn = performance.now();

  constructor(deadline: number | undefined, signal: Pick<AbortSignal, 'aborted'> | undefined) {
    this.#deadline = deadline ?? Number.POSITIVE_INFINITY;
    this.#signal = signal;
  }

  /** Counts a step; true where it is time for `check`. */
  tick(): boolean {
    this.#ticks += 1;
    return this.#ticks >= TICKS;
  }

  /** Throws `OutOfTime` after the deadline, or once the signal is set; lets other work have its turn. */
  async check(): Promise<void> {
    this.#ticks = 0;
    if (performance.now() - this.#turn >= TURN) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#turn = performance.now();
    }
    if (Date.now() >= this.#deadline || this.#signal?.aborted === true) throw new OutOfTime();
  }
}

import { setImmediate as nextIteration } from 'node:timers/promises';
import { FairQueue } from './fair-queue.ts';

/** Maximum milliseconds of tasks in one iteration of the event loop. The last one may take longer. */
const SLICE_MS = 10;

/**
 * Starts the tasks of clients round robin, and lets the event loop serve sockets and timers in between. Otherwise thousands
 * of small messages that arrived together would run before anything of another client.
 */
export class LoopTurns {
  readonly #queue = new FairQueue<() => void>();
  readonly #free: number;
  /** Units of tasks that began without a turn in this iteration. */
  #begun = 0;
  #isRunning = false;

  /** `free`: units of tasks that begin without a turn in one iteration of the event loop, while none waits. */
  constructor(free = 0) {
    this.#free = free;
  }

  /** Returns whether a task of so many units may begin now, without a turn. */
  beginNow(units = 1): boolean {
    if (this.#isRunning || this.#begun + units > this.#free) return false;
    if (this.#begun === 0) {
      setImmediate(() => {
        this.#begun = 0;
      });
    }
    this.#begun += units;
    return true;
  }

  /** Resolves when the next task of a client may start. */
  take(client: string): Promise<void> {
    const turn = new Promise<void>((resolve) => this.#queue.push(client, resolve));
    if (!this.#isRunning) void this.#run();
    return turn;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#queue.size > 0) {
      await nextIteration();
      const begun = performance.now();
      do {
        const next = this.#queue.first();
        if (next === undefined) break;
        this.#queue.remove(next.client, next.item, true);
        next.item();
        // Runs when the microtasks of the task, which are its part without input and output, have ended.
        await new Promise((resolve) => process.nextTick(resolve));
      } while (performance.now() - begun < SLICE_MS);
    }
    this.#isRunning = false;
  }
}

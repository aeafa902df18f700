import type { CallLimits } from '../call/call-world.ts';
import { CallTimeout } from '../call/execute-call.ts';
import { type FromWorker, MAX_UNACKNOWLEDGED } from './messages.ts';

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

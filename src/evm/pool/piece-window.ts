import { setTimeout as sleep } from 'node:timers/promises';
import type { CallLimits } from '../call/call-world.ts';
import { CallTimeout } from '../call/execute-call.ts';
import type { FromWorker } from './messages.ts';

/** Pieces on the way that were not taken yet: what a trace takes of memory outside of its worker. */
const MOST_UNTAKEN = 4;
/** Milliseconds between two looks at whether anybody still waits. */
const LOOK_EVERY = 50;

/** Sends the pieces of a job's answer, no more of them ahead than there is room for. */
export class PieceWindow {
  readonly #id: number;
  readonly #limits: CallLimits;
  readonly #tell: (message: FromWorker) => void;
  #untaken = 0;
  #wake: (() => void) | undefined;

  constructor(id: number, limits: CallLimits, tell: (message: FromWorker) => void) {
    this.#id = id;
    this.#limits = limits;
    this.#tell = tell;
  }

  /** Sends a piece, and waits until there is room for another. Throws `CallTimeout`. */
  async write(text: string): Promise<void> {
    this.#untaken += 1;
    this.#tell({ kind: 'piece', id: this.#id, piece: new TextEncoder().encode(text) });
    this.#check();
    while (this.#untaken >= MOST_UNTAKEN) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const timer = new AbortController();
      await Promise.race([
        woken,
        sleep(LOOK_EVERY, undefined, { signal: timer.signal }).catch(() => undefined),
      ]);
      timer.abort();
      this.#check();
    }
  }

  #check(): void {
    const { signal, deadline } = this.#limits;
    if (signal.aborted || Date.now() >= deadline) {
      throw new CallTimeout();
    }
  }

  /** A piece of this job was taken. */
  taken(id: number): void {
    if (id !== this.#id) return;
    this.#untaken -= 1;
    this.#wake?.();
  }
}

import { Failure } from '../kernel/failure.ts';
import type { BlockPosition } from './decode/decoded-block.ts';
import type { Loader } from './load/loader.ts';
import type { WriteQueue } from './write-queue.ts';

/** An ingest that reads the stream. */
export interface ReadingIngest {
  readonly loader: Loader;
  readonly signal: AbortSignal;
  readonly writes: WriteQueue;
  /** Returns the last stored block; null when the database is empty. */
  last(): BlockPosition | null;
  /** Makes its loop look at `isInterrupting`. */
  interrupt(): void;
}

/** A request to interrupt the reading of the stream. */
interface Interruption {
  readonly work: () => Promise<void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Takes snapshots of the database that an ingest writes, and returns to them. For local networks only: their streams
 * return to the same blocks. A stream that only became shorter never removes rows.
 */
export class IngestSnapshots {
  #running: ReadingIngest | null = null;
  #interruption: Interruption | null = null;
  /** Settles the last interruption once the next reading begins. */
  #settle: () => void = () => undefined;
  readonly #listeners = new Set<() => void>();

  /** Whether the reading must end, for `interrupted` to run. */
  get isInterrupting(): boolean {
    return this.#interruption !== null;
  }

  /** Called with each reading that begins; null when the ingest has ended. */
  reads(running: ReadingIngest | null): void {
    this.#running = running;
    this.#settle();
    this.#settle = () => undefined;
    if (running === null) {
      this.#interruption?.failed(notRunning());
      this.#interruption = null;
    }
    this.stored();
  }

  /** Called after blocks are stored. */
  stored(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /**
   * Returns the position of the stored rows once block `number` is stored. Later blocks must not exist yet. Throws
   * `Failure` when no ingest runs.
   */
  async take(number: bigint): Promise<bigint> {
    for (;;) {
      if (this.#running === null) throw notRunning();
      const { loader, signal, writes, last } = this.#running;
      if ((last()?.number ?? -1n) >= number) return write(writes, () => loader.takePosition(signal));
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  /**
   * Returns the database to a position, then waits for `returnStream`, and reads the stream again from there.
   * `holdsPositions`: whether the database may still return to an earlier position. Throws `Failure` when no ingest runs,
   * and the error of `returnStream`.
   */
  async returnTo(
    position: bigint,
    holdsPositions: boolean,
    returnStream: () => Promise<void>,
  ): Promise<void> {
    const running = this.#running;
    if (running === null) throw notRunning();
    await new Promise<void>((done, failed) => {
      const work = async (): Promise<void> => {
        // Rows go first: after a crash in between, the stream still has their blocks.
        await running.loader.returnTo(position, holdsPositions, running.signal);
        await returnStream();
      };
      this.#interruption = { work, done, failed };
      running.interrupt();
    });
  }

  /** Removes all snapshots. Throws `Failure` when no ingest runs. */
  async forget(): Promise<void> {
    if (this.#running === null) throw notRunning();
    const { loader, signal, writes } = this.#running;
    await write(writes, () => loader.forgetPositions(signal));
  }

  /**
   * Runs what interrupted the last reading, which has ended. Its caller waits for the next reading, because a write in the queue
   * of the last one would run beside those of the next one, on the same connection. Never rejects.
   */
  async interrupted(): Promise<void> {
    const interruption = this.#interruption;
    if (interruption === null) return;
    try {
      await interruption.work();
      this.#settle = () => interruption.done();
    } catch (error) {
      this.#settle = () => interruption.failed(error);
    } finally {
      this.#interruption = null;
    }
  }
}

/** Runs a write in its turn. Throws its error, or `Failure` when it was dropped, because the ingest ends. */
async function write<T>(writes: WriteQueue, work: () => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  await writes.add('derived', async () => {
    result = { value: await work() };
  });
  if (result === undefined) throw writes.failure?.error ?? notRunning();
  return result.value;
}

function notRunning(): Failure {
  return new Failure('usage', 'The ingest does not run.');
}

import { messageOf } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { type BackOff, delay, waitAfter } from '../../kernel/retry.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { ownSignal } from '../store/limit-time.ts';
import type { StoredObject, WritableStore } from '../store/object-store.ts';
import { readMark, type WatermarkContext, writeMark } from './watermark.ts';

/** A verified block, as far as the archive knows it. */
export interface ArchivedBlock {
  readonly number: bigint;
  /** The files that it came in and that proved it, as they came. */
  readonly files: readonly StoredObject[];
}

export interface ArchiveOptions extends WatermarkContext {
  readonly store: WritableStore;
  /** The last block in the database; null when it has none. */
  readonly stored: bigint | null;
  /**
   * Verified blocks after one that is stored, read from the stream again; null when that one is not in the database.
   * It may end early, and throw: then it is asked again.
   */
  readonly readAgain: (after: bigint, signal: AbortSignal) => Promise<AsyncIterable<ArchivedBlock> | null>;
  readonly log: Log;
  readonly limits?: Partial<ArchiveLimits>;
  /** Called after each block that was archived, with how many verified ones are not. */
  readonly onProgress?: (number: bigint, owed: bigint) => void;
}

export interface ArchiveLimits {
  /** Bytes of files that wait to be written. What does not fit is read from the stream again. */
  readonly maxWaiting: number;
  /** Blocks written at a time. */
  readonly atOnce: number;
  /** Between two attempts. */
  readonly tryAgain: BackOff;
  /** Milliseconds for which a stop waits for what is not written yet. */
  readonly stop: number;
}

const DEFAULT_LIMITS: ArchiveLimits = {
  maxWaiting: 64 * 1024 * 1024,
  atOnce: 8,
  tryAgain: { first: 500, most: 60_000 },
  stop: 5_000,
};

/**
 * Keeps the raw files of verified blocks in a store, under the keys that they came with, beside the ingest: nothing
 * here is waited for. How far it is without a gap is kept in the archive itself (the watermark), written after the
 * files. What does not fit into the queue, could not be written, or was lost with the process is after the watermark,
 * and read from the stream again. So the ingest is never slowed down, no block is left out, and one may be written
 * twice, with the same bytes.
 */
export class Archive {
  readonly #options: ArchiveOptions;
  readonly #limits: ArchiveLimits;
  readonly #own = ownSignal(new AbortController().signal);
  readonly #queue: ArchivedBlock[] = [];
  #waiting = 0;
  /** All before it is in the archive; null: it begins with the first block that is offered. */
  #next: bigint | null = null;
  /** The first block that was offered. */
  #first: bigint | null = null;
  /** The watermark as it is in the archive; undefined: it could not be read yet. */
  #mark: bigint | null | undefined = undefined;
  /** Keys after the watermark that are written: an attempt goes on where the one before it failed. */
  readonly #written = new Set<string>();
  /** The last block that is known to be verified. */
  #newest: bigint | null;
  #stopping = false;
  #isWoken = false;
  #onWake: () => void = () => undefined;
  readonly #done: Promise<void>;

  private constructor(options: ArchiveOptions, mark: bigint | null | undefined) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#newest = options.stored;
    if (mark !== undefined) this.#begin(mark);
    this.#done = this.#run();
  }

  /**
   * Opens an archive, where it was left off. One that cannot be read now is asked again, beside the ingest. Throws
   * `Failure` when it belongs to another network.
   */
  static async open(options: ArchiveOptions, signal: AbortSignal): Promise<Archive> {
    const mark = await readMark(options, signal).catch((error: unknown) => {
      if (error instanceof StreamFileError) return undefined;
      throw error;
    });
    return new Archive(options, mark);
  }

  /** Takes a verified block, in the order of the stream. Never waits. */
  offer(block: ArchivedBlock): void {
    if (this.#stopping) return;
    if (this.#next !== null && block.number < this.#next) return;
    const last = this.#queue.at(-1);
    // The ingest has begun anew.
    if (last && block.number <= last.number) return;
    this.#first ??= block.number;
    this.#newest = block.number;
    this.#queue.push(block);
    this.#waiting += sizeOf(block);
    while (this.#waiting > this.#limits.maxWaiting && this.#queue.length > 1) this.#take();
    this.#wake();
  }

  #begin(mark: bigint | null): void {
    const { stored, log, store } = this.#options;
    const fields = { archive: store.name };
    this.#mark = mark;
    if (mark !== null && stored !== null && mark <= stored) this.#next = mark + 1n;
    if (mark === null && stored !== null) {
      log.warn(fields, `The archive begins after block ${stored}: what is stored already is not in it.`);
    } else if (mark !== null && stored !== null && mark < stored) {
      const sentence = `${stored - mark} stored blocks are not in the archive yet: they are read again.`;
      log.info(fields, sentence);
    }
    this.#wake();
  }

  /** Verified blocks that are not in it. */
  get owed(): bigint {
    const next = this.#next ?? this.#first;
    return next === null || this.#newest === null || this.#newest < next ? 0n : this.#newest - next + 1n;
  }

  /** Waits until every verified block is in it, or the signal is aborted. */
  async finish(signal: AbortSignal): Promise<void> {
    while (this.owed > 0n && !signal.aborted) await delay(20, signal);
  }

  /** Ends, after some seconds at most; what is not written then is written after the next start. */
  async close(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    const timer = setTimeout(() => this.#own.end(), this.#limits.stop);
    await this.#done;
    clearTimeout(timer);
    this.#own.end();
  }

  async #run(): Promise<void> {
    const { signal } = this.#own;
    let failures = 0;
    let reported: string | null = null;
    while (!signal.aborted && !(this.#stopping && (this.#queue.length === 0 || failures > 0))) {
      try {
        if (!(await this.#step(signal))) {
          if (!this.#stopping) await this.#sleep();
          continue;
        }
        if (reported !== null) this.#options.log.info({}, 'The archive is written again');
        reported = null;
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        const message = messageOf(error);
        if (reported !== message) {
          const fields = { archive: this.#options.store.name, owed: this.owed.toString() };
          this.#options.log.warn(fields, `The archive waits, the ingest goes on: ${message}`);
        }
        reported = message;
        failures += 1;
        const wait = waitAfter(failures, this.#limits.tryAgain) * (0.5 + Math.random() / 2);
        await delay(wait, signal);
      }
    }
  }

  /** Writes what is next. False when there is nothing for now. */
  async #step(signal: AbortSignal): Promise<boolean> {
    if (this.#mark === undefined) this.#begin(await readMark(this.#options, signal));
    const next = this.#next ?? this.#first;
    const [head] = this.#queue;
    if (next === null) return false;
    if (head && head.number <= next) {
      const blocks = this.#queue.slice(0, this.#limits.atOnce);
      await this.#write(blocks, signal);
      while (this.#queue[0] && this.#queue[0].number < (this.#next ?? 0n)) this.#take();
      return true;
    }
    const until = head ? head.number - 1n : this.#newest;
    if (until === null || until < next || this.#stopping) return false;
    await this.#fill(next, until, signal);
    return true;
  }

  /** Reads blocks again that never came to the queue, or were left out of it. */
  async #fill(next: bigint, until: bigint, signal: AbortSignal): Promise<void> {
    const blocks = await this.#options.readAgain(next - 1n, signal);
    if (blocks === null) {
      const sentence = `Blocks ${next} to ${until} are missing in the archive: block ${next - 1n} is not in the database, so they cannot be read again.`;
      this.#options.log.warn({ archive: this.#options.store.name }, sentence);
      this.#next = until + 1n;
      return;
    }
    let group: ArchivedBlock[] = [];
    for await (const block of blocks) {
      group.push(block);
      const isLast = block.number >= until;
      if (isLast || group.length >= this.#limits.atOnce) {
        await this.#write(group, signal);
        group = [];
      }
      // The head of the queue may have moved on meanwhile.
      if (isLast || this.#stopping) break;
    }
    if (group.length > 0) await this.#write(group, signal);
    if (this.#next === next && !this.#stopping)
      throw new Error(`the stream does not give block ${next} again`);
  }

  /** Writes blocks, in any order, and then how far the archive is. */
  async #write(blocks: readonly ArchivedBlock[], signal: AbortSignal): Promise<void> {
    const { store } = this.#options;
    const writing = blocks.map(async ({ files }) => {
      for (const { key, bytes } of files) {
        if (this.#written.has(key)) continue;
        await store.put(key, bytes, signal);
        this.#written.add(key);
      }
    });
    // None may still be under way when the next attempt begins.
    await Promise.allSettled(writing);
    await Promise.all(writing);
    const last = blocks.at(-1);
    if (!last) return;
    // It is never set back, also where an older database is filled again.
    if (!this.#mark || last.number > this.#mark) {
      await writeMark(this.#options, last.number, signal);
      this.#mark = last.number;
    }
    this.#written.clear();
    this.#next = last.number + 1n;
    this.#options.onProgress?.(last.number, this.owed);
  }

  #take(): void {
    const block = this.#queue.shift();
    if (block) this.#waiting -= sizeOf(block);
  }

  /** Waits for `#wake`, also for one that came since the last wait. */
  async #sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onWake = resolve;
      if (this.#isWoken) resolve();
    });
    this.#isWoken = false;
  }

  #wake(): void {
    this.#isWoken = true;
    this.#onWake();
  }
}

function sizeOf({ files }: ArchivedBlock): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

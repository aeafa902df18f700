import { forceAfter } from '../../kernel/abort-signal.ts';
import { messageOf } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { type BackOff, poll, retry } from '../../kernel/retry.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { ownSignal } from '../store/limit-time.ts';
import type { StoredObject, WritableStore } from '../store/object-store.ts';
import { readMark, type WatermarkContext, writeMark } from './watermark.ts';

/** A verified block with the files to archive. */
export interface ArchivedBlock {
  readonly number: bigint;
  /** Files that contain and prove the block, byte for byte as received. */
  readonly files: readonly StoredObject[];
}

export interface ArchiveOptions extends WatermarkContext {
  readonly store: WritableStore;
  /** Number of the last block in the database; null when it is empty. */
  readonly stored: bigint | null;
  /**
   * Reads the verified blocks after a stored one from the stream again; null when that one is not in the database. The
   * iteration may end early or throw; the archive then calls this again.
   */
  readonly readAgain: (after: bigint, signal: AbortSignal) => Promise<AsyncIterable<ArchivedBlock> | null>;
  readonly log: Log;
  readonly limits?: Partial<ArchiveLimits>;
  /**
   * Called whenever the watermark may have advanced: `number` is the last archived block, `owed` the number of verified
   * blocks that are not archived yet.
   */
  readonly onProgress?: (number: bigint, owed: bigint) => void;
}

export interface ArchiveLimits {
  /** Maximum bytes of queued files. Blocks beyond it are read from the stream again. */
  readonly maxQueuedBytes: number;
  /** Number of blocks written concurrently. */
  readonly concurrency: number;
  /** Delays between attempts. */
  readonly tryAgain: BackOff;
  /** Milliseconds that a shutdown waits for queued blocks. */
  readonly shutdownTimeoutMs: number;
}

const DEFAULT_LIMITS: ArchiveLimits = {
  maxQueuedBytes: 64 * 1024 * 1024,
  concurrency: 8,
  tryAgain: { first: 500, max: 60_000 },
  shutdownTimeoutMs: 5_000,
};

/**
 * Stores the raw files of verified blocks, under their original keys, independently of the ingest, which never waits
 * for it. The archive contains its own watermark: the number of the last block up to which it has no gap, written after
 * the files. Blocks that do not fit into the queue, could not be written, or were lost with the process come after the
 * watermark, and are read from the stream again. So the ingest is never slowed down, no block is left out, and a block
 * may be written twice, with the same bytes.
 */
export class Archive {
  readonly #options: ArchiveOptions;
  readonly #limits: ArchiveLimits;
  readonly #own = ownSignal(new AbortController().signal);
  readonly #queue: ArchivedBlock[] = [];
  #waiting = 0;
  /** Number of the first block that is not archived; null: the archive begins with the first offered block. */
  #next: bigint | null = null;
  /** Number of the first offered block; null before it. */
  #first: bigint | null = null;
  /** The stored watermark; null: there is none; undefined: it could not be read yet. */
  #mark: bigint | null | undefined = undefined;
  /** Keys already written after the watermark, so that a retry continues after them. */
  readonly #written = new Set<string>();
  /** Number of the last block that is known to be verified; null before the first. */
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
   * Opens an archive at its stored watermark. A watermark that cannot be read now is read later, while the ingest runs.
   * Throws `Failure` when the archive belongs to another network.
   */
  static async open(options: ArchiveOptions, signal: AbortSignal): Promise<Archive> {
    const mark = await readMark(options, signal).catch((error: unknown) => {
      if (error instanceof StreamFileError) return undefined;
      throw error;
    });
    return new Archive(options, mark);
  }

  /** Adds a verified block, in the order of the stream. Never waits. */
  offer(block: ArchivedBlock): void {
    if (this.#stopping) return;
    if (this.#next !== null && block.number < this.#next) return;
    const last = this.#queue.at(-1);
    // A restarted ingest offers blocks that are already queued.
    if (last && block.number <= last.number) return;
    this.#first ??= block.number;
    this.#newest = block.number;
    this.#queue.push(block);
    this.#waiting += sizeOf(block);
    while (this.#waiting > this.#limits.maxQueuedBytes && this.#queue.length > 1) this.#take();
    this.#wake();
  }

  #begin(mark: bigint | null): void {
    const { stored, log, store } = this.#options;
    const fields = { archive: store.name };
    this.#mark = mark;
    if (mark !== null && stored !== null && mark <= stored) this.#next = mark + 1n;
    if (mark === null && stored !== null) {
      log.warn(
        fields,
        `The archive begins after block ${stored}: it lacks the blocks that are already stored.`,
      );
    } else if (mark !== null && stored !== null && mark < stored) {
      const sentence = `${stored - mark} stored blocks are not in the archive yet: they are read again.`;
      log.info(fields, sentence);
    }
    this.#wake();
  }

  /** Number of verified blocks that are not archived. */
  get owed(): bigint {
    const next = this.#next ?? this.#first;
    return next === null || this.#newest === null || this.#newest < next ? 0n : this.#newest - next + 1n;
  }

  /** Waits until every verified block is archived, or the signal is aborted. */
  async finish(signal: AbortSignal): Promise<void> {
    const isComplete = async (): Promise<true | undefined> => this.owed === 0n || undefined;
    await poll(isComplete, { intervalMs: 20, signal }).catch(() => undefined);
  }

  /** Closes the archive, after at most `shutdownTimeoutMs`; unwritten blocks are written after the next start. */
  async close(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await forceAfter(this.#done, this.#limits.shutdownTimeoutMs, () => this.#own.end());
    this.#own.end();
  }

  async #run(): Promise<void> {
    const { signal } = this.#own;
    let reported: string | null = null;
    const onFailure = (error: unknown): void => {
      const message = messageOf(error);
      if (reported !== message) {
        const fields = { archive: this.#options.store.name, owed: this.owed.toString() };
        this.#options.log.warn(fields, `The archive waits while the ingest continues: ${message}`);
      }
      reported = message;
    };
    // A stop ends the retries.
    const isTransient = (): boolean => !this.#stopping;
    const options = { backOff: this.#limits.tryAgain, signal, isTransient, onFailure };
    try {
      while (!(this.#stopping && this.#queue.length === 0)) {
        if (await retry(() => this.#step(signal), options)) {
          if (reported !== null) this.#options.log.info({}, 'The archive continues');
          reported = null;
        } else if (this.#stopping) return;
        else await this.#sleep();
      }
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    }
  }

  /** Writes the next blocks. Returns false when none are available. */
  async #step(signal: AbortSignal): Promise<boolean> {
    if (this.#mark === undefined) this.#begin(await readMark(this.#options, signal));
    const first = this.#first;
    const mark = this.#mark ?? null;
    // The stream of a new database may begin later than the archive ends.
    if (this.#next === null && mark !== null && first !== null && first > mark + 1n) {
      this.#next = mark + 1n;
    }
    const next = this.#next ?? first;
    const [head] = this.#queue;
    if (next === null) return false;
    if (head && head.number <= next) {
      const blocks = this.#queue.slice(0, this.#limits.concurrency);
      await this.#write(blocks, signal);
      while (this.#queue[0] && this.#queue[0].number < (this.#next ?? 0n)) this.#take();
      return true;
    }
    const until = head ? head.number - 1n : this.#newest;
    if (until === null || until < next || this.#stopping) return false;
    await this.#fill(next, until, signal);
    return true;
  }

  /**
   * Archives the blocks from `next` to `until`, read from the stream again, because they were never queued or were
   * dropped from the queue.
   */
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
      if (isLast || group.length >= this.#limits.concurrency) {
        await this.#write(group, signal);
        group = [];
      }
      // The head of the queue may have advanced in the meantime.
      if (isLast || this.#stopping) break;
    }
    if (group.length > 0) await this.#write(group, signal);
    if (this.#next === next && !this.#stopping) throw new Error(`the stream no longer has block ${next}`);
  }

  /** Writes blocks, in any order, and then the watermark. */
  async #write(blocks: readonly ArchivedBlock[], signal: AbortSignal): Promise<void> {
    const { store } = this.#options;
    const writing = blocks.map(async ({ files }) => {
      for (const { key, bytes } of files) {
        if (this.#written.has(key)) continue;
        await store.put(key, bytes, signal);
        this.#written.add(key);
      }
    });
    // Every write ends first, because none may still run when the next attempt begins.
    await Promise.allSettled(writing);
    await Promise.all(writing);
    const last = blocks.at(-1);
    if (!last) return;
    // The watermark never goes back, even when an older database is filled again.
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

  /** Waits for `#wake`; returns immediately if it was called since the last wait. */
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

import type { Database } from '../db/database.ts';
import { Failure } from '../errors.ts';
import type { Clock } from '../kernel/clock.ts';
import { printTimestamp } from '../kernel/timestamp.ts';
import { type Batch, BatchBuilder, type BlockPosition, batchBytes, batchChanges, takeRows } from './batch.ts';
import { DEFAULT_SLICES, type SliceLimits } from './derived/closings.ts';
import { Loader, type LoaderLog, LostRowsError } from './load/loader.ts';
import { type ResumePoint, selectResumePoint } from './load/resume.ts';
import { selectEntities } from './load/select-entities.ts';
import { selectFiles } from './load/select-files.ts';
import { prepareSums } from './load/store-batch.ts';
import { callDataFilesOf } from './records/call-data-files.ts';
import type { RecordOptions } from './records/context.ts';
import { unknownsOf } from './records/unknowns.ts';
import type { VerifiedFile } from './verify/verified-file.ts';

/** How much is stored in one database transaction while catching up. A single block may exceed all. */
export interface BatchLimits {
  /** A batch is closed at this many items… */
  readonly maxItems: number;
  /** …or changes of current rows, whichever comes first. */
  readonly maxChanges: number;
  /** Rows that are only ever added are sent ahead of the rest of their batch when they have so many bytes. */
  readonly maxBytes: number;
  /** So many parts sent ahead may wait for their turn. */
  readonly maxWaiting: number;
  /** Fewer items than this wait for more, at most `maxWait` milliseconds, while the stream is behind. */
  readonly minItems: number;
  readonly maxWait: number;
}

export const DEFAULT_BATCH_LIMITS: BatchLimits = {
  maxItems: 65_536,
  maxChanges: 131_072,
  maxBytes: 4 * 1024 * 1024,
  maxWaiting: 4,
  minItems: 4096,
  maxWait: 500,
};

/** A stream less than this behind the clock is live: each block is stored as soon as it is here. Milliseconds. */
const LIVE_WITHIN = 30_000;
/** One less than this behind will soon be live. */
const SOON_LIVE_WITHIN = 300_000;

/** How far an ingest has come since it began. */
export interface IngestProgress {
  readonly blocks: number;
  readonly transactions: number;
  /** Number and consensus end (nanoseconds) of the last block stored. */
  readonly lastNumber: bigint;
  readonly lastConsensusEnd: bigint;
}

export interface IngestSummary {
  readonly blocks: number;
  readonly transactions: number;
  /** The last block that the database has; null when it has none. */
  readonly lastNumber: bigint | null;
  readonly lastConsensusEnd: bigint | null;
  readonly milliseconds: number;
}

export interface IngestOptions {
  readonly database: Database;
  /** Opens the stream of verified files after what is already stored. */
  readonly openStream: (resume: ResumePoint) => AsyncIterable<VerifiedFile>;
  readonly records: RecordOptions;
  readonly log: LoaderLog;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly limits?: BatchLimits;
  /** How much of what closings began is done at a time. */
  readonly slices?: SliceLimits;
  /** Told after each batch. */
  readonly onProgress?: (progress: IngestProgress) => void;
}

/**
 * Stores a stream of verified files in the database, from where it left off, each block exactly
 * once and whole, until the stream ends or the signal is aborted. The next batch is made while the
 * one before it is being stored.
 *
 * Throws `Failure` when another ingest writes to the database or when it refuses what is to be
 * stored, and whatever the stream throws, after having stored all that came before.
 */
export async function runIngest(options: IngestOptions): Promise<IngestSummary> {
  const { database, log, signal, clock } = options;
  const started = clock();
  const stored = { blocks: 0, transactions: 0 };
  const loader = await Loader.open(database.target, log, signal, options.slices);
  try {
    for (let carefulUntil = 0n; ; ) {
      const resume = await loader.read(selectResumePoint, signal);
      const run = new Ingest(options, loader, resume, stored, carefulUntil);
      try {
        const last = await run.run();
        return {
          ...stored,
          lastNumber: last?.number ?? null,
          lastConsensusEnd: last?.consensusEnd ?? null,
          milliseconds: clock() - started,
        };
      } catch (error) {
        if (!(error instanceof LostRowsError)) throw error;
        log.warn({ err: error }, 'Blocks that were not stored yet are read again');
        carefulUntil = run.reached;
      }
    }
  } finally {
    await loader.close();
  }
}

class Ingest {
  private readonly options: IngestOptions;
  private readonly limits: BatchLimits;
  private readonly loader: Loader;
  private readonly resume: ResumePoint;
  private readonly builder: BatchBuilder;
  private batch: Batch;
  /** The last block that is stored. */
  private last: BlockPosition | null;
  /** What is being stored, and what waits for its turn; never rejects, see `failure`. */
  private storing: Promise<void> | null = null;
  /** The last whole batch of these. */
  private ending: Promise<void> | null = null;
  /** Parts of a batch among these, in order. */
  private readonly ahead: Promise<void>[] = [];
  private failure: { readonly error: unknown } | null = null;
  /** What was stored since the ingest began; others may have begun it. */
  private readonly stored: { blocks: number; transactions: number };
  /** Up to this consensus time batches are small enough to be kept in memory until they are stored. */
  private readonly carefulUntil: bigint;

  constructor(
    options: IngestOptions,
    loader: Loader,
    resume: ResumePoint,
    stored: { blocks: number; transactions: number },
    carefulUntil: bigint,
  ) {
    this.options = options;
    this.limits = options.limits ?? DEFAULT_BATCH_LIMITS;
    this.loader = loader;
    this.resume = resume;
    this.stored = stored;
    this.carefulUntil = carefulUntil;
    this.builder = new BatchBuilder(options.records, (item, message) => {
      options.log.warn({ transaction: printTimestamp(item.consensusTimestamp) }, `In the stream: ${message}`);
    });
    this.batch = this.builder.begin(resume.lastBlock);
    this.last = resume.lastBlock;
  }

  /** Consensus end of the last block taken from the stream, stored or not; 0 before the first. */
  get reached(): bigint {
    return this.batch.last?.consensusEnd ?? 0n;
  }

  /** Stores the stream to its end. Resolves with the last block that the database has. */
  async run(): Promise<BlockPosition | null> {
    const { signal } = this.options;
    const files = this.options.openStream(this.resume)[Symbol.asyncIterator]();
    let ended: { readonly error: unknown } | null = null;
    try {
      await this.takeAll(files);
    } catch (error) {
      ended = { error };
    }
    await this.storing;
    // What was read before the stream ended, well or not, is good.
    if (!this.failure && !signal.aborted && this.batch.blocks > 0) await this.storeBatch();
    await this.write(() => this.loader.finishClosings(signal));
    await this.write(() => this.loader.bringUpBalances(signal));
    // A generator that still waits for its next file ends on the signal; we need not wait for it.
    files.return?.(undefined)?.catch(() => undefined);
    const problem = this.failure ?? ended;
    if (problem && !signal.aborted) throw problem.error;
    return this.last;
  }

  /** Takes files until the stream ends, the signal is aborted or a batch cannot be stored. */
  private async takeAll(files: AsyncIterator<VerifiedFile>): Promise<void> {
    const { signal } = this.options;
    const onAbort = (): void => this.wake();
    signal.addEventListener('abort', onAbort);
    try {
      for (;;) {
        const file = await this.waitFor(files.next());
        if (file === null || this.failure) return;
        await this.take(file);
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Waits for the next file, storing meanwhile what has gathered. Null at the end of the stream, and
   * when there is no reason to wait any longer.
   */
  private async waitFor(next: Promise<IteratorResult<VerifiedFile>>): Promise<VerifiedFile | null> {
    let arrived: (() => VerifiedFile | null) | null = null;
    next.then(
      ({ done, value }) => {
        arrived = () => (done ? null : value);
        this.wake();
      },
      (error: unknown) => {
        arrived = () => {
          throw error;
        };
        this.wake();
      },
    );
    const since = performance.now();
    for (;;) {
      const file = arrived as (() => VerifiedFile | null) | null;
      if (file) return file();
      if (this.options.signal.aborted || this.failure) return null;
      const waited = performance.now() - since >= this.limits.maxWait;
      if (!this.storing) {
        // What is done aside leaves the way free for the next batch.
        const { isClosing, hasLeftBalances, isAside } = this.loader;
        if (this.batch.blocks > 0 && (waited || this.isDue())) void this.storeBatch();
        else if (isClosing && !isAside) void this.continueClosings();
        else if (hasLeftBalances && !isAside && waited) void this.bringUpBalances();
      }
      await this.sleepUntilWoken();
    }
  }

  /** Ends `sleepUntilWoken`: a file, the end of a store, or an abort. */
  private wake: () => void = () => undefined;

  private async sleepUntilWoken(): Promise<void> {
    const idle = !this.storing && (this.batch.blocks > 0 || this.loader.hasLeftBalances);
    await new Promise<void>((resolve) => {
      const timer = idle ? setTimeout(resolve, this.limits.maxWait) : undefined;
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Whether what has gathered is to be stored at once, now that nothing else is being stored. */
  private isDue(): boolean {
    const { last, blocks, items } = this.batch;
    if (blocks === 0 || last === null) return false;
    return items >= this.limits.minItems || !this.isBehind(last);
  }

  private isBehind(last: BlockPosition, within = LIVE_WITHIN): boolean {
    return this.options.clock() - Number(last.consensusEnd / 1_000_000n) >= within;
  }

  private async take(file: VerifiedFile): Promise<void> {
    const start = this.options.clock();
    await this.lookUp(file);
    const files = callDataFilesOf(file.block);
    const { maxItems, maxChanges, maxBytes } = this.limits;
    const hasManyBytes = batchBytes(this.batch) >= maxBytes;
    const isFull = this.batch.items >= maxItems || batchChanges(this.batch) >= maxChanges;
    // Numbers shift for all blocks before this one, so they must be stored before it.
    const mustEnd = file.numberShift !== 0n || this.batch.closing || files.length > 0;
    const isCareful = this.reached < this.carefulUntil;
    if (this.batch.blocks > 0 && (mustEnd || isFull || hasManyBytes)) {
      const isWhole = mustEnd || isFull || isCareful;
      // While one batch is stored the next one is made, not the one after that.
      if (isWhole) await this.ending;
      else while (this.ahead.length >= this.limits.maxWaiting) await this.ahead[0];
      if (this.failure) return;
      if (isWhole) void this.storeBatch();
      else void this.storeAhead();
    }
    await this.readFiles(files);
    if (this.failure) return;
    try {
      await this.builder.add(this.batch, file, { start, end: this.options.clock });
    } catch (error) {
      // Part of the block is in the batch. Its good blocks are read again the next time.
      this.batch = this.builder.begin(this.batch.previous);
      throw new Failure(
        'unexpected',
        `Block ${file.number} (${file.block.name}) cannot be turned into rows.`,
        {
          cause: error,
        },
      );
    }
  }

  /** Asks the database what a block's items name and nobody has asked for yet. */
  private async lookUp(file: VerifiedFile): Promise<void> {
    const { lookup } = this.builder;
    const missing = lookup.missing(unknownsOf(file.block));
    if (missing.aliases.length + missing.evmAddresses.length + missing.ids.length === 0) return;
    const { pool } = this.options.database;
    const found = await this.loader.retry(() => selectEntities(pool, missing), this.options.signal);
    lookup.recall(missing, found);
  }

  /** Reads files that a block takes call data from, which is rare: all blocks before it must be stored. */
  private async readFiles(ids: readonly bigint[]): Promise<void> {
    if (ids.length > 0) await this.storing;
    const { pool } = this.options.database;
    const found =
      ids.length > 0 && !this.failure
        ? await this.loader.retry(() => selectFiles(pool, ids), this.options.signal)
        : new Map<bigint, Uint8Array>();
    this.builder.files.begin(ids, found);
  }

  /** Has the batch stored, after all that waits, and begins a new one. */
  private async storeBatch(): Promise<void> {
    const { batch } = this;
    this.batch = this.builder.begin(batch.last);
    prepareSums(batch);
    this.ending = this.write(async () => {
      const { loader, options } = this;
      const isBehind = batch.last !== null && this.isBehind(batch.last);
      await loader.store(batch, isBehind, options.signal);
      this.last = batch.last;
      this.report(batch);
      if (!loader.isClosing) {
        if (isBehind && batch.last && !this.isBehind(batch.last, SOON_LIVE_WITHIN)) {
          loader.bringUpBalancesAside(options.signal);
        }
        return;
      }
      const { rowsBehind } = options.slices ?? DEFAULT_SLICES;
      // A little here, too: a stream that never pauses would put all of it off until the next closing.
      if (isBehind && rowsBehind) loader.finishClosingsAside(rowsBehind, options.signal);
      else await loader.continueClosings(options.signal);
    });
    await this.ending;
  }

  /** Has the rows of the batch so far sent, after all that waits. */
  private async storeAhead(): Promise<void> {
    const { batch } = this;
    const rows = takeRows(batch);
    const sent = this.write(() => this.loader.storeAhead(batch, rows, this.options.signal));
    this.ahead.push(sent);
    await sent;
    this.ahead.shift();
  }

  /** Does a little of what closings of blocks began, while there is nothing to store. */
  private async continueClosings(): Promise<void> {
    await this.write(() => this.loader.continueClosings(this.options.signal));
  }

  /** Brings up what was left for later while the stream was far behind: it has nothing more for now. */
  private async bringUpBalances(): Promise<void> {
    await this.write(() => this.loader.bringUpBalances(this.options.signal));
  }

  /** Does work on the database after all that waits, unless some of that failed or nobody wants it any longer. */
  private async write(work: () => Promise<void>): Promise<void> {
    const written = this.writeAfter(this.storing, work);
    this.storing = written;
    await written;
    // Nothing may have been added meanwhile.
    if (this.storing === written) this.storing = null;
    this.wake();
  }

  private async writeAfter(before: Promise<void> | null, work: () => Promise<void>): Promise<void> {
    await before;
    try {
      if (!this.failure && !this.options.signal.aborted) await work();
    } catch (error) {
      this.failure = { error };
    }
  }

  private report(batch: Batch): void {
    this.stored.blocks += batch.blocks;
    this.stored.transactions += batch.items;
    if (!batch.last) return;
    this.options.onProgress?.({
      ...this.stored,
      lastNumber: batch.last.number,
      lastConsensusEnd: batch.last.consensusEnd,
    });
  }
}

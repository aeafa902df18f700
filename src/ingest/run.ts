import type { Database } from '../db/connections/database.ts';
import type { Clock } from '../kernel/clock.ts';
import { Failure } from '../kernel/failure.ts';
import type { Log } from '../kernel/log.ts';
import { printTimestamp } from '../kernel/timestamp.ts';
import type { BlockPosition } from './decode/decoded-block.ts';
import type { ChunkLimits } from './derived/jobs.ts';
import type { ResumePoint } from './feed/feed.ts';
import { Loader, LostRowsError } from './load/loader.ts';
import type { IngestLease } from './load/locks.ts';
import { type IngestMode, MODES, modeOf } from './load/mode.ts';
import { selectResumePoint } from './load/resume.ts';
import { selectReferences } from './load/select-references.ts';
import { prepareSums } from './load/store-batch.ts';
import { type Batch, BatchBuilder, batchBytes, batchChanges, takeRows } from './records/batch.ts';
import type { RecordOptions } from './records/context.ts';
import { partlyStored } from './records/kept-records.ts';
import { noteKept } from './retention/note-kept.ts';
import type { ProofKind } from './verify/proof.ts';
import type { ProvenBlock } from './verify/proven-block.ts';
import { WriteQueue } from './write-queue.ts';

/** How much is stored in one database transaction while catching up. A single block may exceed all of these. */
export interface BatchLimits {
  /** A batch ends at this many items… */
  readonly maxItems: number;
  /** …or changes of current rows, whichever comes first. */
  readonly maxChanges: number;
  /** Append-only rows of this many bytes are sent ahead of the rest of their batch. */
  readonly maxBytes: number;
  /** At most this many parts sent ahead may wait in the queue. */
  readonly maxWaiting: number;
  /** While the stream is behind, fewer items than this wait for more, at most `maxWait` milliseconds. */
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

/** How far an ingest has come since its start. */
export interface IngestProgress {
  readonly blocks: number;
  /** How many of them were proven in which way. */
  readonly proofs: ReadonlyMap<ProofKind, number>;
  readonly transactions: number;
  /** Number and consensus end (nanoseconds) of the last block stored. */
  readonly lastNumber: bigint;
  readonly lastConsensusEnd: bigint;
}

export interface IngestSummary {
  readonly blocks: number;
  readonly transactions: number;
  /** The last block in the database; null when it has none. */
  readonly lastNumber: bigint | null;
  readonly lastConsensusEnd: bigint | null;
  readonly milliseconds: number;
}

export interface IngestOptions {
  readonly database: Database;
  /** Opens the feed of blocks after what is already stored. */
  readonly openFeed: (resume: ResumePoint) => AsyncIterable<ProvenBlock>;
  readonly records: RecordOptions;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly limits?: BatchLimits;
  /** How much of the derived-state jobs is done at a time. */
  readonly chunks?: ChunkLimits;
  /** The right to be the one ingest, where others stand by; without it a second ingest is refused. */
  readonly lease?: IngestLease;
  /** Called after each batch. */
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Called each time that the database failed and is tried again. */
  readonly onRetry?: () => void;
}

/**
 * Stores a feed of proven blocks in the database, from where it left off, each block exactly once and whole,
 * until the feed ends or the signal is aborted. The next batch is made while the one before it is being
 * stored.
 *
 * Throws `Failure` when another ingest writes to the database or when it refuses what is to be
 * stored, and whatever the feed throws, after having stored all that came before.
 */
export async function runIngest(options: IngestOptions): Promise<IngestSummary> {
  const { database, log, signal, clock } = options;
  const started = clock();
  const stored: Stored = { blocks: 0, transactions: 0, proofs: new Map() };
  const loader = await Loader.open(database.target, log, signal, options);
  try {
    await loader.read((writer) => noteKept(writer, partlyStored(options.records.kept)), signal);
    for (let carefulUntil = 0n; ; ) {
      const resume = await loader.read(selectResumePoint, signal);
      const run = new Ingest(options, loader, resume, stored, carefulUntil);
      try {
        const last = await run.run();
        return {
          blocks: stored.blocks,
          transactions: stored.transactions,
          lastNumber: last?.number ?? null,
          lastConsensusEnd: last?.consensusEnd ?? null,
          milliseconds: clock() - started,
        };
      } catch (error) {
        if (!(error instanceof LostRowsError)) throw error;
        log.warn({ reason: error.message }, 'Blocks that were not stored yet are read again');
        carefulUntil = run.reached;
      }
    }
  } finally {
    await loader.close();
  }
}

/** What was stored since the ingest began. */
interface Stored {
  blocks: number;
  transactions: number;
  readonly proofs: Map<ProofKind, number>;
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
  /** The mode in which the last block taken is stored. */
  private mode: IngestMode = 'backfilling';
  private readonly writes: WriteQueue;
  /** The last whole batch in the write queue. */
  private ending: Promise<void> | null = null;
  /** Parts of a batch in the write queue, in order. */
  private readonly ahead: Promise<void>[] = [];
  /** What was stored since the ingest began, earlier runs included. */
  private readonly stored: Stored;
  /** Up to this consensus time batches are small enough to keep in memory until they are stored. */
  private readonly carefulUntil: bigint;

  constructor(
    options: IngestOptions,
    loader: Loader,
    resume: ResumePoint,
    stored: Stored,
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
    this.writes = new WriteQueue(
      () => options.signal.aborted,
      () => this.wake(),
    );
  }

  /** Consensus end of the last block taken from the stream, stored or not; 0 before the first. */
  get reached(): bigint {
    return this.batch.last?.consensusEnd ?? 0n;
  }

  /** Stores the stream to its end. Resolves with the last block in the database. */
  async run(): Promise<BlockPosition | null> {
    const { signal } = this.options;
    const blocks = this.options.openFeed(this.resume)[Symbol.asyncIterator]();
    let ended: { readonly error: unknown } | null = null;
    try {
      await this.takeAll(blocks);
    } catch (error) {
      ended = { error };
    }
    await this.writes.drained();
    // Everything read before the stream ended is good, whatever ended it.
    if (!this.writes.failure && !signal.aborted && this.batch.blocks > 0) await this.storeBatch();
    await this.writes.add(() => this.loader.completeDerivedState(signal));
    // A generator that still waits for its next block ends on the signal; we need not wait for it.
    blocks.return?.(undefined)?.catch(() => undefined);
    const problem = this.writes.failure ?? ended;
    if (problem && !signal.aborted) throw problem.error;
    return this.last;
  }

  /** Takes blocks until the feed ends, the signal is aborted or a batch cannot be stored. */
  private async takeAll(blocks: AsyncIterator<ProvenBlock>): Promise<void> {
    const { signal } = this.options;
    const onAbort = (): void => this.wake();
    signal.addEventListener('abort', onAbort);
    try {
      for (;;) {
        const proven = await this.waitFor(blocks.next());
        if (proven === null || this.writes.failure) return;
        await this.take(proven);
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Waits for the next block, and meanwhile stores the batch so far. Null at the end of the feed, and when
   * there is no reason to wait any longer.
   */
  private async waitFor(next: Promise<IteratorResult<ProvenBlock>>): Promise<ProvenBlock | null> {
    let arrived: (() => ProvenBlock | null) | null = null;
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
      const taken = arrived as (() => ProvenBlock | null) | null;
      if (taken) return taken();
      if (this.options.signal.aborted || this.writes.failure) return null;
      const waited = performance.now() - since >= this.limits.maxWait;
      if (this.writes.isIdle) {
        const { loader } = this;
        const { signal } = this.options;
        if (this.batch.blocks > 0 && (waited || this.isDue())) void this.storeBatch();
        else if (loader.hasJobs) void this.writes.add(() => loader.stepJobs(signal));
        else if (loader.lacksBalanceIndex && waited) {
          void this.writes.add(() => loader.beginBalanceIndex(signal));
        }
      }
      await this.sleepUntilWoken();
    }
  }

  /** Ends `sleepUntilWoken`: called when a block arrives, a write ends, or the signal aborts. */
  private wake: () => void = () => undefined;

  private async sleepUntilWoken(): Promise<void> {
    const idle = this.writes.isIdle && (this.batch.blocks > 0 || this.loader.lacksBalanceIndex);
    await new Promise<void>((resolve) => {
      const timer = idle ? setTimeout(resolve, this.limits.maxWait) : undefined;
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Whether the batch is to be stored at once, now that nothing else is being stored. */
  private isDue(): boolean {
    const { blocks, items } = this.batch;
    return blocks > 0 && (items >= this.limits.minItems || MODES[this.mode].storesAtOnce);
  }

  private async take(proven: ProvenBlock): Promise<void> {
    const start = this.options.clock();
    const references = this.builder.unresolved(proven.block);
    const { maxItems, maxChanges, maxBytes } = this.limits;
    const hasManyBytes = batchBytes(this.batch) >= maxBytes;
    const isFull = this.batch.items >= maxItems || batchChanges(this.batch) >= maxChanges;
    // Numbers shift for all blocks before this one, so they must be stored before it.
    const mustEnd = proven.numberShift !== 0n || this.batch.due !== null || references.files.length > 0;
    const isCareful = this.reached < this.carefulUntil;
    if (this.batch.blocks > 0 && (mustEnd || isFull || hasManyBytes)) {
      const isWhole = mustEnd || isFull || isCareful;
      // While one batch is stored the next one is built, not the one after that.
      if (isWhole) await this.ending;
      else while (this.ahead.length >= this.limits.maxWaiting) await this.ahead[0];
      if (this.writes.failure) return;
      if (isWhole) void this.storeBatch();
      else void this.storeAhead();
    }
    if (references.files.length > 0) await this.writes.drained();
    if (this.writes.failure) return;
    const { database, signal } = this.options;
    const found = await this.loader.retry(() => selectReferences(database.pool, references), signal);
    this.builder.hydrate(references, found);
    this.enter(modeOf(proven.block.consensusEnd, this.options.clock(), this.mode), proven.number);
    try {
      await this.builder.add(this.batch, proven, { start, end: this.options.clock });
    } catch (error) {
      // Part of the block is in the batch. Its good blocks are read again the next time.
      this.batch = this.builder.begin(this.batch.previous);
      throw new Failure(
        'unexpected',
        `Block ${proven.number} (${proven.block.name}) cannot be turned into rows.`,
        {
          cause: error,
        },
      );
    }
  }

  private enter(mode: IngestMode, block: bigint): void {
    if (mode === this.mode) return;
    this.options.log.info({ block: block.toString(), from: this.mode }, `The ingest is ${mode}`);
    this.mode = mode;
  }

  /** Queues the batch to be stored, and begins a new one. */
  private async storeBatch(): Promise<void> {
    const { batch, mode, loader } = this;
    const { signal } = this.options;
    this.batch = this.builder.begin(batch.last);
    prepareSums(batch);
    this.ending = this.writes.add(async () => {
      await loader.store(batch, mode, signal);
      this.last = batch.last;
      this.report(batch);
      if (MODES[mode].keepsBalanceIndex) await loader.beginBalanceIndex(signal);
      // A chunk here, too: a stream that never pauses would delay all jobs.
      if (!MODES[mode].finishesJobsFirst) await loader.stepJobs(signal);
    });
    await this.ending;
  }

  /** Queues the rows of the batch so far to be sent. */
  private async storeAhead(): Promise<void> {
    const { batch, mode } = this;
    const rows = takeRows(batch);
    const sent = this.writes.add(() => this.loader.storeAhead(batch, mode, rows, this.options.signal));
    this.ahead.push(sent);
    await sent;
    this.ahead.shift();
  }

  private report(batch: Batch): void {
    this.stored.blocks += batch.blocks;
    this.stored.transactions += batch.items;
    const { proofs } = this.stored;
    for (const { kind } of batch.proofs) proofs.set(kind, (proofs.get(kind) ?? 0) + 1);
    if (!batch.last) return;
    this.options.onProgress?.({
      ...this.stored,
      lastNumber: batch.last.number,
      lastConsensusEnd: batch.last.consensusEnd,
    });
  }
}

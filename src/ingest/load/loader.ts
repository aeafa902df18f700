import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, type ConnectionTarget } from '../../db/connections/database.ts';
import { CONNECTION_CHECK_SQL, SESSION_LIVENESS_SQL } from '../../db/connections/liveness.ts';
import { ThreadWriter } from '../../db/writer/thread-writer.ts';
import type { Writer } from '../../db/writer/writer.ts';
import { type BackOff, waitAfter } from '../../kernel/back-off.ts';
import { Failure, messageOf } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { balanceIndexJob } from '../derived/balance-index.ts';
import type { JobKind } from '../derived/job.ts';
import {
  type ChunkLimits,
  DEFAULT_CHUNKS,
  type DerivedState,
  selectDerivedState,
  stepJobs,
  WHOLE_JOBS,
} from '../derived/jobs.ts';
import { type Batch, releaseRows } from '../records/batch.ts';
import type { EncodedRows } from '../records/block-rows.ts';
import { isFinal, refusal } from './faults.ts';
import { type IngestLease, passing, takeIngestLock } from './locks.ts';
import { type IngestMode, MODES } from './mode.ts';
import { createStagingSql } from './state-sql.ts';
import { beginBatch, finishBatch, OtherBlocksError, storeRowsAhead } from './store-batch.ts';

const PAUSES: BackOff = { first: 500, most: 30_000 };

/**
 * Settings of the ingest's session. The buffers hold the staged rows of a large batch, which would otherwise
 * go to disk only to be read again.
 */
const SESSION_SQL = `
  set temp_buffers = '32MB';
  set synchronous_commit = off;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/**
 * Begins a transaction that stores rows. They are always found by key: without statistics on the staging
 * tables the planner would sometimes read whole tables instead.
 */
const BEGIN_SQL = `
  begin;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off;
  set local enable_seqscan = off`;

/**
 * Rows that were stored ahead of a batch are lost with its transaction, and no longer in memory: the blocks
 * must be read again.
 */
export class LostRowsError extends Error {
  constructor(cause: unknown) {
    super(`The transaction of a large batch failed: ${messageOf(cause)}`, { cause });
    this.name = 'LostRowsError';
  }
}

/** A batch whose transaction is open. */
interface Begun {
  readonly batch: Batch;
  readonly writer: ThreadWriter;
  readonly derived: DerivedState;
  readonly year: number;
}

export interface LoaderOptions {
  /** How much of the derived-state jobs is done at a time. */
  readonly chunks?: ChunkLimits;
  /** Called when the database failed and is tried again. */
  readonly onRetry?: () => void;
  /** The right to be the one ingest, where others stand by. */
  readonly lease?: IngestLease;
}

/**
 * The one writer of a database. It holds the lock and a connection, and stores batches, each in one
 * transaction, retrying until it is done. A lost connection is replaced.
 */
export class Loader {
  private readonly target: ConnectionTarget;
  private readonly log: Log;
  private readonly chunks: ChunkLimits;
  private readonly onRetry: () => void;
  private readonly lease: IngestLease | undefined;
  private writer: ThreadWriter | null = null;
  /** A connection that is being made. */
  private coming: ThreadWriter | null = null;
  private readonly unwatch: (() => void) | undefined;
  private lastYear = 0;
  /** As of the last commit; null: unknown. */
  private derived: DerivedState | null = null;
  /** The batch whose rows are stored ahead. */
  private begun: Begun | null = null;

  private constructor(target: ConnectionTarget, log: Log, options: LoaderOptions) {
    this.target = target;
    this.log = log;
    this.chunks = options.chunks ?? DEFAULT_CHUNKS;
    this.onRetry = options.onRetry ?? (() => undefined);
    this.lease = options.lease;
    // What is waited for on a connection that nobody serves any more would be waited for without end.
    this.unwatch = options.lease?.onBroken(() => {
      const writers = [this.writer, this.coming];
      this.writer = null;
      for (const writer of writers) writer?.break(new Error('The database does not answer'));
    });
  }

  /**
   * Connects and takes the lock. Waits for a server that accepts no connections for a while (it restarts).
   * Throws `Failure` when another ingest holds the lock and there is no lease to evict it with.
   */
  static async open(
    target: ConnectionTarget,
    log: Log,
    signal: AbortSignal,
    options: LoaderOptions = {},
  ): Promise<Loader> {
    const loader = new Loader(target, log, options);
    await loader.retry(() => loader.connect(signal), signal);
    return loader;
  }

  /** Runs a read on the connection that holds the lock, and retries it until it succeeds. */
  async read<T>(work: (writer: Writer) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.retry(async () => work(await this.connected(signal)), signal);
  }

  /**
   * Stores rows of a batch (`takeRows`) ahead of the rest of it, in a transaction that `store` ends. Nothing
   * else may be stored in between. Throws `LostRowsError` when that fails after rows of the batch were
   * released, and `Failure` when the database has other blocks.
   */
  async storeAhead(batch: Batch, mode: IngestMode, rows: EncodedRows, signal: AbortSignal): Promise<void> {
    this.begun ??= await this.retry(() => this.begin(batch, mode, signal), signal);
    const { begun } = this;
    if (!begun) throw new OtherBlocksError('The database already has the blocks that are to be stored.');
    await this.continueBegun(begun, batch, () => storeRowsAhead(begun.writer, rows));
  }

  /**
   * Stores a batch, or the rest of one, in as many attempts as it takes. Throws `Failure` when the database
   * refuses it for good, and `LostRowsError` when rows of it were stored ahead and are lost.
   */
  async store(batch: Batch, mode: IngestMode, signal: AbortSignal): Promise<void> {
    const { begun } = this;
    if (begun) {
      await this.continueBegun(begun, batch, () => this.finish(begun, mode));
      this.begun = null;
      return;
    }
    try {
      await this.retry(async () => {
        const opened = await this.begin(batch, mode, signal);
        if (opened) await this.unlessFailed(opened.writer, () => this.finish(opened, mode));
      }, signal);
    } catch (error) {
      throw signal.aborted ? error : refusal(error, batch);
    }
  }

  /** Whether derived-state jobs are waiting and may run now: not within a batch. */
  get hasJobs(): boolean {
    return this.begun === null && (this.derived === null || this.derived.jobs.length > 0);
  }

  /** Whether the balance index is neither current nor being built, and its build may begin now. */
  get lacksBalanceIndex(): boolean {
    return this.begun === null && this.derived?.hasBalanceIndex === false && !this.hasJobs;
  }

  /** Runs a chunk of the waiting jobs in a transaction of its own: not within a batch. */
  async stepJobs(signal: AbortSignal): Promise<void> {
    if (!this.hasJobs) return;
    await this.inTransaction((writer, { jobs }) => stepJobs(writer, jobs, this.chunks), signal);
  }

  /** Begins to build the balance index if needed. */
  async beginBalanceIndex(signal: AbortSignal): Promise<void> {
    if (this.lacksBalanceIndex) await this.inTransaction((writer) => balanceIndexJob.begin(writer), signal);
  }

  /** Completes the derived state: to be called at the end of the stream. */
  async completeDerivedState(signal: AbortSignal): Promise<void> {
    while ((this.hasJobs || this.lacksBalanceIndex) && !signal.aborted) {
      await this.beginBalanceIndex(signal);
      await this.stepJobs(signal);
    }
  }

  /** Works on derived state in a transaction of its own, and reads its progress afterwards. */
  private async inTransaction(
    work: (writer: Writer, derived: DerivedState) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.retry(async () => {
      const writer = await this.connected(signal);
      await this.unlessFailed(writer, async () => {
        await writer.query(BEGIN_SQL);
        await work(writer, await selectDerivedState(writer));
        const derived = await selectDerivedState(writer);
        await writer.query('commit');
        this.derived = derived;
      });
    }, signal);
  }

  /**
   * Retries work on the database. Waits out faults that may pass (a lost connection, a full disk); throws
   * what the database refuses for its content. Rejects with the signal's reason when that is aborted while
   * waiting.
   */
  async retry<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const begun = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await work();
        if (attempt > 1) {
          const seconds = Math.round((performance.now() - begun) / 100) / 10;
          this.log.info(
            { database: addressOf(this.target), failed: attempt - 1, seconds },
            'The database answers again',
          );
        }
        return result;
      } catch (error) {
        if (isFinal(error, attempt)) throw error;
        if (attempt === 1 && !signal.aborted) {
          const reason = messageOf(error) || String(error);
          this.log.warn(
            { database: addressOf(this.target), reason },
            'The database failed; it is tried again',
          );
        }
        this.onRetry();
        await sleep(waitAfter(attempt, PAUSES), undefined, { signal });
      }
    }
  }

  /** Releases the lock and the connections. Session state (lock, settings, staging) ends with them. */
  async close(): Promise<void> {
    this.unwatch?.();
    const { writer } = this;
    this.writer = null;
    await writer?.end();
  }

  /**
   * Opens the transaction of a batch. Null, and none is open, when the database has the batch already
   * (a commit whose answer was lost).
   */
  private async begin(batch: Batch, mode: IngestMode, signal: AbortSignal): Promise<Begun | null> {
    const writer = await this.connected(signal);
    return this.unlessFailed(writer, async () => {
      await writer.query(BEGIN_SQL);
      const year = await this.makePartitions(writer, batch);
      const derived = await beginBatch(writer, batch);
      if (derived === null) {
        await writer.query('commit');
        this.derived = null;
        return null;
      }
      if (!MODES[mode].finishesJobsFirst) return { batch, writer, derived, year };
      await stepJobs(writer, derived.jobs.filter(isDueAtABlock), WHOLE_JOBS);
      const jobs = derived.jobs.filter((kind) => !isDueAtABlock(kind));
      return { batch, writer, derived: { ...derived, jobs }, year };
    });
  }

  /** Stores the rest of a batch, and commits its transaction. */
  private async finish({ batch, writer, derived, year }: Begun, mode: IngestMode): Promise<void> {
    await finishBatch(writer, batch, derived, MODES[mode].keepsBalanceIndex);
    const after = await selectDerivedState(writer);
    await writer.query('commit');
    this.derived = after;
    this.lastYear = year;
    releaseRows(batch.appended);
  }

  /** Continues a batch whose rows are stored ahead. When that fails they are lost. */
  private async continueBegun(begun: Begun, batch: Batch, work: () => Promise<void>): Promise<void> {
    if (begun.batch !== batch) throw new Error('another batch has begun');
    try {
      await this.unlessFailed(begun.writer, work);
    } catch (error) {
      this.begun = null;
      throw error instanceof Failure ? error : new LostRowsError(error);
    }
  }

  /** Ends the open transaction when the work fails. */
  private async unlessFailed<T>(writer: ThreadWriter, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await writer.query('rollback').catch(() => this.disconnect(writer));
      throw error;
    }
  }

  /** Creates partitions of the balance tables a year ahead of the stream. Returns the last year they cover. */
  private async makePartitions(writer: Writer, batch: Batch): Promise<number> {
    const end = batch.last?.consensusEnd ?? 0n;
    const year = new Date(Number(end / 1_000_000n)).getUTCFullYear();
    if (year <= this.lastYear) return this.lastYear;
    await writer.query('select tain.ensure_balance_partitions($1)', [end.toString()]);
    return year;
  }

  private async connect(signal: AbortSignal): Promise<ThreadWriter> {
    const writer = new ThreadWriter(this.target, { applicationName: 'tain ingest writer' });
    this.coming = writer;
    try {
      // First, so that the lock does not outlive this host.
      await writer.query(SESSION_LIVENESS_SQL);
      await writer.query(CONNECTION_CHECK_SQL).catch(() => undefined);
      await takeIngestLock(writer, signal, this.lease);
      await writer.query(SESSION_SQL);
      await writer.query(createStagingSql());
    } catch (error) {
      await writer.end();
      throw error;
    } finally {
      this.coming = null;
    }
    this.writer = writer;
    return writer;
  }

  /**
   * The connection, or a new one where it was lost. The new one waits for the lock: the server may not know
   * yet that the old one was cut off.
   */
  private async connected(signal: AbortSignal): Promise<ThreadWriter> {
    try {
      return this.writer ?? (await this.connect(signal));
    } catch (error) {
      throw passing(error);
    }
  }

  private disconnect(writer: ThreadWriter): void {
    if (this.writer === writer) this.writer = null;
    void writer.end();
  }
}

function isDueAtABlock(kind: JobKind): boolean {
  return kind !== 'balance-index';
}

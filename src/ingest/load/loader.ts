import { addressOf, type ConnectionTarget } from '../../db/connections/database.ts';
import type { ThreadWriter } from '../../db/writer/thread-writer.ts';
import { ensureTimePartitions } from '../../db/writer/time-partitions.ts';
import type { Writer } from '../../db/writer/writer.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { NANOS_PER_MILLISECOND } from '../../kernel/timestamp.ts';
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
import type { BatchLife } from './batch-life.ts';
import { LostRowsError, refusal } from './faults.ts';
import type { IngestLease } from './locks.ts';
import { type RetryOptions, retryWork } from './retry.ts';
import { beginBatch, finishBatch, OtherBlocksError, storeRowsAhead } from './store-batch.ts';
import { WritingConnection } from './writing-connection.ts';

/**
 * Begins a transaction that stores rows. They are always found by key: without statistics on the staging
 * tables the planner would sometimes read whole tables instead.
 */
const BEGIN_SQL = `
  begin;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off;
  set local enable_seqscan = off`;

/** How blocks are stored, which depends on how far behind they are. */
export interface StoringRules {
  /** Whether derived-state jobs are finished before the next batch is stored. */
  readonly finishesJobsFirst: boolean;
  /** Whether a batch updates the balance index, or else invalidates it. */
  readonly keepsBalanceIndex: boolean;
}

/** The open transaction of a batch. */
interface Begun {
  readonly batch: BatchLife;
  readonly writer: ThreadWriter;
  readonly derived: DerivedState;
  month: number;
  /** How many parts of the batch it has. */
  parts: number;
}

/** What is known of the database as of the last commit. */
interface Committed {
  /** null: unknown. */
  readonly derived: DerivedState | null;
  /** The last month that has partitions, as `monthOf` counts. */
  readonly month: number;
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
  private readonly chunks: ChunkLimits;
  private readonly retries: RetryOptions;
  private readonly connection: WritingConnection;
  private committed: Committed = { derived: null, month: 0 };
  /** The transaction of the batch that is sent ahead. While it is open nothing else can be stored. */
  private begun: Begun | null = null;

  private constructor(target: ConnectionTarget, log: Log, options: LoaderOptions) {
    this.chunks = options.chunks ?? DEFAULT_CHUNKS;
    this.retries = { database: addressOf(target), log, onRetry: options.onRetry ?? (() => undefined) };
    this.connection = new WritingConnection(target, options.lease);
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
    await loader.retry(() => loader.connection.connect(signal), signal);
    return loader;
  }

  /** Runs a read on the connection that holds the lock, and retries it until it succeeds. */
  async read<T>(work: (writer: Writer) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.retry(async () => work(await this.connection.writing(signal)), signal);
  }

  /**
   * Stores rows of a batch (`BatchLife.sendAhead`) ahead of the rest of it, in a transaction that `store` ends. Nothing
   * else may be stored in between. When that fails the batch is lost: throws `LostRowsError`, or `Failure` when the
   * database has other blocks.
   */
  async storeAhead(
    batch: BatchLife,
    rules: StoringRules,
    rows: EncodedRows,
    signal: AbortSignal,
  ): Promise<void> {
    // Who built it gave it up meanwhile.
    if (batch.state.name === 'lost') return;
    this.begun ??= await this.retry(() => this.begin(batch, rules, signal), signal);
    const { begun } = this;
    if (!begun) throw new OtherBlocksError('The database already has the blocks that are to be stored.');
    await this.continueBegun(begun, batch, async () => {
      begun.month = await makePartitions(begun.writer, batch.rows, begun.month);
      await storeRowsAhead(begun.writer, rows);
    });
    begun.parts += 1;
  }

  /**
   * Stores a whole batch, or the rest of one, in as many attempts as it takes. Throws `Failure` when the database
   * refuses it for good, and `LostRowsError` when rows of it were stored ahead and are lost.
   */
  async store(batch: BatchLife, rules: StoringRules, signal: AbortSignal): Promise<void> {
    const { begun } = this;
    expectWhole(batch, begun);
    if (begun) {
      await this.continueBegun(begun, batch, () => this.finish(begun, rules));
      this.begun = null;
    } else {
      await this.storeWhole(batch, rules, signal);
    }
    batch.stored();
  }

  private async storeWhole(batch: BatchLife, rules: StoringRules, signal: AbortSignal): Promise<void> {
    try {
      await this.retry(async () => {
        const opened = await this.begin(batch, rules, signal);
        if (opened) await this.unlessFailed(opened.writer, () => this.finish(opened, rules));
      }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const refused = refusal(error, batch.rows);
      batch.lose(refused);
      throw refused;
    }
  }

  /** Whether derived-state jobs are waiting and may run now: not within a batch. */
  get hasJobs(): boolean {
    const { derived } = this.committed;
    return this.begun === null && (derived === null || derived.jobs.length > 0);
  }

  /** Whether the balance index is neither current nor being built, and its build may begin now. */
  get lacksBalanceIndex(): boolean {
    return this.begun === null && this.committed.derived?.hasBalanceIndex === false && !this.hasJobs;
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
      const writer = await this.connection.writing(signal);
      await this.unlessFailed(writer, async () => {
        await this.connection.settle(writer);
        await writer.query(BEGIN_SQL);
        await work(writer, await selectDerivedState(writer));
        const derived = await selectDerivedState(writer);
        await this.connection.commit(writer);
        this.committed = { ...this.committed, derived };
      });
    }, signal);
  }

  /** Retries work on the database, as `retryWork` does. */
  retry<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return retryWork(work, this.retries, signal);
  }

  /** Releases the lock and the connection. */
  async close(): Promise<void> {
    await this.connection.end();
  }

  /**
   * Opens the transaction of a batch. Null, and none is open, when the database has the batch already
   * (a commit whose answer was lost).
   */
  private async begin(batch: BatchLife, rules: StoringRules, signal: AbortSignal): Promise<Begun | null> {
    const writer = await this.connection.writing(signal);
    return this.unlessFailed(writer, async () => {
      await this.connection.settle(writer);
      await writer.query(BEGIN_SQL);
      const month = await makePartitions(writer, batch.rows, this.committed.month);
      const derived = await beginBatch(writer, batch.rows);
      if (derived === null) {
        await this.connection.commit(writer);
        this.committed = { ...this.committed, derived: null };
        return null;
      }
      if (!rules.finishesJobsFirst) return { batch, writer, derived, month, parts: 0 };
      await stepJobs(writer, derived.jobs.filter(isDueAtABlock), WHOLE_JOBS);
      const jobs = derived.jobs.filter((kind) => !isDueAtABlock(kind));
      return { batch, writer, derived: { ...derived, jobs }, month, parts: 0 };
    });
  }

  /** Stores the rest of a whole batch, and commits its transaction. */
  private async finish({ batch, writer, derived, ...begun }: Begun, rules: StoringRules): Promise<void> {
    const { rows } = batch;
    const month = await makePartitions(writer, rows, begun.month);
    await finishBatch(writer, rows, derived, rules.keepsBalanceIndex);
    const after = await selectDerivedState(writer);
    await this.connection.commit(writer);
    this.committed = { derived: after, month };
    releaseRows(rows.appended);
  }

  /** Continues a batch whose rows are stored ahead. When that fails they are lost. */
  private async continueBegun(begun: Begun, batch: BatchLife, work: () => Promise<void>): Promise<void> {
    if (begun.batch !== batch) throw new Error('another batch has begun');
    try {
      await this.unlessFailed(begun.writer, work);
    } catch (error) {
      this.begun = null;
      const lost = error instanceof Failure ? error : new LostRowsError(error);
      batch.lose(lost);
      throw lost;
    }
  }

  /** Ends the open transaction when the work fails. */
  private async unlessFailed<T>(writer: ThreadWriter, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await writer.query('rollback').catch(() => this.connection.drop(writer));
      throw error;
    }
  }
}

/** Far enough ahead for a month's partition to be there before it is needed: nanoseconds. */
const AHEAD = 31n * 86_400_000_000_000n;

/**
 * Makes the partitions that a batch's blocks need, and those ahead, once a month: of balances, and of the tables that are
 * partitioned by time. `known`: the last month that has them. Returns which it is now.
 */
async function makePartitions(writer: Writer, { start, last }: Batch, known: number): Promise<number> {
  const end = last?.consensusEnd ?? 0n;
  const month = monthOf(end);
  if (month <= known) return known;
  await writer.query('select tain.ensure_balance_partitions($1)', [end.toString()]);
  await ensureTimePartitions(writer, start ?? end, end + AHEAD);
  return month;
}

/** The month of a time in nanoseconds, counted from the year 0. */
function monthOf(time: bigint): number {
  const date = new Date(Number(time / NANOS_PER_MILLISECOND));
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Nothing of a batch is committed without all of it: the open transaction has every part that was sent ahead. */
function expectWhole({ state }: BatchLife, begun: Begun | null): void {
  const parts = begun?.parts ?? 0;
  if (state.name === 'whole' && state.parts === parts) return;
  throw new Error(`A batch that is ${state.name} cannot become one that is stored, with ${parts} parts`);
}

function isDueAtABlock(kind: JobKind): boolean {
  return kind !== 'balance-index';
}

import { NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';
import type { Log } from '../../kernel/log.ts';
import { addressOf, type ConnectionTarget } from '../../store/connections/database.ts';
import { cancelPartitioning } from '../../store/migrate/partition.ts';
import type { ThreadWriter } from '../../store/writer/thread-writer.ts';
import { ensureTimePartitions, type Writer } from '../../store/writer/writer.ts';
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
import type { BatchLife } from './batch-life.ts';
import type { IngestLease } from './locks.ts';
import { batchRefusal, type DatabaseRetryOptions, isBeyondPartitioning, retryWork } from './retry.ts';
import { beginBatch, finishBatch, notifyBlock, selectLastBlock } from './store-batch.ts';
import {
  emptyUndoLog,
  prepareUndoLog,
  RECORD_SQL,
  selectReturns,
  selectUndoPosition,
  undoChanges,
} from './undo-log.ts';
import { WritingConnection } from './writing-connection.ts';

/**
 * Begins a transaction that stores rows. The statements find them by key: without statistics on the staging tables the
 * planner would sometimes read whole tables instead. Derived-state jobs run in the transaction, too, so none of their
 * statements may need a hash join: as nested loops it would compare all rows with all.
 */
const BEGIN_SQL = `
  begin;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off;
  set local enable_seqscan = off`;

/** Rules for storing blocks, which depend on the lag. */
export interface StoringRules {
  /** Whether derived-state jobs are finished before the next batch is stored. */
  readonly finishesJobsFirst: boolean;
  /** Whether a batch updates the balance index, or else invalidates it. */
  readonly maintainsBalanceIndex: boolean;
}

/** State of the database as of the last commit. */
interface Committed {
  /** Derived state; null: unknown. */
  readonly derived: DerivedState | null;
  /** The last month that has partitions, as `monthOf` counts. */
  readonly month: number;
}

export interface LoaderOptions {
  /** Maximum size of one step of the derived-state jobs. */
  readonly chunks?: ChunkLimits;
  /** Called when the database failed and the statement is retried. */
  readonly onRetry?: () => void;
  /** Called with true when writes to the database begin to fail, and with false once none is retried any more. */
  readonly onFailing?: (isFailing: boolean) => void;
  /** The right to be the only ingest, needed when other processes are standby. */
  readonly lease?: IngestLease;
}

/**
 * The only writer of a database. It holds the lock and a connection, and stores batches, each in one transaction, with
 * retries until it succeeds. A lost connection is replaced. There is one connection, because a second one, committed
 * with the first by a prepared transaction, gained nothing (one already uses two cores), and a killed process left
 * prepared transactions.
 */
export class Loader {
  private readonly chunks: ChunkLimits;
  private readonly retries: DatabaseRetryOptions;
  private readonly connection: WritingConnection;
  private readonly onFailing: (isFailing: boolean) => void;
  /** Number of tasks whose last attempt failed, and that are retried. */
  private failing = 0;
  private committed: Committed = { derived: null, month: 0 };
  /** Whether changes are recorded, because the database may return to an earlier state. */
  private isRecording = false;

  private constructor(target: ConnectionTarget, log: Log, options: LoaderOptions) {
    this.chunks = options.chunks ?? DEFAULT_CHUNKS;
    this.retries = { database: addressOf(target), log, onRetry: options.onRetry ?? (() => undefined) };
    this.connection = new WritingConnection(target, options.lease);
    this.onFailing = options.onFailing ?? (() => undefined);
  }

  /**
   * Connects and takes the lock. Waits for a server that temporarily accepts no connections (it restarts). Throws
   * `Failure` when another ingest holds the lock and there is no lease to evict it with.
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
   * Stores a whole batch, in as many attempts as it takes. Throws `Failure` when the database refuses it for good, or
   * when it does not continue the last block of the database.
   */
  async store(batch: BatchLife, rules: StoringRules, signal: AbortSignal): Promise<void> {
    const rows = batch.toStore();
    try {
      await this.retry(() => this.storeBeyondBound(rows, rules, signal), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const refused = batchRefusal(error, rows);
      batch.lose(refused);
      throw refused;
    }
    batch.stored();
    releaseRows(rows.appended);
  }

  /** Returns whether derived-state jobs are waiting. */
  get hasJobs(): boolean {
    const { derived } = this.committed;
    return derived === null || derived.jobs.length > 0;
  }

  /** Returns whether the balance index is neither current nor being built, and its build may begin now. */
  get lacksBalanceIndex(): boolean {
    return this.committed.derived?.hasBalanceIndex === false && !this.hasJobs;
  }

  /** Runs a chunk of the waiting jobs in its own transaction. */
  async stepJobs(signal: AbortSignal): Promise<void> {
    if (!this.hasJobs) return;
    await this.inTransaction((writer, { jobs }) => stepJobs(writer, jobs, this.chunks), signal);
  }

  /** Begins to build the balance index if needed. */
  async beginBalanceIndex(signal: AbortSignal): Promise<void> {
    if (this.lacksBalanceIndex) await this.inTransaction((writer) => balanceIndexJob.begin(writer), signal);
  }

  /** Completes the derived state. Must be called at the end of the stream. */
  async completeDerivedState(signal: AbortSignal): Promise<void> {
    while ((this.hasJobs || this.lacksBalanceIndex) && !signal.aborted) {
      await this.beginBalanceIndex(signal);
      await this.stepJobs(signal);
    }
  }

  /** Begins to record changes, and returns the position of the stored state, to return to. */
  async takePosition(signal: AbortSignal): Promise<bigint> {
    let position = 0n;
    await this.inTransaction(async (writer) => {
      if (!this.isRecording) await prepareUndoLog(writer);
      position = await selectUndoPosition(writer);
    }, signal);
    this.isRecording = true;
    return position;
  }

  /**
   * Returns the database to a position, durably, and notifies all readers in the same transaction. `holdsPositions`:
   * whether it may still return to an earlier one. Throws when changes were not recorded.
   */
  async returnTo(position: bigint, holdsPositions: boolean, signal: AbortSignal): Promise<void> {
    if (!this.isRecording) throw new Error('the changes since the position were not recorded');
    this.isRecording = holdsPositions;
    await this.inTransaction(async (writer) => {
      await writer.query('set local synchronous_commit = on');
      const returns = (await selectReturns(writer)) + 1n;
      await undoChanges(writer, position, returns);
      if (!holdsPositions) await emptyUndoLog(writer);
      const last = await selectLastBlock(writer);
      if (last !== null) await notifyBlock(writer, last, returns);
    }, signal);
  }

  /** Ends the recording of changes: no position remains valid. */
  async forgetPositions(signal: AbortSignal): Promise<void> {
    if (!this.isRecording) return;
    this.isRecording = false;
    await this.inTransaction(emptyUndoLog, signal);
  }

  /** Begins a transaction that stores rows. */
  private async begin(writer: Writer): Promise<void> {
    await writer.query(this.isRecording ? `${BEGIN_SQL};\n  ${RECORD_SQL}` : BEGIN_SQL);
  }

  /** Runs work on derived state in its own transaction, and reads its progress afterwards. */
  private async inTransaction(
    work: (writer: Writer, derived: DerivedState) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.retry(async () => {
      const writer = await this.connection.writing(signal);
      await this.unlessFailed(writer, async () => {
        await this.connection.settle(writer);
        await this.begin(writer);
        await work(writer, await selectDerivedState(writer));
        const derived = await selectDerivedState(writer);
        await this.connection.commit(writer);
        this.committed = { ...this.committed, derived };
      });
    }, signal);
  }

  /** Retries work on the database, as `retryWork` does. */
  async retry<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let hasFailed = false;
    const onRetry = (): void => {
      this.retries.onRetry();
      if (hasFailed) return;
      hasFailed = true;
      this.failing += 1;
      if (this.failing === 1) this.onFailing(true);
    };
    try {
      return await retryWork(work, { ...this.retries, onRetry }, signal);
    } finally {
      if (hasFailed) {
        this.failing -= 1;
        if (this.failing === 0) this.onFailing(false);
      }
    }
  }

  /** Releases the lock and the connection. */
  async close(): Promise<void> {
    await this.connection.end();
  }

  /** Stores a batch, and cancels an interrupted partitioning by time whose bound the batch exceeds. */
  private async storeBeyondBound(batch: Batch, rules: StoringRules, signal: AbortSignal): Promise<void> {
    try {
      return await this.storeOnce(batch, rules, signal);
    } catch (error) {
      if (!isBeyondPartitioning(error)) throw error;
      const tables = await cancelPartitioning(await this.connection.writing(signal));
      if (tables === null) {
        const sentence =
          'Blocks are beyond the bound of a table that is being partitioned, and wait until it is';
        throw new Error(`${sentence}: ${error.message}`, { cause: error });
      }
      const { database, log } = this.retries;
      log.warn(
        { database, tables },
        'New blocks are beyond the bound of an interrupted partitioning, which is cancelled. `tain migrate` restarts it',
      );
    }
    await this.storeOnce(batch, rules, signal);
  }

  /**
   * Stores a batch in one transaction. Stores nothing when the database already has it (the response to its commit was
   * lost).
   */
  private async storeOnce(batch: Batch, rules: StoringRules, signal: AbortSignal): Promise<void> {
    const writer = await this.connection.writing(signal);
    await this.unlessFailed(writer, async () => {
      await this.connection.settle(writer);
      // The commands of a step are sent together, because a block of a local network is small: their answers take longer
      // than their work.
      const [, stored, begun] = await Promise.all([
        this.begin(writer),
        selectLastBlock(writer),
        selectDerivedState(writer),
      ]);
      const month = await makePartitions(writer, batch, this.committed.month);
      const before = (await beginBatch(writer, batch, stored)) ? begun : null;
      if (before === null) {
        await this.connection.commit(writer);
        this.committed = { ...this.committed, derived: null };
        return;
      }
      const derived = rules.finishesJobsFirst ? await finishDueJobs(writer, before) : before;
      await finishBatch(writer, batch, derived, rules.maintainsBalanceIndex);
      // If the read fails, the commit is a rollback.
      const [after] = await Promise.all([selectDerivedState(writer), this.connection.commit(writer)]);
      this.committed = { derived: after, month };
    });
  }

  /** Rolls the open transaction back when the work fails. */
  private async unlessFailed<T>(writer: ThreadWriter, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await writer.query('rollback').catch(() => this.connection.drop(writer));
      throw error;
    }
  }
}

/** Nanoseconds by which partitions are created ahead, so that a month's partition exists before it is needed. */
const AHEAD_NS = 31n * 86_400_000_000_000n;

/**
 * Creates the partitions that a batch's blocks need, and those ahead, once a month: of balances, and of the tables that
 * are partitioned by time. `known`: the last month that has them. Returns the new last month.
 */
async function makePartitions(writer: Writer, { start, last }: Batch, known: number): Promise<number> {
  const end = last?.consensusEnd ?? 0n;
  const month = monthOf(end);
  if (month <= known) return known;
  await writer.query('select tain.ensure_balance_partitions($1)', [end.toString()]);
  await ensureTimePartitions(writer, start ?? end, end + AHEAD_NS);
  return month;
}

/** Returns the month of a time in nanoseconds, counted from the year 0. */
function monthOf(time: bigint): number {
  const date = new Date(Number(time / NANOS_PER_MILLISECOND));
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Finishes the jobs that are due at a block. Returns the derived state without them. */
async function finishDueJobs(writer: Writer, derived: DerivedState): Promise<DerivedState> {
  await stepJobs(writer, derived.jobs.filter(isDueAtABlock), WHOLE_JOBS);
  return { ...derived, jobs: derived.jobs.filter((kind) => !isDueAtABlock(kind)) };
}

function isDueAtABlock(kind: JobKind): boolean {
  return kind !== 'balance-index';
}

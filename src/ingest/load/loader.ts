import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionTarget } from '../../db/database.ts';
import { ThreadWriter } from '../../db/thread-writer.ts';
import type { Queryable, Writer } from '../../db/writer.ts';
import { Failure, messageOf } from '../../errors.ts';
import { type Batch, releaseRows } from '../batch.ts';
import {
  continueClosings,
  DEFAULT_SLICES,
  NOTHING_UNDER_WAY,
  type SliceLimits,
  type UnderWay,
} from '../derived/closings.ts';
import { bringUpBalances } from '../derived/present-balances.ts';
import type { EncodedRows } from '../records/block-rows.ts';
import { type Aside, beginAside, type Work, workAside } from './aside.ts';
import { isFinal, refusal } from './faults.ts';
import { ASIDE_LOCK, INGEST_LOCK, passing, passLock, takeLock } from './locks.ts';
import { createStagingSql } from './state-sql.ts';
import { beginBatch, finishBatch, OtherBlocksError, storeRowsAhead } from './store-batch.ts';

/** Milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/**
 * Settings of the ingest's session. Rows of a batch are always found by key: without statistics on
 * the staging tables the planner would sometimes read whole tables instead. Staged rows of a large
 * batch are not written to disk only to be read again.
 */
const SESSION_SQL = `
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_seqscan = off;
  set jit = off;
  set temp_buffers = '32MB';
  set synchronous_commit = off;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

export interface LoaderLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * What was stored ahead of a batch is lost with its transaction, and no longer in memory: the blocks
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
  readonly underWay: UnderWay;
  readonly year: number;
  /** What is done aside and must see none of the batch: it must end well before the batch is committed. */
  readonly closings: Promise<void> | undefined;
}

/**
 * The one writer of a database: holds its lock and a connection, at times a second one, and stores
 * batches, each in one transaction, again and again until it is done. A lost connection is replaced.
 */
export class Loader {
  private readonly target: ConnectionTarget;
  private readonly log: LoaderLog;
  private readonly slices: SliceLimits;
  private writer: ThreadWriter | null = null;
  /** Number of its server process. */
  private pid = 0;
  private lastYear = 0;
  private closing = true;
  /** Whether present balances may have been left for later, by whoever stored before. */
  private leftBalances = true;
  /** The batch of which rows are stored ahead. */
  private begun: Begun | null = null;
  /** What is being done on a second connection. */
  private aside: Aside | null = null;

  private constructor(target: ConnectionTarget, log: LoaderLog, slices: SliceLimits) {
    this.target = target;
    this.log = log;
    this.slices = slices;
  }

  /**
   * Connects and takes the lock; a server that takes no connections for a while (it starts again) is waited
   * for. Throws `Failure` when another ingest holds the lock.
   */
  static async open(
    target: ConnectionTarget,
    log: LoaderLog,
    signal: AbortSignal,
    slices = DEFAULT_SLICES,
  ): Promise<Loader> {
    const loader = new Loader(target, log, slices);
    await loader.retry(() => loader.connect(signal), signal);
    return loader;
  }

  /** Runs a read on the connection that holds the lock, again and again until it is done. */
  async read<T>(work: (writer: Writer) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.retry(async () => work(await this.connected(signal)), signal);
  }

  /**
   * Stores rows of a batch (`takeRows`) ahead of the rest of it, in a transaction that `store` ends.
   * Nothing else may be stored in between. Throws `LostRowsError` when that fails after rows of the
   * batch were given up, and `Failure` when the database has other blocks.
   */
  async storeAhead(batch: Batch, rows: EncodedRows, signal: AbortSignal): Promise<void> {
    this.begun ??= await this.retry(() => this.begin(batch, signal), signal);
    const { begun } = this;
    if (!begun) throw new OtherBlocksError('The database already has the blocks that are to be stored.');
    await this.continueBegun(begun, batch, () => storeRowsAhead(begun.writer, rows));
  }

  /**
   * Stores a batch, or the rest of one, also when it takes several attempts. Throws `Failure` when the
   * database refuses it for good, and `LostRowsError` when rows of it were stored ahead and are lost.
   * `isBehind`: the stream is far behind, and present balances are left for later.
   */
  async store(batch: Batch, isBehind: boolean, signal: AbortSignal): Promise<void> {
    const { begun } = this;
    if (begun) {
      await this.continueBegun(begun, batch, () => this.finish(begun, isBehind));
      this.begun = null;
      return;
    }
    try {
      await this.retry(async () => {
        const opened = await this.begin(batch, signal);
        if (opened) await this.unlessFailed(opened.writer, () => this.finish(opened, isBehind));
        else this.closing = this.leftBalances = true;
      }, signal);
    } catch (error) {
      throw signal.aborted ? error : refusal(error, batch);
    }
  }

  /** Whether something that the closing of a block began may be under way, and there is a time for it. */
  get isClosing(): boolean {
    return this.closing && this.begun === null;
  }

  /** Does a little of what closings began, in a transaction of its own: not amid a batch. */
  async continueClosings(signal: AbortSignal): Promise<void> {
    await this.retry(async () => {
      await this.aside?.all;
      if (!this.isClosing) return;
      const writer = await this.connected(signal);
      this.closing = !(await this.unlessFailed(writer, () => continueInTransaction(writer, this.slices)));
    }, signal);
  }

  /** Does the rest of what closings began. */
  async finishClosings(signal: AbortSignal): Promise<void> {
    while (this.isClosing && !signal.aborted) await this.continueClosings(signal);
  }

  /** Whether something is being done on the second connection. */
  get isAside(): boolean {
    return this.aside !== null;
  }

  /**
   * Begins to do the rest of what closings began on a second connection, with so many rows looked at by
   * one statement. The next batch is stored meanwhile, and committed after it: so it is not seen there,
   * and need not keep rows before they change. When this fails, that batch is begun anew and keeps them.
   * Then present balances are brought up there, while further batches are stored: what changes meanwhile
   * is left for later again. When only that fails, it is done the next time.
   */
  finishClosingsAside(rows: number, signal: AbortSignal): void {
    // After a commit whose answer was lost; this is called again after the next batch.
    if (this.aside) return;
    const closings: Work = async (client) => {
      while (!(await continueInTransaction(client, { ...this.slices, rows })));
      this.closing = false;
    };
    this.goAside(beginAside(this.target, this.pid, signal, inSession(closings), this.bringUpOrWarn(signal)));
  }

  /**
   * Begins to bring up the present balances on a second connection, unless that is at work: the less is
   * left when the stream becomes live, the sooner its first block is stored.
   */
  bringUpBalancesAside(signal: AbortSignal): void {
    if (this.aside) return;
    const work = workAside(this.target, this.pid, signal, inSession(this.bringUpOrWarn(signal)));
    // What keeps it from a connection will be told of where it matters.
    this.goAside({ awaited: undefined, all: work.catch(() => undefined) });
  }

  private goAside(aside: Aside): void {
    this.aside = aside;
    void aside.all.then(() => {
      this.aside = null;
    });
  }

  private bringUpOrWarn(signal: AbortSignal): Work {
    return (client) =>
      bringUpBalances(client).catch((error: unknown) => {
        if (signal.aborted) return;
        this.log.warn({ err: error }, 'Present balances could not be brought up; it is tried again later');
      });
  }

  /** Whether present balances may be left for later, and there is a time for them. */
  get hasLeftBalances(): boolean {
    return this.leftBalances && this.begun === null;
  }

  /** Brings up the present balances that batches left for later. */
  async bringUpBalances(signal: AbortSignal): Promise<void> {
    await this.retry(async () => {
      await this.aside?.all;
      if (this.hasLeftBalances) await bringUpBalances(await this.connected(signal));
    }, signal);
    this.leftBalances = false;
  }

  /**
   * Does work on the database again and again. Faults that may pass (a lost connection, a full disk)
   * are waited out; what it refuses for its content is thrown. Rejects with the signal's reason when
   * that is aborted while waiting.
   */
  async retry<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    let pause = FIRST_PAUSE;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await work();
        if (attempt > 1) this.log.info({ attempts: attempt }, 'The database answers again');
        return result;
      } catch (error) {
        if (isFinal(error, attempt)) throw error;
        if (attempt === 1 && !signal.aborted) {
          this.log.warn({ reason: String(error) }, 'The database failed; it is tried again');
        }
        await sleep(pause, undefined, { signal });
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
  }

  /** Gives the lock and the connections back. Session state (lock, settings, staging) ends with them. */
  async close(): Promise<void> {
    await this.aside?.all;
    const { writer } = this;
    this.writer = null;
    await writer?.end();
  }

  /**
   * Opens the transaction of a batch. Null, and none is open, when the database has the batch already
   * (a commit whose answer was lost).
   */
  private async begin(batch: Batch, signal: AbortSignal): Promise<Begun | null> {
    const writer = await this.connected(signal);
    const closings = this.aside?.awaited;
    return this.unlessFailed(writer, async () => {
      await writer.query('begin');
      const year = await this.makePartitions(writer, batch);
      const underWay = await beginBatch(writer, batch);
      if (underWay) {
        return { batch, writer, underWay: closings ? NOTHING_UNDER_WAY : underWay, year, closings };
      }
      await writer.query('commit');
      return null;
    });
  }

  /** Stores what is left of a batch, and commits its transaction. */
  private async finish({ batch, writer, underWay, year, closings }: Begun, isBehind: boolean): Promise<void> {
    // Two must not write present balances, and a closing begins after all of the one before it.
    if (!isBehind || batch.closing) {
      await closings;
      await this.aside?.all;
    }
    const balances = isBehind ? 'later' : this.leftBalances ? 'all' : 'now';
    const closing = await finishBatch(writer, batch, underWay, balances);
    await closings;
    await writer.query('commit');
    this.closing = closing;
    this.leftBalances = isBehind;
    this.lastYear = year;
    releaseRows(batch.plain);
  }

  /** Goes on with a batch of which rows are stored ahead. When that fails they are lost. */
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

  /** Partitions of the balance tables are made a year ahead of the stream. Gives the year they reach. */
  private async makePartitions(writer: Writer, batch: Batch): Promise<number> {
    const end = batch.last?.consensusEnd ?? 0n;
    const year = new Date(Number(end / 1_000_000n)).getUTCFullYear();
    if (year <= this.lastYear) return this.lastYear;
    // It locks the tables until the batch is committed.
    await this.aside?.all;
    await writer.query('select tain.ensure_balance_partitions($1)', [end.toString()]);
    return year;
  }

  private async connect(signal: AbortSignal): Promise<ThreadWriter> {
    const writer = new ThreadWriter(this.target, { applicationName: 'tain ingest writer' });
    try {
      await takeLock(writer, INGEST_LOCK, signal);
      // Whoever had it before may still be at work on a second connection.
      if (!this.aside) await passLock(writer, ASIDE_LOCK, signal);
      await writer.query(SESSION_SQL);
      await writer.query(createStagingSql());
      const { rows } = await writer.query<{ pid: number }>('select pg_backend_pid() as pid');
      this.pid = rows[0]?.pid ?? 0;
    } catch (error) {
      await writer.end();
      throw error;
    }
    this.writer = writer;
    return writer;
  }

  /**
   * The connection, or another one where it was lost. A lock that is held is then waited for: the server
   * may not know yet that we were cut off.
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

/** Work on a connection with the settings of the ingest's session. */
function inSession(work: Work): Work {
  return async (client) => {
    await client.query(SESSION_SQL);
    await work(client);
  };
}

/** Does a little of what closings began. True when all of it is done. */
async function continueInTransaction(client: Queryable, slices: SliceLimits): Promise<boolean> {
  await client.query('begin');
  const isDone = await continueClosings(client, slices);
  await client.query('commit');
  return isDone;
}

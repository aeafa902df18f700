import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../../db/database.ts';
import { Failure } from '../../errors.ts';
import type { Batch } from '../batch.ts';
import { createStagingSql } from './state-sql.ts';
import { storeBatch } from './store-batch.ts';

/** Advisory lock that the one ingest of a database holds. */
const INGEST_LOCK = 0x7461_6967;
/** How long the connection of a killed ingest may take to go away. */
const LOCK_PATIENCE = 3_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** Attempts at a batch that the database refuses for its content; the rest of the faults may pass. */
const CONTENT_ATTEMPTS = 3;

/**
 * Settings of the ingest's session. Rows of a batch are always found by key: without statistics on
 * the staging tables the planner would sometimes read whole tables instead.
 */
const SESSION_SQL = `
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_seqscan = off;
  set jit = off;
  set synchronous_commit = off;
  set statement_timeout = 0`;

export interface LoaderLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * The one writer of a database: holds its lock and a connection, and stores batches, each in one
 * transaction, again and again until it is done. A lost connection is replaced.
 */
export class Loader {
  private readonly database: Database;
  private readonly log: LoaderLog;
  private client: pg.PoolClient | null = null;
  private lastYear = 0;

  private constructor(database: Database, log: LoaderLog) {
    this.database = database;
    this.log = log;
  }

  /**
   * Connects and takes the lock. Throws `Failure` when another ingest holds it.
   */
  static async open(database: Database, log: LoaderLog, signal: AbortSignal): Promise<Loader> {
    const loader = new Loader(database, log);
    const deadline = performance.now() + LOCK_PATIENCE;
    while (!(await loader.connect())) {
      if (performance.now() > deadline) {
        throw new Failure('alreadyRunning', 'Another ingest already writes to this database.');
      }
      await sleep(100, undefined, { signal });
    }
    return loader;
  }

  /** Runs a read on the connection that holds the lock. */
  async read<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    if (!this.client) throw new Failure('database', 'The connection to the database is lost.');
    return work(this.client);
  }

  /**
   * Stores a batch, also when it takes several attempts. Throws `Failure` when the database refuses
   * it for good.
   */
  async store(batch: Batch, signal: AbortSignal): Promise<void> {
    try {
      await this.retry(async () => {
        if (!this.client && !(await this.connect())) {
          throw new Error('another ingest holds the lock of this database');
        }
        await this.storeOnce(batch);
      }, signal);
    } catch (error) {
      throw signal.aborted ? error : refusal(error, batch);
    }
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
        return await work();
      } catch (error) {
        if (isFinal(error, attempt)) throw error;
        this.log.warn({ err: error, attempt }, 'The database failed; it is tried again');
        await sleep(pause, undefined, { signal });
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
  }

  /** Gives the lock and the connection back. */
  async close(): Promise<void> {
    const { client } = this;
    this.client = null;
    if (!client) return;
    // Session state (lock, settings, staging tables) ends with the connection.
    client.release(true);
  }

  private async storeOnce(batch: Batch): Promise<void> {
    const { client } = this;
    if (!client) throw new Error('no connection');
    await client.query('begin');
    try {
      await this.makePartitions(client, batch);
      await storeBatch(client, batch);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch((rollbackError: unknown) => {
        if (this.client === client) this.disconnect(rollbackError);
      });
      throw error;
    }
  }

  /** Partitions of the balance tables are made a year ahead of the stream. */
  private async makePartitions(client: pg.ClientBase, batch: Batch): Promise<void> {
    const end = batch.last?.consensusEnd ?? 0n;
    const year = new Date(Number(end / 1_000_000n)).getUTCFullYear();
    if (year <= this.lastYear) return;
    await client.query('select tain.ensure_balance_partitions($1)', [end.toString()]);
    this.lastYear = year;
  }

  /** False when another ingest holds the lock. */
  private async connect(): Promise<boolean> {
    const client = await this.database.pool.connect();
    const onLost = (error: Error): void => {
      if (this.client === client) this.disconnect(error);
    };
    client.on('error', onLost);
    try {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        INGEST_LOCK,
      ]);
      if (!rows[0]?.held) {
        client.off('error', onLost);
        client.release();
        return false;
      }
      await client.query(SESSION_SQL);
      await client.query(createStagingSql());
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.client = client;
    return true;
  }

  private disconnect(reason: unknown): void {
    const { client } = this;
    if (!client) return;
    this.client = null;
    client.release(reason instanceof Error ? reason : true);
  }
}

/** Classes of SQLSTATE that tell of the content or of our SQL, not of the moment. */
const CONTENT_CLASSES: ReadonlySet<string> = new Set(['22', '23', '42']);

function isFinal(error: unknown, attempt: number): boolean {
  if (error instanceof Failure) return true;
  const code = sqlState(error);
  if (code === null) return error instanceof TypeError || error instanceof RangeError;
  return CONTENT_CLASSES.has(code.slice(0, 2)) && attempt >= CONTENT_ATTEMPTS;
}

function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

function refusal(error: unknown, batch: Batch): Error {
  if (error instanceof Failure) return error;
  const from = (batch.previous?.number ?? -1n) + 1n;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure('database', `Blocks ${from} to ${batch.last?.number} cannot be stored: ${message}`, {
    cause: error,
  });
}

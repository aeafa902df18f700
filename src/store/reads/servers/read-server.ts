import pg from 'pg';
import { IS_PARTITIONED_SQL } from '../../access/keyset.ts';
import { addressOf, type Database } from '../../connections/database.ts';
import { endsSession } from '../../connections/database-trouble.ts';
import { HeldConnections } from '../../connections/held-connections.ts';
import { isPlannedForValues } from '../../sql.ts';
import { type BlockMark, LAST_BLOCK_SQL, markOf, type Seen } from '../block-mark.ts';
import {
  type BatchFrame,
  BatchQuery,
  type BatchStatement,
  batchStatement,
  type NamedStatement,
  PreparedStatements,
} from '../statement/batch-query.ts';
import type { DistributedReading } from './visible-everywhere.ts';

/** Maximum number of statements in a batch: they run one after another on one connection. */
const MAX_BATCH_STATEMENTS = 8;
/** Timeout of a lookup in a batch: it limits how long the others wait for it. */
export const LOOKUP_TIMEOUT_MS = 100;
/** Time during which a statement that failed or timed out in a batch is run on its own connection. */
const ALONE_MS = 60_000;
/** Maximum number of statements remembered for being run alone. */
const MAX_ALONE_STATEMENTS = 1_000;

/** Names of the statements that frame a batch. */
const FRAME = { begin: 'tain_lookup_time', end: 'tain_last_block' } satisfies BatchFrame;

/**
 * Sets the timeout of each statement of a batch until the end of the transaction, which ends with the batch.
 * `lookupTimeoutMs` is the limit of lookups, `statementTimeoutMs` that of the connection for any statement (0: none).
 */
function lookupTimeSql(lookupTimeoutMs: number, statementTimeoutMs: number): string {
  const max = statementTimeoutMs === 0 ? lookupTimeoutMs : Math.min(lookupTimeoutMs, statementTimeoutMs);
  return `select set_config('statement_timeout', '${max}', true)`;
}

interface Waiting {
  readonly statement: NamedStatement;
  readonly values: readonly unknown[];
  readonly inBatch: BatchStatement;
  readonly resolve: (seen: Seen) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs batches, and statements outside of them. */
interface LookupRunner {
  run(statement: NamedStatement, values: readonly unknown[]): Promise<Seen>;
  /** Returns the last block; undefined where the rows are of no use, because the database went back meanwhile. */
  runBatch(batch: BatchQuery, names: readonly string[]): Promise<Seen['block'] | undefined>;
}

/**
 * Sends the lookups of one iteration of the event loop in one write, and receives their responses together. For a
 * statement that takes hardly longer than the round trip, writing and reading are most of its cost. If one fails or
 * times out, each is run again by itself, and the failed one is excluded from batches for a while. The others lose a
 * little time, but still get their responses.
 */
class LookupBatches {
  readonly #runner: LookupRunner;
  #waiting: Waiting[] = [];
  /** Time (of `performance.now`) until which a statement is run alone, by name. */
  readonly #alone = new Map<string, number>();

  constructor(runner: LookupRunner) {
    this.#runner = runner;
  }

  /** Runs a statement that is expected to be short. Rejects like `LookupRunner.run`. */
  run(statement: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    const { name, text } = statement;
    // An unprepared statement is planned first, which takes longer.
    if (name === undefined || this.#isAlone(name)) return this.#runner.run(statement, values);
    return new Promise((resolve, reject) => {
      const inBatch = batchStatement(name, text, values);
      this.#waiting.push({ statement, values, inBatch, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += MAX_BATCH_STATEMENTS) {
      const batch = waiting.slice(at, at + MAX_BATCH_STATEMENTS);
      if (batch.length === 1) this.#runEach(batch);
      else void this.#runTogether(batch);
    }
  }

  #runEach(waiting: readonly Waiting[]): void {
    for (const { statement, values, resolve, reject } of waiting) {
      this.#runner.run(statement, values).then(resolve, reject);
    }
  }

  async #runTogether(waiting: readonly Waiting[]): Promise<void> {
    const statements = waiting.map(({ inBatch }) => inBatch);
    const query = new BatchQuery(statements, FRAME);
    try {
      const block = await this.#runner.runBatch(
        query,
        statements.flatMap(({ name }) => name ?? []),
      );
      if (block === undefined) this.#runEach(waiting);
      else for (const { inBatch, resolve } of waiting) resolve({ rows: inBatch.rows, block });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) for (const { reject } of waiting) reject(error);
      else {
        if (query.current?.name !== undefined) this.#setAlone(query.current.name);
        this.#runEach(waiting);
      }
    }
  }

  #isAlone(name: string): boolean {
    if (this.#alone.size === 0) return false;
    const until = this.#alone.get(name);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#alone.delete(name);
    return false;
  }

  #setAlone(name: string): void {
    if (this.#alone.size >= MAX_ALONE_STATEMENTS) this.#alone.clear();
    this.#alone.set(name, performance.now() + ALONE_MS);
  }
}

/** The last block is read after each statement. */
const AFTER = { end: FRAME.end } satisfies BatchFrame;
/** Frame of a statement that is planned for its values. */
const PLANNED_FOR_VALUES_FRAME = { begin: 'tain_custom_plan', end: FRAME.end } satisfies BatchFrame;

/**
 * A statement is planned for any values, unless it is marked: the plan tests show that it reads little then, and a
 * prepared one is planned once. By itself PostgreSQL plans a statement for its values each time if it estimates those
 * plans to be cheaper, which costs up to ten times as much as running it (decision 0157). Pages are scans in the order of an index,
 * which end with the limit. A bitmap of any value, of which few rows are expected, would read and sort all rows of a frequent one.
 */
export const GENERIC_PLANS_SQL = 'set plan_cache_mode = force_generic_plan; set enable_bitmapscan = off';
/** Statement whose effect lasts until the end of the transaction, which ends with the batch. */
const CUSTOM_PLAN_SQL = `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_bitmapscan', 'on', true)`;

/** A server that runs the statements of requests. */
export class ReadServer {
  readonly database: Database;
  /** Address of the server, for messages. */
  readonly address: string;
  /** The last block that the server is known to have. */
  block: BlockMark | null = null;
  /** Number of statements running on it. */
  running = 0;
  #returns = 0;
  /**
   * Whether the server's tables are partitioned by time, as its last new connection found. Tables may become
   * partitioned while the process runs.
   */
  isPartitioned = false;
  readonly #connections: HeldConnections;
  readonly #prepared = new PreparedStatements();
  /** Connections that have the statements of `FRAME` prepared. */
  readonly #framed = new WeakSet<object>();
  readonly #lookups: LookupBatches;

  readonly #lookupTimeoutMs: number;
  /** Bounds of a distributed database: the block with which its statements end. Undefined for a single server. */
  readonly #distributed: DistributedReading | undefined;

  /** `lookupTimeoutMs`: timeout of each lookup in a batch. */
  constructor(database: Database, lookupTimeoutMs = LOOKUP_TIMEOUT_MS, distributed?: DistributedReading) {
    this.database = database;
    this.#distributed = distributed;
    this.#lookupTimeoutMs = lookupTimeoutMs;
    this.address = addressOf(database.target);
    this.#connections = new HeldConnections(database);
    this.#lookups = new LookupBatches({
      run: (statement, values) => this.run(statement, values),
      runBatch: (batch, names) => this.#runBatch(batch, names),
    });
  }

  /**
   * Runs a statement, and reads the last block with it. With isolation level repeatable read both see the same
   * snapshot, otherwise the block may be newer.
   */
  run({ text, name }: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    return this.#onConnection(1, name === undefined ? [] : [name], async (client) => {
      for (;;) {
        const returns = this.#returns;
        const sent = batchStatement(name, text, values);
        const isMarked = name === undefined && isPlannedForValues(text);
        const query = new BatchQuery([sent], isMarked ? this.#forValues : AFTER);
        await query.select(client);
        // Rows of removed blocks must not be shown after the database went back.
        if (returns === this.#returns) return { rows: sent.rows, block: this.#recordBlock(query.last) };
      }
    });
  }

  /** Frame of a statement that is planned for its values. Plans of a distributed database are left to PostgreSQL. */
  get #forValues(): BatchFrame {
    return this.#distributed === undefined ? PLANNED_FOR_VALUES_FRAME : AFTER;
  }

  /** Runs a statement that takes hardly longer than the round trip, in one batch with others. */
  lookup(statement: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    // A lookup that is forwarded to another server runs alone.
    return this.#distributed === undefined
      ? this.#lookups.run(statement, values)
      : this.run(statement, values);
  }

  #runBatch(batch: BatchQuery, names: readonly string[]): Promise<BlockMark | null | undefined> {
    return this.#onConnection(
      names.length,
      names,
      async (client) => {
        const returns = this.#returns;
        await batch.select(client);
        return returns === this.#returns ? this.#recordBlock(batch.last) : undefined;
      },
      () => batch.prepares,
    );
  }

  /**
   * Runs `work`, which executes `statements` statements, on a connection. Records that the connection will have those
   * with `names` prepared. `isInDoubt`: whether it is unknown after a server error which of them are prepared.
   */
  async #onConnection<T>(
    statements: number,
    names: readonly string[],
    work: (client: pg.PoolClient) => Promise<T>,
    isInDoubt: () => boolean = () => false,
  ): Promise<T> {
    this.running += statements;
    try {
      const taken = this.#connections.take();
      const client = taken instanceof Promise ? await taken : taken;
      let replace: Error | boolean = false;
      for (const name of names) if (this.#prepared.isFull(client, name)) replace = true;
      try {
        if (this.#distributed !== undefined) await this.#distributed.bound(client);
        if (!this.#framed.has(client)) await this.#frame(client);
        return await work(client);
      } catch (error) {
        // A connection that the server ended, or on which it did not respond, is not reused.
        const isLost = !(error instanceof pg.DatabaseError) || endsSession(error);
        if (isLost || isInDoubt()) replace = error as Error;
        throw error;
      } finally {
        this.#connections.giveBack(client, replace);
      }
    } finally {
      this.running -= statements;
    }
  }

  async #frame(client: pg.PoolClient): Promise<void> {
    await client.query({
      name: FRAME.begin,
      text: lookupTimeSql(this.#lookupTimeoutMs, this.database.statementTimeoutMs),
    });
    await client.query({ name: FRAME.end, text: LAST_BLOCK_SQL });
    if (this.#distributed === undefined) {
      await client.query(GENERIC_PLANS_SQL);
      await client.query({ name: PLANNED_FOR_VALUES_FRAME.begin, text: CUSTOM_PLAN_SQL });
    }
    this.isPartitioned ||= (await client.query(IS_PARTITIONED_SQL)).rowCount === 1;
    this.#framed.add(client);
  }

  /** Records the last block from a row. */
  #recordBlock(row: readonly (string | null)[] | undefined): BlockMark | null {
    const block = markOf(row ?? []);
    if (block !== null && block.consensusEnd > (this.block?.consensusEnd ?? -1n)) this.block = block;
    return block;
  }

  /** Records that the database went back to a block. Results of running statements are not used. */
  returnTo(block: BlockMark): void {
    this.#returns += 1;
    this.block = block;
  }

  /** Ends the running statements, because the server is unreachable. */
  break(error: Error): void {
    this.#connections.break(error);
  }

  /** Releases the connections; those in use are released when their statements end. */
  close(): void {
    this.#connections.close();
  }
}

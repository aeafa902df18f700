import pg from 'pg';
import { IS_PARTITIONED_SQL } from '../../access/pruning.ts';
import { addressOf, type Database } from '../../db/connections/database.ts';
import { endsSession } from '../../db/connections/database-trouble.ts';
import { HeldConnections } from '../../db/connections/held-connections.ts';
import { type BlockMark, LAST_BLOCK_SQL, markOf } from '../block-mark.ts';
import { BatchQuery, batchStatement } from '../statement/batch-query.ts';
import { type NamedStatement, PreparedStatements } from '../statement/statement-names.ts';
import type { DistributedReading } from './distributed-reading.ts';
import { FRAME, LONGEST_MS, LookupBatches, lookupTimeSql } from './lookup-batches.ts';
import type { Seen } from './seen.ts';

/** The last block is read after each statement. */
const AFTER = { end: FRAME.end };

/** A server that statements of requests are run on. */
export class ReadServer {
  readonly database: Database;
  /** Where it is, for messages. */
  readonly place: string;
  /** The last block that it is known to have. */
  block: BlockMark | null = null;
  /** Statements that run on it now. */
  running = 0;
  /** Whether its tables are partitioned by time, as its last new connection found: they may become so. */
  isPartitioned = false;
  readonly #connections: HeldConnections;
  readonly #prepared = new PreparedStatements();
  /** Connections that have the statements of `FRAME` prepared. */
  readonly #framed = new WeakSet<object>();
  readonly #lookups: LookupBatches;

  readonly #longestLookup: number;
  /** Of a database whose tables are distributed: the block that its statements end with. */
  readonly #distributed: DistributedReading | undefined;

  /** `longestLookup`: milliseconds that look-ups which go out together wait for one of them at most. */
  constructor(database: Database, longestLookup = LONGEST_MS, distributed?: DistributedReading) {
    this.database = database;
    this.#distributed = distributed;
    this.#longestLookup = longestLookup;
    this.place = addressOf(database.target);
    this.#connections = new HeldConnections(database);
    this.#lookups = new LookupBatches({
      run: (statement, values) => this.run(statement, values),
      runBatch: (batch, names) => this.#runBatch(batch, names),
    });
  }

  /**
   * Runs a statement, and reads the last block with it: on connections with isolation level repeatable read both see the
   * same, on others the block may be newer.
   */
  run({ text, name }: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    return this.#onConnection(1, name === undefined ? [] : [name], async (client) => {
      const sent = batchStatement(name, text, values);
      const query = new BatchQuery([sent], AFTER);
      await query.select(client);
      return { rows: sent.rows, block: this.#saw(query.last) };
    });
  }

  /** As `run`, for a statement that takes hardly longer than its way: it goes out together with others. */
  lookUp(statement: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    // One by one where a look-up goes on to another server.
    return this.#distributed === undefined
      ? this.#lookups.run(statement, values)
      : this.run(statement, values);
  }

  #runBatch(batch: BatchQuery, names: readonly string[]): Promise<BlockMark | null> {
    return this.#onConnection(
      names.length,
      names,
      async (client) => {
        await batch.select(client);
        return this.#saw(batch.last);
      },
      () => batch.prepares,
    );
  }

  /**
   * Does what so many statements are, on a connection that will have those of some names prepared. `isInDoubt`: whether
   * it is not known, after an error of the server, which it has.
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
        // A connection that the server did not answer on, or has ended, is not given back.
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
      text: lookupTimeSql(this.#longestLookup, this.database.statementTimeout),
    });
    await client.query({ name: FRAME.end, text: LAST_BLOCK_SQL });
    this.isPartitioned ||= (await client.query(IS_PARTITIONED_SQL)).rowCount === 1;
    this.#framed.add(client);
  }

  /** Notes the block of an answer. */
  #saw(row: readonly (string | null)[] | undefined): BlockMark | null {
    const block = markOf(row ?? []);
    if (block !== null && block.consensusEnd > (this.block?.consensusEnd ?? -1n)) this.block = block;
    return block;
  }

  /** Ends what runs on it: it is gone. */
  break(error: Error): void {
    this.#connections.break(error);
  }

  /** Gives the connections back, those in use when their statements end. */
  close(): void {
    this.#connections.close();
  }
}

import pg from 'pg';
import { addressOf, type Database } from '../../db/connections/database.ts';
import { HeldConnections } from '../../db/connections/held-connections.ts';
import { type BlockMark, LAST_BLOCK_SQL, markOf } from '../../reads/block-mark.ts';
import { RowsQuery } from '../statement/rows-query.ts';
import { type NamedStatement, PreparedStatements } from '../statement/statement-names.ts';

/** The name of `LAST_BLOCK_SQL` on connections that have it prepared. */
const LAST_BLOCK = 'tain_last_block';

/** What a statement found, and at which block. */
export interface Seen {
  readonly rows: (string | null)[][];
  /** The last block of what the statement saw; null in a database without blocks. */
  readonly block: BlockMark | null;
}

/** A server that statements of requests are run on. */
export class ReadServer {
  readonly database: Database;
  /** Where it is, for messages. */
  readonly place: string;
  /** The last block that it is known to have. */
  block: BlockMark | null = null;
  /** Statements that run on it now. */
  running = 0;
  readonly #connections: HeldConnections;
  readonly #prepared = new PreparedStatements();
  readonly #tellsBlock = new WeakSet<object>();

  constructor(database: Database) {
    this.database = database;
    this.place = addressOf(database.target);
    this.#connections = new HeldConnections(database);
  }

  /**
   * Runs a statement, and reads the last block with it: on connections with isolation level repeatable read both see the
   * same, on others the block may be newer.
   */
  async run({ text, name }: NamedStatement, values: readonly unknown[]): Promise<Seen> {
    this.running += 1;
    try {
      const taken = this.#connections.take();
      const client = taken instanceof Promise ? await taken : taken;
      let replace: Error | boolean = this.#prepared.isFull(client, name);
      try {
        if (!this.#tellsBlock.has(client)) {
          await client.query({ name: LAST_BLOCK, text: LAST_BLOCK_SQL });
          this.#tellsBlock.add(client);
        }
        const query = new RowsQuery(text, values, name, LAST_BLOCK);
        const rows = await query.select(client);
        const block = markOf(query.following ?? []);
        if (block !== null && block.consensusEnd > (this.block?.consensusEnd ?? -1n)) this.block = block;
        return { rows, block };
      } catch (error) {
        // A connection that the server did not answer on is not given back.
        if (!(error instanceof pg.DatabaseError)) replace = error as Error;
        throw error;
      } finally {
        this.#connections.giveBack(client, replace);
      }
    } finally {
      this.running -= 1;
    }
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

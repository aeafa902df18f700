import pg from 'pg';
import type { Sql } from '../access/sql.ts';
import type { Database } from '../db/database.ts';
import { KeptConnections } from '../db/kept-connections.ts';
import type { OutageLog } from '../db/outage-log.ts';
import { type Problem, unavailable } from '../query/problem.ts';
import type { QueryGate, Turn } from './query-gate.ts';
import { RowsQuery } from './rows-query.ts';
import { PreparedStatements, StatementNames } from './statement-names.ts';

/** `query_canceled`: the statement's time ended. */
const CANCELLED = '57014';

/** Runs SELECTs for the routes. */
export class Selector {
  readonly #connections: KeptConnections;
  readonly #gate: QueryGate;
  readonly #names = new StatementNames();
  readonly #prepared = new PreparedStatements();
  readonly #outages: OutageLog;

  constructor(database: Database, gate: QueryGate, outages: OutageLog) {
    this.#connections = new KeptConnections(database);
    this.#gate = gate;
    this.#outages = outages;
  }

  /**
   * Runs one statement of a route when a request's turn comes. Throws `Overload` (503) when too many
   * wait, `Problem` (503) for whatever the database says, which is logged and never shown.
   */
  select(route: string, query: Sql, turn: Turn): Promise<(string | null)[][]> {
    return this.#gate.run(route, turn, async () => {
      const { text, name } = this.#names.statementOf(query.text);
      try {
        const rows = await this.#run(text, query.values, name);
        this.#outages.answered();
        return rows;
      } catch (error) {
        this.#outages.failed(error, route, text);
        // A mistake of ours is no failure of the database.
        if (error instanceof TypeError || error instanceof RangeError) throw error;
        throw failureOf(error);
      }
    });
  }

  /** Gives the connections back, those in use when their statements end. */
  close(): void {
    this.#connections.close();
  }

  async #run(
    text: string,
    values: readonly unknown[],
    name: string | undefined,
  ): Promise<(string | null)[][]> {
    const taken = this.#connections.take();
    const client = taken instanceof Promise ? await taken : taken;
    let replace: Error | boolean = this.#prepared.isFull(client, name);
    try {
      return await new RowsQuery(text, values, name).select(client);
    } catch (error) {
      // A connection that the server did not answer on is not given back.
      if (!(error instanceof pg.DatabaseError)) replace = error as Error;
      throw error;
    } finally {
      this.#connections.giveBack(client, replace);
    }
  }
}

function failureOf(error: unknown): Problem {
  const cancelled = error instanceof Error && 'code' in error && error.code === CANCELLED;
  return unavailable(cancelled ? 'The time budget of the query ended' : undefined);
}

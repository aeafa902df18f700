import type { Database } from '../db/database.ts';
import { Problem } from '../query/problem.ts';
import type { Sql } from '../query/sql.ts';
import type { Row } from './answer/field.ts';
import type { QueryGate } from './query-gate.ts';
import { StatementNames } from './statement-names.ts';

/** Values arrive as PostgreSQL wrote them: integers of any size stay exact. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** `query_canceled`: the statement's time ended. */
const CANCELLED = '57014';

/** Runs SELECTs for the routes. */
export class Selector {
  readonly #database: Database;
  readonly #gate: QueryGate;
  readonly #names = new StatementNames();
  readonly #onError: (error: unknown, statement: string) => void;

  constructor(database: Database, gate: QueryGate, onError: (error: unknown, statement: string) => void) {
    this.#database = database;
    this.#gate = gate;
    this.#onError = onError;
  }

  /**
   * Runs one statement in the turn of a route. Throws `Problem` (503) for whatever the database
   * says, which is logged and never shown.
   */
  select(kind: string, query: Sql): Promise<Row[]> {
    return this.#gate.run(kind, async () => {
      const { text, values } = query;
      const name = this.#names.nameOf(text);
      try {
        const result = await this.#database.pool.query({
          text,
          values,
          rowMode: 'array',
          types: AS_TEXT,
          ...(name === undefined ? {} : { name }),
        });
        return result.rows as Row[];
      } catch (error) {
        this.#onError(error, text);
        throw unavailable(error);
      }
    });
  }
}

function unavailable(error: unknown): Problem {
  const cancelled = error instanceof Error && 'code' in error && error.code === CANCELLED;
  return new Problem(
    503,
    [
      cancelled
        ? { message: 'Service unavailable', detail: 'The time budget of the query ended' }
        : { message: 'Service unavailable' },
    ],
    { 'retry-after': '1' },
  );
}

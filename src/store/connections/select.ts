import type pg from 'pg';
import type { Sql } from '../../kernel/sql.ts';

/** Rows as lists of PostgreSQL's text. */
export type TextRows = (string | null)[][];

/**
 * Runs one SELECT. Readers of the ledger's state accept this type, so that the statement may run in the query service's
 * pool, on the ingest's connection or in a transaction of an EVM worker.
 */
export type Select = (query: Sql) => Promise<TextRows>;

/** Types of statements whose values stay as PostgreSQL's text. */
export const RAW_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (text: unknown) => text } as never;

/** Client or pool of `pg`. */
interface Client {
  query(config: pg.QueryArrayConfig): Promise<{ readonly rows: unknown[][] }>;
}

/** Returns a `Select` on a client (within its open transaction) or on any connection of a pool. */
export function selectOn(client: Client): Select {
  return async ({ text, values }) => {
    const { rows } = await client.query({ text, values, rowMode: 'array', types: RAW_TEXT });
    return rows as TextRows;
  };
}

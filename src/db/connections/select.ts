import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

/** Rows as lists of PostgreSQL's own text. */
export type TextRows = (string | null)[][];

/**
 * Runs one SELECT. What reads the ledger's state takes this, whether the statement runs in the query service's pool, on
 * the ingest's connection or in a transaction of an EVM worker.
 */
export type Select = (query: Sql) => Promise<TextRows>;

/** For statements whose values stay as PostgreSQL wrote them. */
export const RAW_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (text: unknown) => text } as never;

/** What `pg` carries out statements with: a client or a pool. */
interface Client {
  query(config: pg.QueryArrayConfig): Promise<{ readonly rows: unknown[][] }>;
}

/** SELECTs on a client (within its transaction, if it has one open) or on any connection of a pool. */
export function selectOn(client: Client): Select {
  return async ({ text, values }) => {
    const { rows } = await client.query({ text, values, rowMode: 'array', types: RAW_TEXT });
    return rows as TextRows;
  };
}

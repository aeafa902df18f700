import pg from 'pg';
import { READING_SCHEMA } from './distributed-reading.ts';
import { inTransaction } from './transaction.ts';

/**
 * Reading much of a database at once whose tables lie on several servers. Its statements join sets of rows, of times that they
 * name: each table's are fetched as one set, and joined on the coordinator.
 */

/** What a session sets for it: joins by hash, instead of a look-up for each row. */
export const JOINING_SETTINGS: Readonly<Record<string, string>> = {
  enable_hashjoin: 'on',
  enable_mergejoin: 'on',
  enable_material: 'on',
};

/** These are never joined with each other, and read by order and limit, which the engine is to be sent. */
const SINGLE = new Set(['record_file', 'account_balance_file', 'topic_message']);

/**
 * Gives a session views, under the same names, of the tables that a distributed database is read through. Each has a condition
 * that holds and cannot be sent on: so no join is, which Citus might refuse.
 */
export async function joinHere(client: pg.ClientBase): Promise<void> {
  // Costs of foreign tables are guesses: a nested loop asks for a whole table, or a row, as often as there are outer rows.
  await client.query('set enable_nestloop = off');
  const { rows } = await client.query<{ name: string; first: string }>(
    `select relname as name, attname as first from pg_class join pg_attribute on attrelid = oid and attnum = 1
     where relnamespace = $1::regnamespace and relkind in ('f', 'v') and relname not like '%\\_\\_rows'`,
    [READING_SCHEMA],
  );
  await inTransaction(client, async () => {
    await client.query('set transaction read write');
    await client.query('set local citus.enable_ddl_propagation = off');
    for (const { name, first } of rows) {
      if (SINGLE.has(name)) continue;
      const [table, column] = [pg.escapeIdentifier(name), pg.escapeIdentifier(first)];
      // The function is not immutable: postgres_fdw evaluates it here.
      await client.query(
        `create temporary view ${table} as select * from ${READING_SCHEMA}.${table} t
         where pg_column_size(t.${column}) is distinct from -1`,
      );
    }
  });
}

import pg from 'pg';
import { READING_SCHEMA } from './distributed-reading.ts';

/** Runs `work` in one transaction of an unshared connection: commits when it resolves, rolls back when it throws. */
export async function inTransaction(
  client: Pick<pg.ClientBase, 'query'>,
  work: () => Promise<void>,
): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    // A broken connection has nothing to roll back, and this error would hide the cause.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Session settings and views for reading large parts of a distributed database. The statements join sets of rows within
 * time ranges: each table's rows are fetched as one set, and joined on the coordinator.
 */

/** Session settings for these statements: hash joins, instead of a lookup for each row. */
export const JOINING_SETTINGS: Readonly<Record<string, string>> = {
  enable_hashjoin: 'on',
  enable_mergejoin: 'on',
  enable_material: 'on',
};

/**
 * Tables without a view: they are never joined with each other, and are read by order and limit, which must reach
 * Citus.
 */
const WITHOUT_VIEW = new Set(['record_file', 'account_balance_file', 'topic_message']);

/**
 * Creates temporary views over the tables of a distributed database, under the same names. Each has a condition that is
 * always true and cannot be pushed down, so that no join is pushed down, which Citus might refuse.
 */
export async function createJoinViews(client: pg.ClientBase): Promise<void> {
  // The planner's costs of foreign tables are guesses: a nested loop would query a whole table, or a row, once per
  // outer row.
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
      if (WITHOUT_VIEW.has(name)) continue;
      const [table, column] = [pg.escapeIdentifier(name), pg.escapeIdentifier(first)];
      // The function is not immutable, so postgres_fdw evaluates it locally.
      await client.query(
        `create temporary view ${table} as select * from ${READING_SCHEMA}.${table} t
         where pg_column_size(t.${column}) is distinct from -1`,
      );
    }
  });
}

import pg from 'pg';

/**
 * Names and settings for reading a distributed database (Citus). Its planner refuses most joins of tables with
 * different distribution columns, `lateral` joins along the time, and recursive scans. So PostgreSQL itself plans
 * statements over foreign tables in a separate schema. Each scan, with its conditions, order and limit, is a statement
 * about one table. Citus sends it to the one shard that can have rows, or to all shards and merges their rows.
 */

/** Schema with a foreign table for each distributed table, under the same name. */
export const READING_SCHEMA = 'tain_reading';

/** Tables whose rows with the same time are distinguished by `ctid`. */
export const WITH_CTID: ReadonlySet<string> = new Set(['transaction_signature']);

/** Setting of a session: consensus time (nanoseconds) up to which it sees rows; empty for all. */
export const VISIBLE_SETTING = 'tain.visible';

/** The last consensus time that a session sees. */
export const VISIBLE_SQL = `coalesce(nullif(current_setting('${VISIBLE_SETTING}', true), ''), '9223372036854775807')::bigint`;

/**
 * Settings of sessions that query shards. None of their transactions spans servers, so none is begun on the workers; and the
 * shards of a worker are queried one after another on one connection, because opening further ones takes longer than
 * most scans.
 */
export const SHARD_SETTINGS: Readonly<Record<string, string>> = {
  'citus.select_opens_transaction_block': 'off',
  'citus.max_adaptive_executor_pool_size': '1',
};

/**
 * Further settings of reading sessions. They keep the planner from replacing a lookup for each row by a scan of the
 * whole table.
 */
export const DISTRIBUTED_SESSION_SETTINGS: Readonly<Record<string, string>> = {
  search_path: `${READING_SCHEMA},public`,
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  ...SHARD_SETTINGS,
};

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

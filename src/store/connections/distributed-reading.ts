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

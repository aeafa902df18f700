/**
 * Reading a database whose tables lie on several servers (Citus). Its planner refuses most joins of tables that are not
 * spread in the same way, `lateral` along the time, and recursive scans. So statements are planned by PostgreSQL itself, over
 * foreign tables in a schema of their own: what each scan asks for, with its conditions, order and limit, is a statement
 * about one table, which the engine sends to the one shard that can have rows, or to all, and merges.
 */

/** The schema with a foreign table for each table that is distributed, under the same name. */
export const READING_SCHEMA = 'tain_reading';

/** The setting of a session up to which consensus time (nanoseconds) it sees rows; empty: all. */
export const VISIBLE_SETTING = 'tain.visible';

/** What sessions that read set besides: one lookup for each row found is never turned into reading a whole table. */
export const DISTRIBUTED_SESSION_SETTINGS: Readonly<Record<string, string>> = {
  search_path: `${READING_SCHEMA},public`,
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
};

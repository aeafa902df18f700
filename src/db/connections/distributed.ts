import type { TextRows } from './select.ts';

/** Whether the database has the extension Citus: then its tables are, or are to be, spread over several servers. */
export const HAS_CITUS_SQL = `select exists (select from pg_extension where extname = 'citus') as citus`;

/** Whether the ledger's tables are distributed. Only where the extension is. */
const IS_DISTRIBUTED_SQL = `select exists (
  select from pg_dist_partition where logicalrelid = to_regclass('public.transaction') and partmethod = 'h')`;

/**
 * Whether the tables of a database lie on several servers (Citus), so that statements must be such as can be distributed.
 * This is the one place where that is found out. It changes only with a migration: ask once.
 */
export async function selectIsDistributed(select: (text: string) => Promise<TextRows>): Promise<boolean> {
  const isTrue = (rows: TextRows) => rows[0]?.[0] === 't';
  return isTrue(await select(HAS_CITUS_SQL)) && isTrue(await select(IS_DISTRIBUTED_SQL));
}

/** What Citus says, always in English, of statements that it cannot plan and gives no SQLSTATE of its own. */
const OF_PLANNER = /support|repartition|push(?:ed)? ?down|could not run distributed|router planner/i;

/**
 * Whether the engine cannot run a statement of this shape, which no further attempt changes: SQLSTATE 0A000, or an internal error
 * of Citus that says so. The server also says 0A000 of a prepared statement whose table has changed: that passes.
 */
export function isUnsupported(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '0A000') return !('routine' in error && error.routine === 'RevalidateCachedQuery');
  return error.code === 'XX000' && OF_PLANNER.test(error.message);
}

/**
 * Transactions of the database that workers have prepared for Citus and not ended (`names`, parted by spaces; null: none), as
 * each worker tells, or why it does not (`success`).
 */
export const PREPARED_SQL = `
  select success, nodename || ':' || nodeport as worker, result as names
  from run_command_on_workers($$
    select string_agg(gid, ' ') from pg_prepared_xacts where database = current_database() and gid like 'citus\\_%'$$)`;

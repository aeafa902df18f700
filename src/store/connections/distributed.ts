import type pg from 'pg';
import { raw } from '../sql.ts';
import type { Select, TextRows } from './select.ts';

const HAS_CITUS_SQL = `select exists (select from pg_extension where extname = 'citus') as citus`;

/** Query that returns whether the ledger's tables are distributed. Only valid where the extension exists. */
const IS_DISTRIBUTED_SQL = `select exists (
  select from pg_dist_partition where logicalrelid = to_regclass('public.transaction') and partmethod = 'h')`;

/** Returns whether the database has the extension Citus: then its tables are, or are to be, distributed. */
export async function hasCitus(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ citus: boolean }>(HAS_CITUS_SQL);
  return rows[0]?.citus ?? false;
}

/**
 * Returns whether the tables of a database are distributed (Citus). No other code detects it. The value changes only
 * with a migration, so one query is enough.
 */
export async function selectIsDistributed(select: Select): Promise<boolean> {
  const isTrue = (rows: TextRows) => rows[0]?.[0] === 't';
  return isTrue(await select(raw(HAS_CITUS_SQL))) && isTrue(await select(raw(IS_DISTRIBUTED_SQL)));
}

/** A task or a statement in its forms for one server and for several (Citus). */
export interface Forms<Form> {
  readonly one: Form;
  readonly several: Form;
}

/** Connections whose tables are distributed. */
const CONNECTIONS = new WeakSet<object>();

/**
 * Detects whether the tables of a connection are distributed, for `formFor`. `select` runs a statement on the
 * connection.
 */
export async function detectServers(connection: object, select: Select): Promise<void> {
  if (await selectIsDistributed(select)) CONNECTIONS.add(connection);
}

/**
 * Returns the form for a connection: `several` if `detectServers` found that its tables are distributed, else `one`.
 */
export function formFor<Form>(connection: object, { one, several }: Forms<Form>): Form {
  return CONNECTIONS.has(connection) ? several : one;
}

/**
 * Messages of Citus for statements that it cannot plan. They are always in English and have no SQLSTATE of their own.
 */
const PLANNER_MESSAGES = /support|repartition|push(?:ed)? ?down|could not run distributed|router planner/i;

/**
 * Returns whether Citus cannot run a statement of this shape, so that a retry is useless: SQLSTATE 0A000, or an
 * internal error of Citus with such a message. The server also returns 0A000 for a prepared statement whose table has
 * changed, which a retry fixes.
 */
export function isUnsupported(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '0A000') return !('routine' in error && error.routine === 'RevalidateCachedQuery');
  return error.code === 'XX000' && PLANNER_MESSAGES.test(error.message);
}

/**
 * Selects, for each worker, the transactions of this database that are prepared for Citus and not finished (`names`,
 * separated by spaces, or null), or whether the worker failed (`success` is false).
 */
export const PREPARED_SQL = `
  select success, nodename || ':' || nodeport as worker, result as names
  from run_command_on_workers($$
    select string_agg(gid, ' ') from pg_prepared_xacts where database = current_database() and gid like 'citus\\_%'$$)`;

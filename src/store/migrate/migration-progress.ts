import type { Progress } from '../../kernel/progress.ts';
import { delay, repeat } from '../../kernel/retry.ts';
import { type ConnectionTarget, Database } from '../connections/database.ts';
import { hasCitus } from '../connections/distributed.ts';
import type { Queryable } from '../writer/writer.ts';

const POLL_INTERVAL_MS = 1_000;
/** Time limit of a poll, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 3_000;

/** Receives the tables of a step before the work on each of them, and null at the end. */
export type TableStep = (table: string | null) => void;

/**
 * Returns the progress of the index that a session of this name builds in this database; null when it builds none. Each phase
 * of PostgreSQL is a step. Builds on the workers of Citus are not seen: see `selectShardProgress`.
 */
export async function selectIndexProgress(client: Queryable, session: string): Promise<Progress | null> {
  const { rows } = await client.query<{ step: string; done: number; total: number | null; unit: string }>(
    `select coalesce(c.relname, 'an index of ' || p.relid::regclass) || ', ' || p.phase as step, w.unit,
       coalesce(w.done, 0)::float8 as done, w.total::float8 as total
     from pg_stat_progress_create_index p join pg_stat_activity a using (pid)
     left join pg_class c on c.oid = p.index_relid,
     lateral (select * from (values (1, p.tuples_done, nullif(p.tuples_total, 0), 'rows'),
       (2, p.blocks_done, nullif(p.blocks_total, 0), 'pages'),
       (3, p.lockers_done, nullif(p.lockers_total, 0), 'transactions'), (4, 0, null, 'rows')) v (n, done, total, unit)
       where total is not null or n = 4 order by n limit 1) w
     where a.application_name = $1 and p.datname = current_database()`,
    [session],
  );
  return rows[0] ?? null;
}

/**
 * Returns the shards of a distributed table, and of them those that have an index already; null for an index of another table.
 * A reference table has a shard on each server. `client`: of a database with the extension Citus.
 */
export async function selectShardProgress(client: Queryable, index: string): Promise<Progress | null> {
  // An index of a shard has the name of the index and the shard's number; servers without the shard do not know it.
  const { rows } = await client.query<{ done: number; total: number }>(
    `with placed as (
       select shard_name(i.oid::regclass, p.shardid) as name
       from pg_class i join pg_index x on x.indexrelid = i.oid
       join pg_dist_shard s on s.logicalrelid = x.indrelid join pg_dist_placement p using (shardid)
       where i.relname = $1 and i.relnamespace in ('public'::regnamespace, 'tain'::regnamespace)
     ), asked as (
       select count(*)::float8 as total, format('select count(*) from pg_index where indisvalid and indexrelid = any (array[%s]::oid[])',
         string_agg(distinct format('to_regclass(%L)', name), ', ')) as command
       from placed having count(*) > 0
     )
     select total, (select coalesce(sum(result::int) filter (where success), 0) from run_command_on_all_nodes(command))::float8 as done
     from asked`,
    [index],
  );
  const [found] = rows;
  return found ? { step: `${index}, shards`, ...found, unit: 'shards' } : null;
}

/**
 * Returns a receiver of the tables of a step, which reports their bytes. Distributed tables have none on this server. Calls
 * `onProgress` with null at the end.
 */
export async function tableStep(
  client: Queryable,
  step: string,
  tables: readonly string[],
  onProgress: (progress: Progress | null) => void,
): Promise<TableStep> {
  // Partitions are a level below their table.
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce((select sum(pg_table_size(c)) from (
       select to_regclass(name)::oid union all select inhrelid from pg_inherits where inhparent = to_regclass(name)) o (c)), 0)::float8 as bytes
     from unnest($1::text[]) with ordinality as t (name, n) order by n`,
    [tables],
  );
  const sizes = new Map(tables.map((table, n) => [table, rows[n]?.bytes ?? 0]));
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  return (table) => {
    if (table === null) return onProgress(null);
    const before = tables.slice(0, tables.indexOf(table));
    const done = before.reduce((sum, each) => sum + (sizes.get(each) ?? 0), 0);
    onProgress({ step, done, total, unit: 'bytes', facts: () => [table] });
  };
}

/** Reports the progress of a migration once a second, that of indexes by a connection of its own. */
export class MigrationWatch {
  readonly #database: Database;
  readonly #session: string;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  /** Last report of the migration itself; null without one. */
  #step: Progress | null = null;
  #index: string | null = null;
  /** Whether the database is that of Citus; null before the first poll that has to know it. */
  #hasCitus: boolean | null = null;

  /** `session`: `application_name` of the session that migrates. */
  constructor(target: ConnectionTarget, session: string, onProgress: (progress: Progress) => void) {
    this.#session = session;
    this.#database = new Database(target, {
      applicationName: 'tain migration watch',
      maxConnections: 1,
      connectTimeoutMs: RESPONSE_TIMEOUT_MS,
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
      onError: () => undefined,
    });
    const { signal } = this.#stopping;
    // An outage of the database is reported by the migration.
    const poll = async (): Promise<void> => {
      const progress = (await this.#selectProgress().catch(() => null)) ?? this.#step;
      if (progress !== null && !signal.aborted) onProgress(progress);
    };
    // Short work ends before the first poll, and so without a connection.
    this.#ended = delay(POLL_INTERVAL_MS, signal).then(() => repeat(poll, POLL_INTERVAL_MS, signal));
  }

  /** Reports a step of the migration until the next one; null: no longer. */
  readonly step = (progress: Progress | null): void => {
    this.#step = progress;
  };

  /** Names the index that is built from now on. */
  readonly index = (name: string): void => {
    this.#index = name;
  };

  /** Stops the watch. Never throws. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#database.break(new Error('The connection is no longer in use'));
    await this.#ended.catch(() => undefined);
    await this.#database.end();
  }

  async #selectProgress(): Promise<Progress | null> {
    const { pool } = this.#database;
    const progress = await selectIndexProgress(pool, this.#session);
    if (progress !== null || this.#index === null) return progress;
    this.#hasCitus ??= await hasCitus(pool);
    if (!this.#hasCitus) return null;
    const shards = await selectShardProgress(pool, this.#index);
    return shards === null || shards.done === shards.total ? null : shards;
  }
}

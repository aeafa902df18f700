import type { Progress } from '../../kernel/progress.ts';
import { delay, repeat } from '../../kernel/retry.ts';
import { type ConnectionTarget, Database } from '../connections/database.ts';
import type { Queryable } from '../writer/writer.ts';

const POLL_INTERVAL_MS = 1_000;
/** Time limit of a poll, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 3_000;

/**
 * Returns the progress of the index that a session of this name builds in this database; null when it builds none. Each phase
 * of PostgreSQL is a step. Builds on the workers of Citus are not seen.
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

/** Reports the progress of the indexes that a session builds, once a second, on a connection of its own. */
export class IndexWatch {
  readonly #database: Database;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;

  /** `session`: `application_name` of the session that builds. */
  constructor(target: ConnectionTarget, session: string, onProgress: (progress: Progress) => void) {
    this.#database = new Database(target, {
      applicationName: 'tain index watch',
      maxConnections: 1,
      connectTimeoutMs: RESPONSE_TIMEOUT_MS,
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
      onError: () => undefined,
    });
    const { signal } = this.#stopping;
    // An outage of the database is reported by the migration.
    const poll = async (): Promise<void> => {
      const progress = await selectIndexProgress(this.#database.pool, session).catch(() => null);
      if (progress !== null && !signal.aborted) onProgress(progress);
    };
    // Short work ends before the first poll, and so without a connection.
    this.#ended = delay(POLL_INTERVAL_MS, signal).then(() => repeat(poll, POLL_INTERVAL_MS, signal));
  }

  /** Stops the watch. Never throws. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#database.break(new Error('The connection is no longer in use'));
    await this.#ended.catch(() => undefined);
    await this.#database.end();
  }
}

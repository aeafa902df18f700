import type { Log } from '../../kernel/log.ts';
import { type BackOff, delay, repeat, waitAfter } from '../../kernel/retry.ts';
import { type ConnectionTarget, Database } from '../connections/database.ts';
import type { Queryable } from '../writer/writer.ts';

/** Milliseconds for which a session may wait for a lock before that is reported. */
export const MAX_LOCK_WAIT_MS = 5_000;
const POLL_INTERVAL_MS = 1_000;
/** Time limit of a poll, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 3_000;
/** Intervals at which a lasting wait is logged again. */
const REMINDERS: BackOff = { first: 60_000, max: 3_600_000 };

/** Session that holds a lock for which another one waits. Texts of its statements are left out: they may be secret. */
export interface LockHolder {
  /** Backend process id; 0: a prepared transaction. */
  readonly pid: number;
  /** Name: the `application_name`, or the kind of process; null for a prepared transaction. */
  readonly application: string | null;
  /** State such as `idle in transaction`; null when the user may not see it. */
  readonly state: string | null;
  /** Begin of its transaction, ISO 8601; null when the user may not see it. */
  readonly since: string | null;
}

/** A session that waits for a lock. */
export interface LockWait {
  /** Value of its `application_name`. */
  readonly session: string;
  /** Name of the lock, such as `a lock of table entity`. Without the holders, so clients may see it. */
  readonly lock: string;
  readonly seconds: number;
  readonly holders: readonly LockHolder[];
}

const HOLDER = `json_build_object('pid', h.pid,
  'application', case when h.pid <> 0 then coalesce(nullif(a.application_name, ''), a.backend_type, 'unknown') end,
  'state', a.state, 'since', to_char(a.xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`;

/**
 * Names what `l` is a lock of. A wait for a row is one for the end of its writer's transaction: the granted tuple lock of the
 * waiting session names the table.
 */
const LOCK = `case
  when l.relation is not null and c.relkind in ('i', 'I') then 'a lock of index ' || l.relation::regclass
  when l.locktype = 'tuple' then 'a row of table ' || l.relation::regclass
  when l.relation is not null then 'a lock of table ' || l.relation::regclass
  when l.locktype = 'transactionid' then coalesce(
    (select 'a row of table ' || t.relation::regclass from pg_locks t
     where t.pid = l.pid and t.granted and t.locktype = 'tuple' limit 1), 'the end of a transaction')
  when l.locktype = 'virtualxid' then 'the end of a transaction'
  when l.locktype = 'advisory' then 'an advisory lock'
  else 'a lock of type ' || l.locktype end`;

/** Returns the sessions of these names that have waited too long for a lock of this database, the longest first. */
export async function selectLockWaits(
  client: Queryable,
  sessions: readonly string[],
  afterMs = MAX_LOCK_WAIT_MS,
): Promise<LockWait[]> {
  const { rows } = await client.query<LockWait>(
    `select w.application_name as session, ${LOCK} as lock,
       extract(epoch from clock_timestamp() - l.waitstart)::float8 as seconds,
       (select coalesce(json_agg(${HOLDER} order by h.pid), '[]')
        from (select distinct pid from unnest(pg_blocking_pids(l.pid)) b (pid)) h
        left join pg_stat_activity a using (pid)) as holders
     from pg_locks l join pg_stat_activity w using (pid) left join pg_class c on c.oid = l.relation
     where not l.granted and w.datname = current_database() and w.application_name = any ($1)
       and l.waitstart < clock_timestamp() - $2 * interval '1 millisecond'
     order by l.waitstart`,
    [sessions, afterMs],
  );
  return rows;
}

/**
 * Returns the other sessions that hold locks of a table or its partitions in transactions that began too long ago. For
 * work that gives up its own lock request early, so that no session waits behind it: its waits are too short to be
 * seen.
 */
export async function selectLockHolders(
  client: Queryable,
  tables: readonly string[],
): Promise<readonly LockHolder[]> {
  const { rows } = await client.query<{ holder: LockHolder }>(
    `with named as (select to_regclass(name) as oid from unnest($1::text[]) n (name)),
          locked as (select oid from named union select relid from named, pg_partition_tree(named.oid))
     select ${HOLDER} as holder
     from (select distinct coalesce(pid, 0) as pid from pg_locks join locked on relation = oid
           where granted and pid is distinct from pg_backend_pid()
             and database = (select oid from pg_database where datname = current_database())) h
     left join pg_stat_activity a using (pid)
     where coalesce(a.xact_start, '-infinity') < clock_timestamp() - interval '${MAX_LOCK_WAIT_MS} milliseconds'
     order by h.pid`,
    [tables],
  );
  return rows.map(({ holder }) => holder);
}

/** Describes the holders of a lock for the log. */
export function holdersText(holders: readonly LockHolder[]): string {
  if (holders.length === 0) return 'sessions that have ended meanwhile';
  return holders
    .map(({ pid, application, state, since }) => {
      if (application === null) return 'a prepared transaction (pg_prepared_xacts)';
      const seen = state === null ? 'state not visible' : state + (since === null ? '' : ` since ${since}`);
      return `process ${pid} (${application}, ${seen})`;
    })
    .join(', ');
}

export interface LockWatchOptions {
  readonly target: ConnectionTarget;
  /** Values of `application_name` of the watched sessions. */
  readonly sessions: readonly string[];
  readonly log: Log;
  /** Called with the waits of each poll, and once without any when the last one is over. */
  readonly onWaits?: (waits: readonly LockWait[]) => void;
  /** Milliseconds of a wait before it is reported; tests replace it. */
  readonly afterMs?: number;
}

/** A wait that was logged. */
interface Logged {
  readonly wait: LockWait;
  /** Time of the next line, by `performance.now()`, and the number of lines so far. */
  logAt: number;
  lines: number;
}

/**
 * Logs the sessions that wait too long for a lock, with its holders, at growing intervals while they wait, and the end
 * of each wait. PostgreSQL itself says nothing by default, and a statement that waits looks like one that works.
 */
export class LockWatch {
  readonly #options: LockWatchOptions;
  readonly #database: Database;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #logged = new Map<string, Logged>();

  /** Begins to watch, on a connection of its own. */
  constructor(options: LockWatchOptions) {
    this.#options = options;
    this.#database = new Database(options.target, {
      applicationName: 'tain lock watch',
      maxConnections: 1,
      connectTimeoutMs: RESPONSE_TIMEOUT_MS,
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
      onError: () => undefined,
    });
    // An outage of the database is reported by those who work with it.
    const poll = () => this.#poll().catch(() => undefined);
    const { signal } = this.#stopping;
    // Short work ends before the first poll, and so without a connection.
    this.#ended = delay(POLL_INTERVAL_MS, signal).then(() => repeat(poll, POLL_INTERVAL_MS, signal));
  }

  /** Stops the watch. Never throws. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#database.break(new Error('The connection is no longer in use'));
    await this.#ended;
    await this.#database.end();
    if (this.#logged.size > 0) this.#options.onWaits?.([]);
  }

  async #poll(): Promise<void> {
    const { sessions, afterMs, onWaits } = this.#options;
    const waits = await selectLockWaits(this.#database.pool, sessions, afterMs);
    if (this.#stopping.signal.aborted) return;
    const before = this.#logged;
    this.#logged = new Map();
    for (const wait of waits) {
      const key = JSON.stringify([wait.session, wait.lock, wait.holders.map(({ pid }) => pid)]);
      if (!this.#logged.has(key)) this.#logged.set(key, this.#log(wait, before.get(key)));
    }
    const isWaiting = (wait: LockWait) =>
      waits.some(({ session, lock }) => session === wait.session && lock === wait.lock);
    for (const { wait } of before.values()) if (!isWaiting(wait)) this.#logEnd(wait);
    if (waits.length > 0 || before.size > 0) onWaits?.(waits);
  }

  /** Logs a wait if it is new or a reminder is due. */
  #log(wait: LockWait, known: Logged = { wait, logAt: 0, lines: 0 }): Logged {
    const now = performance.now();
    if (now < known.logAt) return { ...known, wait };
    const { session, lock, seconds, holders } = wait;
    const lines = known.lines + 1;
    this.#options.log.warn(
      { session, lock, seconds: Math.round(seconds), holders: holders.map(({ pid }) => pid) },
      `${session} waits for ${lock}, blocked by ${holdersText(holders)}`,
    );
    return { wait, lines, logAt: now + waitAfter(lines, REMINDERS) };
  }

  #logEnd({ session, lock, seconds }: LockWait): void {
    const fields = { session, lock, seconds: Math.round(seconds) };
    this.#options.log.info(fields, `${session} no longer waits for ${lock}`);
  }
}

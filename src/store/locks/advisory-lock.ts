import { createHash } from 'node:crypto';
import { Failure } from '../../kernel/failure.ts';
import { poll } from '../../kernel/retry.ts';
import type { Queryable } from '../writer/writer.ts';

/** Key of an advisory lock: one number, or two (PostgreSQL distinguishes the two). */
type LockKey = readonly [number] | readonly [number, number];

/** Keys of all advisory locks except those of roles. */
export const LOCK_KEYS = {
  /**
   * Lock that each process that uses the embedded server holds shared, in database `postgres`: the last one stops the
   * server.
   */
  presence: [0x7461_6970],
  /** One process migrates at a time. */
  migration: [0x7461_696e],
  /**
   * Lock of the one ingest of a database, held by the session that writes, so a session that lost the lock has ended
   * and cannot write any more.
   */
  ingest: [0x7461_6967],
  /** One process removes rows by retention. */
  retention: [0x7461_6974],
  /** One process runs `tain reingest`. An ingest and its retention may run at the same time. */
  reingest: [0x7461_6972],
  /** One session creates partitions at a time (1952541026): `tain.ensure_balance_partitions`, `tain.ensure_time_partitions`. */
  partitions: [0x7461_6962],
  /** One session creates the reading schema of a distributed database. */
  readingSchema: [0x7461_6973],
} as const satisfies Record<string, LockKey>;

/** First number of the keys of roles ("tain"). */
const ROLE = 0x7461_696e;

/**
 * Returns the key of a role's lock: on an embedded database one process has the role, on a shared one it is an ingest's
 * lease.
 */
export function roleLockKey(role: string): readonly [number, number] {
  return [ROLE, createHash('sha256').update(role).digest().readInt32BE()];
}

/** Maximum wait in milliseconds: the connection of a killed process may take a moment to end. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_PAUSE_MS = 100;

/** End of a lock's lifetime. */
export type LockedUntil = 'session' | 'transaction';

/** Takes an advisory lock for a connection, or its open transaction, if it is free. */
export async function tryAdvisoryLock(
  client: Queryable,
  key: LockKey,
  until: LockedUntil = 'session',
): Promise<boolean> {
  const name = until === 'session' ? 'pg_try_advisory_lock' : 'pg_try_advisory_xact_lock';
  const { rows } = await client.query<{ held: boolean }>(
    `select ${name}(${key.map((_, i) => `$${i + 1}`).join(', ')}) as held`,
    [...key],
  );
  return rows[0]?.held ?? false;
}

/**
 * Takes an advisory lock for a connection, or its open transaction, waiting a little. Returns false when a connection
 * with write access has it; a connection without write access is ended. Throws `Failure` when that fails, and the
 * signal's reason when that is aborted.
 */
export async function takeAdvisoryLock(
  client: Queryable,
  key: LockKey,
  signal?: AbortSignal,
  until: LockedUntil = 'session',
): Promise<boolean> {
  let stranger: string | null = null;
  const attempt = async () => {
    if (await tryAdvisoryLock(client, key, until)) return true;
    stranger = await endStranger(client, key);
    return undefined;
  };
  if (await poll(attempt, { intervalMs: LOCK_PAUSE_MS, limitMs: LOCK_TIMEOUT_MS, signal })) return true;
  if (stranger !== null) throw new Failure('database', stranger);
  return false;
}

/** Condition on `pg_locks l`: sessions that hold a lock of this database. Its first parameters are `lockParameters`. */
export const IS_LOCK = `l.locktype = 'advisory' and l.granted
         and l.database = (select oid from pg_database where datname = current_database())
         and l.classid::bigint = $1 and l.objid::bigint = $2 and l.objsubid = $3`;

/** Returns a key as `pg_locks` shows it. */
export function lockParameters(key: LockKey): [high: number, low: number, count: number] {
  const [high, low] = key.length === 1 ? [0, key[0]] : key;
  return [high >>> 0, low >>> 0, key.length];
}

/**
 * Ends the session that holds a lock of ours although its user may not write to the database: any user that may connect can
 * take an advisory lock, unless that was revoked. Returns a message when there is such a session, else null.
 */
export async function endStranger(client: Queryable, key: LockKey): Promise<string | null> {
  const { rows } = await client.query<{ pid: number; name: string; ended: boolean | null }>(
    `with strangers as materialized (
       select l.pid, a.usename::text as name, a.usesysid
       from pg_locks l
       join pg_stat_activity a using (pid)
       join pg_class c on c.oid = to_regclass('public.record_file')
       where ${IS_LOCK}
         and not has_table_privilege(a.usesysid, c.oid, 'insert') and not pg_has_role(a.usesysid, c.relowner, 'member')
     )
     select pid, name,
       case when pg_has_role(usesysid, 'member') or pg_has_role('pg_signal_backend', 'usage')
         then pg_terminate_backend(pid) end as ended
     from strangers`,
    lockParameters(key),
  );
  const [stranger] = rows;
  if (stranger === undefined) return null;
  const { pid, name } = stranger;
  const what = stranger.ended === null ? `end it (select pg_terminate_backend(${pid}))` : 'it was terminated';
  return `Process ${pid} of user ${name}, who may not write to this database, holds a lock of tain: ${what}, and revoke the right to (docs/operations.md, advisory locks).`;
}

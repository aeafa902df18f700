import { takeAdvisoryLock } from '../../db/advisory-lock.ts';
import type { Queryable } from '../../db/writer.ts';
import { Failure } from '../../errors.ts';

/** Advisory lock (of 32 bits, see `isHeldBy`) that the one ingest of a database holds. */
export const INGEST_LOCK = 0x7461_6967;
/** Advisory lock of its second connection. */
export const ASIDE_LOCK = 0x7461_6961;

/**
 * Takes an advisory lock for the connection, waiting a little. Throws `Failure` when another ingest
 * keeps it, and the signal's reason when that is aborted.
 */
export async function takeLock(client: Queryable, lock: number, signal: AbortSignal): Promise<void> {
  if (await takeAdvisoryLock(client, [lock], signal)) return;
  throw new Failure('alreadyRunning', 'Another ingest already writes to this database.');
}

/** Waits until nobody has the lock. */
export async function passLock(client: Queryable, lock: number, signal: AbortSignal): Promise<void> {
  await takeLock(client, lock, signal);
  await client.query('select pg_advisory_unlock($1)', [lock]);
}

/** Whether the server process with this number has the lock, which `pg_locks` shows in two halves. */
export async function isHeldBy(client: Queryable, lock: number, pid: number): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'advisory' and l.granted
       and l.classid = 0 and l.objid::bigint = $1 and l.objsubid = 1 and l.pid = $2`,
    [lock, pid],
  );
  return rows.length > 0;
}

/** What keeps us from a connection may pass: it is no `Failure`, which would end the ingest. */
export function passing(error: unknown): unknown {
  return error instanceof Failure ? new Error(error.message, { cause: error }) : error;
}

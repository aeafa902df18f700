import { takeAdvisoryLock } from '../../db/advisory-lock.ts';
import type { Queryable } from '../../db/writer.ts';
import { Failure } from '../../kernel/failure.ts';

/** Advisory lock that the one ingest of a database holds. */
export const INGEST_LOCK = 0x7461_6967;
/**
 * Takes an advisory lock for the connection, waiting a little. Throws `Failure` when another ingest
 * keeps it, and the signal's reason when that is aborted.
 */
export async function takeLock(client: Queryable, lock: number, signal: AbortSignal): Promise<void> {
  if (await takeAdvisoryLock(client, [lock], signal)) return;
  throw new Failure('alreadyRunning', 'Another ingest already writes to this database.');
}

/** What keeps us from a connection may pass: it is no `Failure`, which would end the ingest. */
export function passing(error: unknown): unknown {
  return error instanceof Failure ? new Error(error.message, { cause: error }) : error;
}

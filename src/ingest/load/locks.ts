import { takeAdvisoryLock } from '../../db/advisory-lock.ts';
import type { Queryable } from '../../db/writer.ts';
import { Failure } from '../../kernel/failure.ts';

/** Advisory lock held by the one ingest of a database. */
export const INGEST_LOCK = 0x7461_6967;
/**
 * Takes an advisory lock for the connection, waiting a little. Throws `Failure` when another ingest has it,
 * and the signal's reason when that is aborted.
 */
export async function takeLock(client: Queryable, lock: number, signal: AbortSignal): Promise<void> {
  if (await takeAdvisoryLock(client, [lock], signal)) return;
  throw new Failure('alreadyRunning', 'Another ingest already writes to this database.');
}

/** A refused connection may be temporary: it is no `Failure`, which would end the ingest. */
export function passing(error: unknown): unknown {
  return error instanceof Failure ? new Error(error.message, { cause: error }) : error;
}

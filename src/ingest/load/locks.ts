import { Failure } from '../../kernel/failure.ts';
import { poll } from '../../kernel/retry.ts';
import {
  endStranger,
  IS_LOCK,
  LOCK_KEYS,
  type LockedUntil,
  lockParameters,
  takeAdvisoryLock,
  tryAdvisoryLock,
} from '../../store/locks/advisory-lock.ts';
import type { Queryable } from '../../store/writer/writer.ts';

/** Timeout for the end of an evicted session, and the interval of polls for it, in milliseconds. */
const EVICTION_TIMEOUT_MS = 5_000;
const EVICTION_POLL_MS = 50;

/** The right to be the only ingest, held outside of the session that writes. */
export interface IngestLease {
  /**
   * Resolves if this process held the lease at some moment after the call. Rejects if it did not, or if that cannot
   * be determined.
   */
  confirm(): Promise<void>;
  /** Aborted when another process has taken the lease. */
  readonly lost: AbortSignal;
  /**
   * Calls `callback` when connections to the server can no longer be trusted. Returns a function that removes the
   * callback.
   */
  onBroken(callback: () => void): () => void;
}

/**
 * Takes the lock of the ingest for the session or its open transaction, waiting a little. Throws `Failure` when another
 * ingest holds it, and the signal's reason when that is aborted.
 *
 * With a lease the session that holds the lock is ended, if there is one: it belongs to a process that lost the lease,
 * or to an earlier connection of this process. The lease is confirmed while the lock is held. So of two processes the
 * one that lost its lease either fails here, or is evicted by the next owner of the lease.
 */
export async function takeIngestLock(
  client: Queryable,
  signal: AbortSignal,
  lease?: IngestLease,
  until: LockedUntil = 'session',
): Promise<void> {
  if (lease === undefined) {
    if (await takeAdvisoryLock(client, LOCK_KEYS.ingest, signal, until)) return;
    throw new Failure('alreadyRunning', 'Another ingest already writes to this database.');
  }
  let stranger: string | null = null;
  const attempt = async () => {
    if (await tryAdvisoryLock(client, LOCK_KEYS.ingest, until)) return true;
    await lease.confirm();
    stranger = await endStranger(client, LOCK_KEYS.ingest);
    if (stranger === null) await evictIngest(client);
    return undefined;
  };
  if (!(await poll(attempt, { intervalMs: EVICTION_POLL_MS, limitMs: EVICTION_TIMEOUT_MS, signal }))) {
    throw new Error(stranger ?? 'The session of an earlier ingest does not end.');
  }
  await lease.confirm();
}

/**
 * Ends the session that holds the lock of the ingest. Requires that the session has our user, or that we have the right
 * to signal sessions of other users.
 */
async function evictIngest(client: Queryable): Promise<void> {
  await client.query(
    `select pg_terminate_backend(l.pid) from pg_locks l where ${IS_LOCK} and l.pid <> pg_backend_pid()`,
    lockParameters(LOCK_KEYS.ingest),
  );
}

/**
 * Converts a refused connection, which may be temporary, into an error that is not a `Failure`. A `Failure` would end
 * the ingest.
 */
export function passing(error: unknown): unknown {
  return error instanceof Failure ? new Error(error.message, { cause: error }) : error;
}

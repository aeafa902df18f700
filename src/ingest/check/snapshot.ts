import type pg from 'pg';

/** Maximum number of attempts at a snapshot. */
const ATTEMPTS = 5;
/** SQLSTATE of a statement that a standby cancels (serialization_failure). */
const CANCELLED = '40001';

const BEGIN = 'begin transaction isolation level repeatable read read only';

/**
 * Runs reads in one snapshot of the database. A standby may cancel them in favour of replication; then `work` is
 * retried, so it must not have side effects before its end.
 */
export async function inSnapshot<T>(
  client: pg.ClientBase,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(BEGIN);
    try {
      const result = await work();
      await client.query('commit');
      return result;
    } catch (error) {
      if (signal.aborted) throw error;
      await client.query('rollback');
      if (!isCancelled(error) || attempt >= ATTEMPTS) throw error;
    }
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CANCELLED;
}

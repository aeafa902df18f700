import type pg from 'pg';

/** Attempts at a snapshot. */
const ATTEMPTS = 5;
/** SQLSTATE of a statement that a standby cancels (serialization_failure). */
const CANCELLED = '40001';

const BEGIN = 'begin transaction isolation level repeatable read read only';

/**
 * Reads what one snapshot of the database says. A standby may cancel what it reads for the primary's sake: that is tried
 * again, so `work` must not change anything before it is done.
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

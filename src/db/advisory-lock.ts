import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from './writer.ts';

/** Milliseconds: the connection of a killed process may take a moment to go away. */
const PATIENCE = 3_000;
const PAUSE = 100;

/** The key of an advisory lock: one number, or two (PostgreSQL keeps the two apart). */
export type LockKey = readonly [number] | readonly [number, number];

/**
 * Takes an advisory lock for a connection, or its open transaction, waiting a little. Returns false when another connection has it.
 * Rejects with the signal's reason when that is aborted.
 */
export async function takeAdvisoryLock(
  client: Queryable,
  key: LockKey,
  signal?: AbortSignal,
  until: 'session' | 'transaction' = 'session',
): Promise<boolean> {
  const deadline = performance.now() + PATIENCE;
  const name = until === 'session' ? 'pg_try_advisory_lock' : 'pg_try_advisory_xact_lock';
  const text = `select ${name}(${key.map((_, i) => `$${i + 1}`).join(', ')}) as held`;
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>(text, [...key]);
    if (rows[0]?.held) return true;
    if (performance.now() > deadline) return false;
    await sleep(PAUSE, undefined, signal && { signal });
  }
}

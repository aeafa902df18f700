import type { Queryable } from '../state/select-state.ts';
import type { Pending } from './hysteresis.ts';

/** Maximum time without a poll, in milliseconds, after which evidence still counts as uninterrupted. */
const MAX_UNSEEN_MS = 30_000;

/**
 * Reads the pending changes of the last poll of any process, so that a restart during an outage does not start the wait
 * again. Returns none when that poll was too long before `now`.
 */
export async function selectPending(client: Queryable, now: number): Promise<Record<string, Pending>> {
  const { rows } = await client.query<{
    pending: { readonly at: number; readonly components: Record<string, Pending> } | null;
  }>('select pending from tain.status_page');
  const stored = rows[0]?.pending ?? null;
  return stored === null || Math.abs(now - stored.at) > MAX_UNSEEN_MS ? {} : stored.components;
}

/** Stores pending changes at the instant `now`. No new version, because nothing visible changes. */
export async function storePending(
  client: Queryable,
  now: number,
  components: Readonly<Record<string, Pending>>,
): Promise<void> {
  const stored = Object.keys(components).length === 0 ? null : JSON.stringify({ at: now, components });
  await client.query('update tain.status_page set pending = $1', [stored]);
}

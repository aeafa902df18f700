import { poll } from '../../kernel/retry.ts';
import { PREPARED_SQL } from '../../store/connections/distributed.ts';
import type { Queryable } from '../../store/writer/writer.ts';

/**
 * Interval and limit of polls, in milliseconds. A commit of another session (retention, `tain reingest`) takes a few
 * milliseconds.
 */
const POLL = { intervalMs: { first: 2, max: 1_000 }, limitMs: 2_000 };

/**
 * Throws unless each committed transaction is complete on every worker of a distributed database. A commit returns once
 * all workers have prepared it. A part that was prepared and not committed, because the worker or the coordinator was
 * lost at that moment, is invisible to later statements, which would overwrite it with changes of older rows.
 * Transactions that other sessions prepare in the meantime are not awaited. Also throws when a worker does not respond.
 * Both faults may be temporary.
 */
export async function requireNonePrepared(client: Queryable): Promise<void> {
  const pending = await selectParts(client);
  if (pending.size === 0) return;
  // Commits or rolls back parts without a session. The server does so by itself each minute; without the right to call
  // the function, that is awaited.
  await client.query('select recover_prepared_transactions()').catch(() => undefined);
  const isCommitted = async () => {
    const now = await selectParts(client);
    for (const part of pending.keys()) if (!now.has(part)) pending.delete(part);
    return pending.size === 0 || undefined;
  };
  if (await poll(isCommitted, POLL)) return;
  const [worker] = pending.values();
  throw new Error(`Worker ${worker} has not committed all of the last transaction yet`);
}

interface Prepared {
  readonly success: boolean;
  readonly worker: string;
  readonly names: string | null;
}

/** Returns the prepared transactions on the workers: each part with its worker. */
async function selectParts(client: Queryable): Promise<Map<string, string>> {
  const { rows } = await client.query<Prepared>(PREPARED_SQL);
  const parts = new Map<string, string>();
  for (const { success, worker, names } of rows) {
    if (!success) throw new Error(`Worker ${worker} does not answer`);
    for (const name of (names ?? '').split(' ')) if (name !== '') parts.set(`${worker} ${name}`, worker);
  }
  return parts;
}

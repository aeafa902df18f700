import { PREPARED_SQL } from '../../db/connections/distributed.ts';
import type { Queryable } from '../../db/writer/writer.ts';
import { poll } from '../../kernel/retry.ts';

/** Milliseconds. A commit of another session (retention, `tain reingest`) is over in a few of them. */
const POLL = { intervalMs: { first: 2, most: 1_000 }, limitMs: 2_000 };

/**
 * Makes sure that each transaction that was committed is whole on every worker of a distributed database. A commit ends once
 * all workers have prepared it: what one of them has prepared and not committed, because it or the coordinator was lost in
 * that moment, is not seen by later statements, and would be overwritten by what they make of older rows. What other sessions
 * prepare meanwhile is not waited for. Throws while there is any, or a worker does not answer: that may pass.
 */
export async function requireNonePrepared(client: Queryable): Promise<void> {
  const left = await selectParts(client);
  if (left.size === 0) return;
  // Commits or rolls back what no session is about to. The server does so by itself each minute: who may not, waits.
  await client.query('select recover_prepared_transactions()').catch(() => undefined);
  const isCommitted = async () => {
    const now = await selectParts(client);
    for (const part of left.keys()) if (!now.has(part)) left.delete(part);
    return left.size === 0 || undefined;
  };
  if (await poll(isCommitted, POLL)) return;
  const [worker] = left.values();
  throw new Error(`Worker ${worker} has not committed all of the last transaction yet`);
}

interface Prepared {
  readonly success: boolean;
  readonly worker: string;
  readonly names: string | null;
}

/** What workers have prepared: each part with its worker. */
async function selectParts(client: Queryable): Promise<Map<string, string>> {
  const { rows } = await client.query<Prepared>(PREPARED_SQL);
  const parts = new Map<string, string>();
  for (const { success, worker, names } of rows) {
    if (!success) throw new Error(`Worker ${worker} does not answer`);
    for (const name of (names ?? '').split(' ')) if (name !== '') parts.set(`${worker} ${name}`, worker);
  }
  return parts;
}

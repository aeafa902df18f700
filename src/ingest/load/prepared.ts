import { PREPARED_SQL } from '../../db/connections/distributed.ts';
import type { Queryable } from '../../db/writer/writer.ts';

/**
 * Makes sure that each transaction that was committed is whole on every worker of a distributed database. A commit ends once
 * all workers have prepared it: what one of them has prepared and not committed, because it or the coordinator was lost in
 * that moment, is not seen by later statements, and would be overwritten by what they make of older rows. Throws while
 * there is any, or a worker does not answer: that may pass.
 */
export async function requireNonePrepared(client: Queryable): Promise<void> {
  if ((await selectUnsettled(client)).length === 0) return;
  // Commits or rolls back what no session is about to. The server does so by itself each minute: who may not, waits.
  await client.query('select recover_prepared_transactions()').catch(() => undefined);
  const [left] = await selectUnsettled(client);
  if (left === undefined) return;
  throw new Error(
    left.success
      ? `Worker ${left.worker} has not committed all of the last transaction yet`
      : `Worker ${left.worker} does not answer`,
  );
}

interface Prepared {
  readonly success: boolean;
  readonly worker: string;
  readonly names: string | null;
}

/** Workers that have prepared ones, and those that do not answer. */
async function selectUnsettled(client: Queryable): Promise<Prepared[]> {
  const { rows } = await client.query<Prepared>(PREPARED_SQL);
  return rows.filter(({ success, names }) => !success || (names ?? '') !== '');
}

import type { Queryable } from '../../db/writer/writer.ts';

/**
 * Transactions of this database that a worker of Citus has prepared and not ended, and workers that did not answer. The
 * command runs as one text on each worker.
 */
const PREPARED_SQL = `select nodename || ':' || nodeport as node, success, result
  from run_command_on_workers($command$
    select count(*) from pg_prepared_xacts where database = current_database() and gid like 'citus\\_%'
  $command$)
  where not success or result <> '0'`;

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
      ? `Worker ${left.node} has not committed all of the last transaction yet`
      : `Worker ${left.node} does not answer`,
  );
}

interface Unsettled {
  readonly node: string;
  readonly success: boolean;
}

async function selectUnsettled(client: Queryable): Promise<Unsettled[]> {
  const { rows } = await client.query<Unsettled>(PREPARED_SQL);
  return rows;
}

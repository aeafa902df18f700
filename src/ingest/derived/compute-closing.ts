import type { Queryable } from '../../db/writer.ts';
import { storeBalanceSnapshot } from './balance-snapshot.ts';
import type { Closing } from './closing.ts';
import { storeEntityStakes } from './entity-stakes.ts';

/**
 * These statements read whole tables; the ingest's session is set to find rows by key. Until the end
 * of the transaction only.
 */
const WHOLE_TABLES_SQL =
  'set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on';

/** Computes what follows from a stored block, on the connection whose transaction stored it. */
export async function computeClosing(client: Queryable, closing: Closing): Promise<void> {
  const { at, snapshot, stakeUpdates, treasury, stakingReward } = closing;
  await client.query(WHOLE_TABLES_SQL);
  for (const update of stakeUpdates) await storeEntityStakes(client, update, stakingReward);
  if (snapshot) await storeBalanceSnapshot(client, at, treasury);
}

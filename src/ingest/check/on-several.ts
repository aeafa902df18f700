import type pg from 'pg';
import { detectServers } from '../../store/connections/distributed.ts';
import { createJoinViews, VISIBLE_SETTING } from '../../store/connections/distributed-reading.ts';
import { selectOn } from '../../store/connections/select.ts';
import { VisibleEverywhere } from '../../store/reads/servers/visible-everywhere.ts';

/** A check of a database whose tables are on several servers, which have no common snapshot. */
export interface OnSeveral {
  /**
   * Returns whether no block has come since the check began. If so, rows without a time still belong to its last block.
   */
  isStill(): Promise<boolean>;
}

/**
 * Limits the blocks that a session reads to those up to the last one that is visible on every server. Waits until there
 * is one.
 */
export async function beginOnSeveral(client: pg.ClientBase): Promise<OnSeveral> {
  await detectServers(client, selectOn(client));
  const last = await new VisibleEverywhere(client).refresh();
  await client.query('select set_config($1, $2, false)', [
    VISIBLE_SETTING,
    last === null ? '' : String(last.consensusEnd),
  ]);
  await createJoinViews(client);
  return {
    async isStill() {
      const now = await new VisibleEverywhere(client).refresh();
      return now?.consensusEnd === last?.consensusEnd;
    },
  };
}

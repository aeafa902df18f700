import type pg from 'pg';
import { detectServers, formFor } from '../../store/connections/distributed.ts';
import { createJoinViews, VISIBLE_SETTING } from '../../store/connections/distributed-reading.ts';
import { selectOn } from '../../store/connections/select.ts';
import { VisibleEverywhere } from '../../store/reads/servers/visible-everywhere.ts';

/** Returns whether no block has come since the reads began, so that rows without a time still belong to its last block. */
export type IsStill = () => Promise<boolean>;

// On one server, a transaction reads one snapshot.
const ALWAYS: IsStill = () => Promise.resolve(true);

/**
 * Begins the reads of a session. Distributed tables have no common snapshot, so their blocks are limited to those up to the last
 * one that is visible on every server. Waits until there is one.
 */
export async function beginReads(client: pg.ClientBase): Promise<IsStill> {
  await detectServers(client, selectOn(client));
  return formFor(client, { one: () => Promise.resolve(ALWAYS), several: limitReads })(client);
}

async function limitReads(client: pg.ClientBase): Promise<IsStill> {
  const last = await new VisibleEverywhere(client).refresh();
  await client.query('select set_config($1, $2, false)', [
    VISIBLE_SETTING,
    last === null ? '' : String(last.consensusEnd),
  ]);
  await createJoinViews(client);
  return async () => {
    const now = await new VisibleEverywhere(client).refresh();
    return now?.consensusEnd === last?.consensusEnd;
  };
}

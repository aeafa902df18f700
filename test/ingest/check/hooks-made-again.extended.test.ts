import { afterAll, beforeAll, expect, it } from 'vitest';
import { differences, dumpEverything } from '../dump-tables.ts';
import { rebuilt } from '../rebuild/rebuilt.ts';
import { CheckedHistory, check } from './checked-history.ts';

/** Hooks that one transaction deletes and creates again have two versions that begin at the same instant. */

/** Number of blocks that are read and compared at a time. */
const BATCH_BLOCKS = 500;

let history: CheckedHistory;
beforeAll(async () => {
  history = await CheckedHistory.make({
    seed: 4,
    blocks: 560,
    tps: 10,
    population: { accounts: 20, tokens: 1, topics: 1, contracts: 2 },
    mix: { CRYPTOUPDATEACCOUNT: 4_000 },
  });
});
afterAll(() => history?.remove());

it('finds no difference in recreated hooks, and rebuilds none', async () => {
  const db = await history.copy();
  try {
    const { rows } = await db.database.pool.query<{ count: number }>(
      `select count(*)::int as count
       from hook_history d
       join hook_history h using (owner_id, hook_id)
       join record_file r on r.index = $1
       where h.timestamp_range @> r.consensus_end and d.deleted and not h.deleted and lower(d.timestamp_range) = lower(h.timestamp_range)`,
      [BATCH_BLOCKS - 1],
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
    expect((await check(db, {}, history.folder)).findings).toEqual([]);
    const before = await dumpEverything(db.database);
    await rebuilt(db, history.folder);
    expect(differences(await dumpEverything(db.database), before)).toEqual([]);
  } finally {
    await db.drop();
  }
});

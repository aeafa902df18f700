import { beforeAll, expect, it } from 'vitest';
import { CheckedHistory, check } from './checked-history.ts';

/** Hooks that one transaction deletes and creates again have two versions that begin at the same instant. */

let history: CheckedHistory;
beforeAll(async () => {
  history = await CheckedHistory.make({
    seed: 4,
    blocks: 45,
    tps: 30,
    population: { accounts: 20, tokens: 1, topics: 1, contracts: 2 },
    mix: { CRYPTOUPDATEACCOUNT: 4_000 },
  });
});

it('finds no difference in recreated hooks that change in a later batch', async () => {
  const db = await history.copy();
  try {
    // The last block of the checked part, like that of a batch, is one after which a recreated hook changes.
    const { rows } = await db.database.pool.query<{ last: string | null }>(
      `select max(r.index)::text as last
       from hook_history d
       join hook_history h using (owner_id, hook_id)
       join record_file r on h.timestamp_range @> r.consensus_end
       where d.deleted and not h.deleted and lower(d.timestamp_range) = lower(h.timestamp_range)`,
    );
    const last = BigInt(rows[0]?.last ?? 0);
    expect(last).toBeGreaterThan(0n);
    expect((await check(db, { to: { number: last } }, history.folder)).findings).toEqual([]);
  } finally {
    await db.drop();
  }
});

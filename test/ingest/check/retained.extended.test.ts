import { beforeAll, expect, it } from 'vitest';
import type { Periods } from '../../../src/ingest/retention/policy.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { rebuilt } from '../rebuild/rebuilt.ts';
import { reingestBlocks } from '../reingest/reingest-blocks.ts';
import { policyOf, removeAll } from '../retention/remove.ts';
import { CheckedHistory, check } from './checked-history.ts';

/** Rows removed by retention, or excluded by settings, are not differences. */

const SECOND = 1_000_000_000n;
let history: CheckedHistory;
beforeAll(async () => {
  history = await CheckedHistory.make();
});

it.each<[string, Partial<Periods>]>([
  [
    'of all families at one time',
    { blocks: 20n, transactions: 20n, contracts: 20n, actions: 20n, topics: 20n, history: 20n },
  ],
  [
    'of each family at another time',
    { blocks: 40n, transactions: 30n, contracts: 18n, actions: 9n, topics: 25n },
  ],
  ['of messages alone', { topics: 12n }],
])(
  'after removal of old rows, %s',
  async (_name, seconds) => {
    const db = await history.copy();
    try {
      const periods = Object.fromEntries(
        Object.entries(seconds).map(([family, count]) => [family, (count ?? 0n) * SECOND]),
      );
      expect(await removeAll(db.target, policyOf(periods), 500)).toBeGreaterThan(50);
      const { finding, blocks } = await check(db);
      expect(finding).toBeNull();
      expect(blocks).toBeGreaterThan(2);
      // A difference in retained rows is still reported.
      await db.database.pool.query(
        `delete from transaction where consensus_timestamp = (
           select max(consensus_timestamp) from transaction where type = 14)`,
      );
      expect((await check(db)).findings.map(({ difference: { subject } }) => subject)).toContain(
        'the count of its transactions',
      );
    } finally {
      await db.drop();
    }
  },
  180_000,
);

it('after removal of versions that end exactly where a block begins', async () => {
  const db = await history.copy();
  try {
    const { rows } = await db.database.pool.query<{ age: string; ended: number }>(
      `select (max(r.consensus_end) over () - r.consensus_start)::text as age, (
         select count(*) from (
           select timestamp_range from entity_history union all
           select timestamp_range from token_account_history union all
           select timestamp_range from nft_history union all
           select timestamp_range from token_history) v
         where upper(v.timestamp_range) = r.consensus_start)::int as ended
       from record_file r
       order by ended desc, r.consensus_start desc limit 1`,
    );
    expect(rows[0]?.ended).toBeGreaterThan(0);
    await removeAll(db.target, policyOf({ history: BigInt(rows[0]?.age ?? 0) }), 500);
    const left = await dumpEverything(db.database);
    expect((await check(db, {}, history.folder)).findings).toEqual([]);
    await rebuilt(db, history.folder);
    expect(differences(await dumpEverything(db.database), left)).toEqual([]);
    await reingestBlocks(db, history.folder, 1n, 22n);
    expect(differences(await dumpEverything(db.database), left)).toEqual([]);
  } finally {
    await db.drop();
  }
});

it('after removal of all record files before the first block of the block stream', async () => {
  const cutover = await CheckedHistory.make({ seed: 13, tps: 50, cutover: 18, population: {} });
  const db = await cutover.copy();
  try {
    const { pool } = db.database;
    const { rows } = await pool.query<{ age: string; last: string }>(
      `select max(consensus_end) - min(consensus_start) filter (where index = 18) as age, max(index)::text as last
       from record_file`,
    );
    const age = BigInt(rows[0]?.age ?? 0);
    const families = ['blocks', 'transactions', 'contracts', 'actions', 'topics', 'history'];
    await removeAll(db.target, policyOf(Object.fromEntries(families.map((family) => [family, age]))), 500);
    const left = await dumpEverything(db.database);
    const { findings, first } = await check(db, {}, cutover.folder);
    expect({ findings, first }).toEqual({ findings: [], first: 18n });
    await reingestBlocks(db, cutover.folder, 18n, BigInt(rows[0]?.last ?? 0));
    expect(differences(await dumpEverything(db.database), left)).toEqual([]);
    // The block's footer names the root hash before it, so a wrong one is still reported.
    await pool.query(
      `update record_file set previous_wrapped_record_block_hash = decode(repeat('cd', 48), 'hex') where index = 18`,
    );
    expect((await check(db, {}, cutover.folder)).findings.map(({ difference }) => difference.column)).toEqual(
      ['previous_wrapped_record_block_hash'],
    );
  } finally {
    await db.drop();
  }
});

it('excluded rows are not compared, as the report states', async () => {
  const db = await history.copy();
  try {
    const { pool } = db.database;
    await pool.query("update tain.kept set whole_from = null where family = 'transactions'");
    await pool.query('delete from transaction where type = 14');
    const { finding, notes, blocks } = await check(db);
    expect(finding).toBeNull();
    expect(blocks).toBeGreaterThan(20);
    expect(notes.join()).toContain('these families were not compared: transactions.');
    await pool.query("update record_file set prev_hash = repeat('cd', 48) where index = 9");
    expect((await check(db)).finding?.block).toBe(9n);
  } finally {
    await db.drop();
  }
});

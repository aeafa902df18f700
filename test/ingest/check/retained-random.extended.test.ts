import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Periods } from '../../../src/ingest/retention/policy.ts';
import { REFERENCED_FAMILY, RETENTION_FAMILIES } from '../../../src/schema/kept-tables.ts';
import type { TestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { rebuilt } from '../rebuild/rebuilt.ts';
import { reingestBlocks } from '../reingest/reingest-blocks.ts';
import { NOTHING_REMOVED, policyOf, removeAll } from '../retention/remove.ts';
import { CheckedHistory, check } from './checked-history.ts';

const RUNS = Number(process.env.TAIN_CHECK_RUNS ?? tries(1));
const SEED = Number(process.env.TAIN_CHECK_SEED ?? Math.floor(Math.random() * 1_000_000));
const FEBRUARY = BigInt(Date.UTC(2026, 1, 1)) * 1_000_000n;
const DAY = 86_400_000_000_000n;

/** Draws a time of a change, by its fraction of all changes, or a nanosecond before or after it. */
const CUT = fc.record({
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  off: fc.constantFrom(-1n, 0n, 1n),
});
const CUTS = fc.record(
  Object.fromEntries(RETENTION_FAMILIES.map((family) => [family, fc.option(CUT, { freq: 3 })])),
);

/** Returns the first block whose rows are all retained; null if there is none. */
async function firstWholeBlock({ database }: TestDatabase): Promise<bigint | null> {
  const { rows } = await database.pool.query<{ index: string }>(
    `select min(index)::text as index
     from record_file
     where consensus_start > (select max(kept_from) from tain.kept where family <> 'balances')`,
  );
  return rows[0]?.index ? BigInt(rows[0].index) : null;
}

/** Removals never damage a database, and leave nothing to repair. */
describe.each([
  ['record files', {}],
  [
    'record files and blocks of two months',
    { cutover: 20, start: FEBRUARY - 4n * DAY, steadyFrom: FEBRUARY - 10_000_000_000n },
  ],
])(`a database of %s after any removal (TAIN_CHECK_SEED=${SEED})`, (_, options) => {
  let history: CheckedHistory;
  let instants: readonly bigint[];
  beforeAll(async () => {
    history = await CheckedHistory.make({
      seed: SEED,
      blocks: 30,
      tps: 30,
      population: { accounts: 20, tokens: 4, topics: 4, contracts: 3 },
      mix: { CONTRACTCALL: 300, HOOKSTORE: 20, CRYPTOUPDATEACCOUNT: 60 },
      showcase: true,
      ...options,
    });
    const copy = await history.copy();
    const { rows } = await copy.database.pool.query<{ at: string }>(
      `select lower(timestamp_range)::text as at from entity
       union select upper(timestamp_range)::text from entity_history
       union select consensus_timestamp::text from contract_state_change
       union select consensus_timestamp::text from hook_storage_change
       union select consensus_end::text from record_file
       order by at`,
    );
    instants = rows.map(({ at }) => BigInt(at));
    await copy.drop();
  });

  const periodsOf = (cuts: Readonly<Record<string, { share: number; off: bigint } | null>>): Periods => {
    const last = instants.at(-1) ?? 0n;
    const periods = Object.entries(cuts).map(([family, cut]) => {
      const at = cut && instants[Math.floor(cut.share * (instants.length - 1))];
      return [family, at === null || at === undefined ? null : last - at + (cut?.off ?? 0n)];
    });
    const drawn: Record<string, bigint | null> = Object.fromEntries(periods);
    // A family cannot be retained longer than the family that contains the keys of its rows.
    for (const family of RETENTION_FAMILIES) {
      const maxPeriod = drawn[REFERENCED_FAMILY[family] ?? ''] ?? null;
      const own = drawn[family] ?? null;
      drawn[family] = maxPeriod === null || (own !== null && own < maxPeriod) ? own : maxPeriod;
    }
    return { ...NOTHING_REMOVED, ...drawn };
  };

  const expectSound = async (db: TestDatabase): Promise<void> => {
    const { findings } = await check(db, {}, history.folder);
    expect(findings).toEqual([]);
    const before = await dumpEverything(db.database);
    await rebuilt(db);
    expect(differences(await dumpEverything(db.database), before)).toEqual([]);
    await rebuilt(db, history.folder);
    expect(differences(await dumpEverything(db.database), before)).toEqual([]);
    const whole = await firstWholeBlock(db);
    if (whole === null) return;
    await reingestBlocks(db, history.folder, whole, 29n);
    expect(differences(await dumpEverything(db.database), before)).toEqual([]);
  };

  it('has no difference, and a rebuild changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(CUTS, fc.option(CUTS), async (first, then) => {
        const removals = [first, then].flatMap((cuts) => (cuts === null ? [] : [periodsOf(cuts)]));
        const db = await history.copy();
        try {
          for (const periods of removals) await removeAll(db.target, policyOf(periods), 500);
          await expectSound(db);
        } finally {
          await db.drop();
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  });
});

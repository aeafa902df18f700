import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import type { Periods } from '../../../src/ingest/retention/policy.ts';
import { REFERENCED_FAMILY, RETENTION_FAMILIES } from '../../../src/store/schema/kept-tables.ts';
import type { TestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { seedsOf } from '../../seeds.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { rebuilt } from '../rebuild/rebuilt.ts';
import { reingestBlocks } from '../reingest/reingest-blocks.ts';
import { NOTHING_REMOVED, policyOf, removeAll } from '../retention/remove.ts';
import { CheckedHistory, check } from './checked-history.ts';

const RUNS = Number(process.env.TAIN_CHECK_RUNS ?? tries(1));
const FEBRUARY = BigInt(Date.UTC(2026, 1, 1)) * 1_000_000n;
const DAY = 86_400_000_000_000n;

/** A time of a change, by its fraction of all changes, or a nanosecond before or after it. */
interface Cut {
  readonly share: number;
  readonly off: bigint;
}
type Cuts = Readonly<Record<string, Cut | null>>;

/** Draws the times before which each family's rows are removed; null: never. `fast-check` would mostly draw bounds. */
function drawCuts(random: Random): Cuts {
  const cut = () =>
    random.below(8) === 0 ? null : { share: random.unit(), off: random.pick([-1n, 0n, 1n]) };
  return Object.fromEntries(RETENTION_FAMILIES.map((family) => [family, cut()]));
}

/** Returns the first block whose rows are all retained; null if there is none. */
async function firstWholeBlock({ database }: TestDatabase): Promise<bigint | null> {
  const { rows } = await database.pool.query<{ index: string }>(
    `select min(index)::text as index
     from record_file
     where consensus_start > (select max(kept_from) from tain.kept where family <> 'balances')`,
  );
  return rows[0]?.index ? BigInt(rows[0].index) : null;
}

const WORLDS = [
  ['record files', {}],
  [
    'record files and blocks of two months',
    { cutover: 20, start: FEBRUARY - 4n * DAY, steadyFrom: FEBRUARY - 10_000_000_000n },
  ],
] as const;
/** Seeds and worlds. With the fixed seed, an account of a removed snapshot is deleted before the first retained one. */
const CASES = seedsOf([51694]).flatMap((seed) =>
  WORLDS.map(([words, options]) => ({ seed, words, options })),
);

/** Removals never damage a database, and leave nothing to repair. */
describe.each(CASES)('a database of $words after any removal (seed $seed)', ({ seed, options }) => {
  let history: CheckedHistory;
  let instants: readonly bigint[];
  beforeAll(async () => {
    history = await CheckedHistory.make({
      seed,
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
    // Half of the changes are those of the first block.
    instants = rows.map(({ at }) => BigInt(at)).slice(rows.length >> 1);
    await copy.drop();
  });

  const periodsOf = (cuts: Cuts): Periods => {
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
    for (let run = 0; run < RUNS; run += 1) {
      const random = new Random(seed + run);
      const removals = [drawCuts(random), ...(random.below(2) === 0 ? [drawCuts(random)] : [])];
      const db = await history.copy();
      try {
        for (const cuts of removals) await removeAll(db.target, policyOf(periodsOf(cuts)), 500);
        await expectSound(db);
      } finally {
        await db.drop();
      }
    }
  });
});

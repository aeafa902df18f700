import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contradiction, NOTHING_REMOVED, type Periods } from '../../../src/ingest/retention/policy.ts';
import { KEPT_FAMILIES } from '../../../src/schema/kept-tables.ts';
import { tries } from '../../effort.ts';
import { policyOf, removeAll } from '../retention/remove.ts';
import { CheckedHistory, check } from './checked-history.ts';

/** Periods that settings may have, in seconds of a history of about 60. */
const PERIODS = fc
  .record(
    Object.fromEntries(
      KEPT_FAMILIES.map((family) => [family, fc.option(fc.bigInt(1n, 55_000n), { freq: 3 })]),
    ),
  )
  .map(
    (milliseconds) =>
      ({
        ...NOTHING_REMOVED,
        ...Object.fromEntries(
          Object.entries(milliseconds).map(([family, each]) => [family, each && each * 1_000_000n]),
        ),
      }) as Periods,
  )
  .filter((periods) => contradiction(periods) === undefined);

const SEED = Number(process.env.TAIN_CHECK_SEED ?? 5);
const RUNS = Number(process.env.TAIN_CHECK_RUNS ?? tries(2));

/** Retention removes rows; that is never damage, and neither is what was mended. */
describe.each([
  ['record files', { seed: SEED }],
  ['record files and blocks', { seed: SEED + 1, cutover: 20 }],
])('a database of %s after any removal', (_, options) => {
  let history: CheckedHistory;
  beforeAll(async () => {
    history = await CheckedHistory.make({
      ...options,
      blocks: 30,
      tps: 20,
      population: { accounts: 20, tokens: 4, topics: 4, contracts: 3 },
    });
  }, 600_000);
  afterAll(() => history?.remove());

  it('is never called damaged', async () => {
    await fc.assert(
      fc.asyncProperty(PERIODS, fc.option(PERIODS), async (first, then) => {
        const db = await history.copy();
        try {
          await removeAll(db.target, policyOf(first), 500);
          if (then) await removeAll(db.target, policyOf(then), 500);
          const { findings, blocks } = await check(db, {}, history.folder);
          expect(findings).toEqual([]);
          expect(blocks).toBeGreaterThanOrEqual(0);
        } finally {
          await db.drop();
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  }, 600_000);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bandScan } from '../../../src/store/access/band-scan.ts';
import {
  alongIds,
  alongPartOfBand,
  alongWholeBands,
  type BandScan,
  gatheredByValue,
  gatheredInBand,
  type Strategy,
  type TriedStrategy,
} from '../../../src/store/access/band-strategies.ts';
import { NUMBER, UNBOUNDED } from '../../../src/store/access/domain.ts';
import type { Order } from '../../../src/store/access/order.ts';
import type { Database } from '../../../src/store/connections/database.ts';
import { join, sql, TRUE } from '../../../src/store/sql.ts';
import { createTestDatabase } from '../../database.ts';
import { planOf } from './plan.ts';
import { HOLDER_ROWS } from './rows.ts';

/*
 * Strategies that return amounts in id order. Checks the rows and the plan of each strategy alone, and that the chooser
 * uses the first sufficient one.
 */

let database: Database;
let drop: () => Promise<unknown>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  await database.pool.query(HOLDER_ROWS);
  await database.pool.query('vacuum analyze');
});
afterAll(() => drop?.());

const LIMIT = 25;
const ORDERS: readonly Order[] = ['asc', 'desc'];
const LIMITS = { probed: 100, gathered: 150, gatheredInBand: 1000 };

function scanFor(lower: bigint | undefined, upper: bigint | undefined, order: Order = 'asc'): BandScan {
  const bounds = { ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) };
  return {
    table: sql`holder h`,
    id: sql`h.id`,
    ids: UNBOUNDED,
    idDomain: NUMBER,
    value: sql`h.amount`,
    values: { ...UNBOUNDED, ...bounds },
    band: sql`h.band`,
    maxValue: 2n ** 63n - 1n,
    order,
    limit: LIMIT,
    ...LIMITS,
  };
}

/** Returns the first ids of holders within bounds, in order. */
async function idsWithin(
  lower: bigint,
  upper: bigint,
  limit: number,
  order: Order = 'asc',
): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from holder where amount >= $1 and amount <= $2 order by id ${order} limit ${limit}`,
    [lower, upper],
  );
  return rows.map(({ id }) => id);
}

/** Executes one strategy alone and returns its plan, its ids in order, and whether it suffices. */
async function executed({ heads, found, ...rest }: Strategy | TriedStrategy) {
  const suffices = 'suffices' in rest ? rest.suffices : TRUE;
  const before = heads.length === 0 ? sql`` : sql`with ${join([...heads], ', ')}`;
  const ids = sql`${before} select id from (${found}) f order by id`;
  const sufficiency = sql`${before} select ${suffices} as suffices`;
  const [plan, { rows }, answers] = [
    await planOf(database, ids),
    await database.pool.query<{ id: string }>(ids.text, [...ids.values]),
    await database.pool.query<{ suffices: boolean }>(sufficiency.text, [...sufficiency.values]),
  ];
  return { plan, ids: rows.map(({ id }) => id), suffices: answers.rows[0]?.suffices };
}

const MANY = Number.MAX_SAFE_INTEGER;

describe('index order of ids', () => {
  it('suffices if nearly all rows are within the bounds', async () => {
    const { plan, ids, suffices } = await executed(alongIds(scanFor(1n, undefined)));
    expect(suffices).toBe(true);
    expect(plan.indexes).toEqual(['holder_pkey']);
    expect(plan.read).toBe(LIMITS.probed);
    expect(ids.slice(0, LIMIT)).toEqual(await idsWithin(1n, 2n ** 62n, LIMIT));
  });

  it('returns nothing if the first rows make no page', async () => {
    const { plan, ids, suffices } = await executed(alongIds(scanFor(1000n, undefined)));
    expect({ ids, suffices, read: plan.read }).toEqual({ ids: [], suffices: false, read: LIMITS.probed });
  });
});

describe('gathering by value', () => {
  const gathered = (lower: bigint) =>
    gatheredByValue(scanFor(lower, undefined), 'few', LIMITS.gathered, [sql`h.amount >= ${lower}`]);

  it('suffices if few rows are within the bounds', async () => {
    const { plan, ids, suffices } = await executed(gathered(1_000_001n));
    expect(suffices).toBe(true);
    expect(plan.indexes).toEqual(['holder__amount']);
    expect(ids).toEqual(await idsWithin(1_000_001n, 2n ** 62n, MANY));
    expect(ids.length).toBeGreaterThan(0);
  });

  it('returns nothing, after one row more than its limit, if many are', async () => {
    const { plan, ids, suffices } = await executed(gathered(1000n));
    expect({ ids, suffices }).toEqual({ ids: [], suffices: false });
    expect(plan.read).toBe(LIMITS.gathered + 1);
  });
});

describe('complete bands', () => {
  // Values of 11 digits are 1024 to 2047, of 12 digits 2048 to 4095.
  it('finds the first ids of each band', async () => {
    const { plan, ids } = await executed(alongWholeBands(scanFor(1000n, 900_000n), [11, 12], TRUE));
    const expected = [...(await idsWithin(1024n, 2047n, LIMIT)), ...(await idsWithin(2048n, 4095n, LIMIT))];
    expect(ids).toEqual(expected.sort((a, b) => Number(a) - Number(b)));
    expect(plan).toMatchObject({ indexes: ['holder__band'], read: 2 * LIMIT });
  });

  it('is omitted if another strategy suffices', async () => {
    const { plan, ids } = await executed(alongWholeBands(scanFor(1000n, 900_000n), [11, 12], sql`not true`));
    expect({ ids, read: plan.read }).toEqual({ ids: [], read: 0 });
  });
});

describe('gathering in a band', () => {
  it('suffices if few rows of the band are within the bounds', async () => {
    const { plan, ids, suffices } = await executed(gatheredInBand(scanFor(1500n, 1550n), 11, 'edge0', TRUE));
    expect(suffices).toBe(true);
    expect(plan.indexes).toEqual(['holder__amount']);
    expect(ids).toEqual(await idsWithin(1500n, 1550n, MANY));
  });

  it('returns nothing if many are', async () => {
    const { ids, suffices } = await executed(gatheredInBand(scanFor(1000n, undefined), 12, 'edge0', TRUE));
    expect({ ids, suffices }).toEqual({ ids: [], suffices: false });
  });
});

describe('part of a band', () => {
  it('finds the first ids within the bounds', async () => {
    const { plan, ids } = await executed(alongPartOfBand(scanFor(1500n, 2000n), 11, TRUE));
    expect(ids).toEqual(await idsWithin(1500n, 2000n, LIMIT));
    expect(plan.indexes).toEqual(['holder__band']);
    expect(plan.nodes).not.toContain('Seq Scan');
  });

  it('is omitted if the band was gathered', async () => {
    const { plan, ids } = await executed(alongPartOfBand(scanFor(1500n, 2000n), 11, sql`not true`));
    expect({ ids, read: plan.read }).toEqual({ ids: [], read: 0 });
  });
});

describe('the chooser', () => {
  it.each([
    ['nearly all', 1n, undefined],
    ['few', 1_000_001n, undefined],
    ['the later half', 1000n, 900_000n],
    ['a part of one band', 1500n, 1600n],
    ['none', 2_000_000n, undefined],
  ] as const)('gathers at most the limit: %s', async (_, lower, upper) => {
    for (const order of ORDERS) {
      const statement = bandScan(scanFor(lower, upper, order));
      const plan = await planOf(database, statement);
      expect(plan.nodes).not.toContain('Seq Scan');
      // The sum is the probe, the gathered rows, two bands that are partly in range, and one page for each band between them.
      expect(plan.read).toBeLessThan(
        LIMITS.probed + LIMITS.gathered + 2 * LIMITS.gatheredInBand + 64 * LIMIT,
      );
      const { rows } = await database.pool.query<{ id: string }>(statement.text, [...statement.values]);
      expect(rows.map(({ id }) => id)).toEqual(await idsWithin(lower, upper ?? 2n ** 62n, LIMIT, order));
    }
  });

  it('is needed: a scan in id order reads all other rows', async () => {
    const plain = sql`select id from holder where amount >= ${1000n} and amount <= ${900_000n} order by id limit 25`;
    expect((await planOf(database, plain)).read).toBeGreaterThan(10_000);
  });
});

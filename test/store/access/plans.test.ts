import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNBOUNDED } from '../../../src/store/access/domain.ts';
import { either, gatherOrScan } from '../../../src/store/access/gather-or-scan.ts';
import { indexRange, indexScan } from '../../../src/store/access/index-scan.ts';
import {
  as,
  firstByKey,
  firstRow,
  hasRow,
  newestRow,
  rowByKey,
  rowsByKey,
} from '../../../src/store/access/lookup.ts';
import { merge, mergeForEach, mergeWithin } from '../../../src/store/access/merge.ts';
import { newestOfVersions } from '../../../src/store/access/newest-version.ts';
import type { Order } from '../../../src/store/access/order.ts';
import { CONDITION_IS_RARER, rarerScan } from '../../../src/store/access/rarer-scan.ts';
import { skipScan } from '../../../src/store/access/skip-scan.ts';
import type { Database } from '../../../src/store/connections/database.ts';
import { raw, type Sql, sql } from '../../../src/store/sql.ts';
import { createTestDatabase } from '../../database.ts';
import { type Plan, planOf } from './plan.ts';
import { ACCESS_ROWS, ENTRIES, OLD, RARE, RARE_TYPE } from './rows.ts';

/*
 * Checks the plan that the docstring of each access path promises, on tables of up to 200,000 skewed rows. Where an
 * access path replaces a simpler statement, the test also asserts that the simpler one reads more.
 */

let database: Database;
let drop: () => Promise<unknown>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  await database.pool.query(ACCESS_ROWS.replace(/vacuum analyze[^;]*;/, ''));
  await database.pool.query('vacuum analyze');
});
afterAll(() => drop?.());

const LIMIT = 25;
const ORDERS: readonly Order[] = ['asc', 'desc'];

/** Returns the plans of a statement for its values, and for any values. */
async function bothPlans(statement: Sql): Promise<Plan[]> {
  return [await planOf(database, statement), await planOf(database, statement, true)];
}

describe('index scan', () => {
  it.each(ORDERS)('reads no more than its limit (%s)', async (order) => {
    const scan = indexScan({
      select: sql`at`,
      from: sql`entry`,
      where: [],
      by: [sql`at`],
      order,
      limit: LIMIT,
    });
    for (const plan of await bothPlans(scan)) {
      expect(plan).toMatchObject({ rows: LIMIT, read: LIMIT, sorted: 0, indexes: ['entry_pkey'] });
    }
  });

  const ofOwner = (owner: bigint, order: Order, lower?: bigint) => {
    const range = lower === undefined ? UNBOUNDED : { ...UNBOUNDED, lower };
    const prefix = [{ column: sql`owner`, value: sql`${owner}` }];
    const bounds = indexRange({ prefix, column: sql`at`, range });
    return indexScan({ ...bounds, select: sql`at, note`, from: sql`entry`, order, limit: LIMIT });
  };

  it.each(ORDERS)('scans the index with its prefix for any value (%s)', async (order) => {
    for (const owner of [OLD, RARE, 777n, 999_999n]) {
      for (const lower of [undefined, 5n, BigInt(ENTRIES - 10)]) {
        for (const plan of await bothPlans(ofOwner(owner, order, lower))) {
          expect(plan.indexes, `${owner} ${lower}`).toEqual(['entry__owner']);
          expect(plan.read).toBe(plan.rows);
          expect(plan.sorted).toBe(0);
          expect(plan.nodes.filter((node) => !/^Index/.test(node))).toEqual(['Limit']);
        }
      }
    }
  });

  it('reads a prefix against the order of its range column', async () => {
    const prefix = [{ column: sql`amount`, value: sql`${7n}` }];
    const bounds = indexRange({ prefix, column: sql`at`, range: UNBOUNDED, prefixOrder: 'desc' });
    const scan = indexScan({ ...bounds, select: sql`at`, from: sql`entry`, order: 'asc', limit: LIMIT });
    expect(await planOf(database, scan)).toMatchObject({
      indexes: ['entry__owner_back'],
      read: LIMIT,
      sorted: 0,
    });
  });
});

describe('lookup', () => {
  it('descends an index once for the first or the newest row', async () => {
    const row = { select: sql`at`, from: sql`entry`, where: [sql`owner = ${RARE}`], by: [sql`at`] };
    for (const statement of [firstRow({ ...row, order: 'asc' }), newestRow(row)]) {
      expect((await planOf(database, statement)).sorted).toBe(0);
    }
    const newest = newestRow({ select: sql`at`, from: sql`entry`, where: [], by: [sql`at`] });
    for (const plan of await bothPlans(newest)) expect(plan).toMatchObject({ read: 1, sorted: 0 });
  });

  const page = indexScan({
    select: sql`*`,
    from: sql`entry`,
    where: [],
    by: [sql`at`],
    order: 'desc',
    limit: 100,
  });
  const entry = { select: sql`amount`, from: sql`holder h`, where: [sql`h.id = e.at - ${100_000n}`] };
  it.each([
    ['several rows', rowsByKey(entry)],
    ['one row', rowByKey(entry)],
    ['the first row', firstByKey({ ...entry, by: [sql`h.id`], order: 'asc' })],
  ])('looks up %s one by one', async (_, lookup) => {
    const statement = sql`select e.at, l.amount from ${as(page, 'e')} cross join ${lookup} l`;
    for (const plan of await bothPlans(statement)) {
      expect(plan).toMatchObject({ rows: 100, read: 200, sorted: 0, indexes: ['entry_pkey', 'holder_pkey'] });
      expect(plan.nodes).toContain('Nested Loop');
    }
  });

  it('checks each row for another matching one', async () => {
    const isMet = hasRow(sql`state s`, [sql`s.key = e.owner % 60`, sql`s.place = 1`]);
    const statement = indexScan({
      select: sql`at`,
      from: sql`entry e`,
      where: [isMet],
      by: [sql`at`],
      order: 'desc',
      limit: LIMIT,
    });
    for (const plan of await bothPlans(statement)) {
      expect(plan.nodes).not.toContain('Hash');
      expect(plan.nodes).not.toContain('Seq Scan');
      expect(plan.read).toBeLessThan(8 * LIMIT);
    }
  });
});

describe('newest version', () => {
  it('reads the table once and its history once', async () => {
    for (const [id, rows] of [
      [5n, 1],
      [19_000n, 1],
      [1_000_000n, 0],
    ] as const) {
      const where = [sql`i.id = ${id}`, sql`lower(timestamp_range) <= ${30_000n}`];
      const newest = newestOfVersions({ table: 'item', alias: 'i', select: sql`id, timestamp_range`, where });
      for (const plan of await bothPlans(newest)) {
        expect(plan.rows).toBe(rows);
        expect(plan.read).toBeLessThanOrEqual(2);
        expect(plan.indexes).toEqual(['item_history__id', 'item_pkey']);
      }
    }
  });
});

describe('skip scan', () => {
  const newest = {
    columns: { at: sql`at`, value: sql`value` },
    where: [],
    by: [sql`at`],
    order: 'desc',
  } as const;

  it.each(ORDERS)('takes two descents of the index for each value (%s)', async (order) => {
    const scan = skipScan({
      table: sql`state`,
      columns: ['key'],
      after: [sql`at`],
      where: [],
      order,
      rowOfEach: newest,
      limit: LIMIT,
    });
    for (const plan of await bothPlans(scan)) {
      expect(plan).toMatchObject({ rows: LIMIT, sorted: 0, indexes: ['state__key'] });
      expect(plan.read).toBeLessThanOrEqual(2 * LIMIT + 2);
      expect(plan.nodes).toContain('Recursive Union');
    }
  });

  it.each(ORDERS)('stays within a prefix, and ends at its last value (%s)', async (order) => {
    const prefix = { column: sql`place`, value: sql`${2n}` };
    for (const columns of [['key'], ['key', 'at']]) {
      const limit = columns.length === 1 ? 100 : LIMIT;
      const rowOfEach = columns.length === 1 ? { rowOfEach: newest } : {};
      const scan = skipScan({ table: sql`state`, prefix, columns, where: [], order, limit, ...rowOfEach });
      for (const plan of await bothPlans(scan)) {
        expect(plan.rows).toBe(columns.length === 1 ? 60 : LIMIT);
        expect(plan.indexes).toEqual(['state_pkey']);
        expect(plan.read).toBeLessThanOrEqual(2 * plan.rows + 2);
      }
    }
  });

  it('begins each step at the values before, not at the bound of the first column', async () => {
    // PostgreSQL prefers the bound in one direction only.
    const scan = (following: readonly Sql[]) =>
      skipScan({
        table: sql`state`,
        columns: ['place', 'key'],
        where: [sql`place <= ${1n}`],
        following,
        order: 'desc',
        filter: [sql`${raw('v.key')} < 0`],
      });
    const rows = { nodes: expect.arrayContaining(['Recursive Union']), rows: 0 };
    const [begun, again] = [
      await planOf(database, scan([])),
      await planOf(database, scan([sql`place <= ${1n}`])),
    ];
    expect([begun, again]).toMatchObject([rows, rows]);
    expect(again.pages).toBeGreaterThan(10 * begun.pages);
  });

  it('stops at the limit when a filter drops rows', async () => {
    const scan = skipScan({
      table: sql`state`,
      columns: ['key'],
      where: [],
      order: 'asc',
      rowOfEach: newest,
      filter: [sql`${raw('v.key')} % 2 = 0`],
      limit: 10,
    });
    const plan = await planOf(database, scan);
    expect(plan.rows).toBe(10);
    expect(plan.read).toBeLessThan(50);
  });

  it('is needed: the distinct values read every row', async () => {
    const plain = sql`select distinct on (key) key, at from state order by key, at desc limit 25`;
    expect((await planOf(database, plain)).read).toBeGreaterThan(30_000);
  });
});

describe('merge', () => {
  const ofOwner = (owner: Sql, order: Order) => {
    const bounds = indexRange({
      prefix: [{ column: sql`owner`, value: owner }],
      column: sql`at`,
      range: UNBOUNDED,
    });
    return indexScan({ ...bounds, select: sql`at`, from: sql`entry`, order, limit: LIMIT });
  };
  const at = sql`m.at`;
  const owners = [OLD, RARE, 150n, 160n];

  it.each(ORDERS)('reads at most the limit of each scan (%s)', async (order) => {
    const merged = { as: 'm', select: at, distinct: true, by: [at], order, limit: LIMIT } as const;
    const statements = [
      merge({ ...merged, scans: owners.map((owner) => ofOwner(sql`${owner}`, order)) }),
      mergeForEach({ ...merged, values: owners, type: 'bigint', scan: (owner) => ofOwner(owner, order) }),
    ];
    for (const statement of statements) {
      for (const plan of await bothPlans(statement)) {
        expect(plan).toMatchObject({ rows: LIMIT, indexes: ['entry__owner'] });
        expect(plan.read).toBeLessThanOrEqual(owners.length * LIMIT);
        expect(plan.sorted).toBeLessThanOrEqual(owners.length * LIMIT);
      }
    }
  });

  it('is needed: any single value reads all others', async () => {
    const plain = sql`select at, note from entry where owner = any(${[OLD, RARE]}::bigint[]) order by at desc limit 200`;
    expect((await planOf(database, plain)).read).toBeGreaterThan(10_000);
  });

  it.each(ORDERS)('ends the second scan where the first page ends (%s)', async (order) => {
    const common = { select: sql`at`, from: sql`entry e`, by: [sql`at`], order, limit: LIMIT };
    const second = (end: Sql) =>
      indexScan({
        ...common,
        where: [sql`at ${raw(order === 'asc' ? '<=' : '>=')} ${end}`, sql`amount + 0 < 0`],
      });
    const first = indexScan({ ...common, where: [] });
    const statement = mergeWithin({ first, by: sql`at`, order, limit: LIMIT, second });
    for (const plan of await bothPlans(statement)) {
      expect(plan.rows).toBe(LIMIT);
      expect(plan.read).toBeLessThanOrEqual(2 * LIMIT);
      expect(plan.indexes).toEqual(['entry_pkey']);
    }
    // Without a limit, the scan reads the whole table.
    const unbounded = indexScan({ ...common, where: [sql`amount + 0 < 0`] });
    expect((await planOf(database, unbounded)).read).toBeGreaterThanOrEqual(ENTRIES);
  });
});

describe('either', () => {
  it.each([true, false])('executes one of the two (%s)', async (first) => {
    const scan = (order: Order) =>
      indexScan({ select: sql`at`, from: sql`entry`, where: [], by: [sql`at`], order, limit: LIMIT });
    const statement = either(sql`(select ${first}::boolean)`, scan('asc'), scan('desc'));
    for (const plan of await bothPlans(statement)) {
      expect(plan).toMatchObject({ rows: LIMIT, read: LIMIT, leftOut: 1 });
    }
  });
});

describe('gather or scan', () => {
  const MAX_GATHERED = 100;
  const statementFor = (condition: Sql) => {
    const page = { select: sql`at`, by: [sql`at`], order: 'desc', limit: LIMIT } as const;
    const few = rowsByKey({ select: sql`*`, from: sql`entry`, where: [sql`at = few.key`] });
    return gatherOrScan({
      max: MAX_GATHERED,
      gather: sql`select at as key from entry where ${condition}`,
      ofFew: indexScan({ ...page, from: sql`few cross join ${few} e`, where: [] }),
      scan: indexScan({ ...page, from: sql`entry`, where: [condition] }),
    });
  };

  it('gathers rare rows, and does not begin the scan', async () => {
    const plan = await planOf(database, statementFor(sql`type = ${RARE_TYPE}`));
    expect(plan).toMatchObject({ rows: 20, leftOut: 1 });
    expect(plan.read).toBeLessThanOrEqual(2 * MAX_GATHERED);
    expect(plan.indexes).toContain('entry__type');
  });

  it('scans for common rows, and gathers at most the limit', async () => {
    const plan = await planOf(database, statementFor(sql`type = ${1}`));
    expect(plan).toMatchObject({ rows: LIMIT, leftOut: 1 });
    expect(plan.read).toBeLessThan(MAX_GATHERED + 1 + 4 * LIMIT);
    expect(plan.sorted).toBe(0);
  });

  it('is needed: a scan alone reads the whole table for a rare value', async () => {
    const plain = sql`select at from entry where type + 0 = ${RARE_TYPE} order by at desc limit 25`;
    expect((await planOf(database, plain)).read).toBeGreaterThanOrEqual(ENTRIES);
  });
});

describe('rarer scan', () => {
  /** Entries of an owner with a type, read from the index of the owner or from the index of the type. */
  const statementFor = (owner: bigint, type: number) => {
    const along = (column: Sql, value: Sql, further: readonly Sql[], limit: number) => {
      const bounds = indexRange({ prefix: [{ column, value }], column: sql`at`, range: UNBOUNDED });
      const where = [...bounds.where, ...further];
      return indexScan({ ...bounds, select: sql`at`, from: sql`entry`, where, order: 'desc', limit });
    };
    const [ofType, ofOwner] = [sql`${type}::smallint`, sql`${owner}`];
    const size = 50;
    const head = rarerScan({
      condition: along(sql`type`, ofType, [], size),
      others: along(sql`owner`, ofOwner, [], size),
      by: sql`at`,
      order: 'desc',
      size,
    });
    const scans = [
      along(sql`type`, ofType, [sql`owner + 0 = ${owner}`, CONDITION_IS_RARER], LIMIT),
      along(sql`owner`, ofOwner, [sql`type + 0 = ${type}`, sql`not ${CONDITION_IS_RARER}`], LIMIT),
    ];
    return sql`${head}${merge({ scans, as: 'm', select: sql`at`, by: [sql`at`], order: 'desc', limit: LIMIT })}`;
  };

  it.each([
    ['the type is rarer', OLD, RARE_TYPE, 20],
    ['the owner is rarer', 300n, 1, 6],
    ['both are met often', RARE, 1, LIMIT],
  ] as const)('takes the shorter scan: %s', async (_, owner, type, rows) => {
    for (const plan of await bothPlans(statementFor(owner, type))) {
      expect(plan.rows).toBe(rows);
      expect(plan.leftOut).toBe(1);
      expect(plan.read).toBeLessThan(300);
      expect(plan.nodes).not.toContain('Seq Scan');
    }
  });
});

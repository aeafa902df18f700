import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexScan } from '../../../src/store/access/index-scan.ts';
import { sameKey } from '../../../src/store/access/joined-rows.ts';
import { hasRow } from '../../../src/store/access/lookup.ts';
import { skipScan } from '../../../src/store/access/skip-scan.ts';
import { targetOf } from '../../../src/store/access/target.ts';
import { type Sql, sql, writtenFor, writtenOut } from '../../../src/store/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

// Statements for several servers, executed on one: `rows_of` reads its tables as if they were shards.

/** Payer 1 with five transactions of seven, and nine others. Two transactions have a transfer of tokens. */
const ROWS = `
  create schema tain_reading;
  create function tain_reading.rows_of(query text) returns setof record language plpgsql
    as 'begin return query execute query; end';
  create function tain_reading.rows_of(row_type anyelement, query text) returns setof anyelement language plpgsql
    as 'begin return query execute query; end';
  insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns, nonce, transaction_hash)
    select n, 14, 22, case when n % 7 < 5 then 1 else 2 + n % 9 end, n, 0, '' from generate_series(1, 9000) n;
  insert into token_transfer (account_id, amount, consensus_timestamp, payer_account_id, token_id)
    select 1, n, n, 1, 9 from unnest(array[101, 5005]) n;`;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.pool.query(ROWS);
});
afterAll(() => db.drop());

/** Returns the rows of the form for one server and for several. */
async function rowsOfForms(query: Sql): Promise<Record<string, unknown>[][]> {
  const forms: Record<string, unknown>[][] = [];
  for (const isDistributed of [false, true]) {
    const { text, values } = writtenFor(query, targetOf(false, isDistributed));
    const result = await db.database.pool.query<Record<string, unknown>>(writtenOut(text), [...values]);
    forms.push(result.rows);
  }
  return forms;
}

const PAYERS = { table: sql`transaction`, columns: ['payer_account_id'], where: [] } as const;
const PAIRS = { ...PAYERS, columns: ['result', 'payer_account_id'] } as const;
const NEWEST = {
  columns: { at: sql`consensus_timestamp` },
  where: [sql`consensus_timestamp <= ${1500}`],
  by: [sql`consensus_timestamp`],
  order: 'desc',
} as const;

describe('a skip scan', () => {
  it.each([
    ['in ascending order', skipScan({ ...PAYERS, order: 'asc' }), 10],
    ['in descending order', skipScan({ ...PAYERS, order: 'desc' }), 10],
    ['of a page that ends in the first chunk', skipScan({ ...PAYERS, order: 'desc', limit: 4 }), 4],
    ['of a page that ends in a later chunk', skipScan({ ...PAYERS, order: 'asc', limit: 4 }), 4],
    ['of two columns', skipScan({ ...PAIRS, order: 'asc', limit: 5 }), 5],
    [
      'after a prefix',
      skipScan({ ...PAYERS, prefix: { column: sql`result`, value: sql`${22}` }, order: 'asc' }),
      10,
    ],
    [
      'with a bound of its begin alone',
      skipScan({ ...PAIRS, where: [sql`payer_account_id > ${4}`], following: [], order: 'asc' }),
      6,
    ],
    ['with a row of each', skipScan({ ...PAYERS, order: 'asc', rowOfEach: NEWEST }), 10],
    ['with a row of each of a page', skipScan({ ...PAYERS, order: 'asc', rowOfEach: NEWEST, limit: 3 }), 3],
    ['without values', skipScan({ ...PAYERS, where: [sql`result = ${11}`], order: 'asc' }), 0],
  ])('%s', async (_, query, count) => {
    const [one = [], several = []] = await rowsOfForms(query);
    expect(one).toHaveLength(count);
    expect(several).toEqual(one);
  });
});

describe('a scan with lookups', () => {
  const scan = (limit: number, select = sql`t.*`) =>
    indexScan({
      select,
      scanned: 't',
      from: sql`transaction t`,
      where: [
        sql`t.payer_account_id < ${8}`,
        sql`(${hasRow(sql`token_transfer x`, [sameKey('x.consensus_timestamp', 't', 'consensus_timestamp'), sql`x.amount > ${0}`])} or t.consensus_timestamp > ${8995})`,
      ],
      by: [sql`t.consensus_timestamp`],
      order: 'desc',
      limit,
    });

  it.each([
    ['of whole rows in the first batch', scan(2), 2],
    ['of whole rows in the second batch', scan(6), 6],
    ['of all rows', scan(25), 7],
    ['of columns in the second batch', scan(6, sql`t.consensus_timestamp, t.type`), 6],
  ])('%s', async (_, query, count) => {
    const [one = [], several = []] = await rowsOfForms(query);
    expect(one).toHaveLength(count);
    expect(several).toEqual(one);
  });
});

import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/rest/answer/field.ts';
import { nestedList } from '../../src/rest/answer/objects.ts';
import { integer } from '../../src/rest/answer/scalars.ts';
import { type Page, pageKey, pageStatement } from '../../src/rest/route/page.ts';
import { TIME } from '../../src/store/access/domain.ts';
import { keyedRows, leftJoinTable, sameKey } from '../../src/store/access/joined-rows.ts';
import { as, hasRow, scanByKey } from '../../src/store/access/lookup.ts';
import { targetOf } from '../../src/store/access/target.ts';
import { sql, writtenFor, writtenOut } from '../../src/store/sql.ts';

const OF_TIME = sameKey('at', 't', 'at');
const NONCE = { nonce: integer(sql`t.nonce`) };
const TRANSFERS = nestedList({ amount: integer(sql`amount`) }, keyedRows('movement', [OF_TIME]));

const list = { keys: [pageKey('timestamp', sql`t.at`, TIME, [])], order: 'desc', limit: 25 } as const;
const page: Page = {
  ...list,
  from: sql`event t`,
  alias: 't',
  joins: leftJoinTable('owner', 'e', [sameKey('id', 't', 'payer')]),
  where: [sql`${hasRow(sql`coin_transfer x`, [sameKey('x.at', 't', 'at')])} is not true`],
};

function written(fields: Fields, of: Page, isDistributed: boolean): string {
  const { text } = writtenFor(pageStatement(fields, of), targetOf(false, isDistributed));
  return writtenOut(text).replaceAll(/\s+/g, ' ');
}

it('finds a page whose conditions are looked up in batches on several servers, and in place on one', () => {
  const fields = { ...NONCE, transfers: TRANSFERS };
  expect(written(fields, page, true)).toContain(
    'first_batch as materialized ( select t.* from event t order by t.at desc limit 200)',
  );
  expect(written(fields, page, true)).toContain('movement as materialized (select * from fetched_movement)');
  expect(written(fields, page, true)).toContain(
    'fetched_owner as materialized ( select * from owner where id = any(array(select t.payer from t)) limit 10001)',
  );
  expect(written(fields, page, false)).toContain('left join owner e on e.id = t.payer');
  expect(written(fields, page, false)).toContain('from movement where at = t.at)');
  expect(written(fields, page, false)).not.toContain('materialized');
});

describe('the tables that several servers are queried for, once for a page', () => {
  const scanned = { ...list, scan: sql`select at from found`, alias: 'w', keys: [] };
  const rowsOfKey = {
    select: sql`*`,
    table: sql`event`,
    on: sameKey('at', 'w', 'time'),
    where: [],
    as: 't',
  };
  const other = nestedList(
    { amount: integer(sql`amount`) },
    sql`fee f ${leftJoinTable('owner', 'e', [sameKey('id', 'f', 'payer')])} where f.at = t.at`,
  );
  const first = sql`select * from ${as(
    scanByKey({
      select: sql`a`,
      from: sql`holding`,
      on: sameKey('id', 'k', 'id'),
      where: [sql`open`],
      by: [sql`a`],
      order: 'asc',
      limit: 2,
    }),
    'h',
  )}`;
  it.each<[string, Fields, Page, string[]]>([
    [
      'of fields',
      { ...NONCE, transfers: TRANSFERS },
      { ...page, where: [] },
      [
        'owner where id = any(array(select t.payer from t))',
        'movement where at = any(array(select t.at from t))',
      ],
    ],
    [
      'of fields of joined rows, which have the key of the page',
      { transfers: TRANSFERS },
      { ...scanned, rowsOfKey },
      [
        'movement where at = any(array(select w.time from w))',
        'event where at = any(array(select w.time from w))',
      ],
    ],
    [
      'of a key with one value',
      NONCE,
      {
        ...list,
        scan: sql`select 1`,
        alias: 't',
        joins: leftJoinTable('coin', 'k', [sameKey('id', 't', 'token', 5n)]),
      },
      ['coin where id = any(array(select $1::bigint from t))'],
    ],
    [
      'of a scan that adds columns, with the conditions on the table',
      NONCE,
      {
        ...list,
        scan: { found: sql`select 1`, alias: 'k', scan: (from) => sql`${first} cross join ${from}` },
        alias: 't',
      },
      ['holding where id = any(array(select k.id from k)) and open'],
    ],
    [
      'not of other rows than those of the page',
      { ...NONCE, other },
      { ...page, where: [], joins: sql`` },
      [],
    ],
  ])('%s', (_, fields, of, tables) => {
    const statement = written(fields, of, true);
    const fetched = [...statement.matchAll(/as materialized \( select \* from (.*?) limit 10001\)/g)];
    expect(fetched.map(([, table]) => table)).toEqual(tables);
  });
});

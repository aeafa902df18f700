import { describe, expect, it } from 'vitest';
import { ownTable } from '../../../src/store/access/abilities.ts';
import {
  asBound,
  compareRows,
  hashBegins,
  heldAt,
  isAmong,
  isOneWord,
  isTrue,
  word,
} from '../../../src/store/access/condition.ts';
import { TIME, UNBOUNDED } from '../../../src/store/access/domain.ts';
import { indexRange, indexScan } from '../../../src/store/access/index-scan.ts';
import { joinTable, leftJoinTable, sameKey } from '../../../src/store/access/joined-rows.ts';
import { exists, hasRow, joinedRows } from '../../../src/store/access/lookup.ts';
import { skipScan } from '../../../src/store/access/skip-scan.ts';
import { targetOf } from '../../../src/store/access/target.ts';
import { all, fixed, join, type Sql, sql, writtenFor, writtenOut } from '../../../src/store/sql.ts';

const ONE = targetOf(false, false);
const SEVERAL = targetOf(false, true);
const written = (query: Sql, target = SEVERAL) => {
  const { text, values } = writtenFor(query, target);
  return {
    text: writtenOut(text)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([()]) ?/g, '$1')
      .trim(),
    values,
  };
};
const a = sql`a`;
const b = sql`b`;
const c = sql`c`;

describe('a plan node for one server and for several', () => {
  it.each([
    [
      compareRows([a, b, c], '<', [sql`${1}`, sql`g(2, 3)`, sql`${4}`]),
      '(a,b,c)<($1,g(2, 3),$2)',
      '(a <= $1 and(a < $2 or b <= g(2, 3)and(b < g(2, 3)or c < $3)))',
    ],
    [compareRows([a, b], '>=', [sql`${1}`, sql`${2}`], 1), '(a,b)>=($1,$2)', '(a = $1 and b >= $2)'],
    [compareRows([a], '<=', [sql`${1}`], 1), '(a)<=($1)', '(a = $1)'],
    [heldAt(a, '>=', sql`v.b`), 'a >= v.b', 'a = v.b'],
    [isOneWord(a, ['A', 'B']), "a in('A', 'B')", "(a = 'A' or a = 'B')"],
    [all([b, isTrue(a)]), 'b and a is true', 'b and a'],
    [isAmong(a, sql`select b`), 'a in(select b)', 'a = any(array(select b))'],
    [word('A', 'letter'), "'A'::letter", "'A'"],
    [hashBegins(a, sql`${1}`), 'substring(a from 1 for 32)= $1', 'substring(a from 1 for 32)= $1 and a = $2'],
    [sql`a >= ${asBound(sql`f(b)`)}`, 'a >= f(b)', 'a >=(select f(b))'],
    [
      sql`select from ${ownTable('current_balance')}`,
      'select from tain.current_balance',
      'select from tain_reading.current_balance',
    ],
    [
      sql`not ${exists(sql`t`, [isTrue(a), b])}`,
      'not coalesce((select true from t where a is true and b limit 1), false)',
      'not coalesce((select true from t where a and b limit 1), false)',
    ],
    [
      sql`x ${joinTable('token', 't', [sql`t.a = x.a`, isTrue(b)])}`,
      'x join token t on t.a = x.a and b is true',
      'x join lateral(select * from token t where t.a = x.a and b offset 0)t on true',
    ],
    [
      leftJoinTable('owner', 'e', [sql`e.a = ${1}`]),
      'left join owner e on e.a = $1',
      'left join lateral(select * from owner e where e.a = $1 offset 0)e on true',
    ],
    [sql`x ${fixed(join([isTrue(a), b]))}`, 'x a is true,b', 'x a,b'],
  ])('%#', (query, one, several) => {
    expect(written(query, ONE).text).toBe(one);
    expect(written(query).text).toBe(several);
  });

  it('has its values in the order of its text', () => {
    const { values } = written(sql`${0} ${compareRows([a, b], '<', [sql`${1}`, sql`${2}`])} ${3}`);
    expect(values).toEqual([0, 1, 1, 2, 3]);
  });
});

describe('a scan of distinct rows', () => {
  const scan = (scan: { readonly where: readonly Sql[]; readonly held?: readonly Sql[] }) =>
    indexScan({
      select: sql`a, b`,
      distinct: [a, b],
      from: sql`t`,
      by: [a, b],
      order: 'desc',
      limit: 3,
      ...scan,
    });

  it('is grouped, so that the shards get the limit', () => {
    const all = scan({ where: [c] });
    expect(written(all, ONE).text).toBe('select distinct a, b from t where c order by a desc,b desc limit 3');
    expect(written(all).text).toBe('select a,b from t where c group by a,b order by a desc,b desc limit 3');
  });

  it('is not grouped by a column with one value', () => {
    const bounds = indexRange({
      prefix: [{ column: a, value: sql`${1}` }],
      column: b,
      range: UNBOUNDED,
      domain: TIME,
    });
    expect(written(scan(bounds)).text).toBe(
      'select b from t where(a = $1)and(a = $2)group by b order by b desc limit 3',
    );
  });
});

describe('a scan of joined rows', () => {
  const key = { select: sql`e.b`, table: sql`owner`, alias: 'e', where: [isTrue(b)], as: 'y' } as const;
  const scan = { select: sql`x.a, y.b`, where: [c], by: [a], order: 'asc', limit: 2 } as const;

  it('fetches the rows of all keys in one task', () => {
    const rows = joinedRows(sql`select ${1}`, { ...key, on: sameKey('e.id', 'x', 'a') });
    const query = indexScan({ ...scan, from: sql`${rows} ${leftJoinTable('t', 'v', [c])}` });
    expect(written(query, ONE)).toEqual({
      text: 'select x.a, y.b from(select $1)x cross join lateral(select e.b from owner e where e.id = x.a and b is true offset 0)y left join t v on c where c order by a asc limit 2',
      values: [1],
    });
    expect(written(query)).toEqual({
      text: 'select * from(with x as materialized(select $1), joined_at_once as materialized(select * from owner e where e.id = any(array(select a from x)))select x.a, y.b from x cross join lateral(select e.b from joined_at_once e where e.id = x.a and b offset 0)y left join lateral(select * from t v where c offset 0)v on true where c order by a asc limit 2)at_once',
      values: [1],
    });
  });

  it('takes the first of these rows for each key', () => {
    const first = { by: [b], order: 'desc' } as const;
    const from = joinedRows(undefined, { ...key, on: sameKey('e.at', 'few', 'at'), first });
    const one =
      'cross join lateral(select e.b from owner e where e.at = few.at and b is true order by b desc limit 1)y';
    expect(written(indexScan({ ...scan, from }), ONE).text).toContain(`from few ${one}`);
    expect(written(indexScan({ ...scan, from })).text).toContain(
      'with joined_at_once as materialized(select * from owner e where e.at = any(array(select at from few)))select x.a, y.b from few cross join lateral(select e.b from joined_at_once e where e.at = few.at and b order by b desc limit 1)y where c',
    );
  });
});

describe('a scan with lookups', () => {
  const lookup = hasRow(sql`owner x`, [sameKey('x.id', 't', 'c'), sql`x.d = ${2}`]);
  const scan = (further: { readonly where?: readonly Sql[]; readonly limit?: number }) =>
    indexScan({
      select: sql`t.at`,
      scanned: 't',
      from: sql`event t`,
      where: [sql`t.b = ${1}`, sql`(${lookup} or t.e)`],
      by: [sql`t.at`],
      order: 'asc',
      limit: 2,
      ...further,
    });

  it('fetches a batch and its lookups together', () => {
    const { text, values } = written(scan({}));
    for (const part of [
      'first_batch as materialized(select t.* from event t where t.b = $1 order by t.at asc limit 16)',
      'first_batch_0 as materialized(select x.id as key from owner x where x.id = any(array(select c from first_batch))and x.d = $2 limit 20001)',
      'select t.at from first_batch t where(nullif(t.c in(select key from first_batch_0), false)or t.e)order by t.at asc limit 2',
      'limit 4000',
      `select * from(${written(scan({}), ONE).text.replace('$1', '$5').replace('$2', '$6')})whole_scan`,
    ]) {
      expect(text).toContain(part);
    }
    expect(values).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('is executed unchanged if it looks up other rows, or none', () => {
    const other = hasRow(sql`owner x`, [sameKey('x.id', 'v', 'c')]);
    for (const where of [[sql`t.b`], [other], [lookup, other]]) {
      expect(written(scan({ where })).text).toBe(written(scan({ where }), ONE).text);
    }
  });
});

describe('a skip scan', () => {
  const scan = { table: sql`owner`, columns: ['a'], where: [sql`b = ${1}`], order: 'desc' } as const;

  it('takes values from a chunk of rows', () => {
    const { text, values } = written(skipScan({ ...scan, limit: 3 }));
    for (const part of [
      'from(select a from owner where b = $1 order by a desc limit 500)owner',
      'from(select a from owner where(a < chunk.a)and b = $2 order by a desc limit 500)owner',
      'where chunk.goes_on)select a from chunk order by ordinal limit 3',
    ]) {
      expect(text).toContain(part);
    }
    expect(values).toEqual([1, 1]);
  });

  it('reads value by value if its rows are filtered', () => {
    const query = skipScan({ ...scan, filter: [sql`v.a > 1`], limit: 3 });
    expect(written(query).text).not.toContain('chunk');
  });
});

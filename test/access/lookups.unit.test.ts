import { describe, expect, it } from 'vitest';
import { asLookups } from '../../src/access/lookups.ts';

const TABLES = new Set(['token', 'entity', 'transaction', 's.balance']);
const lookups = (text: string) => asLookups(text, TABLES).replaceAll(/\s+/g, ' ').trim();

describe('a statement as look-ups', () => {
  it.each([
    [
      'select 1 from x left join token t on t.id = x.id and (t.a or t.b) join entity on entity.id = t.id where x.c',
      'select 1 from x left join lateral (select * from token t where t.id = x.id and (t.a or t.b) offset 0) t on true join lateral (select * from entity entity where entity.id = t.id offset 0) entity on true where x.c',
    ],
    [
      'select 1 from (a join token t on t.id = a.id) b',
      'select 1 from (a join lateral (select * from token t where t.id = a.id offset 0) t on true ) b',
    ],
    ['select 1 from a join other o on o.id = a.id', 'select 1 from a join other o on o.id = a.id'],
    ['select 1 from a cross join lateral (select 1) b', 'select 1 from a cross join lateral (select 1) b'],
    ["select ' join token t on ''x'' ' from a", "select ' join token t on ''x'' ' from a"],
    [
      'select 1 from transaction where at in ( select at from h where hash = $1 ) and b in ($2, $3)',
      'select 1 from transaction where at = any(array( select at from h where hash = $1 )) and b in ($2, $3)',
    ],
    ['select 1 where (a, b) in (select a, b from c)', 'select 1 where (a, b) in (select a, b from c)'],
    ['select 1 where a not in (select b from c)', 'select 1 where a not in (select b from c)'],
    [
      'select not exists (select from c where c.a in (select d from e))',
      'select not coalesce((select true from c where c.a = any(array(select d from e)) limit 1), false)',
    ],
    [
      'select distinct a.b, a.c from a where (a.b, a.c) >= ($1, $2) and (a.b) > ($3) order by a.b limit 3',
      'select a.b, a.c from a where (a.b >= $1 and (a.b > $1 or a.c >= $2)) and (a.b) > ($3) group by a.b, a.c order by a.b limit 3',
    ],
    [
      'select (select distinct f(a, b) from a) from (select distinct c from d) e where (a, b, c) < (1, g(2, 3), 4)',
      'select (select f(a, b) from a group by f(a, b) ) from (select c from d group by c ) e where (a <= 1 and (a < 1 or b <= g(2, 3) and (b < g(2, 3) or c < 4)))',
    ],
    [
      'select 1 where /*=1*/(a) >= ($1) and /*=2*/(a, b, c) <= ($1, $2, $3) and max(a, b) > (c, d)',
      'select 1 where (a = $1) and (a = $1 and b = $2 and c <= $3) and max(a, b) > (c, d)',
    ],
    [
      'select 1 where /*=1*/t.a >= $1 and t.a <= $2 and /*=1*/b <= v.b and /*=1*/c < 2',
      'select 1 where t.a = $1 and t.a <= $2 and b = v.b and /*=1*/c < 2',
    ],
    [
      'select distinct s.a, s.b from s where /*=1*/(s.a, s.b) >= ($1, $2) and s.a > $1 order by s.a desc, s.b desc limit 3',
      'select s.b from s where (s.a = $1 and s.b >= $2) and s.a > $1 group by s.b order by s.b desc limit 3',
    ],
    [
      'select distinct s.a, b from s where /*=1*/s.a >= x.a order by s.a, b union select distinct a from s where /*=1*/(a) >= ($1) order by a',
      'select b from s where s.a = x.a group by b order by b union select a from s where (a = $1) group by a order by a',
    ],
    [
      "select 1 where e.type in ('A', 'B') and x in ('C') and not a.b in ('D') and f(x) in ('E') and c not in ('F')",
      "select 1 where (e.type = 'A' or e.type = 'B') and (x = 'C') and not (a.b = 'D') and f(x) in ('E') and c not in ('F')",
    ],
    [
      'select a is true where b.c is true and d is true or e is true order by f is true',
      'select a is true where b.c and d or e is true order by f is true',
    ],
    [
      'select coalesce((select 1), 2) where a >= coalesce((select b in (select 3) from c), 2) and d = coalesce(e, 1)',
      'select coalesce((select 1), 2) where a >= (select coalesce((select b = any(array(select 3)) from c), 2)) and d = coalesce(e, 1)',
    ],
    ['select distinct on (a) b from c', 'select distinct on (a) b from c'],
    ['select distinct a as b from c', 'select distinct a as b from c'],
    ['select exists (select 1 from c limit 1)', 'select exists (select 1 from c limit 1)'],
  ])('%s', (text, expected) => expect(lookups(text)).toBe(expected));

  it('fetches rows of a scan at once, and what it looks up for them', () => {
    const scan = `select distinct t.a, t.at from transaction t where t.b = $1 and
      ((select true from entity x where x.id = t.c and x.d = $2 limit 1) or t.e) order by t.at limit 2`;
    const found = lookups(`(${scan}) s order by 1 limit 9`);
    expect(found.startsWith('(select * from ( with first_batch as materialized (')).toBe(true);
    expect(found.endsWith(') in_batches) s order by 1 limit 9')).toBe(true);
    const fixed = lookups(scan.replace('t.b = $1', '/*=1*/t.a >= $1').replace('by t.at', 'by t.a, t.at'));
    expect(fixed).toContain('or t.e) group by t.at order by t.at limit 2');
    expect(fixed).toMatch(
      /\(select t\.at from transaction t where t\.a = \$1 .*group by t\.at order by t\.at limit 2\) whole_scan/,
    );
    for (const part of [
      'select t.a, t.at, t.b, t.c, t.e from transaction t where t.b = $1 order by t.at limit 16',
      'select x.id as key from entity x where x.id = any(array(select c from first_batch)) and x.d = $2 limit 20001',
      'select t.a, t.at from first_batch t where (nullif(t.c = any(array(select key from first_batch_0)), false) or t.e) group by t.a, t.at order by t.at limit 2',
      'limit 4000',
    ]) {
      expect(found).toContain(part);
    }
  });

  it.each([
    'select t.at from transaction t where (select true from entity x where x.id = t.c limit 1)',
    'select t.at from transaction t where (select true from entity x where x.id = t.c limit 1) order by t.at',
    'select t.at from transaction t where (select true from entity x where x.id = t.c and x.d < t.d limit 1) order by t.at limit 2',
    'select t.at from transaction t where (select true from entity x where x.id < t.c limit 1) order by t.at limit 2',
    'select t.at from transaction t where t.a between 1 and 2 and (select true from entity x where x.id = t.c limit 1) order by t.at limit 2',
    'select t.at from transaction t where (select 1 from other x where x.id = t.c limit 1) order by t.at limit 2',
    'select t.at from transaction t where t.a = (select b from c limit 1) order by t.at limit 2',
    'select x.a from (select 1) x cross join lateral (select * from entity where a = x.a and b = x.b offset 0) e',
    'select x.a from (select 1) x cross join lateral (select * from entity where a = x.a order by b limit 1) e',
    'select x.a from (select 1) x cross join lateral (select * from other where a = x.a offset 0) e',
    'select x.a from entity cross join lateral (select * from token where a = entity.a offset 0) e',
  ])('leaves as it is: %s', (text) => expect(lookups(text)).toBe(text));

  it('fetches what is joined to rows by a key at once', () => {
    expect(
      lookups(
        'select x.a from (select 1) x cross join lateral (select * from entity where a = x.a and b offset 0) e left join y on true order by 1 union all select 2',
      ),
    ).toBe(
      'select * from ( with x as materialized (select 1), joined_at_once as materialized ( select * from entity where a = any(array(select a from x)) ) select x.a from x cross join lateral (select * from joined_at_once entity where a = x.a and b offset 0) e left join y on true order by 1 ) at_once union all select 2',
    );
    expect(
      lookups(
        'select * from few cross join lateral (select l.b from token l where l.consensus_timestamp = few.at order by l.c limit 1) e',
      ),
    ).toBe(
      'select * from ( with joined_at_once as materialized ( select * from token where consensus_timestamp = any(array(select at from few)) ) select * from few cross join lateral (select l.b from joined_at_once l where l.consensus_timestamp = few.at order by l.c limit 1) e ) at_once',
    );
    expect(
      lookups('select * from few cross join lateral (select b from s.balance where a = few.a offset 0) e'),
    ).toBe(
      'select * from ( with joined_at_once as materialized ( select * from s.balance where a = any(array(select a from few)) ) select * from few cross join lateral (select b from joined_at_once balance where a = few.a offset 0) e ) at_once',
    );
  });

  describe('a skip scan', () => {
    const scan = (tail: string) =>
      `with recursive v(a) as ((select a from entity where b = $1 order by a desc limit 1) union all select following.* from v cross join lateral (select a from entity where a < v.a and b = $2 order by a desc limit 1) following) select v.a${tail}`;

    it('takes the values of the first rows, if they are enough', () => {
      const text = scan(' from v limit 3');
      expect(lookups(`select 1 from (${text}) s`)).toBe(
        `select 1 from (select * from ( with first_rows as materialized ( select a from entity where b = $1 order by a desc limit 2000 ), first_values as materialized (select a from first_rows group by a order by a desc limit 3 ), first_done as materialized ( select (select count(*) from first_rows) < 2000 or (select count(*) from first_values) = 3 as done ) select * from first_values where (select done from first_done) union all select * from (${text}) skip_scan where not (select done from first_done) ) by_first_rows ) s`,
      );
    });

    it('takes the row of each of these as well', () => {
      const text = scan(
        ', n.* from v cross join lateral (select c as d from entity where a = v.a and b = $3 order by e desc limit 1) n',
      );
      expect(lookups(text)).toBe(
        `select * from ( with first_rows as materialized ( select * from entity where b = $1 and b = $3 order by a desc, e desc limit 2000 ), first_values as materialized (select distinct on (a) a, c as d from first_rows entity order by a desc, e desc ), first_done as materialized ( select (select count(*) from first_rows) < 2000 as done ) select * from first_values where (select done from first_done) union all select * from (${text}) skip_scan where not (select done from first_done) ) by_first_rows`,
      );
    });

    it.each([
      ' from v where v.a > 1 limit 3',
      ' from v cross join lateral (select c from entity where a = v.a order by e limit 1) n where n.c limit 3',
      ' from v cross join lateral (select c from other where a = v.a order by e limit 1) n limit 3',
    ])('goes step by step where it ends with %s', (tail) => expect(lookups(scan(tail))).toBe(scan(tail)));
  });
});

import { describe, expect, it } from 'vitest';
import { asLookups } from '../../src/access/lookups.ts';

const TABLES = new Set(['token', 'entity', 'transaction']);
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
    ['select distinct on (a) b from c', 'select distinct on (a) b from c'],
    ['select distinct a as b from c', 'select distinct a as b from c'],
    ['select exists (select 1 from c limit 1)', 'select exists (select 1 from c limit 1)'],
  ])('%s', (text, expected) => expect(lookups(text)).toBe(expected));
});

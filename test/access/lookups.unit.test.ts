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
      'select not exists (select from c where c.a)',
      'select not coalesce((select true from c where c.a limit 1), false)',
    ],
    ['select exists (select 1 from c limit 1)', 'select exists (select 1 from c limit 1)'],
  ])('%s', (text, expected) => expect(lookups(text)).toBe(expected));

  it.each([
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
});

import { expect, it } from 'vitest';
import { NUMBER, TIME } from '../../src/access/domain.ts';
import { indexRange } from '../../src/access/index-scan.ts';
import { keysetConditions } from '../../src/access/keyset.ts';
import { withTimeBounds } from '../../src/access/pruning.ts';
import { type Range, UNBOUNDED } from '../../src/access/range.ts';
import { all, type Sql, sql } from '../../src/access/sql.ts';

const TIME_OF_T = sql`t.consensus_timestamp`;
const BETWEEN: Range = { lower: 3n, upper: 9n, except: [], empty: false };

function ofType(range: Range, value: Sql = sql`${14}`, column: Sql = TIME_OF_T): string {
  const { where } = indexRange({ prefix: [{ column: sql`t.type`, value }], column, range, domain: TIME });
  return all(where).text;
}

it('a bound of a key and the time has one of the time beside it', () => {
  expect(withTimeBounds(ofType(BETWEEN))).toBe(
    '/*=1*/(t.type,t.consensus_timestamp) >= ($1,$2) and t.consensus_timestamp >= $2 and ' +
      '/*=1*/(t.type,t.consensus_timestamp) <= ($3,$4) and t.consensus_timestamp <= $4',
  );
  expect(withTimeBounds(ofType({ ...UNBOUNDED, upper: 9n }, sql`each_x.value`))).toBe(
    '/*=1*/(t.type) >= (each_x.value) and /*=1*/(t.type,t.consensus_timestamp) <= (each_x.value,$1) and t.consensus_timestamp <= $1',
  );
  const two = indexRange({
    prefix: [
      { column: sql`t.payer_account_id`, value: sql`${1001n}` },
      { column: sql`t.type`, value: sql`${14}` },
    ],
    column: TIME_OF_T,
    range: { ...UNBOUNDED, lower: 3n },
  });
  expect(withTimeBounds(all(two.where).text)).toContain(
    ' >= ($1,$2,$3) and t.consensus_timestamp >= $3 and ',
  );
});

it('a bound of the time and what comes after it has one, too', () => {
  const conditions = keysetConditions([
    { column: sql`l.consensus_timestamp`, domain: TIME, range: { ...UNBOUNDED, upper: 9n } },
    { column: sql`l.index`, domain: NUMBER, range: { ...UNBOUNDED, upper: -1n } },
  ]);
  expect(withTimeBounds(all(conditions).text)).toBe('l.consensus_timestamp < $1');
  const [both] = keysetConditions([
    { column: sql`l.consensus_timestamp`, domain: TIME, range: { ...UNBOUNDED, upper: 9n } },
    { column: sql`l.index`, domain: NUMBER, range: { ...UNBOUNDED, upper: 2n } },
  ]);
  expect(withTimeBounds(both?.text ?? '')).toBe(
    '((l.consensus_timestamp,l.index) <= ($1,$2) and l.consensus_timestamp <= $1)',
  );
});

it('what bounds no time stays as it is', () => {
  const texts = [
    ofType(UNBOUNDED),
    ofType({ ...UNBOUNDED, equals: [4n] }),
    ofType(BETWEEN, sql`${14}`, sql`t.entity_id`),
    // A value that is reckoned: the bound would have to be found in it.
    ofType(BETWEEN, sql`coalesce(x.type, ${1})`),
    'order by (t.consensus_timestamp), t.index',
  ];
  for (const text of texts) expect(withTimeBounds(text)).toBe(text);
});

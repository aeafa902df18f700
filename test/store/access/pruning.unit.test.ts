import { expect, it } from 'vitest';
import { NUMBER, type Range, TIME, UNBOUNDED } from '../../../src/store/access/domain.ts';
import { indexRange } from '../../../src/store/access/index-scan.ts';
import { keysetConditions } from '../../../src/store/access/keyset.ts';
import { all, type Sql, sql, writtenFor } from '../../../src/store/sql.ts';

const TIME_OF_T = sql`t.consensus_timestamp`;
const BETWEEN: Range = { lower: 3n, upper: 9n, except: [], empty: false };
const OF_TYPE = { column: sql`t.type`, value: sql`${14}` };

function ofType(range: Range, value: Sql = OF_TYPE.value): Sql {
  const prefix = [{ ...OF_TYPE, value }];
  return all(indexRange({ prefix, column: TIME_OF_T, range, domain: TIME }).where);
}

const partitioned = (query: Sql) => writtenFor(query, { isPartitioned: true });

it('a bound of key and time is complemented by a bound of the time', () => {
  const { text, values } = partitioned(ofType(BETWEEN));
  expect(text).toBe(
    '(t.type,t.consensus_timestamp) >= ($1,$2) and t.consensus_timestamp >= $3 and ' +
      '(t.type,t.consensus_timestamp) <= ($4,$5) and t.consensus_timestamp <= $6',
  );
  expect(values).toEqual([14, 3n, 3n, 14, 9n, 9n]);
  // The bounds apply for any value of the key.
  expect(partitioned(ofType({ ...UNBOUNDED, upper: 9n }, sql`coalesce(x.type, ${1})`)).text).toBe(
    '(t.type) >= (coalesce(x.type, $1)) and (t.type,t.consensus_timestamp) <= (coalesce(x.type, $2),$3) and t.consensus_timestamp <= $4',
  );
  const payer = { column: sql`t.payer_account_id`, value: sql`${1001n}` };
  const range = { ...UNBOUNDED, lower: 3n };
  const two = indexRange({ prefix: [payer, OF_TYPE], column: TIME_OF_T, range, domain: TIME });
  expect(partitioned(all(two.where)).text).toBe(
    't.payer_account_id = $1 and (t.type,t.consensus_timestamp) >= ($2,$3) and t.consensus_timestamp >= $4 and (t.type) <= ($5)',
  );
});

it('a time bound and the column after it are also bounded', () => {
  const ofIndex = (upper: bigint) =>
    all(
      keysetConditions([
        { column: sql`l.consensus_timestamp`, domain: TIME, range: { ...UNBOUNDED, upper: 9n } },
        { column: sql`l.index`, domain: NUMBER, range: { ...UNBOUNDED, upper } },
      ]),
    );
  expect(partitioned(ofIndex(-1n)).text).toBe('l.consensus_timestamp < $1');
  const { text, values } = partitioned(ofIndex(2n));
  expect(text).toBe('(l.consensus_timestamp,l.index) <= ($1,$2) and l.consensus_timestamp <= $3');
  expect(values).toEqual([9n, 2n, 9n]);
});

it('a list that bounds no time together with a key is unchanged', () => {
  const ofEntity = indexRange({ prefix: [OF_TYPE], column: sql`t.entity_id`, range: BETWEEN });
  for (const query of [ofType(UNBOUNDED), ofType({ ...UNBOUNDED, equals: [4n] }), all(ofEntity.where)]) {
    expect(partitioned(query).text).toBe(query.text);
  }
});

it('one table is queried without a time range', () => {
  const { text, values } = writtenFor(sql`select from t where ${ofType(BETWEEN)}`, {
    isPartitioned: false,
  });
  expect(text).toBe(
    'select from t where (t.type,t.consensus_timestamp) >= ($1,$2) and (t.type,t.consensus_timestamp) <= ($3,$4)',
  );
  expect(values).toEqual([14, 3n, 14, 9n]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect, QueryContext } from '../../../src/rest/query/dialects/dialect.ts';
import { LEDGER } from '../../../src/rest/query/dialects/ledger.ts';
import { NETWORK } from '../../../src/rest/query/dialects/network.ts';
import { type Filter, list, type ParameterTable } from '../../../src/rest/query/parameter.ts';
import { rangeOf } from '../../../src/rest/query/range.ts';
import { type Domain, ENTITY_ID, NUMBER, TIME } from '../../../src/store/access/domain.ts';
import type { Order } from '../../../src/store/access/order.ts';
import { sql } from '../../../src/store/sql.ts';

const { integer } = LEDGER.types;
const { INT64 } = NETWORK.types;

const CONTEXT: QueryContext = { shard: 0n, realm: 0n, defaultLimit: 25, maxLimit: 100, maxRepeated: 100 };

interface KeyCase {
  readonly name: string;
  readonly domain: Domain;
  readonly last: string | null;
}

const account = (last: string): KeyCase => ({ name: 'account.id', domain: ENTITY_ID, last });
const token = (last: string): KeyCase => ({ name: 'token.id', domain: ENTITY_ID, last });
const serial = (last: string | null): KeyCase => ({ name: 'serialnumber', domain: NUMBER, last });
const block = (last: string): KeyCase => ({ name: 'block.number', domain: NUMBER, last });
const time = (last: string): KeyCase => ({ name: 'timestamp', domain: TIME, last });

/** Returns the link after a page of an invented route with these keys. */
function link(text: string, direction: Order, keys: readonly KeyCase[], dialect: Dialect): string | null {
  const { ENTITY } = dialect.types;
  const number = dialect === LEDGER ? integer(0n) : INT64;
  const parameters: ParameterTable = {
    'account.id': list(ENTITY, ''),
    'block.number': list(number, ''),
    'token.id': list(ENTITY, ''),
    serialnumber: list(number, ''),
    timestamp: list(LEDGER.types.TIMESTAMP, ''),
    limit: LEDGER.limit,
    order: LEDGER.order('asc'),
  };
  const { values, given } = dialect.readRequest(
    { parameters, pathParameters: {} },
    { pathTexts: {}, given: dialect.readQueryString(text, CONTEXT.maxRepeated), query: CONTEXT },
  );
  return dialect.nextLink({
    path: '/api/v1/x',
    given,
    keys: keys.map(({ name, domain }) => ({
      parameter: name,
      column: sql``,
      domain,
      range: rangeOf((values[name] ?? []) as readonly Filter<bigint>[], 'any', domain.max, domain.min),
    })),
    order: direction,
    last: keys.map(({ last }) => last),
  });
}

describe('nextLink of the ledger dialect', () => {
  it.each<[string, Order, readonly KeyCase[], string | null]>([
    ['', 'asc', [account('7')], 'account.id=gt:0.0.7'],
    ['Limit=5&ORDER=Desc', 'desc', [account('7')], 'limit=5&order=desc&account.id=lt:0.0.7'],
    ['block.number=gt:16&limit=1', 'asc', [block('17')], 'limit=1&block.number=gt:17'],
    ['block.number=gt:16&block.number=gt:15&limit=1', 'asc', [block('17')], 'block.number=gt:17&limit=1'],
    [
      'account.id=gte:18&account.id=lt:21&limit=2',
      'asc',
      [account('19')],
      'account.id=lt:21&account.id=gt:0.0.19&limit=2',
    ],
    // There is no integer between 20 and 21.
    ['account.id=gte:18&account.id=lt:21', 'asc', [account('20')], null],
    ['account.id=gte:18&account.id=lte:20', 'asc', [account('20')], null],
    ['block.number=gt:17', 'desc', [block('19')], 'block.number=gt:17&block.number=lt:19'],
    ['block.number=gt:17', 'desc', [block('18')], null],
    ['block.number=gte:18', 'desc', [block('18')], null],
    // There is no block below 0, or above the maximum number.
    ['', 'desc', [block('0')], null],
    ['', 'asc', [block('0')], 'block.number=gt:0'],
    ['', 'asc', [block('9223372036854775807')], null],
    ['', 'desc', [account('0')], null],
    ['', 'desc', [account('-1')], 'account.id=lt:1023.65535.274877906943'],
    ['', 'desc', [account('-9223372036854775808')], null],
    ['block.number=5', 'desc', [block('5'), serial('0')], null],
    ['', 'desc', [block('5'), serial('0')], 'block.number=lte:5&serialnumber=lt:0'],
    ['timestamp=gte%3A1', 'desc', [time('1500000000')], 'timestamp=gte:1&timestamp=lt:1.500000000'],
    ['account.id=5', 'asc', [account('5')], null],
    ['account.id=5&account.id=9', 'asc', [account('5')], 'account.id=5&account.id=9&account.id=gt:0.0.5'],
    ['account.id=5&account.id=9', 'asc', [account('9')], null],
    ['account.id[]=gte:1&account.id[]=lte:9', 'desc', [account('5')], 'account.id=gte:1&account.id=lt:0.0.5'],
    [
      'token.id=gte:1&limit=2',
      'asc',
      [token('5'), serial('3')],
      'limit=2&token.id=gte:0.0.5&serialnumber=gt:3',
    ],
    ['token.id=5&limit=2', 'asc', [token('5'), serial('3')], 'token.id=5&limit=2&serialnumber=gt:3'],
    ['token.id=gt:1&serialnumber=3', 'asc', [token('5'), serial('3')], 'serialnumber=3&token.id=gt:0.0.5'],
    ['token.id=5&serialnumber=3', 'asc', [token('5'), serial('3')], null],
  ])('%s %s', (text, paging, keys, expected) => {
    expect(link(text, paging, keys, LEDGER)).toBe(expected === null ? null : `/api/v1/x?${expected}`);
  });
});

describe('nextLink of the network dialect', () => {
  it.each<[string, Order, readonly KeyCase[], string | null]>([
    ['limit=26', 'asc', [block('24')], 'limit=26&block.number=gt:24'],
    ['block.number=GT:2&limit=2', 'asc', [block('4')], 'limit=2&block.number=gt:4'],
    ['block.number=gt:4&limit=2', 'desc', [block('5')], null],
    ['limit=2', 'desc', [block('0')], null],
    [
      'account.id=gte:1&account.id=lt:0.0.4',
      'asc',
      [account('2'), token('5'), serial('10')],
      'account.id=lt:0.0.4&account.id=gte:0.0.2&token.id=gte:0.0.5&serialnumber=gt:10',
    ],
    [
      'account.id=gte:1&serialnumber=gt:9',
      'asc',
      [account('2'), token('5'), serial(null)],
      'account.id=gte:0.0.2&token.id=gt:0.0.5',
    ],
    [
      'token.id=0.0.7&account.id=gte:1',
      'asc',
      [account('2'), token('7')],
      'token.id=0.0.7&account.id=gt:0.0.2',
    ],
    ['other=kept&x=1', 'asc', [account('2')], 'other=kept&x=1&account.id=gt:0.0.2'],
    [
      'other=a%26b%0d%0ac%20%22%3C&x=%C3%A9',
      'asc',
      [account('2')],
      'other=a%26b%0D%0Ac%20%22%3C&x=%C3%A9&account.id=gt:0.0.2',
    ],
  ])('%s %s', (text, paging, keys, expected) => {
    expect(link(text, paging, keys, NETWORK)).toBe(expected === null ? null : `/api/v1/x?${expected}`);
  });

  it('never breaks out of a header, and reads back as the same parameters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z]{1,5}$/), (value, name) => {
        const made = link(`${name}x=${encodeURIComponent(value)}`, 'asc', [account('2')], NETWORK) ?? '';
        expect(made).toMatch(/^[\x21-\x7e]*$/);
        expect(made).not.toMatch(/[<>"]/);
        const [, query = ''] = made.split('?');
        const [first] = NETWORK.readQueryString(query, CONTEXT.maxRepeated);
        expect(first?.values[0]).toBe(value);
      }),
      { numRuns: 500 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HASH, PUBLIC_KEY, WORD } from '../../../../src/rest/query/common-types.ts';
import type { CheckedRequest, Dialect, QueryContext } from '../../../../src/rest/query/dialects/dialect.ts';
import { LEDGER, LOOKUP } from '../../../../src/rest/query/dialects/ledger.ts';
import { NETWORK, NODES } from '../../../../src/rest/query/dialects/network.ts';
import {
  ALL,
  defaulted,
  list,
  type ParameterTable,
  single,
  WITHOUT_NE,
} from '../../../../src/rest/query/parameter.ts';
import { Problem } from '../../../../src/rest/query/problem.ts';

const { BOOLEAN, ENTITY, integer, LONG_ZERO_ENTITY, TIMESTAMP } = LEDGER.types;
const { limit, order } = LEDGER;

const CONTEXT: QueryContext = { shard: 0n, realm: 0n, defaultLimit: 25, maxLimit: 100, maxRepeated: 8 };

const TABLE = {
  'account.id': list(ENTITY, ''),
  'block.number': list(integer(0n, 2n ** 63n - 1n, true), '', { operators: WITHOUT_NE }),
  hash: single(HASH, ''),
  hbar: defaulted(BOOLEAN, true, ''),
  key: single(PUBLIC_KEY, '', { operators: ALL }),
  limit,
  order: order('desc'),
  slot: list(WORD, ''),
  timestamp: list(TIMESTAMP, ''),
  token: list(LONG_ZERO_ENTITY, ''),
};

function read<Table extends ParameterTable>(
  dialect: Dialect,
  parameters: Table,
  text: string,
  query = CONTEXT,
): CheckedRequest<Table> {
  const given = dialect.readQueryString(text, query.maxRepeated);
  return dialect.readRequest({ parameters, pathParameters: {} }, { pathTexts: {}, given, query });
}

function filters(text: string, context = CONTEXT) {
  return read(LEDGER, TABLE, text, context);
}

function messages(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error.messages.map(({ message, detail }) => detail ?? message);
    throw error;
  }
  return [];
}

describe('the ledger dialect', () => {
  it('fills in defaults', () => {
    expect(filters('').values).toMatchObject({ limit: 25, order: 'desc', hbar: true, 'account.id': [] });
    expect(filters('').values.hash).toBeUndefined();
  });

  it.each([
    ['limit=5', 'limit', 5],
    ['limit=101', 'limit', 100],
    ['limit=9223372036854775807', 'limit', 100],
    ['limit=5&limit=7', 'limit', 7],
    ['limit=gt:5', 'limit', 5],
    ['order=ASC', 'order', 'asc'],
    ['order=lt:asc', 'order', 'asc'],
    ['hbar=FALSE', 'hbar', false],
    ['hash=0xAB'.padEnd(71, 'a'), 'hash', 'ab'.padEnd(64, 'a')],
    ['timestamp=1.5', 'timestamp', [{ operator: 'eq', value: 1_500_000_000n }]],
    ['timestamp=gte%3A1', 'timestamp', [{ operator: 'gte', value: 1_000_000_000n }]],
    ['timestamp=anything:at:all:lt:1', 'timestamp', [{ operator: 'lt', value: 1_000_000_000n }]],
    ['block.number=gt:0x14', 'block.number', [{ operator: 'gt', value: 20n }]],
    ['account.id=0.0.98', 'account.id', [{ operator: 'eq', value: 98n }]],
    ['account.id=0.98', 'account.id', [{ operator: 'eq', value: 98n }]],
    ['account.id=ne:98', 'account.id', [{ operator: 'ne', value: 98n }]],
    ['account.id=0x0000000000000000000000000000000000000062', 'account.id', [{ operator: 'eq', value: 98n }]],
    [
      'account.id=1023.1.18',
      'account.id',
      [{ operator: 'eq', value: ((1023n << 54n) | (1n << 38n) | 18n) - (1n << 64n) }],
    ],
    [
      'account.id=ac384c53f03855fa1b3616052f8ba32c6c2a2fec',
      'account.id',
      [{ operator: 'eq', value: -(2n ** 63n) }],
    ],
    ['slot=gt:0x1', 'slot', [{ operator: 'gt', value: 1n }]],
    [`key=302a300506032b6570032100${'AB'.repeat(32)}`, 'key', 'ab'.repeat(32)],
  ])('%s', (text, name, expected) => {
    expect(filters(text).values[name as keyof typeof TABLE]).toEqual(expected);
  });

  it.each([
    ['limit=0'],
    ['limit=-1'],
    ['limit='],
    ['limit=1.5'],
    ['limit=10000000000000000000'],
    ['limit=GT:5'],
    ['order=up'],
    ['order='],
    ['timestamp=1.'],
    ['timestamp=12345678901'],
    ['timestamp=1.1234567890'],
    ['timestamp=x:1'],
    ['timestamp=gt:'],
    ['timestamp[a]=1'],
    ['block.number=ne:1'],
    ['block.number=9223372036854775808'],
    ['hash=gt:'.padEnd(72, 'a')],
    ['hash=0x12'],
    ['account.id=0.1.2.3'],
    ['account.id=0.0.1234567890123'],
    ['token=ac384c53f03855fa1b3616052f8ba32c6c2a2fec'],
    ['slot='],
    [`slot=${'a'.repeat(65)}`],
  ])('refuses %s', (text) => {
    const [name] = text.split(/[=[]/);
    expect(messages(() => filters(text))).toEqual([`Invalid parameter: ${name}`]);
  });

  it('reports counts, then invalid values, then unknown names, each in order', () => {
    const many = `${Array(8).fill('slot=1').join('&')}&SLOT=1`;
    expect(messages(() => filters(`nope=1&timestamp=x&limit=y&${many}&timestamp=z&What=2`))).toEqual([
      'Parameter values count exceeds maximum number allowed: slot count: 9 max: 8',
      'Invalid parameter: timestamp',
      'Invalid parameter: timestamp',
      'Invalid parameter: limit',
      'Unknown query parameter: nope',
      'Unknown query parameter: what',
    ]);
  });

  it('reports ids out of range once all forms are right', () => {
    const far = 'account.id=9223372036854775808';
    expect(messages(() => filters(far))).toEqual(['Invalid entity ID "0.0.9223372036854775808"']);
    expect(messages(() => filters('account.id=-5'))).toEqual(['Invalid entity ID "0.0.-5"']);
    expect(messages(() => filters(`${far}&limit=x`))).toEqual(['Invalid parameter: limit']);
  });

  it('ignores names of the prototype', () => {
    expect(messages(() => filters('constructor=1&toString=2&__proto__=3'))).toEqual([
      'Unknown query parameter: constructor',
      'Unknown query parameter: tostring',
      'Unknown query parameter: __proto__',
    ]);
  });

  it('throws only problems', () => {
    const name = fc.constantFrom(...Object.keys(TABLE), 'other', 'Limit');
    const value = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'GT', ''), fc.string())
        .map((x) => x.join(':')),
      fc.bigInt().map(String),
      fc.stringMatching(/^[0-9a-fx.:-]{0,45}$/),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (pairs) => {
        const text = pairs.map(([key, text]) => `${key}=${encodeURIComponent(text)}`).join('&');
        messages(() => filters(text));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the lookup dialect', () => {
  const table = { limit: LOOKUP.limit, order: LOOKUP.order('asc'), timestamp: list(TIMESTAMP, '') };
  const plain = (text: string) => read(LOOKUP, table, text);

  it('reports all in the order of the request', () => {
    expect(messages(() => plain('a=1&timestamp=x&b=2&order=z'))).toEqual([
      'Unknown query parameter: a',
      'Invalid parameter: timestamp',
      'Unknown query parameter: b',
      'Invalid parameter: order',
    ]);
  });

  it('refuses two colons, and operators of limit', () => {
    expect(messages(() => plain('timestamp=a:gt:1&limit=gt:5'))).toEqual([
      'Invalid parameter: timestamp',
      'Invalid parameter: limit',
    ]);
  });

  it('ignores a repeated order', () => {
    expect(plain('order=desc&order=desc').values.order).toBe('asc');
    expect(plain('order=desc').values.order).toBe('desc');
  });
});

describe('the network dialects', () => {
  const { types } = NETWORK;
  const table: ParameterTable = {
    'account.id': list(types.ENTITY, '', { max: { values: 2, as: 'accountIds' } }),
    limit: NETWORK.limit,
    order: NETWORK.order('asc'),
    serialnumber: list(types.INT64, '', { max: { values: 2, as: 'serialNumbers' } }),
    timestamp: list(types.TIMESTAMP, '', { operators: WITHOUT_NE, max: { values: 2, as: 'timestamp' } }),
  };
  const network = (text: string, dialect: Dialect = NETWORK) => read(dialect, table, text);

  it('ignores unknown names, other cases of names, and empty values', () => {
    expect(network('x=1&LIMIT=7&limit=&timestamp=&order=').values).toMatchObject({
      limit: 25,
      order: 'asc',
      timestamp: [],
    });
  });

  it('splits a list at commas when it is given once', () => {
    expect(network('serialnumber=1,GT:2').values.serialnumber).toEqual([
      { operator: 'eq', value: 1n },
      { operator: 'gt', value: 2n },
    ]);
    expect(messages(() => network('serialnumber=1,2&serialnumber=3'))).toEqual([
      "Failed to convert 'serialnumber'",
    ]);
  });

  it('accepts nanoseconds as a plain number', () => {
    expect(network('timestamp=1.5').values.timestamp).toEqual([{ operator: 'eq', value: 1_000_000_005n }]);
  });

  it.each([
    ['timestamp=ne:1&account.id=a.b', "Failed to convert 'account.id'"],
    ['order=x&limit=y', "Failed to convert 'limit'"],
    ['account.id=0.65537.1001', "Failed to convert 'account.id'"],
    ['timestamp=9223372037', "Failed to convert 'timestamp'"],
    ['timestamp=9223372036.854775808', "Failed to convert 'timestamp'"],
    ['limit=2147483648', "Failed to convert 'limit'"],
    ['serialnumber=9223372036854775808', "Failed to convert 'serialnumber'"],
    ['serialnumber=gte::1', "Failed to convert 'serialnumber'"],
    ['limit=0', 'limit must be greater than 0'],
    ['limit=101', 'limit must be less than or equal to 100'],
  ])('%s', (text, expected) => {
    expect(messages(() => network(text))).toEqual([expected]);
  });

  it('reports all broken rules when everything converts', () => {
    expect(messages(() => network('limit=0&timestamp=1&timestamp=2&timestamp=3'))).toEqual([
      'limit must be greater than 0',
      'timestamp size must be between 0 and 2',
    ]);
  });

  it('names every bad parameter of bound objects, in the order of the table', () => {
    expect(messages(() => network('order=x&limit=0&account.id=y', NODES))).toEqual([
      'Invalid parameter: account.id',
      'Invalid parameter: limit',
      'Invalid parameter: order',
    ]);
    expect(messages(() => network('limit=1&limit=2', NODES))).toEqual([
      'Only a single instance is supported for limit',
    ]);
    expect(network('limit=1&limit=2').values.limit).toBe(1);
  });
});

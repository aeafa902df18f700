import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert, transaction } from '../rows.ts';

const DAY = 86_400_000_000_000n;
const KEY = 'ab'.repeat(32);
const OTHER_KEY = `02${'cd'.repeat(32)}`;
const ALIAS = 'KGNABD5L3ZGSRVUCSPDR7TONZSRY3D5OMEBKQMVTD2AC6JL72HMQ';
const ALIAS_BYTES = '\\x519a008fabde4d28d68293c71fcdcdcca38d8fae6102a832b31e802f257fd1d9';

function entity(id: number, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id,
    num: id,
    realm: 0,
    shard: 0,
    type: 'ACCOUNT',
    timestamp_range: '[0,)',
    deleted: false,
    ethereum_nonce: null,
    ...more,
  };
}

function association(account: number, token: number, balance: bigint, associated = true) {
  return {
    account_id: account,
    token_id: token,
    associated,
    balance,
    balance_timestamp: 5,
    timestamp_range: '[1,)',
  };
}

/** Default fields of every account in these tests; its row may override them. */
const USUAL = {
  alias: null,
  auto_renew_period: null,
  balance: { balance: null, timestamp: null, tokens: [] },
  created_timestamp: null,
  decline_reward: false,
  delegation_address: '0x',
  deleted: false,
  ethereum_nonce: null,
  expiry_timestamp: null,
  key: null,
  max_automatic_token_associations: null,
  memo: '',
  pending_reward: 0,
  receiver_sig_required: null,
  stake_period_start: null,
  staked_account_id: null,
  staked_node_id: null,
};

describe('an account', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    await insert(api.database, 'entity', [
      entity(1001, {
        alias: ALIAS_BYTES,
        auto_renew_period: '9223372036854775807',
        created_timestamp: 1_000_000_001n,
        balance: '9223372036854775807',
        balance_timestamp: 7_000_000_005n,
        ethereum_nonce: '9007199254740993',
        key: `\\x1220${KEY}`,
        memo: 'quotes " and \\ and \u0007 and é 🦊',
        max_automatic_token_associations: -1,
        staked_node_id: 3,
        stake_period_start: '9223372036854775807',
        receiver_sig_required: true,
      }),
      entity(1002, {
        alias: `\\x${'1a'.repeat(20)}`,
        delegation_address: `\\x${'0b'.repeat(20)}`,
        staked_account_id: 1001,
        deleted: null,
      }),
      entity(1003, {
        evm_address: `\\x${'ee'.repeat(20)}`,
        alias: `\\x${'1b'.repeat(20)}`,
        staked_node_id: 0,
        stake_period_start: 10,
        type: 'CONTRACT',
        expiration_timestamp: 0,
      }),
      entity(1004, { staked_node_id: 2, stake_period_start: 10, decline_reward: true, deleted: true }),
      entity(1005, { staked_node_id: 2, stake_period_start: 9, key: '\\x3200' }),
      entity(1006, { type: 'TOKEN' }),
      entity(2, { memo: 'Mirror node created synthetic treasury account' }),
    ]);
    await insert(
      api.database,
      'entity_stake',
      [1001, 1003, 1004, 1005].map((id) => ({
        id,
        end_stake_period: 10,
        pending_reward: id,
        staked_node_id_start: 0,
        staked_to_me: 0,
        stake_total_start: 0,
        timestamp_range: '[1,)',
      })),
    );
    await insert(api.database, 'token_account', [
      association(1001, 5002, 9_223_372_036_854_775_807n),
      association(1001, 5001, 1n),
      association(1001, 5003, 1n, false),
    ]);
  });
  afterAll(() => api.close());

  it('returns integers of any size, unchanged texts, and computed fields', async () => {
    const response = await api.get('/api/v1/accounts/1001?transactions=false');
    const text = await response.text();
    expect(text).toContain('"balance":9223372036854775807,');
    expect(text).toContain('"ethereum_nonce":9007199254740993,');
    expect(JSON.parse(text)).toEqual({
      ...USUAL,
      account: '0.0.1001',
      alias: ALIAS,
      // Only `JSON.parse` rounds the value.
      auto_renew_period: Number('9223372036854775807'),
      balance: {
        balance: Number('9223372036854775807'),
        timestamp: '7.000000005',
        tokens: [
          { token_id: '0.0.5001', balance: 1 },
          { token_id: '0.0.5002', balance: Number('9223372036854775807') },
        ],
      },
      created_timestamp: '1.000000001',
      ethereum_nonce: Number('9007199254740993'),
      evm_address: '0x00000000000000000000000000000000000003e9',
      expiry_timestamp: '9223372036854775808.000000001',
      key: { _type: 'ED25519', key: KEY },
      links: { next: null },
      max_automatic_token_associations: -1,
      memo: 'quotes " and \\ and \u0007 and é 🦊',
      receiver_sig_required: true,
      staked_node_id: 3,
      stake_period_start: `${9_223_372_036_854_775_807n * 86_400n}.000000000`,
      transactions: [],
    });
  });

  it('has an address: its own, an alias of 20 bytes, or its number', async () => {
    const { accounts } = await api.json('/api/v1/accounts?balance=false');
    expect(
      (accounts as Record<string, unknown>[]).map((account) => [
        account.account,
        account.evm_address,
        account.balance,
      ]),
    ).toEqual([
      ['0.0.1001', '0x00000000000000000000000000000000000003e9', null],
      ['0.0.1002', `0x${'1a'.repeat(20)}`, null],
      ['0.0.1003', `0x${'ee'.repeat(20)}`, null],
      ['0.0.1004', '0x00000000000000000000000000000000000003ec', null],
      ['0.0.1005', '0x00000000000000000000000000000000000003ed', null],
    ]);
  });

  it('has a pending reward only while it is staked to a node since before the last period', async () => {
    const { accounts } = await api.json('/api/v1/accounts');
    const shown = (accounts as Record<string, unknown>[]).map((account) => [
      account.pending_reward,
      account.staked_node_id,
      account.staked_account_id,
      account.stake_period_start,
      account.delegation_address,
      account.expiry_timestamp,
      account.deleted,
    ]);
    expect(shown.slice(1)).toEqual([
      [0, null, '0.0.1001', null, `0x${'0b'.repeat(20)}`, null, null],
      [0, 0, null, '864000.000000000', '0x', '0.000000000', false],
      [0, 2, null, '864000.000000000', '0x', null, true],
      [1005, 2, null, '777600.000000000', '0x', null, false],
    ]);
  });

  it('is found by every form of its id', async () => {
    for (const id of [
      '1001',
      '0.1001',
      '0.0.1001',
      '00000000000000000000000000000000000003e9',
      '0x00000000000000000000000000000000000003E9',
      '0.0.00000000000000000000000000000000000003e9',
      ALIAS,
      `0.${ALIAS}`,
      `0.0.${ALIAS}`,
    ]) {
      expect((await api.json(`/api/v1/accounts/${id}`)).account, id).toBe('0.0.1001');
    }
    expect((await api.json(`/api/v1/accounts/${'EE'.repeat(20)}`)).account).toBe('0.0.1003');
    // A deleted account is found by its number.
    expect((await api.json('/api/v1/accounts/1004')).deleted).toBe(true);
  });

  it('hides delegation addresses if the operator does', async () => {
    const hidden = await startTestApi({ settings: { delegationAddress: false } });
    try {
      await insert(hidden.database, 'entity', [entity(1)]);
      expect(await hidden.json('/api/v1/accounts/1')).not.toHaveProperty('delegation_address');
    } finally {
      await hidden.close();
    }
  });
});

describe('requests that cannot be answered', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    await insert(api.database, 'entity', [entity(1001), entity(1002, { type: 'TOPIC' })]);
  });
  afterAll(() => api.close());

  const UNKNOWN = 'AAAAAA5L3ZGSRVUCSPDR7TONZSRY3D5OMEBKQMVTD2AC6JL72HMQ';
  const NO_ALIAS = 'No account with a matching alias found';
  const ID = 'Invalid parameter: idOrAliasOrEvmAddress';

  const cases: readonly (readonly [url: string, status: number, ...messages: string[]])[] = [
    // The list validates parameters in the order of the query, and refuses operators without a known meaning.
    ['accounts?limit=gt:5', 400, 'Invalid parameter: limit'],
    ['accounts?limit=0', 400, 'Invalid parameter: limit'],
    ['accounts?account.id=a:gte:5', 400, 'Invalid parameter: account.id'],
    ['accounts?balance=eq:x', 400, 'Invalid parameter: balance'],
    ['accounts?balance=ne:true', 400, 'Invalid parameter: balance'],
    ['accounts?account.publickey=abc', 400, 'Invalid parameter: account.publickey'],
    ['accounts?account.id=0.0.274877906944', 400, 'Invalid entity ID "0.0.274877906944"'],
    ['accounts?account.id=-1', 400, 'Invalid entity ID "0.0.-1"'],
    [
      'accounts?Foo=1&ORDER=x&account.balance=9223372036854775808&account.balance=-1',
      400,
      'Unknown query parameter: foo',
      'Invalid parameter: order',
      'Invalid parameter: account.balance',
      'Invalid parameter: account.balance',
    ],
    ['accounts?timestamp=1', 400, 'Unknown query parameter: timestamp'],

    // For one account, the query is validated before the id, and the id before the rules for times.
    ['accounts/x?limit=0', 400, 'Invalid parameter: limit'],
    ['accounts/0.0.274877906944', 400, ID],
    ['accounts/ABC', 400, ID],
    [`accounts/1.0.${ALIAS}`, 400, ID],
    [`accounts/${UNKNOWN}?timestamp=gt:1&timestamp=gt:2`, 404, NO_ALIAS],
    [`accounts/${'ab'.repeat(20)}`, 404, 'Not found'],
    ['accounts/1002', 404, 'Not found'],
    ['accounts/7', 404, 'Not found'],
    [
      'accounts/7?timestamp=gt:2&timestamp=gte:3&timestamp=lt:9&timestamp=lt:3',
      404,
      'Timestamp range is empty',
    ],
    ['accounts/7?timestamp=gt:2&timestamp=lt:2', 404, 'Timestamp range is empty'],
    ['accounts/7?timestamp=lt:0', 404, 'Not found'],
    ['accounts/1001?transactions=1', 400, 'Invalid parameter: transactions'],
    ['accounts/1001?account.id=5', 400, 'Unknown query parameter: account.id'],
    [
      'accounts/1001?exact=true&timestamp=gt:2',
      400,
      'Invalid parameter usage: exact - requires a single timestamp with eq, lt, lte or no operator',
    ],

    // Lists of an account: the account is checked before the query.
    [`accounts/${UNKNOWN}/nfts?limit=0`, 404, NO_ALIAS],
    [`accounts/${UNKNOWN}/allowances/crypto?spender.id=ne:1`, 404, NO_ALIAS],
    ['accounts/7/tokens?token.id=x', 404, 'Not found'],
    ['accounts/7/rewards?timestamp=ne:1', 404, 'Not found'],
    ['accounts/ABC/rewards?timestamp=ne:1', 400, ID],
    ['accounts/7/rewards', 404, 'Not found'],
    ['accounts/1001/rewards?timestamp=ne:1', 400, 'Not equals (ne) operator is not supported for timestamp'],
    [
      'accounts/1001/tokens?token.id=ne:1',
      400,
      'Not equal (ne) comparison operator is not supported for token.id',
    ],
    [`accounts/1001/tokens?token.id=${'ab'.repeat(20)}`, 400, 'Invalid parameter: token.id'],
    [
      'accounts/7/allowances/crypto?spender.id=ne:1',
      400,
      'Not equal (ne) comparison operator is not supported for spender.id',
    ],
    ['accounts/7/allowances/tokens?token.id=1', 400, 'token.id without a spender.id parameter filter'],
    [
      'accounts/7/allowances/tokens?token.id=gt:1&spender.id=gt:1',
      400,
      'spender.id must have gte or eq operator',
    ],
    [
      'accounts/7/allowances/tokens?token.id=lt:1&spender.id=gte:1',
      400,
      'spender.id must have lte or eq operator',
    ],
    [
      'accounts/7/allowances/tokens?spender.id=1&spender.id=lt:4',
      400,
      "Can't support both range and equal for spender.id",
    ],
    [
      'accounts/7/nfts?serialnumber=1&serialnumber=2',
      400,
      'Only one equal (eq) operator is allowed for serialnumber',
    ],
    [
      'accounts/7/nfts?serialnumber=ne:1&token.id=ne:1',
      400,
      'Not equal (ne) operator is not supported for serialnumber',
    ],
    ['accounts/7/nfts?token.id=gt:1&token.id=gte:1', 400, 'Only one gt/gte operator is allowed for token.id'],
    [
      'accounts/7/nfts?spender.id=gt:1&spender.id=gte:1',
      400,
      'Multiple range params not allowed for spender.id',
    ],
    ['accounts/7/nfts?spender.id=ne:1', 400, 'Not equals (ne) comparison operator is not supported'],
    ['accounts/7/nfts?serialnumber=0', 400, 'Invalid parameter: serialnumber'],
  ];

  it.each(cases)('%s', async (url, status, ...messages) => {
    const response = await api.get(`/api/v1/${url}`);
    const body = (await response.json()) as { _status: { messages: unknown[] } };
    expect(body).toEqual({ _status: { messages: messages.map((message) => ({ message })) } });
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBeNull();
  });

  it('do not include unusual spellings', async () => {
    for (const url of [
      'accounts/?account.publickey=0XAB'.replace('0XAB', `0x${KEY.toUpperCase()}`),
      'accounts?&&limit=5&',
      'accounts?account.id[]=gte:1&account.id[]=lte:9',
      'accounts?order=asc&order=desc',
      'accounts/1001?limit=gt:5&order=lt:ASC&transactionType=cryptotransfer',
      'accounts/1001?timestamp=5&timestamp=6',
      'accounts/1001?exact=true',
      'accounts/1001/nfts?order=DESC&limit=99999999999',
    ]) {
      const response = await api.get(`/api/v1/${url}`);
      expect(response.status, `${url} ${await response.text()}`).toBe(200);
    }
  });
});

describe('the list of accounts', () => {
  interface Row {
    readonly id: number;
    readonly type: 'ACCOUNT' | 'CONTRACT' | 'TOPIC';
    readonly balance: number | null;
    readonly key: string | null;
  }
  const rows: Row[] = Array.from({ length: 90 }, (_, i) => ({
    id: 1 + i * 3,
    type: i % 5 === 4 ? 'TOPIC' : i % 7 === 0 ? 'CONTRACT' : 'ACCOUNT',
    balance: i % 11 === 0 ? null : (i * 37) % 40,
    key: i % 3 === 0 ? KEY : i % 3 === 1 ? OTHER_KEY : null,
  }));
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    await insert(
      api.database,
      'entity',
      rows.map(({ id, type, balance, key }) => entity(id, { type, balance, public_key: key })),
    );
  });
  afterAll(() => api.close());

  const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
    eq: (a, b) => a === b,
    ne: (a, b) => a !== b,
    gt: (a, b) => a > b,
    gte: (a, b) => a >= b,
    lt: (a, b) => a < b,
    lte: (a, b) => a <= b,
  };
  type Filters = readonly (readonly [operator: string, value: number])[];

  function accepts(filters: Filters, value: number, repeatedEq: 'any' | 'all'): boolean {
    const equals = filters.filter(([operator]) => operator === 'eq');
    const others = filters.filter(([operator]) => operator !== 'eq');
    const named =
      equals.length === 0 ||
      (repeatedEq === 'any'
        ? equals.some(([, filterValue]) => filterValue === value)
        : equals.every(([, filterValue]) => filterValue === value));
    return named && others.every(([operator, bound]) => COMPARE[operator]?.(value, bound));
  }

  const filters = (max: number): fc.Arbitrary<Filters> =>
    fc.array(fc.tuple(fc.constantFrom('eq', 'eq', 'ne', 'gt', 'gte', 'lt', 'lte'), fc.nat(max)), {
      maxLength: 3,
    });
  const search = fc.record({
    ids: filters(280),
    balances: filters(45),
    key: fc.constantFrom(undefined, undefined, KEY, OTHER_KEY),
    order: fc.constantFrom('asc', 'desc'),
    limit: fc.integer({ min: 1, max: 20 }),
  });
  const text = (name: string, values: Filters) =>
    values.map(([operator, value]) => `${name}=${operator}:${value}`);

  for (const [path, items, byDefault] of [
    ['/api/v1/accounts', 'accounts', 'asc'],
    ['/api/v1/balances', 'balances', 'desc'],
  ] as const) {
    it(`${path}: pages along links.next visit each account within the filters once, in order`, async () => {
      await fc.assert(
        fc.asyncProperty(search, fc.boolean(), async ({ ids, balances, key, order, limit }, plain) => {
          const expected = rows
            .filter(({ type }) => type !== 'TOPIC')
            .filter(({ id }) => accepts(ids, id, 'any'))
            .filter(({ balance }) => balances.length === 0 || balance !== null)
            .filter(({ balance }) => accepts(balances, balance ?? 0, 'all'))
            .filter((row) => key === undefined || row.key === key)
            .map(({ id }) => `0.0.${id}`);
          const expectedOrder = plain ? byDefault : order;
          const query = [
            ...text('account.id', ids),
            ...text('account.balance', balances),
            ...(key === undefined ? [] : [`account.publickey=${key}`]),
            ...(plain ? [] : [`order=${order}`]),
            `limit=${limit}`,
          ].join('&');
          const pages = await readPages(api, `${path}?${query}`, items);
          expect(pages.flat().map((item) => (item as { account: string }).account)).toEqual(
            expectedOrder === 'asc' ? expected : expected.reverse(),
          );
          // All pages except the last one are full.
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        }),
        { numRuns: tries(40) },
      );
    });
  }

  it('continues in shards whose packed ids are negative', async () => {
    const packed = (num: number) => BigInt.asIntN(64, (1023n << 54n) | (1n << 38n) | BigInt(num));
    await insert(
      api.database,
      'entity',
      [17, 18, 19].map((num) => ({ ...entity(0), id: packed(num), num, realm: 1, shard: 1023 })),
    );
    try {
      for (const [query, ...nums] of [
        ['account.id=lt:1023.1.19', 17, 18],
        ['account.id=lte:1023.1.18&account.id=gt:1023.1.17', 18],
        ['account.id=1023.1.19&account.id=1023.1.17', 17, 19],
        ['account.id=lt:0.0.1', 17, 18, 19],
      ] as const) {
        for (const order of ['asc', 'desc']) {
          const path = `/api/v1/accounts?${query}&limit=1&order=${order}`;
          const found = (await readPages(api, path, 'accounts')).flat() as { account: string }[];
          const expected = nums.map((num) => `1023.1.${num}`);
          expect(
            found.map(({ account }) => account),
            path,
          ).toEqual(order === 'asc' ? expected : expected.reverse());
        }
      }
    } finally {
      await api.database.pool.query('delete from entity where id < 0');
    }
  });

  it('finds balances in ranges of many accounts, and of few', async () => {
    // Inserts more accounts than the server gathers by their balance.
    await api.database.pool.query(
      `insert into entity (id, num, realm, shard, type, timestamp_range, balance)
       select i, i, 0, 0, 'ACCOUNT', '[0,)', i % 1000 from generate_series(10000, 13000) i`,
    );
    try {
      const many = await readPages(
        api,
        '/api/v1/accounts?account.balance=gte:100&account.id=gt:9000&limit=100&balance=false',
        'accounts',
      );
      expect(many.flat()).toHaveLength(2700);
      const few = await readPages(
        api,
        '/api/v1/accounts?account.balance=gt:997&account.id=gt:9000&limit=1&order=desc',
        'accounts',
      );
      expect(few.flat().map((item) => (item as { account: string }).account)).toEqual([
        '0.0.12999',
        '0.0.12998',
        '0.0.11999',
        '0.0.11998',
        '0.0.10999',
        '0.0.10998',
      ]);
    } finally {
      await api.database.pool.query('delete from entity where id >= 10000');
    }
  });
});

describe('an account at a past moment', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ clock: () => 40 * 86_400_000 });
    await insert(api.database, 'entity', [
      entity(1001, { memo: 'third', balance: 3, balance_timestamp: 3, timestamp_range: `[${30n * DAY},)` }),
    ]);
    await insert(api.database, 'entity_history', [
      entity(1001, { memo: 'first', balance: 1, timestamp_range: `[${10n * DAY},${20n * DAY})` }),
      entity(1001, { memo: 'second', balance: 2, timestamp_range: `[${20n * DAY},${30n * DAY})` }),
    ]);
    await insert(api.database, 'account_balance', [
      { account_id: 2, balance: 5, consensus_timestamp: 15n * DAY },
      { account_id: 1001, balance: 15, consensus_timestamp: 15n * DAY },
      { account_id: 2, balance: 5, consensus_timestamp: 25n * DAY },
      { account_id: 2, balance: 5, consensus_timestamp: 33n * DAY },
    ]);
    await insert(api.database, 'token_balance', [
      { account_id: 1001, token_id: 5001, balance: 51, consensus_timestamp: 15n * DAY },
      { account_id: 1001, token_id: 5001, balance: 52, consensus_timestamp: 25n * DAY },
      { account_id: 1001, token_id: 5002, balance: 0, consensus_timestamp: 15n * DAY },
    ]);
    await insert(
      api.database,
      'transaction',
      [12n, 22n, 32n].map((day) => transaction(day * DAY, 1001)),
    );
  });
  afterAll(() => api.close());

  const at = (days: number) => String(days * 86_400);
  const tokens = (balance: number) => [
    { token_id: '0.0.5001', balance },
    { token_id: '0.0.5002', balance: 0 },
  ];
  const cases: (readonly [
    times: string,
    memo: string | 404,
    balance: object | null,
    days: readonly number[],
  ])[] = [
    [`timestamp=${at(9)}`, 404, null, []],
    // Without a snapshot up to this time, the version's balance is returned.
    [`timestamp=${at(12)}`, 'first', { balance: 1, timestamp: null, tokens: [] }, [12]],
    [
      `timestamp=lt:${at(20)}`,
      'first',
      { balance: 15, timestamp: `${at(15)}.000000000`, tokens: tokens(51) },
      [12],
    ],
    [
      `timestamp=${at(20)}`,
      'second',
      { balance: 15, timestamp: `${at(15)}.000000000`, tokens: tokens(51) },
      [],
    ],
    // The treasury has a row in the snapshot. The account has none, because its balance did not change since its last
    // row.
    [
      `timestamp=lte:${at(28)}`,
      'second',
      { balance: 15, timestamp: `${at(25)}.000000000`, tokens: tokens(52) },
      [22, 12],
    ],
    // A snapshot of the next month does not include the previous month.
    [
      `timestamp=lte:${at(34)}`,
      'third',
      { balance: 0, timestamp: `${at(33)}.000000000`, tokens: [] },
      [32, 22, 12],
    ],
    // Without a snapshot within the bounds, the newest version that overlaps them is returned.
    [
      `timestamp=gt:${at(16)}&timestamp=lt:${at(21)}`,
      'second',
      { balance: 2, timestamp: null, tokens: [] },
      [],
    ],
    [
      `timestamp=gte:${at(5)}&timestamp=lt:${at(17)}`,
      'first',
      { balance: 15, timestamp: `${at(15)}.000000000`, tokens: tokens(51) },
      [12],
    ],
    [`timestamp=gt:${at(35)}`, 'third', { balance: 3, timestamp: '0.000000003', tokens: [] }, []],
    // Excludes the version in force at that instant, and the snapshot of that instant.
    [
      `timestamp=ne:${at(33)}`,
      'second',
      { balance: 15, timestamp: `${at(25)}.000000000`, tokens: tokens(52) },
      [32, 22, 12],
    ],
  ];

  it.each(cases.map((one) => [one[0], one] as const))('%s', async (_name, [times, memo, balance, days]) => {
    const path = `/api/v1/accounts/1001?${times}`;
    if (memo === 404) {
      expect((await api.get(path)).status).toBe(404);
      return;
    }
    const answer = await api.json(path);
    expect(answer.memo).toBe(memo);
    expect(answer.balance).toEqual(balance);
    const shown = answer.transactions as { consensus_timestamp: string }[];
    expect(shown.map(({ consensus_timestamp }) => consensus_timestamp)).toEqual(
      days.map((day) => `${at(day)}.000000000`),
    );
  });

  it('pages through its transactions back to the one that created it', async () => {
    const created = 50n * DAY;
    await insert(api.database, 'entity', [
      entity(1002, { created_timestamp: created, timestamp_range: `[${created},)` }),
    ]);
    await insert(api.database, 'transaction', [transaction(created, 1002), transaction(60n * DAY, 1002)]);
    // The account does not exist before its creation, so a link to that time would lead to a 404.
    const pages = await readPages(api, '/api/v1/accounts/1002?limit=1', 'transactions');
    expect(pages.map((page) => page.length)).toEqual([1, 1]);
  });

  it('pages through its transactions in both directions, balances at an instant or not', async () => {
    const since = 70n * DAY;
    await insert(api.database, 'entity', [
      entity(1003, { created_timestamp: since, timestamp_range: `[${since},)` }),
    ]);
    await insert(
      api.database,
      'transaction',
      [70n, 71n, 72n].map((day) => transaction(day * DAY, 1003)),
    );
    for (const times of ['', `&timestamp=lte:${at(73)}`, `&timestamp=lt:${at(73)}`])
      for (const order of ['asc', 'desc']) {
        const path = `/api/v1/accounts/1003?exact=true${times}&order=${order}&limit=1`;
        const pages = await readPages(api, path, 'transactions');
        expect(pages.flat(), path).toHaveLength(3);
      }
    const { links } = await api.json(
      `/api/v1/accounts/1003?exact=true&timestamp=lt:${at(73)}&order=asc&limit=1`,
    );
    expect(links).toEqual({
      next: `/api/v1/accounts/1003?timestamp=lt:${at(73)}&timestamp=gt:${at(70)}.000000000&order=asc&limit=1`,
    });
  });

  it('pages through its transactions at those times', async () => {
    const path = `/api/v1/accounts/1001?timestamp=lte:${at(28)}&limit=1`;
    const pages = await readPages(api, path, 'transactions');
    expect(pages.map((page) => page.length)).toEqual([1, 1, 0]);
    const { links } = await api.json(path);
    expect(links).toEqual({ next: `/api/v1/accounts/1001?limit=1&timestamp=lt:${at(22)}.000000000` });
    const response = await api.get(path);
    expect(response.headers.get('link')).toBe(
      `</api/v1/accounts/1001?limit=1&timestamp=lt:${at(22)}.000000000>; rel="next"`,
    );
    expect(response.headers.get('cache-control')).toBe('public, max-age=2');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import { entity, holding, insertToken, problems } from './token-rows.ts';

const KEY = 'ab'.repeat(32);
const OTHER = 'ef'.repeat(32);
const MAX = 9_223_372_036_854_775_807n;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ clock: () => 1_700_000_000_000 });
  const { database } = api;
  await insertToken(database, 50, { token: { decimals: 3 } });
  await insertToken(database, 51, { token: { decimals: 0, type: 'NON_FUNGIBLE_UNIQUE' } });
  await insert(database, 'entity', [
    entity(1, 'ACCOUNT', { public_key: KEY }),
    entity(2, 'ACCOUNT', { public_key: KEY }),
    entity(3, 'CONTRACT', { public_key: KEY }),
    entity(4, 'ACCOUNT', { public_key: OTHER }),
  ]);
  await insert(database, 'token_account', [
    holding(1, 50, 10, { balance_timestamp: 500 }),
    holding(2, 50, MAX, { balance_timestamp: 700 }),
    holding(3, 50, 0, { balance_timestamp: null }),
    holding(4, 50, 25, { balance_timestamp: 600 }),
    holding(5, 50, 99, { associated: false, balance_timestamp: 900 }),
    holding(1, 51, 2),
    holding(4, 51, 7),
    holding(6, 52, 1),
  ]);
});
afterAll(() => api.close());

async function pairs(path: string): Promise<string[]> {
  const { balances } = (await api.json(path)) as {
    balances: { account: string; balance: number; token_id?: string }[];
  };
  return balances.map(({ account, balance, token_id }) =>
    [token_id, account, balance]
      .filter((part) => part !== undefined)
      .join(' ')
      .replaceAll('0.0.', ''),
  );
}

describe('GET /tokens/{tokenId}/balances', () => {
  it('writes balances of any size, decimals, and the latest change on the page', async () => {
    const response = await api.get('/api/v1/tokens/50/balances?limit=3');
    expect(await response.text()).toBe(
      '{"balances":[{"account":"0.0.4","balance":25,"decimals":3},{"account":"0.0.3","balance":0,"decimals":3},{"account":"0.0.2","balance":9223372036854775807,"decimals":3}],"timestamp":"0.000000700","links":{"next":"/api/v1/tokens/50/balances?limit=3&account.id=lt:0.0.2"}}',
    );
  });

  it.each([
    ['?order=asc&limit=2', ['1 10', '2 9223372036854776000']],
    ['?account.id=4', ['4 25']],
    ['?account.id=0.0.5', []],
    ['?account.id=1&account.id=4', ['4 25', '1 10']],
    ['?account.id=gte:3', ['4 25', '3 0']],
    ['?account.id=ne:2&account.id=lt:4', ['3 0', '1 10']],
    ['?account.id=ffffffffffffffffffffffffffffffffffffffff', []],
    ['?account.balance=10', ['1 10']],
    ['?account.balance=10&account.balance=25', []],
    ['?account.balance=gt:0&account.balance=lt:25', ['1 10']],
    ['?account.balance=gte:25', ['4 25', '2 9223372036854776000']],
    [`?account.balance=gte:${MAX}`, ['2 9223372036854776000']],
    [`?account.balance=gt:${MAX}`, []],
    ['?account.balance=lt:0', []],
    ['?account.balance=ne:0&account.balance=ne:25', ['2 9223372036854776000', '1 10']],
    ['?account.balance=gte:25&account.id=gt:3', ['4 25']],
    ['?account.balance=gte:10&account.id=1&account.id=3', ['1 10']],
    [`?account.publickey=${KEY}`, ['2 9223372036854776000', '1 10']],
    [`?account.publickey=${KEY}&order=asc&limit=1`, ['1 10']],
    [`?account.publickey=${OTHER}&account.publickey=${KEY}&account.balance=lt:11`, ['1 10']],
    [`?account.publickey=${'00'.repeat(32)}`, []],
  ])('%s', async (query, expected) => {
    expect(await pairs(`/api/v1/tokens/50/balances${query}`)).toEqual(expected);
  });

  it('has no decimals if the token is unknown, and is empty without holders', async () => {
    expect(await api.json('/api/v1/tokens/52/balances')).toMatchObject({
      balances: [{ account: '0.0.6', balance: 1, decimals: null }],
    });
    expect(await api.json('/api/v1/tokens/99/balances')).toEqual({
      timestamp: null,
      balances: [],
      links: { next: null },
    });
  });

  it.each([
    ['50/balances?account.balance=-1', ['Invalid parameter: account.balance']],
    ['50/balances?account.balance=9223372036854775808', ['Invalid parameter: account.balance']],
    ['50/balances?account.publickey=xyz', ['Invalid parameter: account.publickey']],
    ['50/balances?token.id=50', ['Unknown query parameter: token.id']],
    ['50/balances?timestamp=x&timestamp=1', ['Invalid parameter: timestamp']],
    ['x/balances', ['Invalid parameter: tokenid']],
    ['balances?token.id=x', ['Invalid parameter: token.id']],
    ['balances?account.id=1', ['account.id without a token.id parameter filter']],
    ['balances?token.id=gt:1&account.id=gt:1', ['token.id must have gte or eq operator']],
    ['balances?token.id=gte:1&account.id=lt:1', ['token.id must have lte or eq operator']],
    ['balances?token.id=1&token.id=2', ['Only one equal (eq) operator is allowed for token.id']],
    ['balances?token.id=1&token.id=gt:2', ["Can't support both range and equal for token.id"]],
    ['balances?token.id=ne:1', ['Not equal (ne) operator is not supported for token.id']],
    [
      'balances?token.id=gte:1&account.id=gt:1&account.id=gte:2',
      ['Only one gt/gte operator is allowed for account.id'],
    ],
  ])('refuses %s', async (path, expected) => {
    const response = await api.get(`/api/v1/tokens/${path}`);
    expect(response.status).toBe(400);
    expect(await problems(response)).toEqual(expected);
  });
});

describe('GET /tokens/balances', () => {
  it('is the list of the token in token.id', async () => {
    for (const query of [
      '',
      '&limit=2',
      '&account.balance=gt:0',
      '&account.id=1&account.id=2',
      '&account.id=lt:3',
    ]) {
      const own = await api.json(`/api/v1/tokens/50/balances?${query.slice(1)}`);
      const named = await api.json(`/api/v1/tokens/balances?token.id=0.0.50${query}`);
      expect({ ...named, links: null }).toEqual({ ...own, links: null });
    }
    expect((await api.json('/api/v1/tokens/balances?token.id=50&limit=1')).links).toEqual({
      next: '/api/v1/tokens/balances?token.id=50&limit=1&account.id=lt:0.0.4',
    });
  });

  it.each([
    ['', ['52 6 1', '51 4 7', '51 1 2', '50 4 25', '50 3 0', '50 2 9223372036854776000', '50 1 10']],
    ['?order=asc&limit=3', ['50 1 10', '50 2 9223372036854776000', '50 3 0']],
    ['?token.id=gte:51', ['52 6 1', '51 4 7', '51 1 2']],
    ['?token.id=gte:50&account.id=gt:3', ['52 6 1', '51 4 7', '51 1 2', '50 4 25']],
    [
      '?token.id=lte:51&account.id=lte:1',
      ['51 1 2', '50 4 25', '50 3 0', '50 2 9223372036854776000', '50 1 10'],
    ],
    ['?token.id=gte:50&token.id=lte:51&account.id=gte:3&account.id=lte:1', ['51 1 2', '50 4 25', '50 3 0']],
    ['?token.id=gte:50&account.id=1', ['51 1 2', '50 1 10']],
    ['?account.balance=gte:7&account.balance=lte:10', ['51 4 7', '50 1 10']],
    ['?account.balance=7', ['51 4 7']],
    [`?account.publickey=${KEY}`, ['51 1 2', '50 2 9223372036854776000', '50 1 10']],
    [`?account.publickey=${KEY}&order=asc&account.balance=lt:5`, ['51 1 2']],
  ])('across tokens %s', async (query, expected) => {
    expect(await pairs(`/api/v1/tokens/balances${query}`)).toEqual(expected);
  });

  it('continues with both keys, the first inclusively', async () => {
    const { links } = await api.json('/api/v1/tokens/balances?limit=2');
    expect(links).toEqual({
      next: '/api/v1/tokens/balances?limit=2&token.id=lte:0.0.51&account.id=lt:0.0.4',
    });
  });
});

describe('balances of the past', () => {
  const at = (text: string): bigint => BigInt(Date.parse(text)) * 1_000_000n;
  const seconds = (text: string): number => Date.parse(text) / 1000;
  const FIRST = '2023-05-01T00:10:00Z';
  const SECOND = '2023-05-01T00:25:00Z';
  const THIRD = '2023-06-02T00:00:00Z';

  beforeAll(async () => {
    const row = (time: string, account: number, tokenId: number, balance: number | bigint) => ({
      consensus_timestamp: at(time),
      account_id: account,
      token_id: tokenId,
      balance,
    });
    await insert(
      api.database,
      'account_balance',
      [FIRST, SECOND, THIRD].map((time) => ({ consensus_timestamp: at(time), account_id: 2, balance: 1 })),
    );
    await insert(api.database, 'token_balance', [
      row('2023-04-30T23:55:00Z', 9, 50, 1),
      row(FIRST, 1, 50, 100),
      row(FIRST, 2, 50, MAX),
      row(FIRST, 4, 50, 400),
      row(FIRST, 1, 51, 5),
      row(FIRST, 7, 52, 8),
      row(SECOND, 1, 50, 101),
      row(SECOND, 4, 51, 6),
      row(THIRD, 2, 50, 3),
    ]);
  });

  it.each([
    // No snapshot precedes the first one of the month, although the month before is searched, too.
    [`timestamp=lt:${seconds(FIRST)}`, []],
    [`timestamp=${seconds(FIRST)}`, ['4 400', '2 9223372036854776000', '1 100']],
    [`timestamp=lt:${seconds(SECOND)}&order=asc&limit=2`, ['1 100', '2 9223372036854776000']],
    [`timestamp=${seconds(SECOND)}`, ['4 400', '2 9223372036854776000', '1 101']],
    ['timestamp=1685000000', ['4 400', '2 9223372036854776000', '1 101']],
    [`timestamp=${seconds(THIRD)}`, ['2 3']],
    [`timestamp=gte:${seconds(FIRST)}&timestamp=lt:${seconds(SECOND)}&account.id=1`, ['1 100']],
    [`timestamp=gt:${seconds(FIRST)}&timestamp=lt:${seconds(SECOND)}`, []],
    [`timestamp=lte:${seconds(SECOND)}&timestamp=ne:${seconds(SECOND)}&account.id=1`, ['1 100']],
    [`timestamp=1685000000&account.id=1&account.id=4&account.id=9`, ['4 400', '1 101']],
    [`timestamp=1685000000&account.id=lt:4`, ['2 9223372036854776000', '1 101']],
    // The balance is compared with the newest row, not with the rows before it.
    [`timestamp=1685000000&account.balance=100`, []],
    [`timestamp=1685000000&account.balance=gte:101&account.balance=lt:401`, ['4 400', '1 101']],
    [`timestamp=1685000000&account.balance=gte:101&limit=1&order=asc`, ['1 101']],
    [`timestamp=1685000000&account.publickey=${KEY}`, ['2 9223372036854776000', '1 101']],
    [`timestamp=1685000000&account.publickey=${KEY}&account.balance=101`, ['1 101']],
    [`timestamp=1685000000&account.publickey=${KEY}&account.id=gt:1`, ['2 9223372036854776000']],
    ['timestamp=lt:5&timestamp=gt:5', []],
    ['timestamp=9999999999', []],
  ])('%s', async (query, expected) => {
    expect(await pairs(`/api/v1/tokens/50/balances?${query}`)).toEqual(expected);
    expect(await pairs(`/api/v1/tokens/balances?token.id=50&${query}`)).toEqual(expected);
  });

  it('has the time of the snapshot', async () => {
    const answer = await api.json('/api/v1/tokens/50/balances?timestamp=1685000000&limit=1');
    expect(answer).toEqual({
      timestamp: `${seconds(SECOND)}.000000000`,
      balances: [{ account: '0.0.4', balance: 400, decimals: 3 }],
      links: { next: '/api/v1/tokens/50/balances?timestamp=1685000000&limit=1&account.id=lt:0.0.4' },
    });
    expect(await api.json('/api/v1/tokens/99/balances?timestamp=1685000000')).toEqual({
      timestamp: null,
      balances: [],
      links: { next: null },
    });
  });

  it.each([
    ['', ['52 7 8', '51 4 6', '51 1 5', '50 4 400', '50 2 9223372036854776000', '50 1 101']],
    ['&order=asc&limit=4', ['50 1 101', '50 2 9223372036854776000', '50 4 400', '51 1 5']],
    ['&token.id=lte:51&account.id=lte:1', ['51 1 5', '50 4 400', '50 2 9223372036854776000', '50 1 101']],
    ['&token.id=gte:50&account.id=1', ['51 1 5', '50 1 101']],
    ['&account.balance=lt:9', ['52 7 8', '51 4 6', '51 1 5']],
    [`&account.publickey=${KEY}`, ['51 1 5', '50 2 9223372036854776000', '50 1 101']],
    [`&account.publickey=${KEY}&limit=2&order=asc`, ['50 1 101', '50 2 9223372036854776000']],
  ])('across tokens %s', async (query, expected) => {
    expect(await pairs(`/api/v1/tokens/balances?timestamp=1685000000${query}`)).toEqual(expected);
  });
});

describe('a balance or a key of many accounts', () => {
  it('is returned page by page', async () => {
    await api.database.pool.query(
      `insert into entity (id, num, realm, shard, type, timestamp_range, public_key) select i, i, 0, 0, 'ACCOUNT', '[1,)', repeat('99', 32) from generate_series(10000, 11500) i;
       insert into token_account (account_id, token_id, associated, balance, balance_timestamp, timestamp_range)
         select i, 60 + i % 3, true, i, 1, '[1,)' from generate_series(10000, 11500) i`,
    );
    await insertToken(api.database, 60);
    await insertToken(api.database, 61);
    const key = `account.publickey=${'99'.repeat(32)}`;
    expect(await pairs(`/api/v1/tokens/61/balances?${key}&limit=2`)).toEqual(['11500 11500', '11497 11497']);
    expect(await pairs(`/api/v1/tokens/balances?${key}&limit=2&order=asc`)).toEqual([
      '60 10002 10002',
      '60 10005 10005',
    ]);
    expect(await pairs('/api/v1/tokens/60/balances?account.balance=gt:10&limit=2&order=asc')).toEqual([
      '10002 10002',
      '10005 10005',
    ]);
    expect(
      await pairs('/api/v1/tokens/balances?account.balance=gt:11000&token.id=gte:60&limit=2&order=asc'),
    ).toEqual(['60 11001 11001', '60 11004 11004']);
  });
});

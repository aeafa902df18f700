import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import { entity, holding, insertToken, problems } from './token-rows.ts';

const KEY = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(33);
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  await insertToken(database, 10, {
    token: { name: 'Gold "Bar"\\', symbol: '<G>', decimals: 2_147_483_647, metadata: Buffer.from([1, 2]) },
    entity: { key: Buffer.from(`1220${KEY}`, 'hex'), public_key: KEY },
  });
  await insertToken(database, 11, {
    token: { name: '100% pure', type: 'NON_FUNGIBLE_UNIQUE', decimals: 0 },
    entity: { public_key: KEY },
  });
  await insertToken(database, 12, { token: { name: '🚀 ΕΛΛΆΔΑ' }, entity: { public_key: OTHER } });
  await insertToken(database, 13, { token: { name: 'a_b' }, entity: { deleted: true } });
  await insertToken(database, 14, { token: { name: 'golden gate', type: 'NON_FUNGIBLE_UNIQUE' } });
  await insert(database, 'entity', [entity(1001, 'ACCOUNT', { public_key: KEY })]);
  await insert(database, 'token_account', [
    holding(1001, 10, 0),
    holding(1001, 11, 5, { associated: false }),
    holding(1001, 14, 5),
  ]);
});
afterAll(() => api.close());

async function ids(query: string): Promise<string[]> {
  const { tokens } = (await api.json(`/api/v1/tokens${query}`)) as { tokens: { token_id: string }[] };
  return tokens.map(({ token_id }) => token_id.slice('0.0.'.length));
}

describe('GET /tokens', () => {
  it('writes every field', async () => {
    expect(await api.json('/api/v1/tokens?token.id=10')).toEqual({
      tokens: [
        {
          admin_key: { _type: 'ED25519', key: KEY },
          decimals: 2_147_483_647,
          metadata: 'AQI=',
          name: 'Gold "Bar"\\',
          symbol: '<G>',
          token_id: '0.0.10',
          type: 'FUNGIBLE_COMMON',
        },
      ],
      links: { next: null },
    });
  });

  it.each([
    ['', ['10', '11', '12', '13', '14']],
    ['?order=desc', ['14', '13', '12', '11', '10']],
    ['?ORDER=DESC&limit=2', ['14', '13']],
    ['/?limit=2', ['10', '11']],
    ['?&&limit=2&', ['10', '11']],
    ['?token.id=10&token.id=12&token.id=99', ['10', '12']],
    ['?token.id=ne:10&token.id=ne:12', ['11', '13', '14']],
    ['?token.id=gt:10&token.id=lte:13', ['11', '12', '13']],
    ['?token.id=gt:12&token.id=lt:13', []],
    ['?token.id=0x000000000000000000000000000000000000000a', ['10']],
    ['?token.id=gte%3A0.0.13', ['13', '14']],
    [`?publickey=${KEY}`, ['10', '11']],
    [`?publickey=0x${KEY.toUpperCase()}`, ['10', '11']],
    [`?publickey=302a300506032b6570032100${KEY}`, ['10', '11']],
    [`?publickey=${OTHER}`, ['12']],
    [`?publickey=${KEY}&publickey=${OTHER}`, []],
    [`?publickey=${KEY}&type=NON_FUNGIBLE_UNIQUE`, ['11']],
    ['?type=fungible_common', ['10', '12', '13']],
    ['?type=Non_Fungible_Unique', ['11', '14']],
    ['?type=all', ['10', '11', '12', '13', '14']],
    ['?type=ALL&type=FUNGIBLE_COMMON', ['10', '12', '13']],
    ['?type=FUNGIBLE_COMMON&type=NON_FUNGIBLE_UNIQUE', ['10', '11', '12', '13', '14']],
    ['?type=ne:FUNGIBLE_COMMON', ['11', '14']],
    ['?account.id=1001', ['10', '14']],
    ['?account.id[]=0.0.1001', ['10', '14']],
    ['?account.id=0x00000000000000000000000000000000000003e9&type=NON_FUNGIBLE_UNIQUE', ['14']],
    ['?account.id=ffffffffffffffffffffffffffffffffffffffff', []],
    ['?account.id=1001&token.id=gt:10', ['14']],
    ['?account.id=7', []],
    ['?name=gold', ['10', '14']],
    ['?name=GOLD&order=desc', ['14', '10']],
    ['?name=gold&limit=1', ['10']],
    ['?name=gold&name=gate', ['14']],
    ['?name=gold&type=NON_FUNGIBLE_UNIQUE', ['14']],
    [`?name=gold&publickey=${KEY}`, ['10']],
    ['?name=d%20%22B', ['10']],
    ['?name=0%25%20', ['11']],
    ['?name=%25%25%25', []],
    ['?name=a_b', ['13']],
    ['?name=___', []],
    ['?name=%F0%9F%9A%80', ['12']],
    ['?name=%CE%B5%CE%BB%CE%BB', ['12']],
    ["?name=' or 1=1 --", []],
    ['?name=bar%22%5C', ['10']],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('has no link after a search by name', async () => {
    const answer = await api.json('/api/v1/tokens?name=gold&limit=1');
    expect(answer.links).toEqual({ next: null });
  });

  it.each([
    ['?account.id=gt:1001', ['Invalid parameter: account.id']],
    ['?account.id=eq:1001', ['Invalid parameter: account.id']],
    ['?account.id=1001&account.id=2', ['Entity ID "1001,2" is not a string']],
    ['?account.id=', ['Invalid parameter: account.id']],
    ['?name=gold&account.id=1001', ['account.id and name cannot be used together']],
    [
      '?name=gold&token.id=10&account.id=1',
      ['token.id and name can not be used together. Use a more specific name instead.'],
    ],
    // The combination is refused before values and unknown names are checked.
    [
      '?token.id=x&name=ab&foo=1',
      ['token.id and name can not be used together. Use a more specific name instead.'],
    ],
    ['?name=gt:gold&account.id=x', ['account.id and name cannot be used together']],
    ['?name=gold&account.id=1&account.id=2', ['account.id and name cannot be used together']],
    [
      '?NAME=ab&Token.ID=1',
      ['token.id and name can not be used together. Use a more specific name instead.'],
    ],
    ['?name=&token.id=1', ['Invalid parameter: name']],
    ['?name=ab', ['Invalid parameter: name']],
    [`?name=${'a'.repeat(101)}`, ['Invalid parameter: name']],
    ['?name=gt:gold', ['Invalid parameter: name']],
    ['?name=a%00b', ['Invalid parameter: name']],
    ['?token.id=06bd279138d5918402fc8ad500526cb2ee0eb985', ['Invalid parameter: token.id']],
    ['?token.id=0.0.274877906944', ['Invalid entity ID "0.0.274877906944"']],
    ['?type=nft', ['Invalid parameter: type']],
    ['?publickey=abcd', ['Invalid parameter: publickey']],
    [
      '?limit=0&x=1&publickey=1&order=up',
      [
        'Invalid parameter: limit',
        'Invalid parameter: publickey',
        'Invalid parameter: order',
        'Unknown query parameter: x',
      ],
    ],
  ])('refuses %s', async (query, expected) => {
    const response = await api.get(`/api/v1/tokens${query}`);
    expect(response.status).toBe(400);
    expect(await problems(response)).toEqual(expected);
  });
});

describe('a name with many matches', () => {
  it('is found page by page, in order', async () => {
    await api.database.pool.query(
      `insert into entity (id, num, realm, shard, type, timestamp_range) select i, i, 0, 0, 'TOKEN', '[1,)' from generate_series(5000, 6500) i;
       insert into token (token_id, created_timestamp, decimals, initial_supply, name, symbol, treasury_account_id, freeze_status, kyc_status, timestamp_range)
       select i, i, 0, 0, case when i % 5 = 0 then 'Copper' else 'Silver' end || i, 'C', 1, 0, 0, '[1,)' from generate_series(5000, 6500) i`,
    );
    expect(await ids('?name=silver&limit=3&order=desc')).toEqual(['6499', '6498', '6497']);
    expect(await ids('?name=copper&limit=3')).toEqual(['5000', '5005', '5010']);
    expect(await ids('?name=r650&limit=100')).toEqual(['6500']);
    expect((await ids('?name=er6&limit=100')).length).toBe(100);
  });
});

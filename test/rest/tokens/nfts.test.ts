import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert, transaction } from '../rows.ts';
import { entity, insertToken, nft, problems } from './token-rows.ts';

const MAX = 9_223_372_036_854_775_807n;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  await insertToken(database, 70, { token: { type: 'NON_FUNGIBLE_UNIQUE' } });
  await insertToken(database, 71, { token: { type: 'NON_FUNGIBLE_UNIQUE' }, entity: { deleted: true } });
  await insert(database, 'nft', [
    nft(70, 1, 1, { spender: 9, delegating_spender: 8, timestamp_range: '[1000000001,)' }),
    nft(70, 2, 2, { metadata: Buffer.from(new Uint8Array(100).fill(255)) }),
    nft(70, 3, null),
    nft(70, 4, 1),
    nft(70, MAX, 2),
    nft(71, 1, 1),
    nft(71, 2, 3, { created_timestamp: null, metadata: null }),
    nft(72, 1, 3),
  ]);
});
afterAll(() => api.close());

async function ids(path: string): Promise<string[]> {
  const text = await (await api.get(path)).text();
  const items = text.matchAll(/"serial_number":(\d+),"spender":[^,]*,"token_id":"0\.0\.(\d+)"/g);
  return [...items].map(([, serial, token]) => `${token} ${serial}`);
}

describe('GET /tokens/{tokenId}/nfts', () => {
  it('writes every field', async () => {
    expect(await api.json('/api/v1/tokens/70/nfts?serialnumber=lte:2')).toEqual({
      nfts: [
        {
          account_id: '0.0.2',
          created_timestamp: '0.000000005',
          delegating_spender: null,
          deleted: false,
          metadata: Buffer.from(new Uint8Array(100).fill(255)).toString('base64'),
          modified_timestamp: '0.000000005',
          serial_number: 2,
          spender: null,
          token_id: '0.0.70',
        },
        {
          account_id: '0.0.1',
          created_timestamp: '0.000000005',
          delegating_spender: '0.0.8',
          deleted: false,
          metadata: 'bQ==',
          modified_timestamp: '1.000000001',
          serial_number: 1,
          spender: '0.0.9',
          token_id: '0.0.70',
        },
      ],
      links: { next: null },
    });
  });

  it.each([
    ['', [`70 ${MAX}`, '70 4', '70 3', '70 2', '70 1']],
    ['?order=asc&limit=2', ['70 1', '70 2']],
    [`?serialnumber=${MAX}`, [`70 ${MAX}`]],
    [`?serialnumber=gt:${MAX}`, []],
    ['?serialnumber=1&serialnumber=2', []],
    ['?serialnumber=gt:1&serialnumber=gte:3&serialnumber=lt:5', ['70 4', '70 3']],
    ['?serialnumber=ne:3&serialnumber=lt:5', ['70 4', '70 2', '70 1']],
    ['?account.id=1', ['70 4', '70 1']],
    ['?account.id=1&account.id=2', []],
    ['?account.id=gt:1', [`70 ${MAX}`, '70 2']],
    ['?account.id=lt:2&order=asc', ['70 1', '70 4']],
    ['?account.id=ne:1', [`70 ${MAX}`, '70 2']],
    ['?account.id=gt:1&account.id=lt:2', []],
    ['?account.id=1&serialnumber=gt:1', ['70 4']],
  ])('%s', async (query, expected) => {
    expect(await ids(`/api/v1/tokens/70/nfts${query}`)).toEqual(expected);
    expect(await ids(`/api/v1/tokens/nfts?token.id=70&${query.slice(1)}`)).toEqual(expected);
  });

  it('marks NFTs of a deleted token as deleted', async () => {
    const { nfts } = (await api.json('/api/v1/tokens/71/nfts')) as { nfts: { deleted: boolean }[] };
    expect(nfts.map(({ deleted }) => deleted)).toEqual([true, true]);
  });

  it.each([
    ['/70/nfts?serialnumber=0', ['Invalid parameter: serialnumber']],
    ['/70/nfts?serialnumber=9223372036854775808', ['Invalid parameter: serialnumber']],
    ['/70/nfts?spender.id=1', ['Unknown query parameter: spender.id']],
    ['/70/nfts/0', ['Invalid parameter: serialnumber']],
    ['/70/nfts/9223372036854775808', ['Invalid parameter: serialnumber']],
    ['/70/nfts/1?token.id=70', ['Unknown query parameter: token.id']],
    ['/x/nfts/1', ['Invalid parameter: tokenid']],
    ['/nfts?serialnumber=1', ['serialnumber without a token.id parameter filter']],
    ['/nfts?token.id=gt:1&serialnumber=gte:1', ['token.id must have gte or eq operator']],
    ['/nfts/1', ['Invalid parameter: token.id']],
    ['/nfts/1?token.id=gt:70', ['Invalid parameter: token.id']],
    ['/nfts/1?token.id=', ['Invalid parameter: token.id']],
    ['/nfts/x?token.id=70', ['Invalid parameter: serialnumber']],
    ['/nfts/1/transactions', ['Invalid parameter: token.id']],
    ['/nfts/x/transactions?token.id=70', ['Invalid parameter: serialnumber']],
    ['/nfts/1/transactions?token.id=0.0.274877906944', ['Invalid entity ID "0.0.274877906944"']],
  ])('refuses %s', async (path, expected) => {
    const response = await api.get(`/api/v1/tokens${path}`);
    expect(response.status).toBe(400);
    expect(await problems(response)).toEqual(expected);
  });
});

describe('GET /tokens/nfts', () => {
  it.each([
    ['', ['72 1', '71 2', '71 1', `70 ${MAX}`, '70 4', '70 3', '70 2', '70 1']],
    ['?order=asc&limit=3', ['70 1', '70 2', '70 3']],
    ['?token.id=gte:70&serialnumber=gt:4&order=asc', [`70 ${MAX}`, '71 1', '71 2', '72 1']],
    ['?token.id=lte:71&serialnumber=lt:2', ['71 1', `70 ${MAX}`, '70 4', '70 3', '70 2', '70 1']],
    ['?token.id=gte:70&token.id=lte:71&serialnumber=gte:4&serialnumber=lte:1', ['71 1', `70 ${MAX}`, '70 4']],
    ['?token.id=gt:70&token.id=lt:72', ['71 2', '71 1']],
    ['?token.id=gte:70&serialnumber=1', ['72 1', '71 1', '70 1']],
    ['?account.id=3', ['72 1', '71 2']],
    ['?account.id=gte:2', ['72 1', '71 2', `70 ${MAX}`, '70 2']],
    ['?account.id=gte:2&limit=1&order=asc', ['70 2']],
    ['?token.id=gte:72&account.id=1', []],
  ])('across tokens %s', async (query, expected) => {
    expect(await ids(`/api/v1/tokens/nfts${query}`)).toEqual(expected);
  });

  it('continues with both keys', async () => {
    expect((await api.json('/api/v1/tokens/nfts?limit=2&account.id=gt:0')).links).toEqual({
      next: '/api/v1/tokens/nfts?limit=2&account.id=gt:0&token.id=lte:0.0.71&serialnumber=lt:2',
    });
  });

  it('finds one NFT by both spellings', async () => {
    const own = await (await api.get(`/api/v1/tokens/70/nfts/${MAX}`)).text();
    expect(own).toContain(`"serial_number":${MAX}`);
    expect(await (await api.get(`/api/v1/tokens/nfts/${MAX}?token.id=0.0.70`)).text()).toBe(own);
    for (const path of ['70/nfts/9', '99/nfts/1', 'nfts/9?token.id=70']) {
      expect((await api.get(`/api/v1/tokens/${path}`)).status, path).toBe(404);
    }
  });
});

describe('owners within bounds that have many NFTs', () => {
  it('are returned page by page', async () => {
    await api.database.pool.query(
      `insert into nft (token_id, serial_number, account_id, created_timestamp, deleted, timestamp_range)
       select 75 + s % 2, s, s % 7, 1, false, '[1,)' from generate_series(1, 3000) s`,
    );
    expect(await ids('/api/v1/tokens/75/nfts?account.id=gte:1&account.id=lte:5&limit=3')).toEqual([
      '75 3000',
      '75 2998',
      '75 2994',
    ]);
    expect(await ids('/api/v1/tokens/nfts?account.id=gte:5&token.id=gte:75&order=asc&limit=3')).toEqual([
      '75 6',
      '75 12',
      '75 20',
    ]);
  });
});

describe('transactions of an NFT', () => {
  const SECOND = 1_000_000_000n;
  const move = (sender: number | null, receiver: number | null, more: Record<string, unknown> = {}) => ({
    token_id: 80,
    serial_number: 1,
    sender_account_id: sender,
    receiver_account_id: receiver,
    is_approval: false,
    ...more,
  });
  const at = (second: number, type: number, transfers: unknown, more = {}) =>
    transaction(BigInt(second) * SECOND, 9, {
      type,
      nft_transfer: transfers === null ? null : JSON.stringify(transfers),
      ...more,
    });
  const version = (from: number, to: number | null, owner: number | null) =>
    nft(80, 1, owner, { timestamp_range: `[${from}000000000,${to === null ? '' : `${to}000000000`})` });

  beforeAll(async () => {
    const { database } = api;
    await insert(database, 'entity', [
      entity(80, 'TOKEN', { deleted: true, timestamp_range: '[60000000000,)' }),
    ]);
    await insert(database, 'nft', [version(50, null, null)]);
    await insert(database, 'nft_history', [
      version(10, 20, 1),
      version(20, 30, 2),
      version(30, 40, 2),
      version(40, 45, 3),
      // The page omits this version, because its transaction is unknown.
      version(45, 50, 3),
    ]);
    await insert(database, 'transaction', [
      at(10, 37, [move(null, 7, { serial_number: 2 }), move(null, 1)]),
      at(20, 14, [move(1, 2, { token_id: 81 }), move(1, 2), move(2, 3)], { nonce: 3 }),
      at(30, 48, null),
      at(40, 14, [move(2, 3, { is_approval: true })], { payer_account_id: 274_877_906_944 }),
      at(50, 39, [move(3, 0)]),
      at(60, 35, [move(5, 6)]),
      at(65, 14, [move(5, 6)]),
    ]);
  });

  const rows = async (query: string, status = 200) => {
    const response = await api.get(`/api/v1/tokens/80/nfts/1/transactions${query}`);
    expect(response.status).toBe(status);
    return (await response.json()) as {
      transactions: Record<string, unknown>[];
      links: { next: string | null };
    };
  };

  it('returns the whole history, newest first', async () => {
    const { transactions, links } = await rows('');
    expect(links).toEqual({ next: null });
    const short = transactions.map((one) => [
      one.consensus_timestamp,
      one.type,
      one.sender_account_id,
      one.receiver_account_id,
      one.is_approval,
      one.nonce,
      one.transaction_id,
    ]);
    expect(short).toEqual([
      ['60.000000000', 'TOKENDELETION', null, null, false, 0, '0.0.9-59-999999999'],
      ['50.000000000', 'TOKENWIPE', '0.0.3', null, false, 0, '0.0.9-49-999999999'],
      ['40.000000000', 'CRYPTOTRANSFER', '0.0.2', '0.0.3', true, 0, '0.1.0-39-999999999'],
      ['30.000000000', 'CRYPTOAPPROVEALLOWANCE', null, null, false, 0, '0.0.9-29-999999999'],
      ['20.000000000', 'CRYPTOTRANSFER', '0.0.1', '0.0.2', false, 3, '0.0.9-19-999999999'],
      ['10.000000000', 'TOKENMINT', null, '0.0.1', false, 0, '0.0.9-9-999999999'],
    ]);
  });

  it.each([
    ['?order=asc', [10, 20, 30, 40, 50, 60]],
    ['?timestamp=30', [30]],
    ['?timestamp=30&timestamp=40', []],
    ['?timestamp=gt:20&timestamp=lt:60', [50, 40, 30]],
    ['?timestamp=ne:20&order=asc&limit=2', [10, 30]],
    ['?limit=2&timestamp=lt:50', [40, 30]],
  ])('%s', async (query, expected) => {
    const { transactions } = await rows(query);
    expect(transactions.map(({ consensus_timestamp }) => Number(consensus_timestamp))).toEqual(expected);
  });

  it('is the same for the token in token.id', async () => {
    const own = await rows('?limit=2');
    const named = await api.json('/api/v1/tokens/nfts/1/transactions?token.id=80&limit=2');
    expect(named.transactions).toEqual(own.transactions);
    expect(named.links).toEqual({
      next: '/api/v1/tokens/nfts/1/transactions?token.id=80&limit=2&timestamp=lt:50.000000000',
    });
  });

  it('is partial if the minting is unknown', async () => {
    await insert(api.database, 'nft', [
      nft(80, 3, 1, { created_timestamp: null, timestamp_range: '[65000000000,)' }),
    ]);
    const partial = await api.get('/api/v1/tokens/80/nfts/3/transactions');
    expect(partial.status).toBe(206);
    expect(partial.headers.get('cache-control')).toBe('public, max-age=1');
    // An unknown NFT has only the deletion of its token; without that deletion the list is empty.
    expect((await api.get('/api/v1/tokens/80/nfts/99/transactions')).status).toBe(206);
    expect((await api.get('/api/v1/tokens/82/nfts/99/transactions')).status).toBe(200);
  });
});

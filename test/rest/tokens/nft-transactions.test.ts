import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert, transaction } from '../rows.ts';
import { entity, nft } from './token-rows.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi, walkPages } from './api-fixture.ts';
import { insert } from './rows.ts';

let api: TestApi;
let now = 0;

const BASE = 1_600_000_000n;
const SECOND = 1_000_000_000n;

beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  const ids = Array.from({ length: 12 }, (_, i) => 2000 + i);
  await insert(
    api.database,
    'entity',
    ids.map((id) => ({
      id,
      num: id,
      realm: 0,
      shard: 0,
      type: 'SCHEDULE',
      timestamp_range: '[0,)',
      memo: `schedule ${id}`,
      deleted: id === 2003,
    })),
  );
  await insert(
    api.database,
    'schedule',
    ids.map((id) => ({
      schedule_id: id,
      consensus_timestamp: BASE * SECOND,
      creator_account_id: id % 2 === 0 ? 10 : 11,
      payer_account_id: 12,
      transaction_body: Buffer.from([1, 2]),
      executed_timestamp: id === 2001 ? BASE * SECOND + 5n : null,
      expiration_time: id === 2002 ? (BASE + 100n) * SECOND : null,
    })),
  );
  await insert(api.database, 'transaction_signature', [
    ...[2, 3, 4, 5, 6, 99].map((type) => ({
      entity_id: 2000,
      consensus_timestamp: BASE * SECOND + BigInt(100 - type),
      public_key_prefix: Buffer.from([type]),
      signature: Buffer.from([type, type]),
      type,
    })),
  ]);
});
afterAll(() => api.close());

const PATH = '/api/v1/schedules';
const ids = (items: unknown) =>
  (items as { schedule_id: string }[]).map((one) => Number(one.schedule_id.split('.')[2]));

describe('schedules', () => {
  it('answer with every field, signatures by time', async () => {
    expect(await api.json(`${PATH}/2000`)).toEqual({
      admin_key: null,
      consensus_timestamp: '1600000000.000000000',
      creator_account_id: '0.0.10',
      deleted: false,
      executed_timestamp: null,
      expiration_time: null,
      memo: 'schedule 2000',
      payer_account_id: '0.0.12',
      schedule_id: '0.0.2000',
      signatures: [
        [99, 'UNKNOWN'],
        [6, 'ECDSA_SECP256K1'],
        [5, 'ECDSA_384'],
        [4, 'RSA_3072'],
        [3, 'ED25519'],
        [2, 'CONTRACT'],
      ].map(([type, name]) => ({
        consensus_timestamp: `1600000000.${String(100 - Number(type)).padStart(9, '0')}`,
        public_key_prefix: Buffer.from([Number(type)]).toString('base64'),
        signature: Buffer.from([Number(type), Number(type)]).toString('base64'),
        type: name,
      })),
      transaction_body: 'AQI=',
      wait_for_expiry: false,
    });
  });

  it.each([
    [2001, 0n, 3600],
    [2003, 0n, 3600],
    [2002, 159n, 1],
    [2002, 160n, 3600],
    [2000, 31n * 60n - 1n, 1],
    [2000, 31n * 60n, 3600],
  ])('%i may be kept after %i s for %i s', async (id, after, age) => {
    now = Number((BASE + after) * 1000n);
    const response = await api.get(`${PATH}/${id}`);
    expect(response.headers.get('cache-control')).toBe(`public, max-age=${age}`);
  });

  it.each([
    ['account.id=10&limit=100', [2000, 2002, 2004, 2006, 2008, 2010]],
    ['account.id=10&account.id=11', []],
    ['account.id=gt:10&schedule.id=lt:2006', [2001, 2003, 2005]],
    ['schedule.id=2001&schedule.id=2002', []],
    ['schedule.id=gte:0.0.2009&order=desc', [2011, 2010, 2009]],
    ['schedule.id=ne:2000&schedule.id=lt:2003', [2001, 2002]],
  ])('%s', async (query, expected) => {
    expect(ids((await api.json(`${PATH}?${query}`)).schedules)).toEqual(expected);
  });

  it('are walked in both orders', async () => {
    for (const order of ['asc', 'desc']) {
      for (const limit of [1, 5, 6]) {
        const all = ids((await api.json(`${PATH}?order=${order}&account.id=11&limit=100`)).schedules);
        const pages = await walkPages(
          api,
          `${PATH}?account.id=11&order=${order}&limit=${limit}`,
          'schedules',
        );
        expect(pages.flatMap(ids)).toEqual(all);
        expect(all).toHaveLength(6);
      }
    }
  });

  it.each([
    ['?account.id=-9&schedule.id=x&order=d&limit=-1&timestamp=1', 400],
    ['/0.7.8.9', 400],
    [`/0x${'00'.repeat(19)}09`, 400],
    ['/2000?limit=1', 400],
    ['/10', 404],
  ])('refuse %s', async (path, status) => {
    expect((await api.get(PATH + path)).status).toBe(status);
  });
});

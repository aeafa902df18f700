import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import { entity, problems } from '../tokens/token-rows.ts';

const SECOND = 1_000_000_000n;
const MAX = 9_223_372_036_854_775_807n;
let now = 0;
let api: TestApi;

/** Returns a schedule that was created at a time in seconds. */
const schedule = (id: number, creator: number, created: number, more: Record<string, unknown> = {}) => ({
  schedule_id: id,
  creator_account_id: creator,
  payer_account_id: 7,
  consensus_timestamp: BigInt(created) * SECOND,
  transaction_body: Buffer.from([1, 2, 3]),
  ...more,
});

beforeAll(async () => {
  api = await startTestApi({ clock: () => now });
  const { database } = api;
  await insert(database, 'entity', [
    entity(200, 'SCHEDULE', { key: Buffer.from(`1220${'ab'.repeat(32)}`, 'hex'), memo: 'say "hi"' }),
    entity(201, 'SCHEDULE', { deleted: true }),
    entity(202, 'SCHEDULE', { deleted: null }),
    entity(203, 'SCHEDULE'),
    entity(204, 'SCHEDULE'),
    entity(205, 'SCHEDULE'),
  ]);
  await insert(database, 'schedule', [
    schedule(200, 5, 1000, { expiration_time: 5000n * SECOND, wait_for_expiry: true }),
    schedule(201, 5, 1000),
    schedule(202, 6, 1000),
    schedule(203, 6, 1000, { executed_timestamp: 1500n * SECOND + 7n }),
    schedule(204, 5, 1000, { expiration_time: MAX }),
    schedule(205, 8, 1000, { payer_account_id: 0 }),
    // The database has no other row about this schedule.
    schedule(206, 9, 1000),
  ]);
  const signature = (time: bigint, type: number | null, prefix: string) => ({
    entity_id: 200,
    consensus_timestamp: time,
    type,
    public_key_prefix: Buffer.from(prefix, 'hex'),
    signature: Buffer.alloc(60, 1),
  });
  await insert(database, 'transaction_signature', [
    signature(1003n * SECOND, 6, 'ff'),
    signature(1001n * SECOND, 3, '02'),
    signature(1001n * SECOND, 4, '01'),
    signature(1002n * SECOND, 5, ''),
    signature(1004n * SECOND, 2, '03'),
    signature(1005n * SECOND, null, '04'),
    signature(1006n * SECOND, 99, '05'),
    { ...signature(1000n * SECOND, 3, '06'), entity_id: 999 },
  ]);
});
afterAll(() => api.close());

describe('GET /schedules/{scheduleId}', () => {
  it('writes every field', async () => {
    const signature = Buffer.alloc(60, 1).toString('base64');
    const signed = (second: number, type: string, public_key_prefix: string) => ({
      consensus_timestamp: `${second}.000000000`,
      public_key_prefix,
      signature,
      type,
    });
    expect(await api.json('/api/v1/schedules/0.0.200')).toEqual({
      admin_key: { _type: 'ED25519', key: 'ab'.repeat(32) },
      consensus_timestamp: '1000.000000000',
      creator_account_id: '0.0.5',
      deleted: false,
      executed_timestamp: null,
      expiration_time: '5000.000000000',
      memo: 'say "hi"',
      payer_account_id: '0.0.7',
      schedule_id: '0.0.200',
      signatures: [
        signed(1001, 'ED25519', 'Ag=='),
        signed(1001, 'RSA_3072', 'AQ=='),
        signed(1002, 'ECDSA_384', ''),
        signed(1003, 'ECDSA_SECP256K1', '/w=='),
        signed(1004, 'CONTRACT', 'Aw=='),
        signed(1005, 'UNKNOWN', 'BA=='),
        signed(1006, 'UNKNOWN', 'BQ=='),
      ],
      transaction_body: 'AQID',
      wait_for_expiry: true,
    });
    expect(await api.json('/api/v1/schedules/205')).toMatchObject({ payer_account_id: null, signatures: [] });
    expect(await api.json('/api/v1/schedules/206')).toMatchObject({
      admin_key: null,
      schedule_id: '0.0.206',
    });
  });

  it.each([
    // Max-age until a minute after the expiration.
    [200, 5059.999, 1],
    [200, 5060, 3600],
    // Max-age of a deleted or executed schedule.
    [201, 1000, 3600],
    [203, 1000, 3600],
    // Max-age without an expiration: until 31 minutes after the creation.
    [202, 1000 + 31 * 60 - 0.001, 1],
    [202, 1000 + 31 * 60, 3600],
    // The latest possible expiration.
    [204, 9_000_000_000, 1],
  ])('%i may be cached at %d for %i seconds', async (id, second, age) => {
    now = Math.round(second * 1000);
    const response = await api.get(`/api/v1/schedules/${id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe(`public, max-age=${age}`);
  });

  it.each(['207', '0.0.5', '0.1.200'])('does not find %s', async (id) => {
    const response = await api.get(`/api/v1/schedules/${id}`);
    expect(response.status).toBe(404);
    expect(await problems(response)).toEqual(['Not found']);
  });

  it.each(['x', '-1', '0.0.274877906944', '0x00000000000000000000000000000000000000c8', '1.2.3.4'])(
    'refuses %s',
    async (id) => {
      const response = await api.get(`/api/v1/schedules/${id}`);
      expect(response.status).toBe(400);
      expect(await problems(response)).toEqual(['Invalid parameter: scheduleid']);
    },
  );
});

describe('GET /schedules', () => {
  const ids = async (query: string) => {
    const { schedules } = (await api.json(`/api/v1/schedules${query}`)) as {
      schedules: { schedule_id: string }[];
    };
    return schedules.map(({ schedule_id }) => Number(schedule_id.replace('0.0.', '')));
  };

  it.each([
    ['', [200, 201, 202, 203, 204, 205, 206]],
    ['?order=desc&limit=2', [206, 205]],
    ['?account.id=5', [200, 201, 204]],
    ['?account.id=5&account.id=6', []],
    ['?account.id=gt:5&account.id=lte:8', [202, 203, 205]],
    ['?account.id=ne:5&schedule.id=lt:205', [202, 203]],
    ['?account.id=0x0000000000000000000000000000000000000006', [202, 203]],
    ['?account.id=ffffffffffffffffffffffffffffffffffffffff', []],
    ['?schedule.id=201', [201]],
    ['?schedule.id=201&schedule.id=202', []],
    ['?schedule.id=gte:201&schedule.id=lt:203&order=desc', [202, 201]],
    ['?schedule.id=gt:201&schedule.id=lt:202', []],
    ['?schedule.id=ne:200&account.id=5', [201, 204]],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('continues after the last item', async () => {
    expect((await api.json('/api/v1/schedules?account.id=5&limit=2')).links).toEqual({
      next: '/api/v1/schedules?account.id=5&limit=2&schedule.id=gt:0.0.201',
    });
  });

  it.each([
    ['?schedule.id=0.0.274877906944', ['Invalid entity ID "0.0.274877906944"']],
    ['?account.id=x&timestamp=1', ['Invalid parameter: account.id', 'Unknown query parameter: timestamp']],
    ["?schedule.id=' or 1=1", ['Invalid parameter: schedule.id']],
  ])('refuses %s', async (query, expected) => {
    const response = await api.get(`/api/v1/schedules${query}`);
    expect(response.status).toBe(400);
    expect(await problems(response)).toEqual(expected);
  });
});

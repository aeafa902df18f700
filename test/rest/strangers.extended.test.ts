import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/rest/routes.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { block, insert } from './rows.ts';

// Checks that one client does not affect others, neither through shared caches nor by exhausting shared resources.

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const PATHS = ROUTES.filter(({ method }) => method === 'GET').map(({ path }) =>
  path.replaceAll(/\{\w+\}/g, '1'),
);

describe('with users', () => {
  let api: TestApi;
  let now = 0;
  beforeAll(async () => {
    api = await startTestApi({
      clock: () => now,
      settings: { users: [{ username: 'ann', password: 'secret', limit: 200 }], trustProxy: true },
    });
    await insert(api.database, 'record_file', [block(1, 1)]);
  });
  afterAll(() => api.close());
  const from = (client: string, credentials: string) => ({
    headers: { ...basic(credentials), 'x-forwarded-for': client },
  });

  test.each([...new Set(PATHS)])('answers to wrong credentials are not cached at %s', async (path) => {
    const response = await api.get(path, from(`192.0.2.${PATHS.indexOf(path)}`, 'ann:wrong'));
    expect(response.status).toBe(401);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toContain('authorization');
  });

  test('wrong passwords are limited by client, right ones pass', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 100 }, (_, i) => api.get('/api/v1/blocks', from('2001:db8::1', `ann:${i}`))),
    );
    const statuses = attempts.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
    const limited = attempts.find(({ status }) => status === 429);
    expect(limited?.headers.get('retry-after')).toBe('60');
    expect(limited?.headers.get('cache-control')).toBe('no-store');
    expect(await limited?.json()).toEqual({
      _status: { messages: [{ message: 'Too many failed attempts' }] },
    });
    // Addresses of the same network count as the same client.
    expect((await api.get('/api/v1/blocks', from('2001:db8::2', 'ann:x'))).status).toBe(429);
    expect((await api.get('/api/v1/blocks', from('2001:db8::1', 'ann:secret'))).status).toBe(200);
    expect((await api.get('/api/v1/blocks', from('198.51.100.1', 'ann:x'))).status).toBe(401);
    now += 60_000;
    expect((await api.get('/api/v1/blocks', from('2001:db8::1', 'ann:x'))).status).toBe(401);
  });
});

describe('without users', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    await insert(api.database, 'record_file', [block(1, 1)]);
  });
  afterAll(() => api.close());

  test('credentials change nothing, not even the cache key', async () => {
    for (const path of ['/api/v1/blocks', '/api/v1/blocks/1', '/api/v1/blocks/7', '/api/v1/network/stake']) {
      const [plain, named] = await Promise.all([
        api.get(path),
        api.get(path, { headers: basic('any:body') }),
      ]);
      expect(named.status).toBe(plain.status);
      expect(await named.text()).toBe(await plain.text());
      for (const header of ['cache-control', 'vary', 'etag']) {
        expect(named.headers.get(header), header).toBe(plain.headers.get(header));
      }
    }
  });
});

describe('a missing database', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    await api.database.pool.query('drop schema public cascade');
  });
  afterAll(() => api.close());

  test('never leads to a cached answer', async () => {
    let failed = 0;
    for (const path of [...new Set(PATHS), '/health/readiness']) {
      for (const method of ['GET', 'HEAD']) {
        const response = await api.get(path, { method, headers: { 'if-none-match': '*' } });
        if (response.status < 500) continue;
        failed++;
        expect(response.headers.get('cache-control'), `${method} ${path}`).toBe('no-store');
      }
    }
    expect(failed).toBeGreaterThan(PATHS.length);
  });
});

describe('metrics', () => {
  test('require the token', async () => {
    const api = await startTestApi({ metricsAccess: { token: 'open sesame' } });
    try {
      const status = async (authorization?: string) =>
        (await api.get('/metrics', authorization === undefined ? {} : { headers: { authorization } })).status;
      expect(await status()).toBe(401);
      expect(await status('Bearer open')).toBe(401);
      expect(await status('Basic open sesame')).toBe(401);
      expect(await status('Bearer open sesame')).toBe(200);
      const refused = await api.get('/metrics');
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(await refused.text()).not.toContain('tain_');
    } finally {
      await api.close();
    }
  });

  test('are absent if they have an address of their own', async () => {
    const api = await startTestApi({ metricsAccess: 'none' });
    try {
      expect((await api.get('/metrics')).status).toBe(404);
    } finally {
      await api.close();
    }
  });
});

describe('a flood of slow requests', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ settings: { trustProxy: true } });
    const { pool } = api.database;
    await insert(api.database, 'record_file', [block(1, 1)]);
    // Makes two routes slow.
    await pool.query(`
      alter table transaction rename to fast_transaction;
      create view transaction as select * from fast_transaction where (select pg_sleep(0.3)) is not null;
      alter table schedule rename to fast_schedule;
      create view schedule as select * from fast_schedule where (select pg_sleep(0.3)) is not null;`);
  });
  afterAll(() => api.close());

  test('blocks no other routes, and no other client', async () => {
    const as = (client: string) => ({ headers: { 'x-forwarded-for': client } });
    const flood = Array.from({ length: 700 }, (_, i) =>
      api.get(`/api/v1/${i % 2 ? 'schedules' : 'transactions'}?limit=${1 + (i % 99)}`, as('192.0.2.1')),
    );
    let answered = 0;
    for (const one of flood) void one.then(({ status }) => (answered += status === 200 ? 1 : 0));
    const ended = Promise.allSettled(flood);
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const client of ['192.0.2.1', '192.0.2.2']) {
      for (let round = 0; round < 5; round++) {
        expect((await api.get('/api/v1/blocks', as(client))).status).toBe(200);
      }
    }
    expect((await api.get('/api/v1/transactions', as('192.0.2.2'))).status).toBe(200);
    const answeredBefore = answered;
    const answers = await ended;
    const statuses = answers.map((it) => (it.status === 'fulfilled' ? it.value.status : 0));
    const refused = statuses.filter((status) => status === 503).length;
    expect(refused).toBeGreaterThan(300);
    // The other clients did not wait for the flood, of which a part was still queued.
    expect(answeredBefore).toBeLessThan((700 - refused) * 0.8);
    expect(statuses.filter((status) => status === 200).length).toBe(700 - refused);
    const metrics = await (await api.get('/metrics')).text();
    const counts = [...metrics.matchAll(/^tain_api_requests_refused_total\{.*\} (\d+)$/gm)];
    expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(refused);
  });
});

test('connections of one client do not use up those of others', async () => {
  const api = await startTestApi();
  const { port } = new URL(api.url);
  const sockets = Array.from({ length: 300 }, () => net.connect(Number(port), '127.0.0.1'));
  try {
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect((await api.get('/api/v1/blocks')).status).toBe(200);
    expect(await (await api.get('/metrics')).text()).toMatch(/^tain_api_connections 30\d$/m);
  } finally {
    for (const socket of sockets) socket.destroy();
    await api.close();
  }
});

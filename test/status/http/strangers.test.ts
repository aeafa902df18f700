import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { type Harness, startHarness } from '../harness.ts';

let h: Harness | undefined;
afterEach(async () => {
  await h?.close();
  h = undefined;
});

const ORIGIN = 'access-control-allow-origin';

test.each(['/v1/pages', '/%761/pages', '/v%31/pages', '/%76%31/%70ages'])(
  'the management API is not for pages of other sites, however it is written: %s',
  async (path) => {
    h = await startHarness();
    const authorization = `Bearer ${h.key}`;
    const allowed = await h.get(path, { authorization });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get(ORIGIN)).toBeNull();
    const refused = await h.get(path, { authorization: 'Bearer wrong' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get(ORIGIN)).toBeNull();
    expect(refused.headers.get('cache-control')).toBe('no-store');
    const preflight = await fetch(h.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.status).toBe(404);
    expect(preflight.headers.get(ORIGIN)).toBeNull();
  },
);

test('public routes are for everybody', async () => {
  h = await startHarness();
  for (const path of ['/api/v2/status.json', '/health/liveness', '/nowhere']) {
    expect((await h.get(path)).headers.get(ORIGIN), path).toBe('*');
    const preflight = await fetch(h.url + path, { method: 'OPTIONS', headers: { origin: 'https://a.b' } });
    expect([preflight.status, preflight.headers.get(ORIGIN)]).toEqual([204, '*']);
  }
});

test('metrics are for who has the token, or elsewhere', async () => {
  h = await startHarness({ registry: new Registry(), metricsAccess: { token: 'open sesame' } });
  expect((await h.get('/metrics')).status).toBe(401);
  expect((await h.get('/metrics', { authorization: 'Bearer x' })).status).toBe(401);
  const allowed = await h.get('/metrics', { authorization: 'Bearer open sesame' });
  expect(await allowed.text()).toMatch(/^tain_status_connections [1-9]\d*$/m);
  await h.close();
  h = await startHarness({ registry: new Registry(), metricsAccess: 'nobody' });
  expect((await h.get('/metrics')).status).toBe(404);
});

test('no cache keeps what is said while the database is gone', async () => {
  h = await startHarness();
  await h.db.database.pool.query('alter schema tain rename to gone');
  for (const path of ['/incidents/abcdefghijkl', '/v1/pages']) {
    const response = await h.get(path, { authorization: `Bearer ${h.key}` });
    expect(response.status, path).toBeGreaterThanOrEqual(500);
    expect(response.headers.get('cache-control'), path).toBe('no-store');
  }
});

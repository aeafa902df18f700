import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { type Harness, startHarness } from '../harness.ts';

let h: Harness | undefined;
afterEach(async () => {
  await h?.close();
  h = undefined;
});

const ORIGIN = 'access-control-allow-origin';

test.each(['/v1', '/v1/pages', '/v1/pages/x/incidents.json', '/%761/pages'])(
  'every request of the removed management API gets 410: %s',
  async (path) => {
    h = await startHarness();
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const answer = await fetch(h.url + path, {
        method,
        headers: { authorization: 'OAuth x', 'content-type': 'application/x-www-form-urlencoded' },
        ...(method === 'GET' ? {} : { body: 'incident[name]=x' }),
      });
      expect([method, answer.status]).toEqual([method, 410]);
      expect(await answer.json()).toEqual({
        error: 'The management API was removed: use the command tain status for incidents and maintenance.',
      });
    }
  },
);

test('links in emails, and one-click unsubscription, return that subscriptions were removed', async () => {
  h = await startHarness();
  const token = 'a'.repeat(32);
  for (const [method, path] of [
    ['GET', `/confirm/${token}`],
    ['POST', `/confirm/${token}`],
    ['GET', `/unsubscribe/${token}`],
    ['POST', `/unsubscribe/${token}`],
    ['POST', '/subscribe'],
  ] as const) {
    const answer = await fetch(h.url + path, {
      method,
      ...(method === 'POST' ? { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) } : {}),
    });
    expect([path, answer.status]).toEqual([path, 410]);
    expect(await answer.text()).toContain('all addresses were deleted');
  }
});

test('public routes are accessible to all clients', async () => {
  h = await startHarness();
  for (const path of ['/api/v2/status.json', '/health/liveness', '/nowhere']) {
    expect((await h.get(path)).headers.get(ORIGIN), path).toBe('*');
    const preflight = await fetch(h.url + path, { method: 'OPTIONS', headers: { origin: 'https://a.b' } });
    expect([preflight.status, preflight.headers.get(ORIGIN)]).toEqual([204, '*']);
  }
});

test('metrics require the token, or another port', async () => {
  h = await startHarness({ registry: new Registry(), metricsAccess: { token: 'open sesame' } });
  expect((await h.get('/metrics')).status).toBe(401);
  expect((await h.get('/metrics', { authorization: 'Bearer x' })).status).toBe(401);
  const allowed = await h.get('/metrics', { authorization: 'Bearer open sesame' });
  expect(await allowed.text()).toMatch(/^tain_status_connections [1-9]\d*$/m);
  await h.close();
  h = await startHarness({ registry: new Registry(), metricsAccess: 'none' });
  expect((await h.get('/metrics')).status).toBe(404);
});

test('answers during an outage of the database are not cached', async () => {
  h = await startHarness();
  await h.db.database.pool.query('alter schema tain rename to gone');
  const response = await h.get('/incidents/abcdefghijkl');
  expect(response.status).toBeGreaterThanOrEqual(500);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KeyRing } from '../../../src/status/http/key-ring.ts';
import { createKey, revokeKey, selectKeys } from '../../../src/status/http/keys.ts';
import { Evidence, GOOD, type Harness, type Loose, startHarness } from '../harness.ts';

let h: Harness;
let evidence: Evidence;
beforeAll(async () => {
  h = await startHarness();
  evidence = new Evidence(h.db.database);
  for (let file = 10; file > 0; file--) await evidence.file(h.now - file * 2000, GOOD);
  await evidence.ingest(h.now);
  await h.pass(1);
});
afterAll(() => h.close());

const component = async (name: string): Promise<Loose> =>
  (await h.json('/api/v2/components.json')).components.find((it: Loose) => it.name === name);

const randomKey = () => `tain_${randomBytes(6).toString('hex')}_${randomBytes(32).toString('base64url')}`;

describe('keys', () => {
  const ask = (authorization?: string, method = 'GET') =>
    fetch(`${h.url}/v1/pages`, { method, headers: authorization === undefined ? {} : { authorization } });

  test('missing, wrong and revoked ones are 401; read keys may not write', async () => {
    expect((await ask()).status).toBe(401);
    expect((await ask('OAuth nonsense')).status).toBe(401);
    expect((await ask(`Basic ${h.key}`)).status).toBe(401);
    expect((await ask(`Bearer ${h.key.slice(0, -1)}${h.key.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401);
    expect((await ask(`OAuth ${h.key}`)).status).toBe(200);
    expect((await ask(`bearer ${h.key}`)).status).toBe(200);
    const read = await createKey(h.db.database.pool, { name: 'reader', role: 'read' }, h.now);
    expect((await ask(`Bearer ${read.key}`)).status).toBe(200);
    const denied = await h.manage('POST', '/incidents', { incident: { name: 'x' } }, read.key);
    expect(denied).toEqual({ code: 403, body: { error: 'This key may only read' } });
    await revokeKey(h.db.database.pool, read.id, h.now);
    expect((await ask(`Bearer ${read.key}`)).status).toBe(401);
    await expect(revokeKey(h.db.database.pool, read.id, h.now)).rejects.toThrow('no key');
    h.now += 61_000;
  });

  test('only hashes are stored', async () => {
    const { rows } = await h.db.database.pool.query('select * from tain.status_key');
    expect(JSON.stringify(rows)).not.toContain(h.key.slice(-43));
    const [key] = (await selectKeys(h.db.database.pool)).filter((it) => it.name === 'test');
    expect(key).toMatchObject({ role: 'write', revokedAt: null });
    expect(key?.lastUsedAt).not.toBeNull();
    expect(await new KeyRing(h.db.database.pool).find(`Bearer ${'x'.repeat(5000)}`, h.now)).toBeNull();
  });

  test('ten failures a minute, then 429 for further ones; the right key passes from the same address', async () => {
    for (let attempt = 0; attempt < 10; attempt++) expect((await ask('Bearer wrong')).status).toBe(401);
    const blocked = await ask();
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await ask(`Bearer ${h.key}`)).status).toBe(200);
    // Also one that was made since, and of which this process knows nothing yet.
    const fresh = await createKey(h.db.database.pool, { name: 'fresh', role: 'read' }, h.now);
    expect((await ask(`Bearer ${fresh.key}`)).status).toBe(200);
    expect((await ask('Bearer wrong')).status).toBe(429);
    h.now += 61_000;
    expect((await ask('Bearer wrong')).status).toBe(401);
    // A clock that goes back lengthens nobody's wait.
    for (let attempt = 0; attempt < 10; attempt++) await ask('Bearer wrong');
    h.setClock(h.now - 3_600_000);
    expect((await ask('Bearer wrong')).status).toBe(401);
    h.setClock(h.now + 3_600_000);
    h.now += 61_000;
  });

  test('a burst of wrong keys is not looked up one by one, and no more than ten are answered as wrong', async () => {
    const { pool } = h.db.database;
    const lookups = vi.spyOn(pool, 'query');
    const began = performance.now();
    const wrong = Array.from({ length: 500 }, () => ask(`Bearer ${randomKey()}`));
    const right = ask(`Bearer ${h.key}`);
    const statuses = await Promise.all(wrong.map(async (answer) => (await answer).status));
    expect((await right).status).toBe(200);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(490);
    const ofKeys = lookups.mock.calls.filter(([text]) => String(text).includes('tain.status_key'));
    // Once each tenth of a second, and the look at the right one.
    expect(ofKeys.length).toBeLessThanOrEqual((performance.now() - began) / 100 + 3);
    lookups.mockRestore();
    h.now += 61_000;
  });
});

describe('incidents', () => {
  test('from its opening to its postmortem, with component statuses held and released', async () => {
    const node = await component('Node 2 (0.0.5)');
    const opened = await h.manage('POST', '/incidents', {
      incident: {
        name: 'Node 2 is slow',
        body: 'Looking.',
        components: { [node.id]: 'degraded_performance' },
      },
    });
    expect(opened.code).toBe(201);
    expect(opened.body).toMatchObject({ status: 'investigating', impact: 'minor', automatic: false });
    const { id } = opened.body;
    expect((await component('Node 2 (0.0.5)')).status).toBe('degraded_performance');
    // Evidence says that it works, but a person says otherwise.
    for (let look = 0; look < 5; look++) {
      await evidence.ingest(h.now + 30_000);
      await evidence.file(h.now + 30_000, GOOD);
      await h.pass(30);
    }
    expect((await component('Node 2 (0.0.5)')).status).toBe('degraded_performance');
    const worse = await h.manage('PATCH', `/incidents/${id}`, {
      incident: { status: 'identified', body: 'Disk.', components: { [node.id]: 'major_outage' } },
    });
    expect(worse.body).toMatchObject({ status: 'identified', impact: 'critical' });
    expect((await h.json('/api/v2/status.json')).status).toEqual({
      indicator: 'critical',
      description: 'Major Service Outage',
    });
    await h.manage('PUT', `/incidents/${id}`, { incident: { status: 'monitoring' } });
    const resolved = await h.manage('PATCH', `/incidents/${id}`, {
      incident: { status: 'resolved', body: 'Done.' },
    });
    expect(resolved.body.resolved_at).toBe(new Date(h.now).toISOString());
    expect(resolved.body.monitoring_at).not.toBeNull();
    for (let look = 0; look < 4; look++) {
      await evidence.ingest(h.now + 20_000);
      await evidence.file(h.now + 20_000, GOOD);
      await h.pass(20);
    }
    expect((await component('Node 2 (0.0.5)')).status).toBe('operational');
    const reopened = await h.manage('PATCH', `/incidents/${id}`, { incident: { status: 'investigating' } });
    expect(reopened).toEqual({
      code: 422,
      body: { error: ['An incident that is resolved cannot become investigating; it can become postmortem'] },
    });
    await h.manage('PUT', `/incidents/${id}/postmortem`, {
      postmortem: { body_draft: 'It was <b>the disk</b>.' },
    });
    const published = await h.manage('PUT', `/incidents/${id}/postmortem/publish`, {});
    expect(published.body).toMatchObject({ body: 'It was <b>the disk</b>.' });
    expect((await h.manage('GET', `/incidents/${id}`)).body.status).toBe('postmortem');
    expect(await (await h.get(`/incidents/${id}`)).text()).toContain('It was &lt;b&gt;the disk&lt;/b&gt;.');
  });

  test('updates are edited, dated back and deleted, and the audit trail keeps what was', async () => {
    const { body } = await h.manage('POST', '/incidents', {
      incident: { name: 'Audit', body: 'Frist words.' },
    });
    h.now += 60_000;
    await h.manage('PATCH', `/incidents/${body.id}`, { incident: { status: 'monitoring', body: 'Second.' } });
    const before = (await h.manage('GET', `/incidents/${body.id}`)).body.incident_updates;
    const [second, first] = before;
    const edited = await h.manage('PATCH', `/incidents/${body.id}/incident_updates/${first.id}`, {
      incident_update: { body: 'First words.', display_at: new Date(h.now - 600_000).toISOString() },
    });
    expect(edited.body).toMatchObject({
      body: 'First words.',
      display_at: new Date(h.now - 600_000).toISOString(),
    });
    expect((await h.manage('DELETE', `/incidents/${body.id}/incident_updates/${second.id}`)).code).toBe(204);
    expect((await h.manage('GET', `/incidents/${body.id}`)).body).toMatchObject({
      status: 'investigating',
      monitoring_at: null,
    });
    const last = await h.manage('DELETE', `/incidents/${body.id}/incident_updates/${first.id}`);
    expect(last).toEqual({ code: 422, body: { error: ['At least one update must remain'] } });
    const future = await h.manage('PATCH', `/incidents/${body.id}/incident_updates/${first.id}`, {
      incident_update: { display_at: new Date(h.now + 600_000).toISOString() },
    });
    expect(future.code).toBe(422);
    const deleted = await h.manage('DELETE', `/incidents/${body.id}`);
    expect(deleted).toMatchObject({ code: 200, body: { id: body.id } });
    expect((await h.manage('GET', `/incidents/${body.id}`)).code).toBe(404);
    const audit = (await h.manage('GET', '/audit?limit=4')).body;
    expect(audit.map((it: Loose) => it.action)).toEqual([
      'incident.delete',
      'update.delete',
      'update.edit',
      'incident.update',
    ]);
    expect(audit[2].before.body).toBe('Frist words.');
    expect(audit[1].before).toMatchObject({ body: 'Second.', status: 'monitoring' });
    expect(audit[0].actor).toMatch(/^key [a-z0-9]{12} \(test\)$/);
  });

  test('a past incident can be reported afterwards, at its own time', async () => {
    const { code, body } = await h.manage('POST', '/incidents', {
      incident: {
        name: 'Long ago',
        status: 'resolved',
        backfilled: true,
        backfill_date: '2026-10-01',
        body: 'Was short.',
      },
    });
    expect(code).toBe(201);
    expect(body).toMatchObject({
      started_at: '2026-10-01T00:00:00.000Z',
      resolved_at: '2026-10-01T00:00:00.000Z',
      status: 'resolved',
    });
  });

  test('as old tools send it: a form, and .json paths', async () => {
    const response = await fetch(`${h.url}/v1/pages/${h.pageId}/incidents.json`, {
      method: 'POST',
      headers: { authorization: `OAuth ${h.key}`, 'content-type': 'application/x-www-form-urlencoded' },
      body:
        'incident[name]=By+form&incident[status]=identified&incident[body]=%C3%84h&incident[component_ids][]=' +
        (await component('Node 0 (0.0.3)')).id,
    });
    expect(response.status).toBe(201);
    const body: Loose = await response.json();
    expect(body).toMatchObject({ name: 'By form', status: 'identified' });
    expect(body.components[0].name).toBe('Node 0 (0.0.3)');
    expect(body.incident_updates[0].body).toBe('Äh');
    await h.manage('DELETE', `/incidents/${body.id}`);
  });

  test('lists, with a search and pages', async () => {
    for (let count = 0; count < 3; count++) {
      h.now += 1000;
      await h.manage('POST', '/incidents', { incident: { name: `Listed ${count}`, status: 'resolved' } });
    }
    const names = async (query: string) =>
      (await h.manage('GET', `/incidents?${query}`)).body.map((it: Loose) => it.name);
    expect(await names('q=listed&limit=2')).toEqual(['Listed 2', 'Listed 1']);
    expect(await names('q=listed&limit=2&page=2')).toEqual(['Listed 0']);
  });
});

describe('maintenances', () => {
  test('begin and end by themselves at their times, and can do without', async () => {
    const start = h.now + 600_000;
    const make = (name: string, rest: object) =>
      h.manage('POST', '/incidents', {
        incident: {
          name,
          scheduled_for: new Date(start).toISOString(),
          scheduled_until: new Date(start + 600_000).toISOString(),
          ...rest,
        },
      });
    const auto = (await make('Automatic', {})).body;
    const manual = (
      await make('By hand', { scheduled_auto_in_progress: false, scheduled_auto_completed: false })
    ).body;
    expect(auto.status).toBe('scheduled');
    await h.pass(500);
    expect((await h.manage('GET', `/incidents/${auto.id}`)).body.status).toBe('scheduled');
    await h.pass(130);
    const running = (await h.manage('GET', `/incidents/${auto.id}`)).body;
    expect(running.status).toBe('in_progress');
    expect(running.incident_updates[0].display_at).toBe(new Date(start).toISOString());
    expect(
      (await h.manage('PATCH', `/incidents/${auto.id}`, { incident: { status: 'verifying' } })).code,
    ).toBe(200);
    await h.pass(3600);
    const done = (await h.manage('GET', `/incidents/${auto.id}`)).body;
    expect(done).toMatchObject({ status: 'completed', resolved_at: new Date(start + 600_000).toISOString() });
    expect((await h.manage('GET', `/incidents/${manual.id}`)).body.status).toBe('scheduled');
    const refused = await h.manage('PATCH', `/incidents/${manual.id}`, { incident: { status: 'verifying' } });
    expect(refused.body.error[0]).toBe(
      'A scheduled maintenance that is scheduled cannot become verifying; it can become scheduled, in_progress, completed',
    );
    expect(
      (await h.manage('PATCH', `/incidents/${manual.id}`, { incident: { status: 'investigating' } })).code,
    ).toBe(422);
  });

  test('a service that was off catches up, in the right order', async () => {
    const made = await h.manage('POST', '/incidents', {
      incident: {
        name: 'Slept through',
        scheduled_for: new Date(h.now + 60_000).toISOString(),
        scheduled_until: new Date(h.now + 120_000).toISOString(),
      },
    });
    await h.pass(86_400);
    await h.pass(2);
    const { body } = await h.manage('GET', `/incidents/${made.body.id}`);
    expect(body.incident_updates.map((it: Loose) => it.status)).toEqual([
      'completed',
      'in_progress',
      'scheduled',
    ]);
  });

  test.each([
    [
      { scheduled_for: '2026-11-21T10:00:00Z' },
      'A scheduled maintenance needs scheduled_for and scheduled_until',
    ],
    [
      { scheduled_for: '2026-11-21T10:00:00Z', scheduled_until: '2026-11-21T09:00:00Z' },
      'scheduled_until must be after scheduled_for',
    ],
    [{ scheduled_for: 'tomorrow' }, 'scheduled_for must be an ISO 8601 time, not tomorrow'],
    [
      { scheduled_for: '2026-13-45T99:00:00Z' },
      'scheduled_for must be an ISO 8601 time, not 2026-13-45T99:00:00Z',
    ],
    [{ status: 'in_progress', scheduled_for: 7 }, 'scheduled_for must be text'],
  ])('refuses %j', async (fields, message) => {
    const { code, body } = await h.manage('POST', '/incidents', { incident: { name: 'M', ...fields } });
    expect({ code, error: body.error }).toEqual({ code: 422, error: [message] });
  });
});

describe('components', () => {
  test('of people: made, grouped, changed, deleted', async () => {
    const wallet = (
      await h.manage('POST', '/components', { component: { name: 'Wallet', description: 'Ours' } })
    ).body;
    expect(wallet).toMatchObject({ name: 'Wallet', status: 'operational', automatic: false });
    const group = (
      await h.manage('POST', '/component-groups', {
        component_group: { name: 'Apps', components: [wallet.id] },
      })
    ).body;
    expect(group.components).toEqual([wallet.id]);
    const listed = await component('Apps');
    expect(listed).toMatchObject({ group: true, components: [wallet.id] });
    await h.manage('PATCH', `/components/${wallet.id}`, { component: { status: 'major_outage' } });
    expect((await component('Apps')).status).toBe('major_outage');
    expect(
      (await h.manage('PATCH', `/components/${wallet.id}`, { component: { automatic: true } })).code,
    ).toBe(422);
    expect((await h.manage('DELETE', `/component-groups/${group.id}`)).code).toBe(204);
    expect((await component('Wallet')).group_id).toBeNull();
    expect((await h.manage('DELETE', `/components/${wallet.id}`)).code).toBe(204);
    expect(await component('Wallet')).toBeUndefined();
  });

  test('of evidence: what a person sets holds until it is released', async () => {
    const api = await component('Query service');
    await evidence.api(h.now);
    await h.manage('PATCH', `/components/${api.id}`, { component: { status: 'partial_outage' } });
    for (let look = 0; look < 5; look++) {
      await evidence.api(h.now + 20_000);
      await h.pass(20);
    }
    expect((await component('Query service')).status).toBe('partial_outage');
    const released = await h.manage('PATCH', `/components/${api.id}`, { component: { automatic: true } });
    expect(released.body.automatic).toBe(true);
    for (let look = 0; look < 3; look++) {
      await evidence.api(h.now + 20_000);
      await h.pass(20);
    }
    expect((await component('Query service')).status).toBe('operational');
    expect((await h.manage('DELETE', `/components/${api.id}`)).code).toBe(422);
    expect((await h.manage('PATCH', `/components/${api.id}`, { component: { name: 'Mine' } })).code).toBe(
      422,
    );
    expect((await h.manage('GET', `/components/${api.id}/uptime`)).body.days).toHaveLength(90);
  });

  test('Statuspage values beyond the four come only behind the setting', async () => {
    const api = await component('Query service');
    const refused = await h.manage('PATCH', `/components/${api.id}`, {
      component: { status: 'under_maintenance' },
    });
    expect(refused.body.error[0]).toBe(
      'Component status must be one of operational, degraded_performance, partial_outage, major_outage, not under_maintenance',
    );
    expect(
      (await h.manage('POST', '/incidents', { incident: { name: 'x', impact_override: 'maintenance' } }))
        .code,
    ).toBe(422);
    const own = await startHarness({ settings: { network: 'demo', maintenanceValues: true } });
    try {
      const [first] = (await own.manage('GET', '/components')).body;
      const planned = await own.manage('POST', '/incidents', {
        incident: {
          name: 'Upgrade',
          component_ids: [first.id],
          scheduled_for: new Date(own.now + 10_000).toISOString(),
          scheduled_until: new Date(own.now + 70_000).toISOString(),
        },
      });
      expect(planned.body.impact).toBe('maintenance');
      await own.pass(15);
      expect((await own.json('/api/v2/status.json')).status).toEqual({
        indicator: 'maintenance',
        description: 'Service Under Maintenance',
      });
      await own.pass(60);
      expect((await own.json('/api/v2/status.json')).status.indicator).toBe('none');
    } finally {
      await own.close();
    }
  });
});

describe('hostile input', () => {
  test('huge bodies, broken JSON, wrong types and long texts are refused by name', async () => {
    const post = (body: string, type = 'application/json') =>
      fetch(`${h.url}/v1/pages/${h.pageId}/incidents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${h.key}`, 'content-type': type },
        body,
      });
    expect((await post(JSON.stringify({ incident: { name: 'x'.repeat(300_000) } }))).status).toBe(413);
    expect((await post('{"incident":')).status).toBe(400);
    expect((await post('<xml/>', 'application/xml')).status).toBe(415);
    expect((await post('{"__proto__": {"x": 1}}')).status).toBe(400);
    expect((await post('a[b=1', 'application/x-www-form-urlencoded')).status).toBe(422);
    expect((await post(`${'x=1&'.repeat(1000)}`, 'application/x-www-form-urlencoded')).status).toBe(422);
    for (const [incident, error] of [
      [{}, "Name can't be blank"],
      [{ name: '  ' }, "Name can't be blank"],
      [{ name: 'x'.repeat(251) }, 'Name is too long (maximum is 250 characters)'],
      [{ name: 'a\r\nBcc: b@example.org' }, 'Name contains control characters'],
      [{ name: 'x', body: 'y'.repeat(25_001) }, 'Body is too long (maximum is 25000 characters)'],
      [{ name: 'x', body: 'null\u0000' }, 'Body contains control characters'],
      [{ name: { a: 1 } }, 'name must be text'],
      [{ name: 'x', status: 'fine' }, /^Status must be one of investigating/],
      [{ name: 'x', components: { nothere: 'operational' } }, 'Component nothere does not exist'],
      [{ name: 'x', components: 'all' }, 'components must be an object'],
      [{ name: 'x', deliver_notifications: 'perhaps' }, 'deliver_notifications must be true or false'],
      [{ name: 'x', metadata: { a: 'b'.repeat(6000) } }, 'metadata is too long (maximum is 5000 characters)'],
    ] as const) {
      const { code, body } = await h.manage('POST', '/incidents', { incident });
      expect(code).toBe(422);
      if (error instanceof RegExp) expect(body.error[0]).toMatch(error);
      else expect(body.error).toEqual([error]);
    }
    expect((await h.manage('GET', '/incidents/none')).code).toBe(404);
    expect((await h.manage('DELETE', `/incidents/${'x'.repeat(90)}`)).code).toBe(404);
    const other = await fetch(`${h.url}/v1/pages/otherpage/incidents`, {
      headers: { authorization: `Bearer ${h.key}` },
    });
    expect(other.status).toBe(404);
  });

  test('the character 0 is refused wherever it comes, and nothing is logged as our failure', async () => {
    const zero = 'a\u0000b';
    const metadata = { jira: { key: zero } };
    expect((await h.manage('POST', '/incidents', { incident: { name: 'x', metadata } })).code).toBe(422);
    expect((await h.manage('GET', '/incidents?q=a%00b')).code).toBe(422);
    expect((await h.manage('GET', '/subscribers?q=a%00b')).code).toBe(422);
    expect((await h.manage('GET', '/incidents/a%00b')).code).toBe(422);
  });

  test('markup in texts is escaped wherever it is shown', async () => {
    const evil = `<script>alert(1)</script>"'&]]>`;
    const made = await h.manage('POST', '/incidents', { incident: { name: evil, body: `${evil}\nline` } });
    expect(made.code).toBe(201);
    const planned = await h.manage('POST', '/incidents', {
      incident: {
        name: `${evil},;\\`,
        body: evil,
        scheduled_for: new Date(h.now + 1e6).toISOString(),
        scheduled_until: new Date(h.now + 2e6).toISOString(),
      },
    });
    expect(planned.code).toBe(201);
    for (const path of [
      '/',
      '/history',
      `/incidents/${made.body.id}`,
      '/history.atom',
      '/history.rss',
      '/badge.svg',
    ]) {
      const text = await (await h.get(path)).text();
      // Our own is the only one.
      const own = text.match(/<script>\/\/ Writes times[^<]*<\/script>/g) ?? [];
      expect(own.length, path).toBe(text.startsWith('<!doctype html>') ? 1 : 0);
      expect(text.replace(own[0] ?? '', ''), path).not.toContain('<script');
      expect(text, path).not.toContain('alert(1)</');
    }
    const page = await h.get('/');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await h.json('/api/v2/incidents/unresolved.json')).incidents[0].name).toBe(evil);
    const calendar = await (await h.get('/maintenance.ics')).text();
    const unfolded = calendar.replaceAll('\r\n ', '');
    expect(unfolded).toContain(`SUMMARY:<script>alert(1)</script>"'&]]>\\,\\;\\\\`);
    for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    await h.manage('DELETE', `/incidents/${made.body.id}`);
    await h.manage('DELETE', `/incidents/${planned.body.id}`);
  });
});

import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGES } from '../../packages.ts';
import { requirePackage, resolveInPackage } from '../../require-package.ts';
import { Evidence, GOOD, type Harness, type Loose, startHarness } from '../harness.ts';

const PATHS = [
  'summary',
  'status',
  'components',
  'incidents',
  'incidents/unresolved',
  'scheduled-maintenances',
  'scheduled-maintenances/upcoming',
  'scheduled-maintenances/active',
];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let h: Harness;
let incidentId: string;
let nodeId: string;
beforeAll(async () => {
  h = await startHarness();
  const evidence = new Evidence(h.db.database);
  for (let file = 10; file > 0; file--) await evidence.file(h.now - file * 2000, GOOD);
  await evidence.ingest(h.now);
  await evidence.api(h.now);
  await h.pass(1);
  const components = (await h.json('/api/v2/components.json')).components;
  nodeId = components.find((it: { name: string }) => it.name === 'Node 1 (0.0.4)').id;
  const made = await h.open({
    name: 'Slow answers',
    body: 'We look into it.',
    components: { [nodeId]: 'partial_outage' },
  });
  incidentId = made.id;
  for (const [name, from, until, status] of [
    ['Later', 3600, 7200, 'scheduled'],
    ['Now', -60, 3600, 'in_progress'],
  ] as const) {
    await h.open({
      kind: 'maintenance',
      name,
      status,
      scheduledFor: new Date(h.now + from * 1000),
      scheduledUntil: new Date(h.now + until * 1000),
      componentIds: [nodeId],
    });
  }
});
afterAll(() => h.close());

describe('the eight endpoints', () => {
  test.each(PATHS)('%s has a page, CORS, an ETag that answers 304, and HEAD', async (path) => {
    const response = await h.get(`/api/v2/${path}.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const body: Loose = await response.json();
    expect(Object.keys(body.page).sort()).toEqual(['id', 'name', 'time_zone', 'updated_at', 'url']);
    expect(body.page).toMatchObject({
      id: expect.stringMatching(/^[a-z0-9]{12}$/),
      name: 'Demo Network Status',
      url: h.url,
    });
    const etag = response.headers.get('etag') ?? '';
    const again = await h.get(`/api/v2/${path}.json`, { 'if-none-match': `"other", W/${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const head = await fetch(`${h.url}/api/v2/${path}.json?x=1`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('etag')).toBe(etag);
    expect(await head.text()).toBe('');
    const options = await fetch(`${h.url}/api/v2/${path}.json`, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('every time is ISO 8601 with milliseconds and Z', async () => {
    for (const path of PATHS) {
      const visit = (value: unknown, key: string): void => {
        if (Array.isArray(value)) for (const item of value) visit(item, key);
        else if (typeof value === 'object' && value !== null) {
          for (const [name, inner] of Object.entries(value)) visit(inner, name);
        } else if (/_at$|_for$|_until$/.test(key) && value !== null) expect(value, key).toMatch(INSTANT);
      };
      visit(await h.json(`/api/v2/${path}.json`), '');
    }
  });

  test('each object has every field that any client declares', async () => {
    const summary = await h.json('/api/v2/summary.json');
    expect(Object.keys(summary).sort()).toEqual([
      'components',
      'incidents',
      'page',
      'scheduled_maintenances',
      'status',
    ]);
    expect(summary.status).toEqual({ indicator: 'major', description: 'Partial System Outage' });
    const group = summary.components.find((it: { group: boolean }) => it.group);
    const members = summary.components.filter((it: { group_id: string }) => it.group_id === group.id);
    expect(group.components).toEqual(members.map((it: { id: string }) => it.id));
    expect(members).toHaveLength(4);
    expect(Object.keys(members[0]).sort()).toEqual([
      'created_at',
      'description',
      'group',
      'group_id',
      'id',
      'name',
      'only_show_if_degraded',
      'page_id',
      'position',
      'showcase',
      'start_date',
      'status',
      'updated_at',
    ]);
    expect(group.status).toBe('partial_outage');
    const [incident] = summary.incidents;
    expect(Object.keys(incident).sort()).toEqual([
      'components',
      'created_at',
      'id',
      'impact',
      'incident_updates',
      'monitoring_at',
      'name',
      'page_id',
      'reminder_intervals',
      'resolved_at',
      'shortlink',
      'started_at',
      'status',
      'updated_at',
    ]);
    expect(incident).toMatchObject({
      id: incidentId,
      impact: 'major',
      status: 'investigating',
      resolved_at: null,
    });
    expect(Object.keys(incident.incident_updates[0]).sort()).toEqual([
      'affected_components',
      'body',
      'created_at',
      'custom_tweet',
      'deliver_notifications',
      'display_at',
      'id',
      'incident_id',
      'status',
      'tweet_id',
      'updated_at',
    ]);
    expect(incident.incident_updates[0].affected_components).toEqual([
      { code: nodeId, name: 'Node 1 (0.0.4)', old_status: 'operational', new_status: 'partial_outage' },
    ]);
    expect(summary.scheduled_maintenances.map((it: { name: string }) => it.name).sort()).toEqual([
      'Later',
      'Now',
    ]);
    expect(summary.scheduled_maintenances[0]).toHaveProperty('scheduled_for');
    expect(summary.scheduled_maintenances[0].impact).toBe('none');
  });

  test('upcoming and active maintenances are distinguished', async () => {
    const names = async (path: string) =>
      (await h.json(`/api/v2/scheduled-maintenances${path}.json`)).scheduled_maintenances.map(
        (it: { name: string }) => it.name,
      );
    expect(await names('/upcoming')).toEqual(['Later']);
    expect(await names('/active')).toEqual(['Now']);
    expect((await names('')).sort()).toEqual(['Later', 'Now']);
  });

  test('unknown paths are 404 with a JSON body', async () => {
    for (const path of ['/api/v2/nothing.json', '/api/v2', '/x', '/api/v2/subscribers.json']) {
      const response = await h.get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: 'Not found', path });
    }
    const post = await fetch(`${h.url}/api/v2/summary.json`, { method: 'POST' });
    expect(post.status).toBe(404);
  });

  test('at most 50 incidents, the newest first, unresolved ones with them', async () => {
    const own = await startHarness();
    try {
      let old = '';
      for (let count = 0; count < 55; count++) {
        own.now += 1000;
        const { id } = await own.open({
          name: `number ${count}`,
          status: count === 0 ? 'investigating' : 'resolved',
        });
        if (count === 3) old = id;
      }
      const { incidents } = await own.json('/api/v2/incidents.json');
      expect(incidents).toHaveLength(50);
      expect(incidents[0].name).toBe('number 54');
      const { incidents: open } = await own.json('/api/v2/incidents/unresolved.json');
      expect(open.map((it: { name: string }) => it.name)).toEqual(['number 0']);
      // Links to older incidents remain valid.
      expect(await (await own.get(`/incidents/${old}`)).text()).toContain('number 3');
      expect((await own.get('/incidents/aaaaaaaaaaaa')).status).toBe(404);
    } finally {
      await own.close();
    }
  });
});

describe.skipIf(PACKAGES === undefined)('unmodified clients', () => {
  test('statuspage.io 3.3.8', async () => {
    const { Statuspage } = requirePackage<Loose>(PACKAGES, 'statuspage.io');
    const client = new Statuspage('x');
    client.setApiUrl(h.url);
    expect((await client.api.getStatus()).status.indicator).toBe('major');
    expect((await client.api.getSummary()).incidents[0].id).toBe(incidentId);
    expect((await client.api.getComponents()).components.length).toBeGreaterThan(5);
    expect((await client.api.incidents.getAll()).incidents).toHaveLength(1);
    expect((await client.api.incidents.getUnresolved()).incidents).toHaveLength(1);
    for (const name of ['getUpcoming', 'getActive', 'getAll']) {
      const { scheduled_maintenances } = await client.api.scheduledMaintenances[name]();
      expect(scheduled_maintenances[0].name).toBe('Later');
    }
  });

  test('statuspage.js, its dates and its updates', async () => {
    const { Statuspage, StatuspageUpdates } = requirePackage<Loose>(PACKAGES, 'statuspage.js');
    const client = new Statuspage('x');
    client.axios.defaults.baseURL = `${h.url}/api/v2`;
    const summary = await client.summary();
    expect(summary.page.updated_at).toBeInstanceOf(Date);
    expect(summary.components[0].created_at).toBeInstanceOf(Date);
    expect(summary.incidents[0].incident_updates[0].display_at).toBeInstanceOf(Date);
    expect((await client.status()).status.description).toBe('Partial System Outage');
    expect((await client.components()).components.length).toBeGreaterThan(5);
    expect((await client.unresolvedIncidents()).incidents).toHaveLength(1);
    expect((await client.allScheduledMaintenances()).scheduled_maintenances).toHaveLength(2);
    expect((await client.activeScheduledMaintenances()).scheduled_maintenances[0].name).toBe('Now');
    expect(
      (await client.upcomingScheduledMaintenances()).scheduled_maintenances[0].scheduled_for,
    ).toBeInstanceOf(Date);

    const updates = Object.create(StatuspageUpdates.prototype);
    EventEmitter.call(updates);
    const { Cache } = requirePackage<Loose>(PACKAGES, 'statuspage.js');
    Object.assign(updates, { statuspage: client, emitted: new Cache(50), interval: 1e6 });
    await updates.fetch();
    h.now += 1000;
    await h.update(incidentId, { status: 'identified', body: 'Found it.' });
    await updates.fetch();
    const reported: { incident_updates: { body: string }[] }[] = [];
    updates.on('incident_update', (incident: { incident_updates: { body: string }[] }) =>
      reported.push(incident),
    );
    expect(updates.checkUpdate()).toBe(true);
    expect(reported[0]?.incident_updates[0]?.body).toBe('Found it.');
  });

  test("the relay's reading of the network component", async () => {
    const { components } = await h.json('/api/v2/summary.json');
    const names: string[] = components.map((it: { name: string }) => it.name);
    expect(names).toContain('Demo Network (v0.66.1) | Network Uptime');
    expect(names.filter((name) => name.endsWith(' | Network Uptime'))).toHaveLength(1);

    const main = await startHarness({ settings: { network: 'mainnet' } });
    try {
      const network = async () =>
        (await main.json('/api/v2/summary.json')).components
          .map((it: { name: string }) => it.name)
          .filter((name: string) => name.endsWith(' | Network Uptime'));
      expect(await network()).toEqual(['Hedera Mainnet | Network Uptime']);
      await new Evidence(main.db.database).ingest(main.now, { version: '0.66.1' });
      await main.pass(2);
      expect(await network()).toEqual(['Hedera Mainnet (v0.66.1) | Network Uptime']);
      const [name] = await network();
      // Parsed as in hiero-json-rpc-relay: from one character after `(` up to `)`.
      expect(name.slice(name.indexOf('(') + 2, name.indexOf(')'))).toBe('0.66.1');
    } finally {
      await main.close();
    }
  });

  test('the web widget finds its fields', async () => {
    const source = await readFile(
      resolveInPackage(PACKAGES, '@statuspage/status-widget/dist/src.77de5100.js'),
      'utf8',
    );
    expect(source).toContain('/api/v2/summary.json');
  });
});

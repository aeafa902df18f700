import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createComponent, deleteComponent, setByHand } from '../../../src/status/incidents/components.ts';
import {
  deleteIncident,
  deleteUpdate,
  editUpdate,
  MAX_UPDATES,
  setPostmortem,
} from '../../../src/status/incidents/incidents.ts';
import { NotFoundError, RefusedChange } from '../../../src/status/state/model.ts';
import { selectComponents } from '../../../src/status/state/select-state.ts';
import { Evidence, GOOD, type Harness, type Loose, startHarness } from '../harness.ts';

// Incidents written by operators, through the functions of the command `tain status`, and the resulting pages of the
// service.

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

async function live(ticks: number, seconds: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick++) {
    await evidence.ingest(h.now + seconds * 1000);
    await evidence.file(h.now + seconds * 1000, GOOD);
    await h.pass(seconds);
  }
}

describe('incidents', () => {
  test('from opening to postmortem, with component statuses set and released', async () => {
    const node = await component('Node 2 (0.0.5)');
    const opened = await h.open({
      name: 'Node 2 is slow',
      body: 'Looking.',
      components: { [node.id]: 'degraded_performance' },
    });
    expect(opened).toMatchObject({ status: 'investigating', impact: 'minor', autoKey: null });
    const { id } = opened;
    expect((await component('Node 2 (0.0.5)')).status).toBe('degraded_performance');
    // Evidence reports the component as operational, but an operator set another status.
    await live(5, 30);
    expect((await component('Node 2 (0.0.5)')).status).toBe('degraded_performance');
    const worse = await h.update(id, {
      status: 'identified',
      body: 'Disk.',
      components: { [node.id]: 'major_outage' },
    });
    expect(worse).toMatchObject({ status: 'identified', impact: 'critical' });
    expect((await h.json('/api/v2/status.json')).status).toEqual({
      indicator: 'critical',
      description: 'Major Service Outage',
    });
    await h.update(id, { status: 'monitoring' });
    const resolved = await h.update(id, { status: 'resolved', body: 'Done.' });
    expect(resolved.resolvedAt).toBe(new Date(h.now).toISOString());
    expect(resolved.monitoringAt).not.toBeNull();
    await live(4, 20);
    expect((await component('Node 2 (0.0.5)')).status).toBe('operational');
    await expect(h.update(id, { status: 'investigating' })).rejects.toThrow(
      'An incident that is resolved cannot become investigating; it can become postmortem',
    );
    await h.write((change) => setPostmortem(change, id, 'It was <b>the disk</b>.'));
    const published = await h.update(id, { status: 'postmortem', body: 'The postmortem is published.' });
    expect(published.status).toBe('postmortem');
    expect(await (await h.get(`/incidents/${id}`)).text()).toContain('It was &lt;b&gt;the disk&lt;/b&gt;.');
  });

  test('updates are edited, backdated and deleted, and the audit trail retains the former values and authors', async () => {
    const { id } = await h.open({ name: 'Audit', body: 'Frist words.' });
    h.now += 60_000;
    await h.update(id, { status: 'monitoring', body: 'Second.' });
    const [second, first] = (await h.incident(id)).updates;
    if (second === undefined || first === undefined) throw new Error('there are two updates');
    const back = new Date(h.now - 600_000);
    await h.write((change) => editUpdate(change, id, first.id, { body: 'First words.', displayAt: back }));
    expect((await h.incident(id)).updates.at(-1)).toMatchObject({
      body: 'First words.',
      displayAt: back.toISOString(),
    });
    await h.write((change) => deleteUpdate(change, id, second.id));
    expect(await h.incident(id)).toMatchObject({ status: 'investigating', monitoringAt: null });
    await expect(h.write((change) => deleteUpdate(change, id, first.id))).rejects.toThrow(
      'At least one update must remain',
    );
    const ahead = new Date(h.now + 600_000);
    await expect(h.write((change) => editUpdate(change, id, first.id, { displayAt: ahead }))).rejects.toThrow(
      'in the future',
    );
    await h.write((change) => deleteIncident(change, id));
    await expect(h.incident(id)).rejects.toThrow('There is no incident');
    const { rows: audit } = await h.db.database.pool.query(
      'select actor, action, before from tain.status_audit order by number desc limit 4',
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'incident.delete',
      'update.delete',
      'update.edit',
      'incident.update',
    ]);
    expect(audit[2].before.body).toBe('Frist words.');
    expect(audit[1].before).toMatchObject({ body: 'Second.', status: 'monitoring' });
    expect(audit[0].actor).toBe('person test');
  });

  test('a past incident can be reported later, at its own time', async () => {
    const date = new Date('2026-10-01');
    const made = await h.open({
      name: 'Long ago',
      status: 'resolved',
      backfilled: true,
      startedAt: date,
      displayAt: date,
      body: 'Was short.',
    });
    expect(made).toMatchObject({
      createdAt: '2026-10-01T00:00:00.000Z',
      startedAt: '2026-10-01T00:00:00.000Z',
      resolvedAt: '2026-10-01T00:00:00.000Z',
      status: 'resolved',
    });
  });
});

describe('maintenances', () => {
  test('begin and end automatically at their times, or manually', async () => {
    const start = h.now + 600_000;
    const make = (name: string, rest: object) =>
      h.open({
        kind: 'maintenance',
        name,
        scheduledFor: new Date(start),
        scheduledUntil: new Date(start + 600_000),
        ...rest,
      });
    const auto = await make('Automatic', {});
    const manual = await make('By hand', { autoInProgress: false, autoCompleted: false });
    expect(auto.status).toBe('scheduled');
    await h.pass(500);
    expect((await h.incident(auto.id)).status).toBe('scheduled');
    await h.pass(130);
    const running = await h.incident(auto.id);
    expect(running.status).toBe('in_progress');
    expect(running.updates[0]?.displayAt).toBe(new Date(start).toISOString());
    expect((await h.update(auto.id, { status: 'verifying' })).status).toBe('verifying');
    await h.pass(3600);
    expect(await h.incident(auto.id)).toMatchObject({
      status: 'completed',
      resolvedAt: new Date(start + 600_000).toISOString(),
    });
    expect((await h.incident(manual.id)).status).toBe('scheduled');
    await expect(h.update(manual.id, { status: 'verifying' })).rejects.toThrow(
      'A scheduled maintenance that is scheduled cannot become verifying; it can become scheduled, in_progress, completed',
    );
    await expect(h.update(manual.id, { status: 'investigating' })).rejects.toThrow(RefusedChange);
  });

  test('a restarted service catches up, in the right order', async () => {
    const { id } = await h.open({
      kind: 'maintenance',
      name: 'Slept through',
      scheduledFor: new Date(h.now + 60_000),
      scheduledUntil: new Date(h.now + 120_000),
    });
    await h.pass(86_400);
    await h.pass(2);
    const { updates } = await h.incident(id);
    expect(updates.map(({ status }) => status)).toEqual(['completed', 'in_progress', 'scheduled']);
  });

  test('begin after they are planned, also when their time has passed', async () => {
    const { id } = await h.open({
      kind: 'maintenance',
      name: 'Begun',
      scheduledFor: new Date(h.now - 60_000),
      scheduledUntil: new Date(h.now + 60_000),
    });
    const { updates } = await h.incident(id);
    const planned = new Date(h.now).toISOString();
    expect(updates.map(({ status, displayAt }) => [status, displayAt])).toEqual([
      ['in_progress', planned],
      ['scheduled', planned],
    ]);
  });

  test.each([
    ['begin', 10_000, 'in_progress'],
    ['end', -10_000, 'completed'],
  ] as const)('%s although one of their nodes leaves in the same poll', async (_, leadMs, status) => {
    const own = await startHarness({ settings: { network: 'demo', maintenanceValues: true } });
    try {
      const evidence = new Evidence(own.db.database);
      const report = async (nodes: number) => {
        await evidence.file(own.now, GOOD.slice(0, nodes));
        await evidence.ingest(own.now);
        await evidence.api(own.now);
        await own.pass(2);
      };
      await report(4);
      const nodes = (await own.json('/api/v2/components.json')).components.filter((it: Loose) =>
        /^Node [23] /.test(it.name),
      );
      expect(nodes).toHaveLength(2);
      const { id } = await own.open({
        kind: 'maintenance',
        name: 'Network upgrade',
        status: leadMs > 0 ? 'scheduled' : 'in_progress',
        componentIds: nodes.map((it: Loose) => it.id),
        scheduledFor: new Date(own.now + leadMs),
        scheduledUntil: new Date(own.now + 100_000),
      });
      // Nothing is polled until the planned time.
      own.now += leadMs > 0 ? 20_000 : 120_000;
      await report(3);
      await report(3);
      expect(await own.incident(id)).toMatchObject({ status });
      const { components } = await own.json('/api/v2/components.json');
      const left = components.filter((it: Loose) => /^Node [23] /.test(it.name));
      expect(left.map((it: Loose) => [it.id, it.status])).toEqual([
        [nodes[0].id, leadMs > 0 ? 'under_maintenance' : 'operational'],
      ]);
    } finally {
      await own.close();
    }
  });

  test('begin with the maximum number of updates', async () => {
    const { id } = await h.open({
      kind: 'maintenance',
      name: 'Much discussed',
      scheduledFor: new Date(h.now + 60_000),
      scheduledUntil: new Date(h.now + 3_600_000),
    });
    await h.db.database.pool.query(
      `insert into tain.status_incident_update (id, incident_id, status, body, display_at, created_at, updated_at)
       select 'discussed' || count, $1, 'scheduled', '', $2, $2, $2 from generate_series(2, ${MAX_UPDATES}) as count`,
      [id, new Date(h.now)],
    );
    await expect(h.update(id, { body: 'One more' })).rejects.toThrow('There are 500 updates already');
    await h.pass(70);
    expect((await h.incident(id)).status).toBe('in_progress');
  });

  test('tell calendars and feeds of every change, also within a second and by a clock that went back', async () => {
    const scheduledFor = new Date(h.now + 3_600_000);
    const scheduledUntil = new Date(h.now + 7_200_000);
    const { id } = await h.open({ kind: 'maintenance', name: 'Moved', scheduledFor, scheduledUntil });
    const seen = async () => {
      const event = (await (await h.get('/maintenance.ics')).text())
        .split('BEGIN:VEVENT')
        .find((it) => it.includes(id));
      const { updatedAt } = await h.incident(id);
      const entry = (await (await h.get('/history.atom')).text())
        .split('<entry>')
        .find((it) => it.includes(id));
      return {
        sequence: Number(/SEQUENCE:(\d+)/.exec(event ?? '')?.[1]),
        modified: /LAST-MODIFIED:(\w+)/.exec(event ?? '')?.[1] ?? '',
        atom: /<updated>([^<]+)</.exec(entry ?? '')?.[1] ?? '',
        updatedAt,
      };
    };
    let before = await seen();
    expect(before.sequence).toBe(1);
    const updates = async () => (await h.incident(id)).updates;
    const changes: readonly (() => Promise<unknown>)[] = [
      () => h.update(id, { scheduledUntil: new Date(h.now + 7_300_000) }),
      () => h.update(id, { body: 'Second.' }),
      async () => {
        const [last] = await updates();
        await h.write((change) => editUpdate(change, id, last?.id ?? '', { body: 'Corrected.' }));
      },
      async () => {
        const [last] = await updates();
        await h.write((change) => deleteUpdate(change, id, last?.id ?? ''));
      },
      async () => {
        h.setClock(h.now - 30_000);
        await h.update(id, { scheduledUntil: new Date(h.now + 7_400_000) });
      },
    ];
    for (const change of changes) {
      await change();
      const after = await seen();
      expect(after.sequence).toBeGreaterThan(before.sequence);
      expect(after.modified > before.modified).toBe(true);
      expect(after.updatedAt > before.updatedAt).toBe(true);
      expect(after.atom > before.atom).toBe(true);
      before = after;
    }
    h.setClock(h.now + 30_000);
  });

  test('have an end after their beginning', async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));
    const make = (rest: object) => h.open({ kind: 'maintenance', name: 'M', ...rest });
    await expect(make({ scheduledFor: at(10) })).rejects.toThrow('needs a beginning and an end');
    await expect(make({ scheduledFor: at(10), scheduledUntil: at(9) })).rejects.toThrow(
      'must end after it begins',
    );
  });
});

describe('components', () => {
  test('set manually: created, set and deleted; evidence does not change them', async () => {
    const id = await h.write((change) => createComponent(change, { name: 'Wallet', description: 'Ours' }));
    expect(await component('Wallet')).toMatchObject({ status: 'operational', description: 'Ours' });
    await h.write((change) => setByHand(change, id, 'major_outage'));
    expect((await component('Wallet')).status).toBe('major_outage');
    await expect(h.write((change) => setByHand(change, id, 'auto'))).rejects.toThrow(
      'can only be set by hand',
    );
    await h.write((change) => deleteComponent(change, id));
    expect(await component('Wallet')).toBeUndefined();
    await expect(h.write((change) => setByHand(change, id, 'operational'))).rejects.toThrow(NotFoundError);
    const group = await component('Consensus nodes');
    await expect(h.write((change) => setByHand(change, group.id, 'operational'))).rejects.toThrow(
      'follows from its members',
    );
    const named = { name: 'Both', componentIds: [group.id] };
    await expect(h.open(named)).rejects.toThrow(`Component ${group.id} is a group: name its members`);
  });

  test('from evidence: a status set manually holds until it is released', async () => {
    const { id } = await component('Query service');
    await evidence.api(h.now);
    await h.write((change) => setByHand(change, id, 'partial_outage'));
    const ticks = async (count: number) => {
      for (let tick = 0; tick < count; tick++) {
        await evidence.api(h.now + 20_000);
        await h.pass(20);
      }
    };
    await ticks(5);
    expect((await component('Query service')).status).toBe('partial_outage');
    // An operator who sets a status reports it, too.
    const { incidents } = await h.json('/api/v2/incidents.json');
    expect(incidents.map((it: Loose) => it.name)).not.toContain('Query service: outage');
    await h.write((change) => setByHand(change, id, 'auto'));
    const stored = (await selectComponents(h.db.database.pool)).find((it) => it.id === id);
    expect(stored).toMatchObject({ heldBy: null, status: 'operational' });
    await ticks(3);
    expect((await component('Query service')).status).toBe('operational');
    await expect(h.write((change) => deleteComponent(change, id))).rejects.toThrow('still sends heartbeats');
  });

  test('a closed incident holds no component, also when its status does not change', async () => {
    const { id } = await component('Node 3 (0.0.6)');
    const heldBy = async () =>
      (await selectComponents(h.db.database.pool)).find((it) => it.id === id)?.heldBy;
    const incident = await h.open({ name: 'False alarm', components: { [id]: 'operational' } });
    expect(await heldBy()).toBe(incident.id);
    await h.update(incident.id, { status: 'resolved' });
    expect(await heldBy()).toBeNull();
  });

  test('Statuspage values beyond the four are only returned behind the setting', async () => {
    await expect(h.open({ name: 'x', impactOverride: 'maintenance' })).rejects.toThrow(RefusedChange);
    const own = await startHarness({ settings: { network: 'demo', maintenanceValues: true } });
    try {
      const [first] = (await own.json('/api/v2/components.json')).components;
      const planned = await own.open({
        kind: 'maintenance',
        name: 'Upgrade',
        componentIds: [first.id],
        scheduledFor: new Date(own.now + 10_000),
        scheduledUntil: new Date(own.now + 70_000),
      });
      expect(planned.impact).toBe('maintenance');
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

describe('texts', () => {
  test.each([
    [{ name: '' }, "Name can't be blank"],
    [{ name: '  ' }, "Name can't be blank"],
    [{ name: 'x'.repeat(251) }, 'Name is too long (maximum is 250 characters)'],
    [{ name: 'a\r\nb' }, 'Name contains control characters'],
    [{ name: 'x', body: 'y'.repeat(25_001) }, 'Body is too long (maximum is 25000 characters)'],
    [{ name: 'x', body: 'null\u0000' }, 'Body contains control characters'],
    [{ name: 'x', components: { nothere: 'operational' } }, 'Component nothere does not exist'],
  ] as const)('are refused if they cannot be shown: %#', async (input, message) => {
    await expect(h.open(input)).rejects.toThrow(message);
    await expect(h.open(input)).rejects.toThrow(RefusedChange);
  });

  test('markup is escaped wherever it is shown', async () => {
    const evil = `<script>alert(1)</script>"'&]]>`;
    const made = await h.open({ name: evil, body: `${evil}\nline` });
    await h.open({
      kind: 'maintenance',
      name: `${evil},;\\`,
      body: evil,
      scheduledFor: new Date(h.now + 1e6),
      scheduledUntil: new Date(h.now + 2e6),
    });
    for (const path of [
      '/',
      '/history',
      `/incidents/${made.id}`,
      '/history.atom',
      '/history.rss',
      '/badge.svg',
    ]) {
      const text = await (await h.get(path)).text();
      // The page's only script is Tain's.
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
  });
});

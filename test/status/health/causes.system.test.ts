import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiEvidence, reportIngest, reportService } from '../../../src/app/roles/evidence.ts';
import { problemCauseOf } from '../../../src/ingest/verify/problems.ts';
import type { ProbeRound } from '../../../src/kernel/service.ts';
import { deleteComponent } from '../../../src/status/incidents/components.ts';
import type { HealthSettings } from '../../../src/status/state/settings.ts';
import { cut, Evidence, GOOD, type Harness, IDLE_INGEST, type Loose, startHarness } from '../harness.ts';

// Attribution of a fault: to the network, to a source of the mirror, to the mirror itself, or to none, because the
// operator removed a role.

let open: Harness[] = [];
afterEach(async () => {
  for (const harness of open) await harness.close();
  open = [];
});

async function start(health: Partial<HealthSettings> = {}): Promise<[Harness, Evidence]> {
  const harness = await startHarness({ settings: { network: 'demo', health } });
  open.push(harness);
  const evidence = new Evidence(harness.db.database);
  await pass(harness, evidence, 70, {});
  return [harness, evidence];
}

type IngestReport = Parameters<Evidence['ingest']>[1];

/** Advances the clock while the API is healthy and the ingest reports `ingest`. Files arrive while its block is recent. */
async function pass(
  h: Harness,
  evidence: Evidence,
  seconds: number,
  ingest: IngestReport | (() => IngestReport),
): Promise<void> {
  for (let second = 0; second < seconds; second += 10) {
    h.now += 10_000;
    const report = typeof ingest === 'function' ? ingest() : ingest;
    if (report?.end === undefined) await evidence.file(h.now, GOOD);
    await evidence.ingest(h.now, { answeredAt: h.now, ...report });
    await evidence.api(h.now);
    await h.status.tick();
  }
}

async function statuses(h: Harness): Promise<Record<string, string>> {
  const { components } = await h.json('/api/v2/components.json');
  return Object.fromEntries(
    components
      .filter((it: Loose) => !it.group && !it.name.startsWith('Node '))
      .map((it: Loose) => [it.name.replace(/.*\| /, ''), it.status]),
  );
}

const unresolved = async (h: Harness): Promise<Loose[]> =>
  (await h.json('/api/v2/incidents/unresolved.json')).incidents;

const WELL = {
  'Network Uptime': 'operational',
  'Record stream': 'operational',
  'Mirror ingest': 'operational',
  'Query service': 'operational',
};

describe('a fault is not attributed to the network', () => {
  test.each([
    ['that fails', { problem: 'The source of the stream cannot be read.', cause: 'source' }],
    ['that is silent', { answeredAt: 0 }],
    [
      'of a mirror whose database fails',
      { problem: 'The database rejects the rows to store.', cause: 'source' },
    ],
  ])(
    'for a source %s: the ingest is in outage, and the page says that its data is stale',
    async (_, report) => {
      const [h, evidence] = await start();
      const last = h.now;
      await pass(h, evidence, 780, {
        end: last,
        ...report,
        ...('answeredAt' in report ? { answeredAt: last } : {}),
      });
      expect(await statuses(h)).toEqual({ ...WELL, 'Mirror ingest': 'major_outage' });
      const [incident, ...others] = await unresolved(h);
      expect(others).toEqual([]);
      expect(incident.name).toBe('Mirror ingest: outage');
      for (const update of incident.incident_updates) expect(update.body).not.toContain('..');
      const { page } = await h.json('/api/v2/summary.json');
      expect(page).toMatchObject({
        stale_since: new Date(last).toISOString(),
        stale_reason: 'problem' in report ? report.problem : 'The source of this mirror does not respond',
      });
      // Ingests the files that the network wrote meanwhile.
      for (let end = last; end <= h.now; end += 10_000) await evidence.file(end, GOOD);
      await pass(h, evidence, 60, {});
      expect(await statuses(h)).toEqual(WELL);
      expect((await h.json('/api/v2/summary.json')).page).not.toHaveProperty('stale_since');
    },
  );

  test('for an invalid file: the stream and the ingest are in outage', async () => {
    const [h, evidence] = await start();
    const last = h.now;
    await pass(h, evidence, 780, { end: last, problem: 'x.rcd: does not follow', cause: 'file' });
    expect(await statuses(h)).toEqual({
      ...WELL,
      'Record stream': 'major_outage',
      'Mirror ingest': 'major_outage',
    });
  });
});

test('the network is in outage if its nodes sign too little, or if it is silent although the source responds', async () => {
  const [h, evidence] = await start();
  const last = h.now;
  const problem = 'Require at least 1/3 signature files to prove consensus, got 1 out of 4 for file x.rcd';
  await pass(h, evidence, 780, { end: last, problem, cause: 'network' });
  expect(await statuses(h)).toMatchObject({
    'Network Uptime': 'major_outage',
    'Record stream': 'major_outage',
  });
  const [quiet, its] = await start();
  await pass(quiet, its, 780, { end: quiet.now });
  expect(await statuses(quiet)).toEqual({
    ...WELL,
    'Network Uptime': 'major_outage',
    'Record stream': 'major_outage',
  });
});

describe.each([
  ['ahead', 900_000],
  ['behind', -900_000],
])('a clock of this machine that is %s', (_, aheadMs) => {
  const start = async () => {
    const harness = await startHarness({ settings: { network: 'demo' } });
    open.push(harness);
    const evidence = new Evidence(harness.db.database);
    /** Blocks arrive every two seconds of the network, which works. */
    const arrive = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 2) {
        harness.now += 2_000;
        const end = harness.now - aheadMs;
        await evidence.file(end, GOOD);
        await evidence.ingest(harness.now, { end, answeredAt: harness.now });
        if (second % 10 === 0) await evidence.api(harness.now);
        await harness.status.tick();
        expect(Object.values(await statuses(harness)).filter((it) => it.endsWith('outage'))).toEqual([]);
      }
    };
    return { harness, evidence, arrive };
  };

  test('is named, and no outage of the network', async () => {
    const { harness: h, arrive } = await start();
    await arrive(90);
    const page = await (await h.get('/')).text();
    if (aheadMs > 0) {
      expect(await statuses(h)).toEqual({ ...WELL, 'Mirror ingest': 'degraded_performance' });
      expect(page).toContain('but 900 s old: this machine&#39;s clock is ahead, or its source is late');
    } else {
      expect(await statuses(h)).toEqual(WELL);
    }
    expect(await unresolved(h)).toEqual([]);
  });

  test('hides no network that stops, which is judged from its last block on', async () => {
    const { harness: h, evidence, arrive } = await start();
    await arrive(90);
    const end = h.now - aheadMs;
    const stopped = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 10) {
        h.now += 10_000;
        await evidence.ingest(h.now, { end, answeredAt: h.now });
        await evidence.api(h.now);
        await h.status.tick();
      }
      return (await statuses(h))['Record stream'];
    };
    expect(await stopped(20)).toBe('operational');
    expect(await stopped(30)).toBe('degraded_performance');
    expect(await stopped(90)).toBe('partial_outage');
    expect(await stopped(480)).toBe('major_outage');
  });
});

test('a network that publishes no blocks without transactions is not in outage while there are none', async () => {
  const [h, evidence] = await start({ isQuiet: true });
  const last = h.now;
  await pass(h, evidence, 780, { end: last });
  expect(await statuses(h)).toEqual(WELL);
  expect(await unresolved(h)).toEqual([]);
  await pass(h, evidence, 780, { end: last, problem: 'x.rcd: does not follow', cause: 'file' });
  expect(await statuses(h)).toMatchObject({ 'Record stream': 'major_outage' });
});

test('every code of a refused file has a cause', () => {
  expect(problemCauseOf('timeout')).toBe('source');
  expect(problemCauseOf('unreadable')).toBe('source');
  expect(problemCauseOf('no-consensus')).toBe('network');
  expect(problemCauseOf('divergent')).toBe('network');
  expect(problemCauseOf('hash-mismatch')).toBe('file');
  expect(problemCauseOf('not-proven')).toBe('file');
});

test('an ingest that has more to store, and stores nothing, is in outage after a while; one with progress is not', async () => {
  const [h, evidence] = await start();
  const held = h.now;
  await pass(h, evidence, 90, { end: held, caughtUp: false });
  expect(await statuses(h)).toEqual({ ...WELL, 'Mirror ingest': 'degraded_performance' });
  await pass(h, evidence, 120, { end: held, caughtUp: false });
  expect(await statuses(h)).toEqual({ ...WELL, 'Mirror ingest': 'partial_outage' });
  const component = (await unresolved(h))[0];
  expect(component.incident_updates.at(-1).body).toContain('Has stored nothing since');
  await pass(h, evidence, 600, { end: held, caughtUp: false });
  expect(await statuses(h)).toEqual({ ...WELL, 'Mirror ingest': 'major_outage' });
  const staleReason = async () => (await h.json('/api/v2/summary.json')).page.stale_reason;
  expect(await staleReason()).toBe('The ingest stores no blocks');
  // The ingest is an hour behind, but catching up at more than a second of stream per second.
  let end = h.now - 3_600_000;
  await pass(h, evidence, 300, () => {
    end += 20_000;
    return { end, caughtUp: false };
  });
  expect(await statuses(h)).toEqual({ ...WELL, 'Mirror ingest': 'degraded_performance' });
  expect(await staleReason()).toBe('The ingest is still catching up');
});

test('an ingest that cannot store its first block is in outage after a while; one that waits for it is not', async () => {
  const harness = await startHarness();
  open.push(harness);
  const evidence = new Evidence(harness.db.database);
  const ingest = async () => (await statuses(harness))['Mirror ingest'];
  await pass(harness, evidence, 300, { end: null });
  expect(await ingest()).toBe('operational');
  await pass(harness, evidence, 300, { end: null, caughtUp: false });
  expect(await ingest()).toBe('partial_outage');
});

describe('a role removed by its operator', () => {
  test('contract calls are removed from the page with their role, and return with it; killed ones are in outage', async () => {
    const [h, evidence] = await start();
    const live = async (seconds: number, calls: boolean) => {
      for (let second = 0; second < seconds; second += 10) {
        if (calls) await evidence.api(h.now + 10_000, { service: 'contract_calls', instance: 'evm' });
        await pass(h, evidence, 10, {});
      }
    };
    await live(20, true);
    expect(await statuses(h)).toEqual({ ...WELL, 'Contract calls': 'operational' });
    await h.db.database.pool.query("select tain.report_end('contract_calls', 'evm')");
    await live(50, false);
    expect(await statuses(h)).toEqual({ ...WELL, 'Contract calls': 'operational' });
    await live(30, false);
    expect(await statuses(h)).toEqual(WELL);
    await live(20, true);
    expect(await statuses(h)).toEqual({ ...WELL, 'Contract calls': 'operational' });
    await live(90, false);
    expect(await statuses(h)).toEqual({ ...WELL, 'Contract calls': 'major_outage' });
  });

  test('a silent component is retired by hand, and returns with its next heartbeat', async () => {
    const [h, evidence] = await start();
    const find = async (name: string): Promise<Loose> =>
      (await h.json('/api/v2/components.json')).components.find((it: Loose) => it.name === name);
    const retire = (id: string) => h.write((change) => deleteComponent(change, id));
    await evidence.api(h.now, { service: 'contract_calls', instance: 'evm' });
    await pass(h, evidence, 10, {});
    const calls = await find('Contract calls');
    await expect(retire(calls.id)).rejects.toThrow(
      'Contract calls still sends heartbeats: stop its role first',
    );
    await pass(h, evidence, 90, {});
    expect((await find('Contract calls')).status).toBe('major_outage');
    await retire(calls.id);
    await pass(h, evidence, 300, {});
    expect(await statuses(h)).toEqual(WELL);
    await evidence.api(h.now + 10_000, { service: 'contract_calls', instance: 'evm' });
    await pass(h, evidence, 10, {});
    expect((await find('Contract calls')).id).toBe(calls.id);
    const node = await find('Node 2 (0.0.5)');
    await expect(retire(node.id)).rejects.toThrow(
      'Consensus nodes are added and removed with the address book',
    );
  });

  test('block nodes that are no longer used are removed from the page', async () => {
    const [h, evidence] = await start();
    await evidence.blockNode(h.now + 10_000, 'a', 'does not answer');
    await pass(h, evidence, 30, {});
    expect(await statuses(h)).toEqual({ ...WELL, 'Block nodes': 'major_outage' });
    await pass(h, evidence, 130, {});
    expect(await statuses(h)).toEqual(WELL);
  });
});

describe('an outage of the database', () => {
  test('creates an incident and an outage in the days, once', async () => {
    const [h, evidence] = await start();
    const database = cut(h.db.database);
    const from = h.now + 10_000;
    database.down = true;
    for (let second = 0; second < 390; second += 10) await h.pass(10);
    expect((await h.json('/api/v2/summary.json')).page.stale_reason).toBe('The database cannot be reached');
    database.down = false;
    const until = h.now;
    const report = (service: string, instance: string) =>
      h.db.database.pool.query('select tain.report_unseen_outage($1, $2, $3, $4)', [
        service,
        instance,
        from,
        until,
      ]);
    await evidence.ingest(h.now);
    await evidence.api(h.now);
    await h.pass(2);
    await report('api', 'one');
    await report('api', 'two');
    await report('ingest', 'three');
    await pass(h, evidence, 40, {});
    const [incident, ...others] = await unresolved(h);
    expect(others).toEqual([]);
    expect(incident).toMatchObject({
      name: 'The database could not be reached',
      status: 'monitoring',
      impact: 'critical',
      started_at: new Date(from).toISOString(),
      monitoring_at: new Date(until).toISOString(),
    });
    expect(incident.components.map((it: Loose) => it.name)).toEqual(['Mirror ingest', 'Query service']);
    await pass(h, evidence, 120, {});
    expect(await unresolved(h)).toEqual([]);
    const { rows } = await h.db.database.pool.query(
      `select key, major_outage as seconds from tain.status_component_day d
         join tain.status_component c on c.id = d.component_id where key in ('api', 'ingest', 'network') order by key`,
    );
    // The other intervals count as before.
    expect(rows).toEqual([
      { key: 'api', seconds: 380 },
      { key: 'ingest', seconds: 380 },
      { key: 'network', seconds: 0 },
    ]);
  });

  test('is not counted if the status service always reached the database, and partial if other processes worked', async () => {
    const [h, evidence] = await start();
    const ago = (seconds: number) => h.now - seconds * 1000;
    const report = (from: number, until: number) =>
      h.db.database.pool.query("select tain.report_unseen_outage('api', 'one', $1, $2)", [from, until]);
    await report(ago(60), ago(0));
    await pass(h, evidence, 40, {});
    expect(await unresolved(h)).toEqual([]);

    const database = cut(h.db.database);
    database.down = true;
    for (let second = 0; second < 180; second += 10) await h.pass(10);
    database.down = false;
    await evidence.ingest(h.now);
    await evidence.api(h.now);
    // Another process of the service could respond and use the database.
    for (const seconds of [100, 50]) {
      await h.db.database.pool.query("select tain.report_probes('api', 'two', $1, 6, 0, 5)", [ago(seconds)]);
    }
    await report(ago(150), ago(0));
    await pass(h, evidence, 10, {});
    expect((await unresolved(h))[0]).toMatchObject({ impact: 'major' });
  });

  test('is reported by a role that failed because of it, once it can', async () => {
    const h = await startHarness({ clock: Date.now });
    open.push(h);
    const lines: string[] = [];
    const log = pino(
      { level: 'warn' },
      new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }),
    );
    const database = cut(h.db.database);
    const rows = async () =>
      (await h.db.database.pool.query('select service, from_at < until_at as lasts from tain.unseen_outage'))
        .rows;
    const until = async (holds: () => boolean | Promise<boolean>) => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    let round: ProbeRound = { asked: 6, failed: 6, slowestMs: 1 };
    let rounds = 0;
    const every = 50;
    database.down = true;
    const request = async () => {
      rounds += 1;
      return round;
    };
    const api = reportService('api', h.db.database, new ApiEvidence(), log, request, every);
    const ingest = reportIngest(h.db.database, IDLE_INGEST, log, every);
    await until(() => lines.length === 2);
    database.down = false;
    await until(async () => (await rows()).length === 2);
    expect((await rows()).map((row) => row.service).toSorted()).toEqual(['api', 'ingest']);
    // Requests are served from the replica, which is not an outage.
    round = { asked: 6, failed: 0, slowestMs: 1 };
    // The report of the failed round may be in progress.
    const before = rounds;
    await until(() => rounds >= before + 2);
    database.down = true;
    await until(() => lines.length === 4);
    database.down = false;
    await until(async () => (await rows()).length === 3);
    await ingest.stop();
    await api.stop();
    expect((await rows()).map((row) => row.service).toSorted()).toEqual(['api', 'ingest', 'ingest']);
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { assess } from '../../../src/status/health/assess.ts';
import {
  NO_EVIDENCE,
  NO_SERVICE,
  type Evidence as Read,
  type ServiceEvidence,
} from '../../../src/status/health/evidence.ts';
import { Hysteresis } from '../../../src/status/health/hysteresis.ts';
import { addSeconds, meanUptime, removeOld, selectUptime } from '../../../src/status/health/uptime.ts';
import { createComponent, setByHand } from '../../../src/status/incidents/components.ts';
import { deleteIncident } from '../../../src/status/incidents/incidents.ts';
import { startStatus } from '../../../src/status/start.ts';
import { COMPONENT_STATUSES, type ComponentStatus, severityOf } from '../../../src/status/state/model.ts';
import { DEFAULT_HEALTH } from '../../../src/status/state/settings.ts';
import { Database } from '../../../src/store/connections/database.ts';
import { createTestDatabase } from '../../database.ts';
import { Evidence, GOOD, type Harness, type Loose, startHarness, T0 } from '../harness.ts';

let open: Harness[] = [];
afterEach(async () => {
  for (const harness of open) await harness.close();
  open = [];
});

async function start(overrides: Parameters<typeof startHarness>[0] = {}): Promise<[Harness, Evidence]> {
  const harness = await startHarness(overrides);
  open.push(harness);
  return [harness, new Evidence(harness.db.database)];
}

const named = async (h: Harness, name: string): Promise<Loose> =>
  (await h.json('/api/v2/components.json')).components.find((it: Loose) => it.name === name);

/** Returns all public answers that contain components. */
const everywhere = async (h: Harness): Promise<string[]> =>
  Promise.all(
    ['/', '/api/v2/components.json', '/api/v2/summary.json', '/metrics'].map(async (where) =>
      (await h.get(where)).text(),
    ),
  );

/** Simulates two seconds of a live network: a file, reports of ingest and API, an evaluation. */
async function live(
  h: Harness,
  evidence: Evidence,
  seconds: number,
  outcomes: readonly string[],
): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    await evidence.file(h.now + 2000, outcomes);
    await evidence.ingest(h.now + 2000);
    await evidence.api(h.now + 2000);
    await h.pass(2);
  }
}

const SILENT = ['verified', 'verified', 'missing', 'verified'];

describe('a node of the demo network', () => {
  test('degrades, then fails when it stops signing; the incident opens and closes at the right times', async () => {
    const [h, evidence] = await start();
    await live(h, evidence, 70, GOOD);
    expect(await named(h, 'Node 2 (0.0.5)')).toMatchObject({ status: 'operational' });
    expect((await h.json('/api/v2/status.json')).status).toEqual({
      indicator: 'none',
      description: 'All Systems Operational',
    });

    const stopped = h.now;
    const seen: { status: string; at: number }[] = [];
    for (let second = 0; second < 180; second += 2) {
      await live(h, evidence, 2, SILENT);
      const { status } = await named(h, 'Node 2 (0.0.5)');
      if (seen.at(-1)?.status !== status) seen.push({ status, at: (h.now - stopped) / 1000 });
    }
    expect(seen.map((it) => it.status)).toEqual([
      'operational',
      'degraded_performance',
      'partial_outage',
      'major_outage',
    ]);
    // The states after 2, 16 and 28 of 30 missed files; each is shown after five seconds.
    expect(seen.map((it) => it.at)).toEqual([2, 10, 38, 62]);
    for (const name of ['Node 0 (0.0.3)', 'Node 1 (0.0.4)', 'Node 3 (0.0.6)']) {
      expect((await named(h, name)).status).toBe('operational');
    }
    // One of four nodes has more than a sixth of the network's weight.
    expect((await named(h, 'Demo Network (v0.66.1) | Network Uptime')).status).toBe('degraded_performance');

    const [incident, ...others] = (await h.json('/api/v2/incidents/unresolved.json')).incidents;
    expect(others).toEqual([]);
    expect(incident.name).toBe('Node 2 (0.0.5) does not take part in consensus');
    // The ledger goes on without it.
    expect(incident).toMatchObject({ status: 'investigating', impact: 'minor' });
    expect((await h.json('/api/v2/status.json')).status).toEqual({
      indicator: 'minor',
      description: 'Partially Degraded Service',
    });
    // The node has been out since 16 files were missed (32 s), and was reported a minute later.
    expect(incident.started_at).toBe(new Date(stopped + 32_000).toISOString());
    expect(incident.created_at).toBe(new Date(stopped + 92_000).toISOString());
    const lastSigned = new Date(stopped).toISOString();
    expect(incident.incident_updates.at(-1).body).toContain(
      `Node 2 (0.0.5) has been out since ${incident.started_at}`,
    );
    expect(incident.incident_updates.at(-1).body).toContain(`last at ${lastSigned}`);
    const page = await (await h.get('/')).text();
    expect(page).toContain('Node 2 (0.0.5) does not take part in consensus');
    expect(page).toContain('Major Outage');

    const back = h.now;
    await live(h, evidence, 240, GOOD);
    expect((await named(h, 'Node 2 (0.0.5)')).status).toBe('operational');
    const [closed] = (await h.json('/api/v2/incidents.json')).incidents;
    expect(closed.id).toBe(incident.id);
    const life = closed.incident_updates.map((it: Loose) => it.status).reverse();
    expect(life[0]).toBe('investigating');
    expect(life.slice(-2)).toEqual(['monitoring', 'resolved']);
    const monitoring = Date.parse(closed.monitoring_at);
    expect(monitoring).toBeGreaterThan(back);
    // The incident is monitored for two minutes before it is resolved.
    expect(Date.parse(closed.resolved_at) - monitoring).toBe(120_000);
    expect((await h.json('/api/v2/incidents/unresolved.json')).incidents).toEqual([]);
    expect((await h.json('/api/v2/status.json')).status.indicator).toBe('none');
  });

  test('reopens its incident when it fails again while monitored, and further nodes join it', async () => {
    const [h, evidence] = await start({
      settings: {
        network: 'demo',
        health: { windowFiles: 5, worseAfterMs: 0, betterAfterMs: 4000, incidentAfterMs: 10_000 },
      },
    });
    await live(h, evidence, 20, GOOD);
    await live(h, evidence, 30, SILENT);
    const [first] = (await h.json('/api/v2/incidents/unresolved.json')).incidents;
    expect(first.components.map((it: Loose) => it.name)).toEqual(['Node 2 (0.0.5)']);
    await live(h, evidence, 20, GOOD);
    expect((await h.json('/api/v2/incidents/unresolved.json')).incidents[0].status).toBe('monitoring');
    await live(h, evidence, 20, ['diverged', 'verified', 'missing', 'verified']);
    const [again] = (await h.json('/api/v2/incidents/unresolved.json')).incidents;
    expect(again.id).toBe(first.id);
    expect(again.status).toBe('investigating');
    // Two of four nodes are more than a third of the network, so it is out, too, in the same incident.
    expect(again.components.map((it: Loose) => it.name)).toEqual([
      'Demo Network (v0.66.1) | Network Uptime',
      'Node 0 (0.0.3)',
      'Node 2 (0.0.5)',
    ]);
  });

  test('opens no incident if disabled, in a maintenance, or again after a person resolved it', async () => {
    const health = { windowFiles: 5, worseAfterMs: 0, betterAfterMs: 4000, incidentAfterMs: 10_000 };
    const [off, offEvidence] = await start({
      settings: { network: 'demo', health: { ...health, incidents: false } },
    });
    await live(off, offEvidence, 20, GOOD);
    await live(off, offEvidence, 40, SILENT);
    expect((await named(off, 'Node 2 (0.0.5)')).status).toBe('major_outage');
    expect((await off.json('/api/v2/incidents.json')).incidents).toEqual([]);

    const [h, evidence] = await start({ settings: { network: 'demo', health } });
    await live(h, evidence, 20, GOOD);
    const node = await named(h, 'Node 2 (0.0.5)');
    await h.open({
      kind: 'maintenance',
      name: 'Upgrade',
      status: 'in_progress',
      componentIds: [node.id],
      scheduledFor: new Date(h.now),
      scheduledUntil: new Date(h.now + 40_000),
    });
    await live(h, evidence, 30, SILENT);
    expect((await h.json('/api/v2/incidents.json')).incidents).toEqual([]);
    await live(h, evidence, 30, SILENT);
    const [incident] = (await h.json('/api/v2/incidents.json')).incidents;
    await h.update(incident.id, { status: 'resolved', body: 'We know.' });
    await live(h, evidence, 60, SILENT);
    expect((await h.json('/api/v2/incidents.json')).incidents).toHaveLength(1);
  });

  test('is removed from the page with the address book, and returns under its id', async () => {
    const [h, evidence] = await start();
    await live(h, evidence, 6, GOOD);
    const before = await named(h, 'Node 3 (0.0.6)');
    await live(h, evidence, 4, GOOD.slice(0, 3));
    expect(await named(h, 'Node 3 (0.0.6)')).toBeUndefined();
    await live(h, evidence, 4, GOOD);
    expect((await named(h, 'Node 3 (0.0.6)')).id).toBe(before.id);
  });
});

describe('the other components', () => {
  test('a stream without new blocks takes the network down, but not the mirror', async () => {
    const [h, evidence] = await start();
    await live(h, evidence, 20, GOOD);
    const end = h.now;
    for (let second = 0; second < 720; second += 10) {
      await evidence.ingest(h.now + 10_000, { end });
      await evidence.api(h.now + 10_000);
      await h.pass(10);
    }
    expect((await named(h, 'Record stream')).status).toBe('major_outage');
    expect((await named(h, 'Demo Network (v0.66.1) | Network Uptime')).status).toBe('major_outage');
    expect((await named(h, 'Mirror ingest')).status).toBe('operational');
    const [incident] = (await h.json('/api/v2/incidents/unresolved.json')).incidents;
    expect(incident.name).toBe('The network publishes no new blocks');
    expect(incident.incident_updates[0].body).toContain(`No new block since ${new Date(end).toISOString()}`);
  });

  test('silent ingest is in outage, its components are stale since then, and it recovers', async () => {
    const [h, evidence] = await start();
    await live(h, evidence, 20, GOOD);
    const last = new Date(h.now).toISOString();
    for (let tick = 0; tick < 14; tick++) {
      await evidence.api(h.now + 10_000);
      await h.pass(10);
    }
    expect((await named(h, 'Mirror ingest')).status).toBe('major_outage');
    expect((await named(h, 'Node 1 (0.0.4)')).status).toBe('operational');
    const summary = await h.json('/api/v2/summary.json');
    expect(summary.page).toMatchObject({ stale_since: last, stale_reason: 'The ingest sends no heartbeats' });
    expect(summary.status.description).toBe(`Major Service Outage (as last known; stale since ${last})`);
    expect((await h.get('/api/v2/summary.json')).headers.get('x-tain-stale-since')).toBe(last);
    expect(await (await h.get('/')).text()).toContain(
      'This page is out of date: The ingest sends no heartbeats',
    );
    await live(h, evidence, 60, GOOD);
    expect((await named(h, 'Mirror ingest')).status).toBe('operational');
    expect((await h.json('/api/v2/summary.json')).page).not.toHaveProperty('stale_since');
  });

  const now = T0;
  const at = (evidence: Partial<Read>, key: string) =>
    assess({ ...NO_EVIDENCE, ...evidence }, DEFAULT_HEALTH, 'Net', now).findings.find((it) => it.key === key);
  const ingest = (rest: object = {}): NonNullable<Read['ingest']> => ({
    stream: 'record',
    seenAt: now,
    consensusEnd: now,
    version: null,
    caughtUp: true,
    problem: null,
    problemSince: null,
    advancedAt: null,
    problemCause: null,
    sourceAnsweredAt: null,
    ...rest,
  });

  test.each([
    ['catches up', { consensusEnd: 0, caughtUp: false }, null],
    ['is stopped by a problem', { problem: 'bad hash', problemSince: now }, 'degraded_performance'],
    ['has a source that has not responded', { sourceAnsweredAt: now - 40_000 }, null],
  ])('an ingest that has just started and %s', (_, rest, expected) => {
    const past = { evenSince: 0, clockOffsetMs: 0, seesSince: 0, ingestSince: now - 30_000 };
    const recorded = { ...NO_EVIDENCE, ingest: ingest(rest) };
    const { findings } = assess(recorded, DEFAULT_HEALTH, 'Net', now, past);
    expect(findings.find(({ key }) => key === 'ingest')?.status).toBe(expected);
  });

  const service = (rest: Partial<ServiceEvidence>): ServiceEvidence => ({
    ...NO_SERVICE,
    seenAt: now,
    ...rest,
  });
  const probes = (failed: number, slowestMs = 5) => ({ asked: 36, failed, slowestMs });

  test.each([
    ['no evidence', {}, 'stream', null],
    ['fresh', { ingest: ingest() }, 'stream', 'operational'],
    ['29 s behind', { ingest: ingest({ consensusEnd: now - 29_000 }) }, 'stream', 'operational'],
    ['30 s behind', { ingest: ingest({ consensusEnd: now - 30_000 }) }, 'stream', 'degraded_performance'],
    ['2 min behind', { ingest: ingest({ consensusEnd: now - 120_000 }) }, 'stream', 'partial_outage'],
    ['10 min behind', { ingest: ingest({ consensusEnd: now - 600_000 }) }, 'stream', 'major_outage'],
    ['catching up', { ingest: ingest({ consensusEnd: 0, caughtUp: false }) }, 'stream', null],
    [
      'catching up',
      { ingest: ingest({ consensusEnd: 0, caughtUp: false }) },
      'ingest',
      'degraded_performance',
    ],
    [
      'a refused file',
      { ingest: ingest({ problem: 'bad hash', problemSince: now }) },
      'ingest',
      'degraded_performance',
    ],
    [
      'a refused file for 12 minutes',
      { ingest: ingest({ problem: 'bad hash', problemSince: now - 700_000 }) },
      'ingest',
      'major_outage',
    ],
    ['silent', { ingest: ingest({ seenAt: now - 61_000 }) }, 'ingest', 'major_outage'],
    ['silent', { ingest: ingest({ seenAt: now - 61_000 }) }, 'network', null],
    ['never seen', {}, 'api', null],
    ['idle', { api: service({ requests: 0, errors: 0, p99Ms: 0 }) }, 'api', 'operational'],
    [
      'few requests, all failed',
      { api: service({ requests: 19, errors: 19, p99Ms: 0 }) },
      'api',
      'operational',
    ],
    ['1 % failed', { api: service({ requests: 100, errors: 1, p99Ms: 0 }) }, 'api', 'degraded_performance'],
    ['10 % failed', { api: service({ requests: 100, errors: 10, p99Ms: 0 }) }, 'api', 'partial_outage'],
    ['half failed', { api: service({ requests: 100, errors: 50, p99Ms: 0 }) }, 'api', 'major_outage'],
    ['slow', { api: service({ requests: 100, errors: 0, p99Ms: 3000 }) }, 'api', 'degraded_performance'],
    ['very slow', { api: service({ requests: 100, errors: 1, p99Ms: 10_000 }) }, 'api', 'partial_outage'],
    [
      'silent',
      { api: service({ seenAt: now - 61_000, requests: 0, errors: 0, p99Ms: 0 }) },
      'api',
      'major_outage',
    ],
    ['one probe failed', { api: service({ probes: probes(1) }) }, 'api', 'operational'],
    ['some probes failed', { api: service({ probes: probes(2) }) }, 'api', 'degraded_performance'],
    ['10 % of probes failed', { api: service({ probes: probes(4) }) }, 'api', 'partial_outage'],
    ['half of the probes failed', { api: service({ probes: probes(18) }) }, 'api', 'major_outage'],
    ['slow probes', { api: service({ probes: probes(0, 3000) }) }, 'api', 'degraded_performance'],
    ['very slow probes', { api: service({ probes: probes(0, 10_000) }) }, 'api', 'partial_outage'],
    [
      'requests of clients fail, probes do not',
      { api: service({ requests: 1000, errors: 1000, p99Ms: 60_000, probes: probes(0) }) },
      'api',
      'degraded_performance',
    ],
    [
      'probes fail among a million cheap successes',
      { api: service({ requests: 1_000_000, probes: probes(36) }) },
      'api',
      'major_outage',
    ],
    [
      'failures among a million cheap successes',
      { api: service({ requests: 1_000_000, errors: 50, probes: probes(0) }) },
      'api',
      'degraded_performance',
    ],
    [
      'overload',
      { api: service({ requests: 1000, refused: 1_000_000, probes: probes(0) }) },
      'api',
      'degraded_performance',
    ],
    ['overload without probes', { api: service({ refused: 1000 }) }, 'api', 'degraded_performance'],
    ['a few refused', { api: service({ requests: 1000, refused: 19 }) }, 'api', 'operational'],
    [
      'calls fail',
      { contract_calls: service({ requests: 100, errors: 60, p99Ms: 0 }) },
      'contract_calls',
      'major_outage',
    ],
    [
      'all probes of gRPC fail',
      { grpc: service({ requests: 0, probes: { asked: 6, failed: 6, slowestMs: 20 } }) },
      'grpc',
      'major_outage',
    ],
    [
      'one of three block nodes fails',
      {
        blockNodes: ['a', 'b', 'c'].map((name) => ({
          name,
          seenAt: now,

          problem: name === 'a' ? 'refused' : null,
        })),
      },
      'block_nodes',
      'degraded_performance',
    ],
    [
      'all block nodes fail',
      { blockNodes: [{ name: 'a', seenAt: now, problem: 'refused' }] },
      'block_nodes',
      'major_outage',
    ],
    // Times in the future, after a clock was ahead.
    ['a heartbeat in the future', { ingest: ingest({ seenAt: now + 61_000 }) }, 'ingest', 'major_outage'],
    ['a clock that is a little ahead', { ingest: ingest({ seenAt: now + 59_000 }) }, 'ingest', 'operational'],
    ['a heartbeat in the future', { api: service({ seenAt: now + 61_000 }) }, 'api', 'major_outage'],
    [
      'a report of a block node in the future',
      { blockNodes: [{ name: 'a', seenAt: now + 61_000, problem: null }] },
      'block_nodes',
      null,
    ],
    [
      'blocks in the future, received recently',
      {
        ingest: ingest({ consensusEnd: now + 3_600_000, advancedAt: now - 29_000 }),
      },
      'stream',
      'operational',
    ],
    [
      'blocks in the future, received long ago',
      {
        ingest: ingest({ consensusEnd: now + 3_600_000, advancedAt: now - 600_000 }),
      },
      'stream',
      'major_outage',
    ],
    [
      'a problem in the future',
      { ingest: ingest({ problem: 'bad hash', problemSince: now + 3_600_000 }) },
      'ingest',
      'degraded_performance',
    ],
    [
      'a gap between files',
      {
        ingest: ingest(),
        fileEnds: [40_000, 10_000],
      },
      'stream',
      'degraded_performance',
    ],
    [
      'a gap between record files before the cutover',
      {
        ingest: ingest({ stream: 'block' }),
        fileEnds: [40_000, 10_000],
      },
      'stream',
      'operational',
    ],
    [
      'a gap between record files in wrapped blocks',
      {
        ingest: ingest({ stream: 'block' }),
        fileEnds: [now, now - 30_000],
      },
      'stream',
      'degraded_performance',
    ],
  ] as [string, Partial<Read>, string, ComponentStatus | null][])(
    '%s: %#',
    (_name, evidence, key, status) => {
      expect(at(evidence, key)?.status).toBe(status);
    },
  );

  test('nodes are no longer shown after the cutover to blocks, which do not name their signers', async () => {
    const [h, evidence] = await start();
    await live(h, evidence, 120, SILENT);
    const [incident] = (await h.json('/api/v2/incidents/unresolved.json')).incidents;
    expect(incident.name).toBe('Node 2 (0.0.5) does not take part in consensus');
    for (let second = 0; second < 400; second += 10) {
      h.now += 10_000;
      await evidence.ingest(h.now, { stream: 'block' });
      await evidence.api(h.now);
      await h.status.tick();
    }
    const { components } = await h.json('/api/v2/components.json');
    expect(components.map(({ name, status }: Loose) => [name, status])).toEqual([
      ['Demo Network (v0.66.1) | Network Uptime', 'operational'],
      ['Block stream', 'operational'],
      ['Mirror ingest', 'operational'],
      ['Query service', 'operational'],
    ]);
    expect((await h.json('/api/v2/incidents/unresolved.json')).incidents).toEqual([]);
    expect((await h.json('/nodes.json')).nodes).toEqual([]);
  });

  test('block streams are called so; contract calls and block nodes are absent until they are known', async () => {
    const registry = new Registry();
    const [h, evidence] = await start({ registry });
    await evidence.ingest(h.now, { stream: 'block' });
    await h.pass(2);
    await h.pass(2);
    expect((await named(h, 'Block stream')).status).toBe('operational');
    for (const text of await everywhere(h)) {
      expect(text).not.toMatch(/Contract calls|Block nodes/);
    }
    await evidence.api(h.now, { service: 'contract_calls' });
    await evidence.blockNode(h.now, 'bn1', null);
    await h.pass(2);
    for (const name of ['Contract calls', 'Block nodes']) {
      expect(await named(h, name)).toMatchObject({ status: 'operational', only_show_if_degraded: false });
      for (const text of await everywhere(h)) expect(text).toContain(name);
    }
    // The end of evidence does not end the component.
    await h.pass(3600);
    expect((await named(h, 'Contract calls')).name).toBe('Contract calls');
  });
});

describe('an incident that an operator ends is shown immediately in the indicator', () => {
  const indicator = async (h: Harness) => (await h.json('/api/v2/status.json')).status.indicator;
  const set = (h: Harness, id: string, status: ComponentStatus | 'auto') =>
    h.write((change) => setByHand(change, id, status));
  const open = async (h: Harness, id: string, status: ComponentStatus): Promise<string> =>
    (await h.open({ name: 'Out', components: { [id]: status } })).id;
  const resolve = (h: Harness, id: string, components: Record<string, ComponentStatus> = {}) =>
    h.update(id, { status: 'resolved', components });

  test('also for components held by hand or by evidence', async () => {
    const [h, evidence] = await start();
    await live(h, evidence, 70, GOOD);
    const node = await named(h, 'Node 2 (0.0.5)');
    const wallet = {
      id: await h.write((change) => createComponent(change, { name: 'Wallet', description: null })),
    };
    // One component has evidence, which shows that the node works; the other has none.
    for (const { id } of [node, wallet]) {
      const incident = await open(h, id, 'major_outage');
      expect(await indicator(h)).toBe('critical');
      await resolve(h, incident);
      expect(await indicator(h)).toBe('none');
    }
    // The state in a component's last update remains, and is its state before the next incident.
    await resolve(h, await open(h, wallet.id, 'major_outage'), { [wallet.id]: 'degraded_performance' });
    expect(await indicator(h)).toBe('minor');
    await resolve(h, await open(h, wallet.id, 'partial_outage'));
    expect(await indicator(h)).toBe('minor');
    await set(h, wallet.id, 'operational');
    // An incident that is deleted, and a component that evidence determines again.
    const deleted = await open(h, node.id, 'major_outage');
    expect(await indicator(h)).toBe('critical');
    await h.write((change) => deleteIncident(change, deleted));
    expect(await indicator(h)).toBe('none');
    await set(h, node.id, 'partial_outage');
    expect(await indicator(h)).toBe('major');
    await set(h, node.id, 'auto');
    expect(await indicator(h)).toBe('none');
  });

  test('also when evidence opened it: working components recover at once, others stay in outage', async () => {
    const [h, evidence] = await start({ settings: { network: 'demo', health: { windowFiles: 5 } } });
    await live(h, evidence, 20, GOOD);
    await live(h, evidence, 90, SILENT);
    const unresolved = async () => (await h.json('/api/v2/incidents/unresolved.json')).incidents;
    const [incident] = await unresolved();
    expect(incident).toMatchObject({ status: 'investigating', impact: 'minor' });
    await resolve(h, incident.id);
    expect(await indicator(h)).toBe('minor');

    await live(h, evidence, 60, GOOD);
    await live(h, evidence, 90, SILENT);
    const [again] = await unresolved();
    await live(h, evidence, 12, GOOD);
    // The time is within the delay before a better status is shown.
    expect(await indicator(h)).toBe('minor');
    await resolve(h, again.id);
    expect(await unresolved()).toEqual([]);
    expect(await indicator(h)).toBe('none');
  });
});

test('an outage is reported for any text of its evidence: control characters, line breaks, any length', async () => {
  const [h, evidence] = await start({
    settings: { network: 'demo', health: { worseAfterMs: 0, incidentAfterMs: 0 } },
  });
  const nodes = Array.from(
    { length: 40 },
    (_, index) => `${index} \u0007\u001b[2J\r\nX: y ${'z'.repeat(1000)}`,
  );
  for (let tick = 0; tick < 2; tick++) {
    await h.pass(2);
    for (const name of nodes) await evidence.blockNode(h.now, name, 'refused\u0000'.slice(0, -1));
    await evidence.ingest(h.now, {
      problem: `2026\u0001.rcd\u2028 ${'é'.repeat(30_000)}`,
      end: h.now - 700_000,
    });
    await h.pass(0);
  }
  await h.pass(2);
  const { incidents } = await h.json('/api/v2/incidents/unresolved.json');
  const names = incidents.map((it: Loose) => it.name);
  expect(names).toContain('Block nodes: outage');
  expect(names.length).toBeGreaterThan(1);
});

describe('hysteresis', () => {
  const delays = { worseAfterMs: 10, betterAfterMs: 30 };

  test('does not flap, and never exceeds the worst observed state', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            wait: fc.integer({ min: 1, max: 20 }),
            seen: fc.constantFrom<ComponentStatus | null>(...COMPONENT_STATUSES, null),
          }),
          { maxLength: 60 },
        ),
        (ticks) => {
          const hysteresis = new Hysteresis();
          let current: ComponentStatus = 'operational';
          let time = 0;
          let run = null as { start: number; direction: number; seen: ComponentStatus[] } | null;
          for (const { wait, seen } of ticks) {
            time += wait;
            const direction = seen === null ? 0 : Math.sign(severityOf(seen) - severityOf(current));
            if (seen === null || direction === 0) run = null;
            else if (run?.direction === direction) run.seen.push(seen);
            else run = { start: time, direction, seen: [seen] };
            const settled = hysteresis.observe('x', current, seen, time, delays);
            if (settled === null) continue;
            const limit = direction > 0 ? delays.worseAfterMs : delays.betterAfterMs;
            expect(run).not.toBeNull();
            expect(time - (run?.start ?? time)).toBeGreaterThanOrEqual(limit);
            expect(settled.since).toBe(run?.start);
            const severities = (run?.seen ?? []).map(severityOf);
            expect(severityOf(settled.status)).toBe(
              direction > 0 ? Math.min(...severities) : Math.max(...severities),
            );
            current = settled.status;
            run = null;
          }
        },
      ),
    );
  });
});

describe('evidence tables', () => {
  test('do not grow with history, and count a file once', async () => {
    const db = await createTestDatabase();
    try {
      const evidence = new Evidence(db.database);
      const day = 86_400_000;
      for (let count = 0; count < 500; count++) await evidence.file(T0 + count * day, SILENT);
      await evidence.file(T0 + 499 * day, SILENT);
      for (let count = 0; count < 300; count++) await evidence.api(T0 + count * 60_000);
      const count = async (table: string) =>
        (await db.database.pool.query<{ count: number }>(`select count(*)::int as count from tain.${table}`))
          .rows[0]?.count;
      expect(await count('signature_evidence')).toBe(1);
      expect(await count('signature_day')).toBe(401 * 4);
      expect(await count('api_health')).toBeLessThanOrEqual(61);
      const { rows } = await db.database.pool.query(
        'select verified, missing from tain.signature_day where node_id in (1, 2) order by day desc, node_id limit 2',
      );
      expect(rows).toEqual([
        { verified: '1', missing: '0' },
        { verified: '0', missing: '1' },
      ]);
    } finally {
      await db.drop();
    }
  });

  test('the days of nodes are based on signatures, of others on the time in each status', async () => {
    const [h, evidence] = await start();
    const day = 86_400_000;
    for (let back = 5; back > 0; back--) {
      for (let file = 0; file < 10; file++)
        await evidence.file(h.now - back * day + file * 2000, file < back ? SILENT : GOOD);
    }
    await live(h, evidence, 100, GOOD);
    const node = await named(h, 'Node 2 (0.0.5)');
    const uptime = await selectUptime(h.db.database.pool, h.now);
    const days = uptime.get(node.id) ?? [];
    expect(days).toHaveLength(90);
    expect(days.slice(-6, -1).map((it: Loose) => it.uptime)).toEqual([0.5, 0.6, 0.7, 0.8, 0.9]);
    expect(days[0]).toMatchObject({ uptime: null, level: null });
    const ingest = await named(h, 'Mirror ingest');
    const ofIngest = uptime.get(ingest.id) ?? [];
    expect(ofIngest.at(-1)).toMatchObject({ day: '2026-11-20', uptime: 1, level: 'operational' });
    expect(meanUptime(ofIngest)).toBe(1);
    const { rows } = await h.db.database.pool.query(
      'select operational from tain.status_component_day where component_id = $1',
      [ingest.id],
    );
    expect(rows[0].operational).toBeGreaterThanOrEqual(60);
    expect(rows[0].operational).toBeLessThanOrEqual(100);
  });
});

test('incidents that evidence opened are removed after 400 days, except open ones and the newest', async () => {
  const [h] = await start();
  const { pool } = h.db.database;
  const day = 86_400_000;
  const insert = (
    name: string,
    created: number,
    more: { kind?: string; auto?: boolean; open?: boolean } = {},
  ) =>
    pool.query(
      `insert into tain.status_incident (id, kind, name, status, impact, started_at, resolved_at, auto_key, created_at, updated_at)
       values ($1, $2, $1, 'resolved', 'none', $3, $4, $5, $3, $3)`,
      [
        name,
        more.kind ?? 'incident',
        new Date(created),
        more.open === true ? null : new Date(created + 60_000),
        more.auto === false ? null : 'network',
      ],
    );
  const old = h.now - 401 * day;
  await insert('old', old);
  await insert('of an operator', old, { auto: false });
  await insert('open', old, { open: true });
  await insert('not so old', h.now - 399 * day);
  for (const [actor, at] of [
    ['evidence', old],
    ['evidence', h.now - 399 * day],
    ['person a', old],
  ] as const) {
    await pool.query(
      "insert into tain.status_audit (at, actor, action, target) values ($1, $2, 'incident.create', 'of a test')",
      [new Date(at), actor],
    );
  }
  await removeOld(pool, h.now);
  const names = async () =>
    (await pool.query<{ name: string }>('select name from tain.status_incident order by name')).rows.map(
      ({ name }) => name,
    );
  const audit = await pool.query(
    "select actor from tain.status_audit where target = 'of a test' order by number",
  );
  expect(audit.rows).toEqual([{ actor: 'evidence' }, { actor: 'person a' }]);
  // It is one of the newest 50.
  expect(await names()).toContain('old');
  for (let count = 0; count < 50; count++) await insert(`new ${count}`, h.now - count);
  await removeOld(pool, h.now);
  expect((await names()).filter((name) => !name.startsWith('new'))).toEqual([
    'not so old',
    'of an operator',
    'open',
  ]);
});

test('a time in a status is counted in each of its days (UTC)', async () => {
  const [h] = await start();
  const { pool } = h.db.database;
  const { id } = await named(h, 'Mirror ingest');
  const from = Date.UTC(2026, 10, 17, 23, 59, 30);
  await addSeconds(pool, [id], 'major_outage', from, from + 86_400_000 + 45_500);
  await addSeconds(pool, [id], 'major_outage', from + 20_000, from);
  const { rows } = await pool.query(
    'select day::text, major_outage from tain.status_component_day where component_id = $1 and major_outage > 0 order by day',
    [id],
  );
  expect(rows).toEqual([
    { day: '2026-11-17', major_outage: 30 },
    { day: '2026-11-18', major_outage: 86_400 },
    { day: '2026-11-19', major_outage: 15.5 },
  ]);
});

describe('without a database', () => {
  test('the service answers from its last state, also after a restart, with the time of that state', async () => {
    const db = await createTestDatabase();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-status-'));
    const stateFile = path.join(folder, 'deep', 'status.json');
    const time = { now: T0 };
    const options = {
      settings: { network: 'demo' },
      clock: () => time.now,
      log: pino({ level: 'silent' }),
      registry: null,
      host: '127.0.0.1',
      port: 0,
      stateFile,
      intervalMs: 0,
    };
    try {
      const first = await startStatus({ ...options, database: db.database });
      await new Evidence(db.database).file(T0, GOOD);
      await new Evidence(db.database).ingest(T0);
      time.now += 2000;
      await first.tick();
      const before: Loose = await (await fetch(`${first.url}/api/v2/summary.json`)).json();
      const lastRead = new Date(time.now).toISOString();
      await db.database.end();
      time.now += 60_000;
      await first.tick();
      const during: Loose = await (await fetch(`${first.url}/api/v2/summary.json`)).json();
      expect(during.components).toEqual(before.components);
      expect(during.page).toMatchObject({
        stale_since: lastRead,
        stale_reason: 'The database cannot be reached',
      });
      expect((await fetch(`${first.url}/health/readiness`)).status).toBe(503);
      expect((await fetch(`${first.url}/health/liveness`)).status).toBe(200);
      expect((await fetch(`${first.url}/incidents/aaaaaaaaaaaa`)).status).toBe(503);
      await first.close();

      const dead = new Database(
        { host: '127.0.0.1', port: 1, user: 'x', database: 'x' },
        { applicationName: 'x', maxConnections: 1 },
      );
      const second = await startStatus({ ...options, database: dead });
      const after: Loose = await (await fetch(`${second.url}/api/v2/summary.json`)).json();
      expect(after.components).toEqual(before.components);
      expect(after.page.id).toBe(before.page.id);
      expect(after.page.stale_since).toBe(lastRead);
      await second.close();

      await writeFile(stateFile, (await readFile(stateFile, 'utf8')).slice(0, 100));
      const third = await startStatus({ ...options, database: dead });
      const empty: Loose = await (await fetch(`${third.url}/api/v2/summary.json`)).json();
      expect(empty.components).toEqual([]);
      expect(empty.page.stale_reason).toBe('The database cannot be reached');
      await third.close();
      await dead.end();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('two processes on one database make one incident and count time once', async () => {
    const [h, evidence] = await start({
      settings: { network: 'demo', health: { windowFiles: 5, worseAfterMs: 0, incidentAfterMs: 10_000 } },
    });
    const other = await startStatus({
      database: h.db.database,
      settings: { network: 'demo', health: { windowFiles: 5, worseAfterMs: 0, incidentAfterMs: 10_000 } },
      clock: () => h.now,
      log: pino({ level: 'silent' }),
      registry: null,
      host: '127.0.0.1',
      port: 0,
      stateFile: null,
      intervalMs: 0,
    });
    try {
      for (let second = 0; second < 80; second += 2) {
        await evidence.file(h.now + 2000, second < 20 ? GOOD : SILENT);
        await evidence.ingest(h.now + 2000);
        h.now += 2000;
        await Promise.all([h.status.tick(), other.tick()]);
      }
      await Promise.all([h.status.tick(), other.tick()]);
      const incidents = async (url: string) =>
        ((await (await fetch(`${url}/api/v2/incidents.json`)).json()) as Loose).incidents;
      expect(await incidents(h.url)).toHaveLength(1);
      expect((await incidents(other.url))[0].id).toBe((await incidents(h.url))[0].id);
      const { rows } = await h.db.database.pool.query(
        `select max(operational + degraded_performance + partial_outage + major_outage) as seconds from tain.status_component_day`,
      );
      expect(rows[0].seconds).toBeLessThanOrEqual(80);
    } finally {
      await other.close();
    }
  });
});

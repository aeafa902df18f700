import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningStatus, startStatus } from '../../src/status/start.ts';
import { Evidence, GOOD, type Harness, type Loose, startHarness } from './harness.ts';

// The clock is set an hour ahead and back again, or back, while the service runs or restarts.

const HOUR = 3_600_000;
const SILENT = ['verified', 'verified', 'missing', 'verified'];
const HEALTH = {
  windowFiles: 5,
  worseAfterMs: 4000,
  betterAfterMs: 4000,
  incidentAfterMs: 10_000,
  resolveAfterMs: 10_000,
};

let h: Harness;
let evidence: Evidence;
let running: RunningStatus;
let steady: number;
let logged: { level: number; msg: string }[];
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(JSON.parse(String(chunk)));
      done();
    },
  }),
);

async function startAgain(): Promise<void> {
  await running.close();
  running = await startStatus({
    database: h.db.database,
    settings: { network: 'demo', health: HEALTH },
    clock: () => h.now,
    steady: () => steady,
    log,
    registry: null,
    host: '127.0.0.1',
    port: 0,
    stateFile: h.stateFile,
    intervalMs: 0,
  });
}

beforeEach(async () => {
  logged = [];
  steady = 0;
  h = await startHarness();
  evidence = new Evidence(h.db.database);
  running = h.status;
  await startAgain();
});
afterEach(async () => {
  await running.close();
  await h.close();
});

const json = async (path: string): Promise<Loose> => (await fetch(`${running.url}/api/v2${path}`)).json();
const named = async (name: string): Promise<Loose> =>
  (await json('/components.json')).components.find((it: Loose) => it.name === name);
const reported = () => logged.filter((line) => line.msg.includes('clock')).map((line) => line.msg);

/** Advances the clock by seconds in which all services report, except those in `not`. */
async function live(
  seconds: number,
  options: { outcomes?: string[]; not?: string[]; network?: number } = {},
) {
  const { outcomes = GOOD, not = [], network = 0 } = options;
  for (let second = 0; second < seconds; second += 2) {
    h.setClock(h.now + 2000);
    steady += 2000;
    if (!not.includes('files')) await evidence.file(h.now + network, outcomes);
    if (!not.includes('ingest')) {
      const end = not.includes('files') ? { end: 1 } : { end: h.now + network };
      await evidence.ingest(h.now, not.includes('files') ? {} : end);
    }
    // The interval is that of the query service.
    if (!not.includes('api') && (steady / 2000) % 5 === 0) await evidence.api(h.now);
    await running.tick();
  }
}

const STATES = ['Mirror ingest', 'Query service', 'Record stream'];
async function worst(): Promise<string[]> {
  return Promise.all(STATES.map(async (name) => (await named(name)).status));
}

describe.each([false, true])('a clock (service restarted after each jump: %s)', (restart) => {
  async function jump(ms: number): Promise<void> {
    h.setClock(h.now + ms);
    if (restart) await startAgain();
  }

  test('is logged once each way and raises no alarm when it jumps an hour ahead and back', async () => {
    await live(20);
    for (const offset of [HOUR, -HOUR]) {
      await jump(offset);
      for (let second = 0; second < 40; second += 2) {
        await live(2);
        // A restarted service has not seen the jump, so by its clock the others did not report for an hour.
        if (!restart) expect((await worst()).filter((it) => it.endsWith('outage'))).toEqual([]);
      }
      await live(60);
      expect(await worst()).toEqual(Array(3).fill('operational'));
    }
    expect((await json('/incidents/unresolved.json')).incidents).toEqual([]);
    expect((await json('/status.json')).page.updated_at <= new Date(h.now).toISOString()).toBe(true);
    if (!restart) {
      expect((await json('/incidents.json')).incidents).toEqual([]);
      expect(reported()).toEqual(['status: the clock went ahead', 'status: the clock went back']);
    } else expect(reported()).toEqual(['status: the clock went back while the service was stopped']);
  });

  test('does not hide an outage that begins after it is set back', async () => {
    await live(20);
    await jump(HOUR);
    await live(20);
    await jump(-HOUR);
    // Ingest and query service were stopped while the clock was ahead.
    await live(80, { not: ['files', 'ingest', 'api'] });
    expect((await named('Mirror ingest')).status).toBe('major_outage');
    expect((await named('Query service')).status).toBe('major_outage');
    const names = (await json('/incidents/unresolved.json')).incidents.map((it: Loose) => it.name);
    expect(names.sort()).toEqual(['Mirror ingest: outage', 'Query service: outage']);
    expect((await json('/status.json')).page.stale_since <= new Date(h.now).toISOString()).toBe(true);
  });

  test('does not hide a stream without new blocks after it is set back', async () => {
    await live(20);
    await jump(-HOUR);
    // The network's clock is one hour ahead of ours, and then no more blocks arrive.
    await live(20, { network: HOUR });
    expect((await named('Record stream')).status).toBe('operational');
    for (let second = 0; second < 140; second += 2) {
      h.setClock(h.now + 2000);
      steady += 2000;
      await h.db.database.pool.query(
        "select tain.report_ingest('record', $1, null, null, null, true, null)",
        [h.now],
      );
      await running.tick();
    }
    expect((await named('Record stream')).status).toBe('partial_outage');
  });

  test('delays neither the end of an outage nor updates by operators when it is set back', async () => {
    await live(20);
    await jump(HOUR);
    await live(20);
    await live(30, { outcomes: SILENT });
    const [incident] = (await json('/incidents/unresolved.json')).incidents;
    expect(incident.name).toContain('Node 2');
    await jump(-HOUR);
    await live(2, { outcomes: SILENT, network: HOUR });
    const updated = await h.update(incident.id, { status: 'identified', body: 'We know.' });
    expect(updated.status).toBe('identified');
    await live(60, { network: HOUR });
    expect((await named('Node 2 (0.0.5)')).status).toBe('operational');
    expect((await json('/incidents/unresolved.json')).incidents).toEqual([]);
    const [closed] = (await json('/incidents.json')).incidents;
    expect(closed.status).toBe('resolved');
    for (const instant of [closed.resolved_at, closed.updated_at, closed.created_at, closed.started_at]) {
      expect(instant <= new Date(h.now).toISOString(), instant).toBe(true);
    }
    // A new outage is reported as fast as before.
    await live(40, { outcomes: SILENT, network: HOUR });
    expect((await json('/incidents/unresolved.json')).incidents).toHaveLength(1);
  });

  test('does not delay the daily counts after it is set back', async () => {
    await live(20);
    await jump(HOUR);
    await live(40);
    await jump(-HOUR);
    await live(4);
    const counted = async () =>
      Number(
        (await h.db.database.pool.query('select sum(operational) as seconds from tain.status_component_day'))
          .rows[0].seconds,
      );
    const before = await counted();
    await live(120);
    expect(await counted()).toBeGreaterThan(before + 300);
  });
});

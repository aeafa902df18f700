import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiEvidence, reportService } from '../../../src/app/roles/evidence.ts';
import { DEFAULT_API_SETTINGS } from '../../../src/rest/route/settings.ts';
import { type Api, startApi } from '../../../src/rest/server.ts';
import { selectComponents } from '../../../src/status/state/select-state.ts';
import { Database } from '../../../src/store/connections/database.ts';
import { ReadServers } from '../../../src/store/reads/servers/read-servers.ts';
import { type Harness, type Loose, startHarness } from '../harness.ts';

// Load of clients on a real query service, and its effect on the status page.

let h: Harness;
let database: Database;
let servers: ReadServers;
let api: Api;
/** Settles once the last block was polled, which removes cached answers. */
let polled: Promise<void>;
let evidence: ApiEvidence;
const log = pino({ level: 'silent' });

beforeEach(async () => {
  h = await startHarness({
    // Records have the current time.
    clock: Date.now,
    settings: { network: 'demo', health: { worseAfterMs: 0, betterAfterMs: 0, incidentAfterMs: 0 } },
  });
  database = new Database(h.db.database.target, {
    applicationName: 'test api',
    maxConnections: 4,
    statementTimeoutMs: 2_000,
  });
  const settings = { ...DEFAULT_API_SETTINGS, cache: true, maxConnections: 2, maxWaiting: 4 };
  servers = new ReadServers({ primary: database, replicas: [], maxLagMs: settings.replicaMaxLag, log });
  polled = new Promise((resolve) => servers.onAnnounced(() => resolve()));
  evidence = new ApiEvidence();
  api = await startApi({
    database,
    servers,
    settings,
    clock: Date.now,
    log,
    registry: new Registry(),
    host: '127.0.0.1',
    port: 0,
    onAnswer: (outcome, milliseconds) => evidence.answered(outcome, milliseconds),
  });
});
afterEach(async () => {
  await api.close();
  await servers.close();
  await database.end();
  await h.close();
});

/** Records the counts and a round of the service's probes, like its role, and returns the page. */
async function shown(): Promise<{ service: Loose; incidents: Loose[]; reason: string }> {
  const never = new AbortController().signal;
  await reportService('api', h.db.database, evidence, log, () => api.probe(never)).stop();
  await h.status.tick();
  await h.status.tick();
  const { components } = await h.json('/api/v2/components.json');
  const service = components.find((it: Loose) => it.name === 'Query service');
  const stored = await selectComponents(h.db.database.pool);
  const { incidents } = await h.json('/api/v2/incidents.json');
  return { service, incidents, reason: stored.find(({ id }) => id === service.id)?.reason ?? '' };
}

const request = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
  const response = await fetch(`${api.url}${path}`, { headers });
  await response.arrayBuffer();
  return response.status;
};

/** Sends requests that each hold a connection, because a locked table blocks them, like expensive queries. */
async function flood(count: number, headers: Record<string, string> = {}): Promise<number[]> {
  const holder = await h.db.database.pool.connect();
  try {
    await holder.query('begin; lock table schedule in access exclusive mode');
    let refused = 0;
    const requested = Array.from({ length: count }, async (_, index) => {
      const status = await request(`/api/v1/schedules?limit=1&schedule.id=gt:${index + 1000}`, headers);
      if (status === 503) refused++;
      return status;
    });
    await expect.poll(() => refused, { timeout: 120_000 }).toBeGreaterThanOrEqual(count - 20);
    // Probes continue meanwhile.
    const during = await api.probe(new AbortController().signal);
    expect(during).toMatchObject({ asked: 6, failed: 0 });
    await holder.query('rollback');
    return await Promise.all(requested);
  } finally {
    holder.release();
  }
}

test('a refused flood is reported as overload, opens no incident, and does not delay the probes', async () => {
  expect((await shown()).service.status).toBe('operational');
  const statuses = await flood(200);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(180);
  const { service, incidents, reason } = await shown();
  expect(service.status).toBe('degraded_performance');
  expect(reason).toMatch(/^Overloaded: 1\d\d of \d+ requests of the last minutes were refused$/);
  expect(incidents).toEqual([]);
  expect((await h.json('/api/v2/status.json')).status.indicator).toBe('minor');
});

test('expensive requests of clients that time out are no outage', async () => {
  for (let count = 0; count < 100; count++) evidence.answered('failed', 60_000);
  const { service, incidents } = await shown();
  expect(service.status).toBe('degraded_performance');
  expect(incidents).toEqual([]);
});

test('cheap successes hide no failure: probes read the tables past the cache', async () => {
  await polled;
  expect(await request('/api/v1/transactions?limit=1')).toBe(200);
  await h.db.database.pool.query('alter table transaction rename to transaction_gone');
  await h.db.database.pool.query('alter table entity rename to entity_gone');
  // The visible block can still be read: cached answers are returned, and wrong requests are refused as before.
  expect(await request('/api/v1/transactions?limit=1')).toBe(200);
  for (let count = 0; count < 10_000; count++) evidence.answered('done', 1);
  for (let count = 0; count < 200; count++) expect(await request(`/api/v1/nothing/${count}`)).toBe(404);
  const { service, incidents } = await shown();
  expect(service.status).toBe('major_outage');
  expect(incidents.map((it) => it.name)).toEqual(['Query service: outage']);
});

test('a client cannot occupy the slot of the probes', async () => {
  for (const value of ['true', 'x'.repeat(32)]) {
    const statuses = await flood(60, { 'x-tain-probe': value });
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(40);
  }
});

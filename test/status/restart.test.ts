import pino from 'pino';
import { expect, test } from 'vitest';
import { Hysteresis, selectPending, storePending } from '../../src/status/health/hysteresis.ts';
import { type RunningStatus, startStatus } from '../../src/status/start.ts';
import { createTestDatabase } from '../database.ts';
import { Evidence, GOOD, type Loose, T0 } from './harness.ts';

const SILENT = ['verified', 'verified', 'missing', 'verified'];
/** Every delay is longer than a process in the test lives. */
const HEALTH = {
  windowFiles: 10,
  worseAfterMs: 10_000,
  betterAfterMs: 20_000,
  incidentAfterMs: 30_000,
  resolveAfterMs: 40_000,
};
const LIFE_SECONDS = 8;

interface Reported {
  /** Statuses of the node, each with the second at which it was first shown. */
  readonly statuses: readonly string[];
  /** Incidents without random fields: their times, and those of their updates. */
  readonly incidents: readonly unknown[];
}

/** Reports an outage of one node, by a service that is killed and restarted every `restartEvery` seconds. */
async function reportOutage(restartEvery: number): Promise<Reported> {
  const db = await createTestDatabase();
  const evidence = new Evidence(db.database);
  const time = { now: T0 };
  const processes: RunningStatus[] = [];
  const startOne = async (): Promise<RunningStatus> => {
    const started = await startStatus({
      database: db.database,
      settings: { network: 'demo', health: HEALTH },
      clock: () => time.now,
      log: pino({ level: 'silent' }),
      registry: null,
      host: '127.0.0.1',
      port: 0,
      stateFile: null,
      intervalMs: 0,
    });
    processes.push(started);
    return started;
  };
  const json = async (path: string): Promise<Loose> =>
    (await fetch(`${processes.at(-1)?.url}/api/v2${path}`)).json();
  try {
    let service = await startOne();
    const statuses: string[] = [];
    for (let second = 2; second <= 250; second += 2) {
      time.now += 2000;
      await evidence.file(time.now, second <= 20 || second > 100 ? GOOD : SILENT);
      await evidence.ingest(time.now);
      await evidence.api(time.now);
      // Simulates a kill: the previous service does not shut down, and evaluates nothing more.
      if (second % restartEvery === 0) service = await startOne();
      else await service.tick();
      const { components } = await json('/components.json');
      const { status } = components.find((it: Loose) => it.name === 'Node 2 (0.0.5)') ?? {
        status: 'unknown',
      };
      if (statuses.at(-1)?.split(' ')[1] !== status) statuses.push(`${second} ${status}`);
    }
    const { incidents } = await json('/incidents.json');
    return {
      statuses,
      incidents: incidents.map((incident: Loose) => ({
        name: incident.name,
        status: incident.status,
        times: [incident.started_at, incident.created_at, incident.monitoring_at, incident.resolved_at],
        updates: incident.incident_updates.map((it: Loose) => [it.status, it.display_at, it.body]),
      })),
    };
  } finally {
    for (const one of processes) await one.close();
    await db.drop();
  }
}

test('a service that is killed repeatedly in an outage announces the same, at the same times', async () => {
  const [undisturbed, disturbed] = await Promise.all([reportOutage(1000), reportOutage(LIFE_SECONDS)]);
  expect(undisturbed.statuses.map((it) => it.split(' ')[1])).toEqual([
    'operational',
    'degraded_performance',
    'partial_outage',
    'major_outage',
    'partial_outage',
    'operational',
  ]);
  expect(undisturbed.incidents).toHaveLength(1);
  expect(undisturbed.incidents[0]).toMatchObject({ status: 'resolved' });
  expect(disturbed).toEqual(undisturbed);
});

test('a delay of a former process is not continued', async () => {
  const db = await createTestDatabase();
  const { pool } = db.database;
  try {
    await pool.query("insert into tain.status_page (id, created_at, updated_at) values ('x', now(), now())");
    const before = new Hysteresis();
    const delays = { worseAfterMs: 5000, betterAfterMs: 30_000 };
    expect(before.observe('network', 'operational', 'major_outage', T0, delays)).toBeNull();
    await storePending(pool, T0, before.pending);

    const after = new Hysteresis(await selectPending(pool, T0 + 20_000));
    expect(after.observe('network', 'operational', 'major_outage', T0 + 20_000, delays)).toEqual({
      status: 'major_outage',
      since: T0,
    });
    const late = new Hysteresis(await selectPending(pool, T0 + 31_000));
    expect(late.observe('network', 'operational', 'major_outage', T0 + 31_000, delays)).toBeNull();

    await storePending(pool, T0, {});
    expect(await selectPending(pool, T0)).toEqual({});
  } finally {
    await db.drop();
  }
});

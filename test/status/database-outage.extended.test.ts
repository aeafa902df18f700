import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { type RunningStatus, startStatus } from '../../src/status/start.ts';
import { tries } from '../effort.ts';
import { cut, Evidence, GOOD, type Harness, type Loose, startHarness } from './harness.ts';

// The page during and after outages of the database of the status service.

const STEP_MS = 10_000;

let open: (Pick<Harness, 'close'> | RunningStatus)[] = [];
afterEach(async () => {
  for (const one of open.reverse()) await one.close();
  open = [];
});

async function start(overrides: Parameters<typeof startHarness>[0] = {}): Promise<[Harness, Evidence]> {
  const harness = await startHarness(overrides);
  open.push(harness);
  return [harness, new Evidence(harness.db.database)];
}

/** Starts another process of the service on the same state file, as after a kill. */
async function restart(h: Harness): Promise<RunningStatus> {
  const status = await startStatus({
    database: h.db.database,
    settings: { network: 'demo' },
    clock: () => h.now,
    steady: () => h.now,
    log: pino({ level: 'silent' }),
    registry: null,
    host: '127.0.0.1',
    port: 0,
    stateFile: h.stateFile,
    ownKeys: ['api', 'ingest'],
    intervalMs: 0,
  });
  open.push(status);
  return status;
}

const summaryOf = async (status: Pick<RunningStatus, 'url'>): Promise<Loose> =>
  (await fetch(`${status.url}/api/v2/summary.json`)).json();

/** Stores healthy evidence of the step that ends at `ms`. `aheadMs`: lead of this machine's clock over the network's. */
async function healthy(evidence: Evidence, ms: number, aheadMs = 0): Promise<void> {
  await evidence.file(ms - aheadMs, GOOD);
  await evidence.ingest(ms, { end: ms - aheadMs, answeredAt: ms });
  await evidence.api(ms);
}

async function pass(h: Harness, evidence: Evidence, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 10) {
    await healthy(evidence, h.now + STEP_MS);
    await h.pass(10);
  }
}

const report = (h: Harness, service: string, instance: string, from: number, until: number) =>
  h.db.database.pool.query('select tain.report_unseen_outage($1, $2, $3, $4)', [
    service,
    instance,
    from,
    until,
  ]);

test('services that report one outage at different polls share its incident, which ends', async () => {
  const [h, evidence] = await start();
  await pass(h, evidence, 60);
  const database = cut(h.db.database);
  database.down = true;
  const from = h.now;
  for (let second = 0; second < 80; second += 10) await h.pass(10);
  database.down = false;
  for (let ms = from + STEP_MS; ms <= h.now; ms += STEP_MS) await evidence.file(ms, GOOD);
  for (const [service, instance] of [
    ['api', 'one'],
    ['ingest', 'two'],
    ['api', 'three'],
  ] as const) {
    await report(h, service, instance, from, h.now);
    await pass(h, evidence, 10);
  }
  const unresolved = async () => (await h.json('/api/v2/incidents/unresolved.json')).incidents;
  const [incident, ...others] = await unresolved();
  expect(others).toEqual([]);
  expect(incident.status).toBe('monitoring');
  expect(incident.components.map((it: Loose) => it.name)).toEqual(['Mirror ingest', 'Query service']);
  await pass(h, evidence, 130);
  expect(await unresolved()).toEqual([]);
  expect((await h.json('/api/v2/status.json')).status.indicator).toBe('none');
});

test('after 30 s without evidence the page is critical, also after a restart from the state file', async () => {
  const [h, evidence] = await start({ ownKeys: ['api', 'ingest'] });
  await pass(h, evidence, 60);
  const database = cut(h.db.database);
  database.down = true;
  await h.pass(28);
  expect((await summaryOf(h.status)).status.indicator).toBe('none');
  await h.pass(2);
  const expectOutage = async (status: RunningStatus) => {
    const summary = await summaryOf(status);
    expect(summary.status.indicator).toBe('critical');
    expect(summary.status.description).toMatch(/^Major Service Outage \(no evidence since /);
    const out = summary.components.filter((it: Loose) => it.status === 'major_outage');
    expect(out.map((it: Loose) => it.name)).toEqual(['Mirror ingest', 'Query service']);
    expect(await (await fetch(`${status.url}/`)).text()).toContain('class="banner critical"');
    expect(await (await fetch(`${status.url}/badge.svg`)).text()).toContain('Major Service Outage');
  };
  await expectOutage(h.status);
  await expectOutage(await restart(h));
  database.down = false;
  await pass(h, evidence, 10);
  expect((await summaryOf(h.status)).status.indicator).toBe('none');
  // A restart after the outage counts 30 s again.
  database.down = true;
  expect((await summaryOf(await restart(h))).status.indicator).toBe('none');
});

test('a step that fails stops no other, and shows in tain_status_stale after ten failures', async () => {
  const registry = new Registry();
  const [h, evidence] = await start({ registry });
  await pass(h, evidence, 60);
  const { pool } = h.db.database;
  await pool.query('alter table tain.status_component_day add constraint broken check (false) not valid');
  const stale = async () => /^tain_status_stale (\d)/m.exec(await registry.metrics())?.[1];
  // The ingest stops at a file, and recovers: its component and its incident follow.
  const ingest = async () =>
    (await h.json('/api/v2/components.json')).components.find((it: Loose) => it.name === 'Mirror ingest');
  const problem = { end: h.now, problem: 'x.rcd: does not follow', cause: 'file', answeredAt: h.now };
  for (let second = 0; second < 200; second += 10) {
    await evidence.ingest(h.now + STEP_MS, problem);
    await evidence.api(h.now + STEP_MS);
    await h.pass(10);
  }
  expect((await ingest()).status).toBe('partial_outage');
  expect((await h.json('/api/v2/incidents/unresolved.json')).incidents).not.toEqual([]);
  // The days are counted every 30 s.
  for (let ms = problem.end; ms <= h.now; ms += STEP_MS) await evidence.file(ms, GOOD);
  await pass(h, evidence, 190);
  expect((await ingest()).status).toBe('operational');
  expect((await h.json('/api/v2/incidents/unresolved.json')).incidents).toEqual([]);
  expect(await stale()).toBe('1');
  expect((await summaryOf(h.status)).page.stale_reason).toBe('The status service fails at counting the days');
  await pool.query('alter table tain.status_component_day drop constraint broken');
  await pass(h, evidence, 40);
  expect(await stale()).toBe('0');
});

test('an ingest that catches up after its start is not degraded in its first minute', async () => {
  const [h, evidence] = await start();
  const behind = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 10) {
      const now = h.now + STEP_MS;
      await evidence.ingest(now, { end: now - 50_000, caughtUp: false, answeredAt: now });
      await evidence.api(now);
      await h.pass(10);
    }
    return (await summaryOf(h.status)).status.indicator;
  };
  expect(await behind(60)).toBe('none');
  expect(await behind(30)).toBe('minor');
});

test('the page follows a model of it in random outages, restarts and clocks of the services', async () => {
  const outage = fc.record({
    steps: fc.integer({ min: 1, max: 12 }),
    restartAt: fc.option(fc.integer({ min: 0, max: 11 })),
    /** Steps after the return at which a service reports, and the lead of its clock. */
    reports: fc.array(
      fc.record({
        service: fc.constantFrom('api', 'ingest'),
        after: fc.integer({ min: 0, max: 3 }),
        skewMs: fc.integer({ min: -3000, max: 3000 }),
      }),
      { maxLength: 4 },
    ),
  });
  const run = async (
    outages: readonly (typeof outage extends fc.Arbitrary<infer T> ? T : never)[],
    aheadMs: number,
  ) => {
    // A wrong clock degrades the ingest, after a while, and is never an outage of the network.
    const indicators = aheadMs < 30_000 ? ['none'] : ['none', 'minor'];
    const [h, evidence] = await start({ ownKeys: ['api', 'ingest'] });
    let { status }: { status: RunningStatus } = h;
    const database = cut(h.db.database);
    const poll = async () => {
      h.now += STEP_MS;
      await status.tick();
      return summaryOf(status);
    };
    const well = async (steps: number) => {
      for (let step = 0; step < steps; step++) {
        await healthy(evidence, h.now + STEP_MS, aheadMs);
        const { status: shown, incidents, page } = await poll();
        expect(incidents.length).toBeLessThanOrEqual(1);
        expect(incidents.length === 0 ? indicators : ['critical']).toContain(shown.indicator);
        expect(page).not.toHaveProperty('stale_since');
      }
    };
    await well(7);
    let expected = 0;
    for (const { steps, restartAt, reports } of outages) {
      const from = h.now;
      database.down = true;
      // Time from which the process counts 30 s: its last read, or its start unless the page was critical before.
      let countsFrom = from;
      // Time of its last read, as far as the process knows: a restarted one knows what its file says.
      let readUntil = from;
      for (let step = 0; step < steps; step++) {
        const summary = await poll();
        expect(h.now - countsFrom >= 30_000 ? ['critical'] : indicators).toContain(summary.status.indicator);
        expect(summary.page.stale_reason).toBe('The database cannot be reached');
        if (step === restartAt) {
          readUntil = JSON.parse(await readFile(h.stateFile, 'utf8')).at;
          status = await restart(h);
          if (h.now - countsFrom < 30_000) countsFrom = h.now;
        }
      }
      database.down = false;
      for (let ms = from + STEP_MS; ms <= h.now; ms += STEP_MS) await evidence.file(ms - aheadMs, GOOD);
      const returned = h.now + STEP_MS;
      let isReported = false;
      for (let step = 0; step <= 3; step++) {
        for (const [index, { service, after, skewMs }] of reports.entries()) {
          if (after !== step) continue;
          const [begun, ended] = [from + skewMs, h.now + skewMs];
          await report(h, service, `of ${index}`, begun, ended);
          isReported ||= Math.min(ended, returned) - Math.max(begun, readUntil) >= 60_000;
        }
        await well(1);
      }
      if (isReported) expected += 1;
      await well(14);
      const { rows } = await h.db.database.pool.query(
        "select count(*)::int as count, count(resolved_at)::int as closed from tain.status_incident where auto_key = 'database'",
      );
      expect(rows).toEqual([{ count: expected, closed: expected }]);
    }
  };
  const lead = fc.constantFrom(0, 20_000, 45_000, 900_000, -900_000);
  await fc.assert(fc.asyncProperty(fc.array(outage, { minLength: 1, maxLength: 2 }), lead, run), {
    numRuns: tries(3),
    // The outage that once froze the page: two services report it at different polls.
    examples: [
      [
        [
          {
            steps: 8,
            restartAt: null,
            reports: [
              { service: 'api', after: 0, skewMs: 0 },
              { service: 'ingest', after: 1, skewMs: 0 },
            ],
          },
        ],
        900_000,
      ],
    ],
    endOnFailure: true,
  });
});

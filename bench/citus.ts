/**
 * Compares the query service on a cluster of three servers (Citus) with one server that has the same rows and
 * settings, on the same machine in the same run, list by list; and the import into both.
 *
 *   npm run bench:citus -- [--transactions 100000] [--seed 7] [--seconds 2] [--connections 4] [--shards 4]
 *                          [--filter TEXT] [--keep]
 *
 * Columns for each request: `rows` and `scans` that the coordinator fetched from the shards (EXPLAIN ANALYZE of its
 * statements); from the coordinator's log, `tasks` (statements to shards), `shards` (different shards among them) and
 * `whole` (tables all of whose shards were queried) and `unlimited` (tables read without a limit); `cpu`, the processor
 * time of the database's servers, which other load on the machine changes less than rates. Needs ../shared/citus and autocannon or wrk.
 */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Database } from '../src/db/connections/database.ts';
import { openEmbedded } from '../src/db/embedded/embedded.ts';
import {
  type Cluster,
  clusterLack,
  NODES,
  restartNode,
  startCluster,
  stopCluster,
} from '../test/citus/cluster.ts';
import { startReading } from '../test/citus/reading.ts';
import { followShards, type QueriedShards } from '../test/citus/shards.ts';
import { databaseUrl } from '../test/database.ts';
import { importStream, makeSchema, vacuum, writeStream } from './api/database.ts';
import { findHttpLoad, type HttpLoad } from './api/http-load.ts';
import { serverTime } from './api/processor-time.ts';
import { recordStatements, type Statement } from './api/recorded-statements.ts';
import { selectSamples } from './api/samples.ts';
import { type Scenario, scenariosOf } from './api/scenarios.ts';
import { type Service, startService } from './api/service.ts';
import { geometricMean, lineOf, percent } from './table.ts';
import { withClient } from './with-client.ts';

const line = lineOf(48, 10);

const { values: options } = parseArgs({
  options: {
    transactions: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '4' },
    shards: { type: 'string', default: '4' },
    filter: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});
const size = { transactions: Number(options.transactions), seed: Number(options.seed) };
const load = { clients: Number(options.connections), seconds: Number(options.seconds) };
const FOLDER = path.join(os.tmpdir(), `tain-bench-citus-${size.transactions}-${size.seed}-${options.shards}`);
/** Database of a new cluster. */
const NAME = 'm';
/** Settings of the cluster's servers. */
const SETTINGS = { fsync: 'off', shared_buffers: '256MB', max_connections: '200' };
/** Maximum number of paths per scenario whose statements are explained. */
const MAX_EXPLAINED = 4;

/** A measured database: its URL, and its servers' postmasters. */
interface Measured {
  readonly url: string;
  readonly servers: readonly number[];
}

/** Rows and scans that the coordinator fetched for a request. */
interface Fetched {
  readonly rows: number;
  readonly scans: number;
}

await bench();

async function bench(): Promise<void> {
  const lack = clusterLack();
  if (lack !== null) return console.log(`Not measured: ${lack}.`);
  const isMade = await readFile(path.join(FOLDER, 'cluster.json'), 'utf8').catch(() => null);
  if (isMade === null) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await chmod(FOLDER, 0o755);
  const one = await openEmbedded({ dataDir: path.join(FOLDER, 'one'), settings: SETTINGS });
  const cluster = isMade === null ? await startCluster(FOLDER) : await reopen(isMade);
  try {
    const single = {
      url: databaseUrl({ target: one.target }),
      servers: [await postmasterOf(path.join(FOLDER, 'one', 'postgres'))],
    };
    const several = {
      url: `postgres://postgres@127.0.0.1:${cluster.port}/${NAME}`,
      servers: await Promise.all(NODES.map((node) => postmasterOf(path.join(FOLDER, 'nodes', String(node))))),
    };
    if (isMade === null) {
      await importBoth(single, several);
      await writeFile(path.join(FOLDER, 'cluster.json'), JSON.stringify(cluster));
    }
    await compare(cluster, single, several);
  } finally {
    await one.release();
    await stopCluster(cluster);
    if (!options.keep) await rm(FOLDER, { recursive: true, force: true });
  }
}

async function reopen(text: string): Promise<Cluster> {
  const cluster = JSON.parse(text) as Cluster;
  for (const node of NODES) await restartNode(cluster, node);
  return cluster;
}

async function postmasterOf(folder: string): Promise<number> {
  return Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function importBoth(single: Measured, several: Measured): Promise<void> {
  const dir = path.join(FOLDER, 'stream');
  const { transactions } = await writeStream(size, dir);
  const rates: number[] = [];
  for (const [name, { url, servers }] of Object.entries({ 'one server': single, 'three servers': several })) {
    const settings = { DATABASE_URL: url, TAIN_CITUS_SHARDS: options.shards };
    // The schema is created first, so that only the import is measured.
    await makeSchema(settings);
    const before = await timeOf(servers);
    const begun = performance.now();
    await importStream(dir, settings);
    const seconds = (performance.now() - begun) / 1000;
    rates.push(transactions / seconds);
    const cpu = ((await timeOf(servers)) - before) / 1000;
    console.log(
      `Import into ${name}: ${transactions} transactions in ${seconds.toFixed(1)} s, ` +
        `${Math.round(transactions / seconds)} a second; ${cpu.toFixed(1)} s of its processors`,
    );
    await vacuum({ target: { url } });
  }
  console.log(`Rate of the import: ${percent((rates[1] ?? 0) / (rates[0] ?? 1))} of one server's`);
  await rm(dir, { recursive: true, force: true });
}

async function compare(cluster: Cluster, single: Measured, several: Measured): Promise<void> {
  const samples = await withClient({ url: single.url }, selectSamples);
  const all = scenariosOf(samples).filter(({ name }) => name.includes(options.filter));
  const services = [single, several].map(({ url }) => startService(FOLDER, { DATABASE_URL: url }));
  const [one, three] = await Promise.all(services);
  if (one === undefined || three === undefined) throw new Error('no service');
  try {
    const http = await findHttpLoad();
    const scenarios = await answered(all, one, three);
    const fetches = await measureFetches(cluster, several.url, scenarios);
    console.log(
      line([
        'list',
        'one/s',
        'three/s',
        'ratio',
        'one cpu',
        'three cpu',
        'ratio',
        'rows',
        'scans',
        'tasks',
        'shards',
        'whole, unlimited',
      ]),
    );
    const ratios: number[] = [];
    const costs: number[] = [];
    for (const { name, paths } of scenarios) {
      if (paths.length === 0) continue;
      const a = await measure(http.load, one, single, paths);
      const b = await measure(http.load, three, several, paths);
      const { fetched, queried } = fetches.get(name) ?? { fetched: null, queried: null };
      ratios.push(a.rate / b.rate);
      costs.push(b.cpu / a.cpu);
      console.log(
        line([
          name,
          a.rate.toFixed(0),
          b.rate.toFixed(0),
          `${(a.rate / b.rate).toFixed(1)} ×`,
          `${a.cpu.toFixed(2)} ms`,
          `${b.cpu.toFixed(2)} ms`,
          `${(b.cpu / a.cpu).toFixed(1)} ×`,
          ...(fetched === null ? ['-', '-'] : [fetched.rows.toFixed(0), fetched.scans.toFixed(0)]),
          ...(queried === null ? ['-', '-', ''] : [queried.tasks.toFixed(0), queried.shards.toFixed(0)]),
          ` ${queried?.whole.join(' ') ?? ''}, ${queried?.unlimited.join(' ') ?? ''}${b.failed > 0 ? ` ${b.failed} failed` : ''}`,
        ]),
      );
    }
    console.log(
      `Geometric means: ${geometricMean(ratios).toFixed(1)} times the time, ${geometricMean(costs).toFixed(1)} times the processor time of the database`,
    );
  } finally {
    await one.stop();
    await three.stop();
  }
}

/** Returns the scenarios with the paths to which both databases give the same response. */
async function answered(scenarios: readonly Scenario[], one: Service, three: Service): Promise<Scenario[]> {
  const selected: Scenario[] = [];
  for (const { name, paths } of scenarios) {
    const good: string[] = [];
    for (const below of paths) {
      const request = `/api/v1/${below}`;
      const [a, b] = await Promise.all(
        [one, three].map(async ({ url }) => {
          const response = await fetch(url + request);
          return { status: response.status, text: await response.text() };
        }),
      );
      if (a?.status !== b?.status || a?.text !== b?.text) {
        console.log(`${request}: ${a?.status} on one server, ${b?.status} and other words on three`);
      } else if (a?.status === 200) good.push(request);
    }
    selected.push({ name, paths: good });
  }
  return selected;
}

async function measure(
  http: HttpLoad,
  service: Service,
  { servers }: Measured,
  paths: readonly string[],
): Promise<{ readonly rate: number; readonly cpu: number; readonly failed: number }> {
  await http(service.url, paths, { ...load, seconds: 1 });
  const before = await timeOf(servers);
  const { rate, failed } = await http(service.url, paths, load);
  const cpu = ((await timeOf(servers)) - before) / Math.max(rate * load.seconds, 1);
  return { rate, cpu, failed };
}

async function timeOf(servers: readonly number[]): Promise<number> {
  const times = await Promise.all(servers.map(serverTime));
  return times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
}

/** Measures what requests of each scenario make the coordinator fetch, and which shards they query: means over some paths. */
async function measureFetches(
  cluster: Cluster,
  url: string,
  scenarios: readonly Scenario[],
): Promise<Map<string, { readonly fetched: Fetched; readonly queried: QueriedShards }>> {
  const { startApi } = await import('../src/api/server.ts');
  const { DEFAULT_API_SETTINGS } = await import('../src/api/route/settings.ts');
  const log = await followShards(cluster, NAME);
  const reading = await startReading(url, { endsWithBlock: true });
  const { servers } = reading;
  const { database } = servers.primary;
  const recorder = recordStatements(database.pool);
  const api = await startApi({
    database,
    servers,
    settings: { ...DEFAULT_API_SETTINGS, cache: false },
    clock: Date.now,
    log: pino({ level: 'silent' }),
    registry: new Registry(),
    host: '127.0.0.1',
    port: 0,
  });
  const found = new Map<string, { readonly fetched: Fetched; readonly queried: QueriedShards }>();
  try {
    for (const { name, paths } of scenarios) {
      const some = paths.slice(0, MAX_EXPLAINED);
      const fetched: Fetched[] = [];
      const queried: QueriedShards[] = [];
      for (const path of some) {
        // The first request prepares the statements on the connection.
        await (await fetch(api.url + path)).text();
        recorder.take();
        await log.take();
        await (await fetch(api.url + path)).text();
        queried.push(await log.take());
        fetched.push(await explain(database, recorder.take()));
      }
      if (some.length === 0) continue;
      found.set(name, {
        fetched: {
          rows: average(fetched.map(({ rows }) => rows)),
          scans: average(fetched.map(({ scans }) => scans)),
        },
        queried: {
          tasks: average(queried.map(({ tasks }) => tasks)),
          shards: average(queried.map(({ shards }) => shards)),
          whole: [...new Set(queried.flatMap(({ whole }) => whole))],
          unlimited: [...new Set(queried.flatMap(({ unlimited }) => unlimited))],
        },
      });
    }
  } finally {
    await api.close();
    await reading.close();
    await forgetShards();
  }
  return found;

  async function forgetShards(): Promise<void> {
    await withClient({ url }, (client) => client.query(`alter database ${NAME} reset all`));
  }
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

async function explain(database: Database, statements: readonly Statement[]): Promise<Fetched> {
  let rows = 0;
  let scans = 0;
  const add = (node: PlanNode): void => {
    if (node['Node Type'] === 'Foreign Scan') {
      rows += node['Actual Rows'] * node['Actual Loops'];
      scans += node['Actual Loops'];
    }
    for (const inner of node.Plans ?? []) add(inner);
  };
  for (const { text, values } of statements) {
    if (!/^\s*(select|with)\b/i.test(text) || text.includes('set_config')) continue;
    const { rows: plans } = await database.pool.query<[readonly [{ readonly Plan: PlanNode }]]>({
      text: `explain (analyze, format json) ${text}`,
      values: [...values],
      rowMode: 'array',
    });
    for (const [[{ Plan }]] of plans) add(Plan);
  }
  return { rows, scans };
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

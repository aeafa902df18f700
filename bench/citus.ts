/**
 * Compares the query service on a cluster of three servers (Citus) with one server that has the same rows and
 * settings, on the same machine in the same run, list by list; and the import into both.
 *
 *   npm run bench:citus -- [--transactions 100000] [--seed 7] [--shards 4] [--filter TEXT] [--keep]
 *
 * Times are medians of 30 requests one after another, which alternate between the two. Columns of the cluster, which
 * other load does not change: `tasks` (statements to shards) and `trips` (round trips one after another) by the
 * coordinator's log; `rows` that the coordinator fetched, and how many of them the answer does not show as an object;
 * `whole` (tables all of whose shards were queried) and `unlimited` (tables read without a limit). Needs ../shared/citus.
 */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import {
  type Cluster,
  clusterLack,
  NODES,
  restartNode,
  startCluster,
  stopCluster,
} from '../test/citus/cluster.ts';
import { databaseUrl } from '../test/database.ts';
import { importStream, makeSchema, vacuum, writeStream } from './api/database.ts';
import { serverTime } from './api/processor-time.ts';
import { selectSamples } from './api/samples.ts';
import { type Scenario, scenariosOf } from './api/scenarios.ts';
import { type Service, startService } from './api/service.ts';
import { countRequests } from './citus-counts.ts';
import { geometricMean, lineOf, median, percent } from './table.ts';
import { withClient } from './with-client.ts';

const line = lineOf(48, 10);

const { values: options } = parseArgs({
  options: {
    transactions: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '7' },
    shards: { type: 'string', default: '4' },
    filter: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});
const size = { transactions: Number(options.transactions), seed: Number(options.seed) };
const FOLDER = path.join(os.tmpdir(), `tain-bench-citus-${size.transactions}-${size.seed}-${options.shards}`);
/** Database of a new cluster. */
const NAME = 'm';
/** Settings of the cluster's servers. */
const SETTINGS = { fsync: 'off', shared_buffers: '256MB', max_connections: '200' };
/** Requests of a scenario to each service that are timed, after some that are not. */
const TIMED_REQUESTS = 30;
const FIRST_REQUESTS = 6;
/** Aim: the largest ratio of a list. */
const MAX_RATIO = 3;

/** A measured database: its URL, and its servers' postmasters. */
interface Measured {
  readonly url: string;
  readonly servers: readonly number[];
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
    const scenarios = await answered(all, one, three);
    const counted = await countRequests(cluster, { url: several.url, name: NAME }, scenarios);
    console.log(
      line(['list', 'one', 'three', 'ratio', 'tasks', 'trips', 'rows', 'unshown', 'whole, unlimited']),
    );
    const before = await Promise.all([single, several].map(({ servers }) => timeOf(servers)));
    const ratios: number[] = [];
    for (const { name, paths } of scenarios) {
      const counts = counted.get(name);
      if (counts === undefined) continue;
      const [a, b] = await compareTimes(one, three, paths);
      ratios.push(b / a);
      console.log(
        line([
          name,
          `${a.toFixed(1)} ms`,
          `${b.toFixed(1)} ms`,
          `${(b / a).toFixed(1)} ×`,
          ...[counts.tasks, counts.roundTrips, counts.rows, counts.unshown].map((each) => each.toFixed(0)),
          ` ${counts.whole.join(' ')}, ${counts.unlimited.join(' ')}`,
        ]),
      );
    }
    const after = await Promise.all([single, several].map(({ servers }) => timeOf(servers)));
    const [cpu = 0, cpuOfSeveral = 0] = after.map((time, at) => time - (before[at] ?? 0));
    const over = ratios.filter((ratio) => ratio > MAX_RATIO).length;
    console.log(
      `Geometric mean: ${geometricMean(ratios).toFixed(1)} times the time; ${over} of ${ratios.length} over ${MAX_RATIO}. ` +
        `Processor time of the database: ${(cpuOfSeveral / cpu).toFixed(1)} times`,
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

/** Median milliseconds of requests to each service, which alternate between the two. */
async function compareTimes(
  one: Service,
  three: Service,
  paths: readonly string[],
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let at = -FIRST_REQUESTS; at < TIMED_REQUESTS; at++) {
    const path = paths[(at + FIRST_REQUESTS) % paths.length] ?? '';
    for (const [which, { url }] of [one, three].entries()) {
      const begun = performance.now();
      await (await fetch(url + path)).text();
      if (at >= 0) times[which]?.push(performance.now() - begun);
    }
  }
  return [median(times[0]), median(times[1])];
}

async function timeOf(servers: readonly number[]): Promise<number> {
  const times = await Promise.all(servers.map(serverTime));
  return times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
}

/**
 * Measures the JSON-RPC requests per second of the built program, beside the JSON-RPC relay on its REST API where
 * TAIN_RELAY_SOURCE names a built checkout of the relay: one database, one run, each method on one side after the other.
 *
 *   npm run bench:rpc -- [--seconds 5] [--connections 16] [--blocks 60] [--filter TEXT] [--prof FOLDER]
 *
 * The history is a demo network's. Requests repeat, so that either side answers from its caches where it has any. Clients,
 * program, relay and PostgreSQL share the machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Database } from '../src/db/connections/database.ts';
import { openEmbedded } from '../src/db/embedded/embedded.ts';
import { migrate } from '../src/db/migrate/migrate.ts';
import { askRelay, freePort, startRelay } from '../test/clients/relay-process.ts';
import { ingestDemo } from '../test/ingest/ingest-demo.ts';
import { type Service, startService } from './api/service.ts';
import { generateLoad, type LoadResult } from './load-generator.ts';
import { type RpcScenario, rpcScenarios } from './rpc/requests.ts';
import { count, geometricMean, lineOf } from './table.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    blocks: { type: 'string', default: '60' },
    filter: { type: 'string', default: '' },
    prof: { type: 'string' },
  },
});
const SEED = 46;
const TPS = 150;
const WARM_UP_SECONDS = 1;
const line = lineOf(32, 11);

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-rpc-'));
const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  await bench();
} finally {
  for (const end of ends.reverse()) await end().catch(() => undefined);
}

async function bench(): Promise<void> {
  const server = await openEmbedded({ dataDir });
  ends.push(() => server.release());
  await migrate(server.target);
  const database = new Database(server.target, { applicationName: 'tain bench', maxConnections: 4 });
  ends.push(() => database.end());
  await ingestDemo(database, { seed: SEED, tps: TPS, blocks: Number(options.blocks), signInner: false });
  await database.pool.query('vacuum analyze');
  const port = await freePort();
  const service = await startService(
    dataDir,
    {
      TAIN_ROLES: 'api,evm,rpc',
      TAIN_CACHE: 'on',
      TAIN_RPC_PORT: String(port),
      TAIN_EVM_REQUESTS_PER_SECOND: '1000000',
      TAIN_EVM_GAS_PER_SECOND: '10000000000000',
    },
    options.prof === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.prof}`],
  );
  ends.push(() => service.stop());
  const here = `http://127.0.0.1:${port}`;
  const there = await relayOf(service);
  const { length: cores } = os.cpus();
  console.log(
    `${cores} cores, load before ${os.loadavg()[0]?.toFixed(1)}, ${options.connections} connections`,
  );
  console.log(line(['method', 'req/s', 'p50 ms', 'p99 ms', 'relay', 'p50 ms', 'p99 ms', 'ratio']));
  const ratios: number[] = [];
  for (const scenario of await rpcScenarios(here, SEED)) {
    if (!scenario.name.includes(options.filter)) continue;
    const own = await measure(here, scenario);
    const other = there === undefined ? undefined : await measure(there, scenario);
    const ratio = other && own.requests.average / other.requests.average;
    if (ratio !== undefined) ratios.push(ratio);
    console.log(
      line([scenario.name, ...cellsOf(own), ...(other ? cellsOf(other) : []), ratio?.toFixed(1) ?? '']),
    );
  }
  if (ratios.length > 0) console.log(`geometric mean of the ratios: ${geometricMean(ratios).toFixed(1)}`);
}

/** Starts the relay on the service's REST API, and returns its URL; undefined where there is none. */
async function relayOf({ url }: Service): Promise<string | undefined> {
  const { TAIN_RELAY_SOURCE: source } = process.env;
  if (source === undefined) return undefined;
  const settings = { LOG_LEVEL: 'fatal' };
  // Nothing is sent.
  const relay = await startRelay({ source, mirror: url, node: '127.0.0.1:1', settings });
  ends.push(() => relay.stop());
  return relay.url;
}

async function measure(url: string, { name, requests }: RpcScenario): Promise<LoadResult> {
  for (const request of requests.slice(0, 20)) {
    const { error } = await askRelay(url, ...request);
    if (error !== undefined && !isRevert(error)) throw new Error(`${name}: ${JSON.stringify(error)}`);
  }
  const load = {
    url,
    connections: Number(options.connections),
    requests: requests.map(([method, ...params]) => ({
      path: '/',
      method: 'POST' as const,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })),
  };
  await generateLoad({ ...load, duration: WARM_UP_SECONDS });
  return generateLoad({ ...load, duration: Number(options.seconds) });
}

/** Whether an error is the outcome of a call, as those of a random history are. */
function isRevert({ code }: { readonly code: number }): boolean {
  return code === 3 || code === -32_000;
}

/** Requests a second, median, and 99th percentile. */
function cellsOf({ requests, latency }: LoadResult): string[] {
  return [count(requests.average), latency.p50.toFixed(0), latency.p99.toFixed(0)];
}

/**
 * Measures the JSON-RPC requests per second of the built program, and of the JSON-RPC relay on its REST API if
 * TAIN_RELAY_SOURCE names a built checkout of the relay: one database, one run, each method on one side after the
 * other.
 *
 * npm run bench:rpc -- [--seconds 5] [--connections 16] [--blocks 60] [--grow 200000] [--filter TEXT] [--sends 100]
 * [--prof FOLDER]
 *
 * The history is a demo network's. Requests repeat, so that either side answers from its caches where it has any.
 * Then come logs by topics over more and more blocks, and blocks of 1,000 executions, each request once and one at a
 * time; and the built program with all its roles on a new local network: sends, and the memory with role `rpc` and
 * without it. Clients, program, relay and PostgreSQL share the machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Database } from '../src/store/connections/database.ts';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import { migrate } from '../src/store/migrate/migrate.ts';
import { askRelay, startRelay } from '../test/clients/relay-process.ts';
import { freePort } from '../test/free-ports.ts';
import { ingestDemo } from '../test/ingest/ingest-demo.ts';
import { type Service, startService } from './api/service.ts';
import { memoryOf } from './demo/memory.ts';
import { generateLoad, type LoadResult } from './load-generator.ts';
import { addedTopic, BUSY_TRANSACTIONS, type GrownHistory, growHistory } from './rpc/grown-history.ts';
import { type RpcScenario, rpcScenarios } from './rpc/requests.ts';
import { measureSends } from './rpc/sends.ts';
import { count, geometricMean, lineOf, percentiles } from './table.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    blocks: { type: 'string', default: '60' },
    grow: { type: 'string', default: '200000' },
    filter: { type: 'string', default: '' },
    sends: { type: 'string', default: '100' },
    prof: { type: 'string' },
  },
});
const SEED = 46;
const TPS = 150;
const WARM_UP_SECONDS = 1;
/** Requests for logs of each range. */
const LOG_REQUESTS = 40;
/** Maximum number of blocks that the relay searches for logs of any address. */
const RELAY_BLOCKS = 1_000;
const CAUGHT_UP_TIMEOUT_MS = 240_000;
/** Time for which a new network is idle before its memory is read. */
const SETTLE_MS = 20_000;
const hex = (value: number): string => `0x${value.toString(16)}`;
const line = lineOf(32, 11);

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-rpc-'));
const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  await benchReads();
  if (Number(options.sends) > 0) await benchLocalNetwork(Number(options.sends));
} finally {
  for (const end of ends.reverse()) await end().catch(() => undefined);
}

async function benchReads(): Promise<void> {
  const server = await openEmbedded({ dataDir });
  ends.push(() => server.release());
  await migrate(server.target);
  const database = new Database(server.target, { applicationName: 'tain bench', maxConnections: 4 });
  ends.push(() => database.end());
  await ingestDemo(database, { seed: SEED, tps: TPS, blocks: Number(options.blocks), signInner: false });
  const grown = await growHistory(database, Number(options.grow));
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
  const tainUrl = `http://127.0.0.1:${port}`;
  const relayUrl = await relayOf(service);
  const { length: cores } = os.cpus();
  console.log(
    `${cores} cores, load before ${os.loadavg()[0]?.toFixed(1)}, ${options.connections} connections`,
  );
  console.log(line(['method', 'req/s', 'p50 ms', 'p99 ms', 'relay', 'p50 ms', 'p99 ms', 'ratio']));
  const ratios: number[] = [];
  for (const scenario of await rpcScenarios(tainUrl, grown.own, SEED)) {
    if (!scenario.name.includes(options.filter)) continue;
    const own = await measure(tainUrl, scenario);
    const other = relayUrl === undefined ? undefined : await measure(relayUrl, scenario);
    const ratio = other && own.requests.average / other.requests.average;
    if (ratio !== undefined) ratios.push(ratio);
    console.log(
      line([scenario.name, ...cellsOf(own), ...(other ? cellsOf(other) : []), ratio?.toFixed(1) ?? '']),
    );
  }
  if (ratios.length > 0) console.log(`geometric mean of the ratios: ${geometricMean(ratios).toFixed(1)}`);
  await measureLogs(tainUrl, relayUrl, grown);
  const blocks = grown.busy.map((number) => ['eth_getBlockByNumber', hex(number), true] as const);
  const { times } = await timesOf(tainUrl, blocks);
  console.log(`a block of ${BUSY_TRANSACTIONS} transactions: ${percentiles(times)}`);
}

/** Times each request once, one after another, and counts the items of their results. */
async function timesOf(
  url: string,
  requests: readonly (readonly [method: string, ...params: readonly unknown[]])[],
): Promise<{ readonly times: readonly number[]; readonly items: number }> {
  const times: number[] = [];
  let items = 0;
  for (const request of requests) {
    const begun = performance.now();
    const { result, error } = await askRelay(url, ...request);
    times.push(performance.now() - begun);
    if (error !== undefined) throw new Error(JSON.stringify(error));
    items += Array.isArray(result) ? result.length : 1;
  }
  return { times, items };
}

/** Searches for logs by two topics over the newest blocks, with its own event for each request. */
async function measureLogs(
  tainUrl: string,
  relayUrl: string | undefined,
  { last }: GrownHistory,
): Promise<void> {
  for (const blocks of new Set([RELAY_BLOCKS, 100_000, last].map((each) => Math.min(each, last)))) {
    const requests = Array.from({ length: LOG_REQUESTS }, (_, n) => {
      const topics = [[addedTopic(n), addedTopic(n + LOG_REQUESTS)], null, null];
      return ['eth_getLogs', { fromBlock: hex(last - blocks + 1), toBlock: hex(last), topics }] as const;
    });
    const { times, items } = await timesOf(tainUrl, requests);
    const logs = count(items / LOG_REQUESTS);
    console.log(`eth_getLogs over ${count(blocks)} blocks, ${logs} logs: ${percentiles(times)}`);
    if (relayUrl === undefined || blocks > RELAY_BLOCKS) continue;
    console.log(`  the relay: ${percentiles((await timesOf(relayUrl, requests)).times)}`);
  }
}

/** Measures sends, and the memory with and without role `rpc`, each on a new local network. */
async function benchLocalNetwork(sends: number): Promise<void> {
  const memories: number[] = [];
  for (const roles of ['api,evm,ingest,live,status', 'api,evm,ingest,live,status,rpc']) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-rpc-local-'));
    ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 }));
    const [node, port] = [await freePort(), await freePort()];
    const service = await startService(folder, {
      TAIN_NETWORK: 'demo',
      TAIN_ROLES: roles,
      TAIN_CACHE: 'on',
      TAIN_STATUS_PORT: '0',
      TAIN_GRPC_PORT: '0',
      TAIN_DEMO_NODE_PORT: String(node),
      TAIN_DEMO_TPS: '1',
      TAIN_RPC_PORT: String(port),
    });
    try {
      await caughtUp(service.url);
      await sleep(SETTLE_MS);
      memories.push((await memoryOf(service.pid))?.whole ?? Number.NaN);
      if (!roles.endsWith('rpc')) continue;
      await measureSends({ rpc: `http://127.0.0.1:${port}`, node: `127.0.0.1:${node}` }, sends, SEED);
      memories.push((await memoryOf(service.pid))?.whole ?? Number.NaN);
    } finally {
      await service.stop();
    }
  }
  const [without, idle, used] = memories.map((megabytes) => megabytes.toFixed(0));
  console.log(
    `memory of the whole program: ${without} MB without role rpc, ${idle} MB with it, ${used} MB after the sends`,
  );
}

/** Waits until the mirror shows a block of the last ten seconds. */
async function caughtUp(url: string): Promise<void> {
  for (const late = performance.now() + CAUGHT_UP_TIMEOUT_MS; performance.now() < late; await sleep(200)) {
    const response = await fetch(`${url}/api/v1/blocks?limit=1`).catch(() => null);
    const { blocks = [] } = ((await response?.json()) ?? {}) as { blocks?: { timestamp: { to: string } }[] };
    if (blocks[0] !== undefined && Date.now() / 1000 - Number(blocks[0].timestamp.to) < 10) return;
  }
  throw new Error('the mirror does not catch up');
}

/** Starts the relay on the service's REST API, and returns its URL; undefined without TAIN_RELAY_SOURCE. */
async function relayOf({ url }: Service): Promise<string | undefined> {
  const { TAIN_RELAY_SOURCE: source } = process.env;
  if (source === undefined) return undefined;
  const settings = { LOG_LEVEL: 'fatal' };
  // The relay has no key, because nothing is sent through it.
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

/** Returns whether an error is the outcome of a call, as calls of a random history often are. */
function isRevert({ code }: { readonly code: number }): boolean {
  return code === 3 || code === -32_000;
}

/** Requests a second, median, and 99th percentile. */
function cellsOf({ requests, latency }: LoadResult): string[] {
  return [count(requests.average), latency.p50.toFixed(0), latency.p99.toFixed(0)];
}

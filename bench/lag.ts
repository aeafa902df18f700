/**
 * Measures how late blocks are stored while the same process answers requests: a demo network writes a block every two
 * seconds into a folder that `tain start` follows, and clients send requests as fast as they are answered. The lag of a
 * block is the time from the arrival of its last file (data and all signatures) in the folder until the commit of the
 * transaction that stores it.
 *
 * The network's clock is set to shortly before the end of a month, so that during the run a staking period ends and a
 * snapshot of all balances is stored (`--no-period-end`: neither).
 *
 * npm run bench:lag -- [--tps 1000] [--seconds 60] [--clients 16] [--accounts 100000] [--seed 7] [--no-period-end]
 * [--cache on]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { DemoStream } from '../packages/network-simulator/src/stream/demo-stream.ts';
import { demoEngine } from '../src/local-network/demo-engine.ts';
import { connectionConfig } from '../src/store/connections/database.ts';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import { MAIN, nodeOptions } from './api/database.ts';
import { type Answered, findHttpLoad } from './api/http-load.ts';
import { selectSamples } from './api/samples.ts';
import { scenariosOf } from './api/scenarios.ts';
import { answerOf, endRole, startRole } from './role-process.ts';

const BLOCK_MS = 2_000;
/** Network time before the clients start, which is the history that they request, and the time until midnight. */
const HISTORY_SECONDS = 60;
const BEFORE_MIDNIGHT_SECONDS = 20;
const CATCH_UP_TIMEOUT_MS = 1_800_000;

/** The most frequent requests of a wallet or an explorer. */
const ROUTES: ReadonlySet<string> = new Set([
  'blocks',
  'block by number',
  'transactions',
  'transactions of an account',
  'transaction by id',
  'account',
  'account with transactions',
  'account by EVM address',
  'balance of an account',
  'tokens of an account',
  'NFTs of an account',
  'token',
  'topic messages',
  'contract results',
  'contract result by hash',
  'logs of a contract',
]);

interface NetworkOrder {
  readonly dir: string;
  readonly tps: number;
  readonly seed: number;
  readonly accounts: number;
  readonly periodEnd: boolean;
}
interface ClientsOrder {
  readonly url: string;
  readonly paths: readonly string[];
  readonly clients: number;
  readonly seconds: number;
}

const [role, order = '{}'] = process.argv.slice(2);
if (role === 'network-role') await networkRole(JSON.parse(order) as NetworkOrder);
else if (role === 'clients-role') await clientsRole(JSON.parse(order) as ClientsOrder);
else await bench();

/** Writes the network's past without pauses, reports the number of blocks, and continues until it is stopped. */
async function networkRole({ dir, tps, seed, accounts, periodEnd }: NetworkOrder): Promise<void> {
  const midnight = nextMonth();
  const liveFrom = midnight - (periodEnd ? BEFORE_MIDNIGHT_SECONDS : 3600 * 12 + 7 * 60) * 1000;
  const steadyFrom = BigInt(liveFrom - HISTORY_SECONDS * 1000) * 1_000_000n;
  const start = steadyFrom - (steadyFrom % 86_400_000_000_000n) - 2n * 86_400_000_000_000n;
  const population = { accounts, tokens: 500, topics: 500, contracts: 500 };
  const stream = await DemoStream.open({
    runCode: demoEngine,
    dir,
    seed,
    tps,
    start,
    steadyFrom,
    population,
    signInner: false,
  });
  const { progress } = stream.network;
  for (let unpublished = 1; progress.nextStart < BigInt(liveFrom) * 1_000_000n; unpublished += 1) {
    await stream.write();
    if (unpublished % 25 === 0) await stream.commit();
  }
  await stream.commit();
  let stopped = false;
  process.on('message', (word) => {
    stopped ||= word === 'stop';
  });
  const notified = new Promise((resolve) => process.once('message', resolve));
  process.send?.(stream.summary.blocks);
  await notified;
  for (let next = Date.now(); !stopped; next += BLOCK_MS) {
    await sleep(Math.max(0, next - Date.now()));
    await stream.write();
    await stream.commit();
  }
  await stream.close();
  process.disconnect?.();
}

async function clientsRole({ url, paths, clients, seconds }: ClientsOrder): Promise<void> {
  const { load } = await findHttpLoad();
  process.send?.(await load(url, paths, { clients, seconds }));
  process.disconnect?.();
}

async function bench(): Promise<void> {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      tps: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '60' },
      clients: { type: 'string', default: '16' },
      accounts: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '7' },
      cache: { type: 'string', default: 'on' },
      'period-end': { type: 'boolean', default: true },
    },
  });
  const work = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-lag-'));
  const dir = path.join(work, 'stream');
  const children: ChildProcess[] = [];
  try {
    const network = startRole(import.meta.url, 'network-role', {
      dir,
      tps: Number(values.tps),
      seed: Number(values.seed),
      accounts: Number(values.accounts),
      periodEnd: values['period-end'],
    });
    children.push(network);
    const founded = await answerOf<number>(network);
    const service = await startService(work, dir, values.cache);
    children.push(service.process);
    await measure(work, dir, founded, network, service, {
      clients: Number(values.clients),
      seconds: Number(values.seconds),
    });
  } finally {
    for (const running of children) await endRole(running, 'SIGTERM');
    await rm(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}

async function measure(
  work: string,
  dir: string,
  founded: number,
  network: ChildProcess,
  service: Service,
  load: { readonly clients: number; readonly seconds: number },
): Promise<void> {
  const server = await openEmbedded({ dataDir: path.join(work, 'data'), openParents: true });
  const client = new pg.Client(connectionConfig(server.target));
  await client.connect();
  try {
    /** Commit time of the transaction that stored the blocks up to a number. */
    const commits: { readonly number: number; readonly at: number }[] = [];
    client.on('notification', ({ payload }) => {
      commits.push({ number: Number(payload?.split(' ')[0]), at: Date.now() });
    });
    await client.query('listen tain_block');
    const begun = performance.now();
    while ((await lastBlock(client)) < founded - 1) {
      if (performance.now() - begun > CATCH_UP_TIMEOUT_MS)
        throw new Error('the ingest did not catch up with the stream in time');
      await sleep(500);
    }
    await client.query('vacuum analyze');
    const paths = scenariosOf(await selectSamples(client))
      .filter(({ name }) => ROUTES.has(name))
      .flatMap((scenario) => scenario.paths)
      .map((text) => `/api/v1/${text}`);
    const scattered = paths.map((text, i) => ({ text, at: (i * 7919) % paths.length }));
    scattered.sort((a, b) => a.at - b.at);
    network.send('go');
    await sleep(2 * BLOCK_MS);
    const from = Date.now();
    const clients = startRole(import.meta.url, 'clients-role', {
      url: service.url,
      paths: scattered.map(({ text }) => text),
      ...load,
    });
    const answered = await answerOf<Answered>(clients);
    const until = Date.now();
    network.send('stop');
    await sleep(2 * BLOCK_MS);
    const { rows } = await client.query<{ number: string; name: string; count: string }>(
      `select index::text as number, name, count::text from record_file where index >= $1 order by index`,
      [founded],
    );
    const jobs = await client.query<{ text: string }>(
      `select (select count(*) from account_balance_file) || ' balance snapshots, the last of '
        || coalesce((select max(count) from account_balance_file), 0) || ' accounts; '
        || (select count(*) from entity_stake) || ' stakes' as text`,
    );
    const lags: number[] = [];
    let transactions = 0;
    for (const { number, name, count } of rows) {
      const ready = await readyAt(dir, name);
      if (ready < from || ready > until) continue;
      const commit = commits.find((one) => one.number >= Number(number));
      if (!commit) continue;
      lags.push(commit.at - ready);
      transactions += Number(count);
    }
    console.log(`Lag of each block in order: ${lags.map(print).join(' ')} ms`);
    lags.sort((a, b) => a - b);
    const seconds = (until - from) / 1000;
    const cpu = await service.cpu();
    console.log(
      `${lags.length} blocks, ${print(transactions / seconds)} transactions a second; ${jobs.rows[0]?.text}`,
    );
    console.log(
      `Lag: p50 ${print(share(lags, 0.5))} ms, p99 ${print(share(lags, 0.99))} ms, max ${print(share(lags, 1))} ms`,
    );
    console.log(
      `Requests: ${print(answered.rate)} a second over ${load.clients} connections, p50 ${print(answered.p50)} ms, ` +
        `p99 ${print(answered.p99)} ms, ${answered.failed} failed`,
    );
    console.log(
      `Service: memory at most ${print(cpu.peak)} MB, ${print(cpu.seconds)} s of processor time in all`,
    );
  } finally {
    await client.end();
    await server.release();
  }
}

/** Returns the time at which the last file of a block arrived in the folder (milliseconds since 1970). */
async function readyAt(dir: string, name: string): Promise<number> {
  const streams = path.join(dir, 'recordstreams');
  let last = 0;
  for (const node of await readdir(streams)) {
    const signature = path.join(streams, node, name.replace(/\.rcd.*$/, '.rcd_sig'));
    const { ctimeMs } = await stat(signature).catch(() => ({ ctimeMs: 0 }));
    last = Math.max(last, ctimeMs);
  }
  return last;
}

async function lastBlock(client: pg.Client): Promise<number> {
  // The tables may not exist yet.
  const { rows } = await client
    .query<{ number: string }>('select coalesce(max(index), -1)::text as number from record_file')
    .catch(() => ({ rows: [] }));
  return Number(rows[0]?.number ?? -1);
}

interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  cpu(): Promise<{ readonly seconds: number; readonly peak: number }>;
}

/** Starts the program like `npm start`, following the folder. */
async function startService(work: string, dir: string, cache: string): Promise<Service> {
  const flags = await nodeOptions();
  const service = spawn(process.execPath, [...flags, MAIN, 'start'], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      TAIN_DATA_DIR: path.join(work, 'data'),
      TAIN_OPEN_PARENTS: 'on',
      TAIN_NETWORK: 'other',
      TAIN_STREAMS: dir,
      TAIN_ADDRESS_BOOK: path.join(dir, 'address_book.bin'),
      TAIN_ROLES: 'api,ingest',
      TAIN_CACHE: cache,
      TAIN_HOST: '127.0.0.1',
      TAIN_PORT: '0',
      TAIN_LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    service.once('exit', (code) => reject(new Error(`the service ended with code ${code}`)));
    createInterface({ input: service.stderr }).on('line', (line) => {
      const found = /Query service at (http:[^"\s]+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
      if (/"level":(?:40|50|60)/.test(line)) console.error(line);
    });
  });
  return {
    url,
    process: service,
    async cpu() {
      const status = await readFile(`/proc/${service.pid}/status`, 'utf8').catch(() => '');
      const times = await readFile(`/proc/${service.pid}/stat`, 'utf8').catch(() => '');
      const fields = times.split(') ')[1]?.split(' ') ?? [];
      return {
        seconds: (Number(fields[11]) + Number(fields[12])) / 100,
        peak: Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024,
      };
    },
  };
}

function nextMonth(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
}

/** Returns the smallest value that the given share of all values does not exceed. */
function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

function print(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

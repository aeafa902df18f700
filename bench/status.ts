/**
 * Measures the requests a second of the status service's public endpoints, compared with a bare Node server that
 * sends the same bytes, in the same run with the same client.
 *
 * npx tsx bench/status.ts [--seconds 5] [--connections 50] [--nodes 30]
 *
 * Server and client are separate processes on one machine. During the last measurement PostgreSQL is under load: the
 * answers come from memory, so only the processor is shared.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { startStatus } from '../src/status/start.ts';
import { type ConnectionTarget, Database } from '../src/store/connections/database.ts';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import { migrate } from '../src/store/migrate/migrate.ts';
import { generateLoad } from './load-generator.ts';

const PATHS = ['/api/v2/status.json', '/api/v2/summary.json', '/'];

const [role, argument] = process.argv.slice(2);
if (role === 'status-role') await statusRole(JSON.parse(argument ?? '{}') as ConnectionTarget);
else if (role === 'bare-role') await bareRole(JSON.parse(argument ?? '{}') as Record<string, string>);
else await bench();

async function statusRole(target: ConnectionTarget): Promise<void> {
  const status = await startStatus({
    database: new Database(target, { applicationName: 'tain status', maxConnections: 4 }),
    settings: { network: 'demo' },
    clock: Date.now,
    log: pino({ level: 'warn' }),
    registry: null,
    host: '127.0.0.1',
    port: 0,
    stateFile: null,
  });
  process.send?.(status.url);
}

/** Serves given bodies by path and nothing else, which shows the maximum of Node's own server. */
async function bareRole(bodies: Record<string, string>): Promise<void> {
  const server = http.createServer((request, response) => {
    const body = bodies[request.url ?? ''] ?? '';
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () =>
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
}

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '50' },
      nodes: { type: 'string', default: '30' },
    },
  });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-status-'));
  const embedded = await openEmbedded({ dataDir, settings: { fsync: 'off' } });
  const stops: (() => void)[] = [];
  try {
    await migrate(embedded.target);
    const database = new Database(embedded.target, { applicationName: 'bench', maxConnections: 4 });
    await writeEvidence(database, Number(values.nodes));
    const status = await startRole('status-role', embedded.target, stops);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const bodies: Record<string, string> = {};
    for (const where of PATHS) bodies[where] = await (await fetch(status + where)).text();
    const bare = await startRole('bare-role', bodies, stops);
    const load = { seconds: Number(values.seconds), connections: Number(values.connections) };
    for (const where of PATHS) {
      const ours = await measure(status + where, load);
      const plain = await measure(bare + where, load);
      print(`${where} (${Buffer.byteLength(bodies[where] ?? '')} bytes)`, ours, plain);
    }
    const busy = keepBusy(database);
    const where = '/api/v2/status.json';
    print(
      `${where} while PostgreSQL is busy`,
      await measure(status + where, load),
      await measure(bare + where, load),
    );
    await busy();
    await database.end();
  } finally {
    for (const stop of stops) stop();
    await embedded.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function startRole(name: string, argument: unknown, stops: (() => void)[]): Promise<string> {
  const child = fork(fileURLToPath(import.meta.url), [name, JSON.stringify(argument)]);
  stops.push(() => child.kill());
  return new Promise((resolve, reject) => {
    child.once('message', (url) => resolve(String(url)));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

async function measure(url: string, load: { seconds: number; connections: number }): Promise<Measured> {
  await generateLoad({ url, connections: load.connections, duration: 1 });
  const result = await generateLoad({ url, connections: load.connections, duration: load.seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx + result.errors} failed`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function print(what: string, ours: Measured, plain: Measured): void {
  const line = (name: string, it: Measured) =>
    `  ${name.padEnd(12)} ${Math.round(it.perSecond).toLocaleString('en').padStart(8)} requests/s, p50 ${it.p50} ms, p99 ${it.p99} ms`;
  const ratio = ((100 * ours.perSecond) / plain.perSecond).toFixed(0);
  process.stdout.write(
    `${what}\n${line('status', ours)}\n${line('bare server', plain)}\n  ratio        ${ratio} %\n`,
  );
}

async function writeEvidence(database: Database, nodes: number): Promise<void> {
  const ids = Array.from({ length: nodes }, (_, index) => index);
  for (let file = 60; file > 0; file--) {
    const end = BigInt(Date.now() - file * 2000) * 1_000_000n;
    await database.pool.query('select tain.report_signatures($1, $2, $3, $4)', [
      ids.map(() => end),
      ids,
      ids.map((id) => id + 3),
      ids.map(() => 'verified'),
    ]);
  }
  const now = Date.now();
  await database.pool.query("select tain.report_ingest('record', $1, 1, $2, '0.66.1', true, null)", [
    now,
    BigInt(now) * 1_000_000n,
  ]);
}

/** Runs two concurrent statements that use processor time. */
function keepBusy(database: Database): () => Promise<void> {
  let stopped = false;
  const one = async () => {
    while (!stopped) {
      await database.pool.query('select sum(sqrt(n)) from generate_series(1, 300000) as n');
    }
  };
  const both = Promise.all([one(), one()]);
  return async () => {
    stopped = true;
    await both;
  };
}

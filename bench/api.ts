/**
 * Measures the requests a second of the query service, route by route, compared with those that PostgreSQL alone
 * reaches with the same prepared statements and as many clients, in the same run.
 *
 * npm run bench:api -- [--transactions 1000000] [--seed 7] [--seconds 2] [--filter TEXT] [--connections 16] [--keep]
 * [--statements] [--beside NAME=URL,…] [--turns 5]
 *
 * `beside`: query services that run already, of other builds on copies of this database, or another program's. They are measured in
 * turns with this build, without PostgreSQL alone; `TAIN_PEER_URL` adds one. `filter`: names that contain this text, or several exact
 * names with `;` between them.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { ConnectionTarget } from '../src/store/connections/database.ts';
import { Database } from '../src/store/connections/database.ts';
import { type Beside, measureBeside } from './api/beside.ts';
import { benchFolder, dataFolder, openBenchDatabase } from './api/database.ts';
import { findHttpLoad, type HttpLoad } from './api/http-load.ts';
import { findPgbench, measurePgbench } from './api/pgbench.ts';
import { recordStatements, type Statement } from './api/recorded-statements.ts';
import { selectSamples } from './api/samples.ts';
import { type Scenario, scenariosOf } from './api/scenarios.ts';
import { type Service, startService } from './api/service.ts';
import { count, geometricMean, lineOf, percent } from './table.ts';
import { withClient } from './with-client.ts';

const line = lineOf(50, 11);

const { values: options } = parseArgs({
  options: {
    transactions: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '16' },
    filter: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
    beside: { type: 'string', default: '' },
    turns: { type: 'string', default: '5' },
  },
});
const load = { clients: Number(options.connections), seconds: Number(options.seconds) };
/** Warm-up of each route before it is measured. */
const WARM_SECONDS = 1;
const beside: readonly Beside[] = [
  ...options.beside.split(',').filter((text) => text !== ''),
  ...(process.env['TAIN_PEER_URL'] ? [`peer=${process.env['TAIN_PEER_URL']}`] : []),
].map((text) => ({
  name: text.slice(0, text.indexOf('=')),
  url: text.slice(text.indexOf('=') + 1).replace(/\/$/, ''),
}));
const size = { transactions: Number(options.transactions), seed: Number(options.seed) };

interface Measured {
  readonly name: string;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** Processor time of the service per request, in microseconds. */
  readonly cpu: number | null;
  readonly database: number | null;
}

await bench();

async function bench(): Promise<void> {
  const pgbench = await findPgbench();
  if (pgbench === null) {
    console.log('pgbench is not there: no ratios. To get it: apt-get install postgresql-contrib');
  }
  const http = await findHttpLoad();
  console.log(
    `Requests are sent by ${http.name}${http.name === 'wrk' ? '' : ': apt-get install wrk takes less'}.`,
  );
  const server = await openBenchDatabase(size);
  try {
    const samples = await withClient(server.target, selectSamples);
    const scenarios = scenariosOf(samples).filter(({ name }) => isChosen(name));
    const service = await startService(dataFolder(size));
    try {
      if (beside.length > 0) {
        const services = [{ name: 'this build', url: service.url }, ...beside];
        await measureBeside(services, scenarios, { http: http.load, load, turns: Number(options.turns) });
      } else {
        summarize(await measureAll(service, server.target, scenarios, { http: http.load, pgbench }));
      }
      const memory = await service.memory();
      if (memory)
        console.log(`Memory of the service: ${count(memory.now)} MB, at most ${count(memory.peak)} MB`);
    } finally {
      await service.stop();
    }
  } finally {
    await server.release();
    if (!options.keep) await rm(benchFolder(size), { recursive: true, force: true });
  }
}

function isChosen(name: string): boolean {
  return options.filter.includes(';')
    ? options.filter.split(';').includes(name)
    : name.includes(options.filter);
}

async function measureAll(
  service: Service,
  target: ConnectionTarget,
  scenarios: readonly Scenario[],
  { http, pgbench }: { readonly http: HttpLoad; readonly pgbench: string | null },
): Promise<Measured[]> {
  const statements = await statementsOf(target, scenarios);
  const measured: Measured[] = [];
  await http(service.url, ['/health/liveness'], { ...load, seconds: WARM_SECONDS });
  const floor = await http(service.url, ['/health/liveness'], load);
  console.log(`An answer that asks no database: ${count(floor.rate)} requests a second`);
  console.log(line(['route', 'req/s', 'p50 ms', 'p99 ms', 'node µs', 'pgbench/s', 'ratio']));
  for (const { name } of scenarios) {
    const recorded = statements.get(name) ?? new Map<string, readonly Statement[]>();
    const paths = [...recorded.keys()];
    if (paths.length === 0) {
      console.log(line([name, '-']));
      continue;
    }
    if (options.statements) for (const { text } of [...recorded.values()][0] ?? []) console.log(`  ${text}`);
    // The service is warmed up, because an operator's service has been running for long, and code that just started is
    // slow.
    await http(service.url, paths, { ...load, seconds: WARM_SECONDS });
    const before = await service.cpu();
    const { rate, p50, p99, failed } = await http(service.url, paths, load);
    const after = await service.cpu();
    const database =
      pgbench === null ? null : await measurePgbench(pgbench, target, [...recorded.values()], load);
    const row: Measured = {
      name,
      rate,
      p50,
      p99,
      failed,
      cpu: before === null || after === null ? null : ((after - before) * 1000) / (rate * load.seconds),
      database,
    };
    measured.push(row);
    const ratio = row.database === null ? '-' : percent(row.rate / row.database);
    const failures = row.failed > 0 ? `${row.failed} failed` : '';
    console.log(
      line([
        name,
        count(row.rate),
        row.p50.toFixed(1),
        row.p99.toFixed(1),
        row.cpu === null ? '-' : count(row.cpu),
        row.database === null ? '-' : count(row.database),
        ratio,
        failures,
      ]),
    );
  }
  return measured;
}

/**
 * Returns the statements of each path, by name of the scenario, recorded from one request each in this process. Paths
 * that do not return 200 are left out.
 */
async function statementsOf(
  target: ConnectionTarget,
  scenarios: readonly Scenario[],
): Promise<Map<string, Map<string, readonly Statement[]>>> {
  const { startApi } = (await import(
    new URL('../dist/rest/server.js', import.meta.url).href
  )) as typeof import('../src/rest/server.ts');
  const { DEFAULT_API_SETTINGS } = await import('../src/rest/route/settings.ts');
  const database = new Database(target, { applicationName: 'tain bench', maxConnections: 2 });
  const recorder = recordStatements(database.pool);
  const api = await startApi({
    database,
    settings: { ...DEFAULT_API_SETTINGS, cache: false },
    clock: Date.now,
    log: pino({ level: 'silent' }),
    registry: new Registry(),
    host: '127.0.0.1',
    port: 0,
  });
  const found = new Map<string, Map<string, readonly Statement[]>>();
  try {
    for (const { name, paths } of scenarios) {
      const recorded = new Map<string, readonly Statement[]>();
      for (const below of paths) {
        const path = `/api/v1/${below}`;
        const response = await fetch(api.url + path);
        const body = await response.text();
        const statements = recorder.take();
        if (response.status === 200) recorded.set(path, statements);
        else if (response.status !== 404) console.log(`${path}: ${response.status} ${body}`);
      }
      found.set(name, recorded);
    }
  } finally {
    await api.close();
    await database.end();
  }
  return found;
}

function summarize(measured: readonly Measured[]): void {
  const compared = measured.filter(({ database }) => database !== null);
  if (measured.length === 0) return;
  console.log(`Geometric means: ${count(geometricMean(measured.map(({ rate }) => rate)))} requests a second`);
  if (compared.length > 0) {
    const ratio = geometricMean(compared.map(({ rate, database }) => rate / (database ?? rate)));
    console.log(`  ${percent(ratio)} of PostgreSQL's own rate, over ${compared.length} routes`);
  }
  console.log(`Slowest p99: ${Math.max(...measured.map(({ p99 }) => p99)).toFixed(1)} ms`);
}

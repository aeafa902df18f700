/**
 * Measures the contract calls a second of the built program, with a block every two seconds as on a network, and the
 * parts of a call's time.
 *
 * npm run bench:call -- [--seconds 5] [--connections 16] [--workers 2] [--filter TEXT]
 *
 * The contracts are OpenZeppelin's, compiled by solc, which are installed once into the user's cache. Client, program
 * and PostgreSQL share the machine. Engine and reads of the state are measured separately, in this process on one
 * thread, with the code of a worker: the first call of a block reads, later ones use its cache.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type ConnectionTarget, Database } from '../src/store/connections/database.ts';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import { readPostmasterPid } from '../src/store/embedded/process.ts';
import { migrate } from '../src/store/migrate/migrate.ts';
import { makeScene, type Scene } from '../test/calls/contracts/scene.ts';
import { PACKAGES } from '../test/clients/packages.ts';
import { serverTime } from './api/processor-time.ts';
import { type Service, startService } from './api/service.ts';
import { type BenchCall, benchCalls } from './call/calls.ts';
import { measureParts } from './call/parts.ts';
import { generateLoad } from './load-generator.ts';
import { count, lineOf, percent } from './table.ts';

const line = lineOf(28, 10);

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
    workers: { type: 'string', default: '2' },
    filter: { type: 'string', default: '' },
  },
});
const BLOCK_MS = 2_000;
const WARM_SECONDS = 2;
/** Header of the table: name, then the figures. */
const HEAD = ['call', 'req/s', 'of empty', 'p50 ms', 'p99 ms', 'Mgas/s', 'node µs', 'pg µs'];
const PARTS_HEAD = ['engine µs', 'its share', 'first µs', 'reads', 'read µs'];

if (PACKAGES === undefined) throw new Error('the contracts cannot be compiled without their packages');
await bench(await makeScene(PACKAGES));

async function bench(scene: Scene): Promise<void> {
  const calls = benchCalls(scene).filter(({ name }) => name.includes(options.filter));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-bench-call-'));
  const server = await openEmbedded({ dataDir });
  try {
    await migrate(server.target);
    const database = new Database(server.target, { applicationName: 'tain bench', maxConnections: 2 });
    await scene.insertInto(database);
    await database.pool.query('vacuum analyze');
    const blocks = setInterval(() => void nextBlock(database), BLOCK_MS);
    try {
      await measureAll(dataDir, server.target, calls);
    } finally {
      clearInterval(blocks);
      await database.end();
    }
  } finally {
    await server.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureAll(
  dataDir: string,
  target: ConnectionTarget,
  calls: readonly BenchCall[],
): Promise<void> {
  const service = await startService(dataDir, {
    TAIN_ROLES: 'api,evm',
    TAIN_EVM_WORKERS: options.workers,
    TAIN_EVM_REQUESTS_PER_SECOND: '1000000',
    TAIN_EVM_GAS_PER_SECOND: '10000000000000',
  });
  const postmaster = await readPostmasterPid(path.join(dataDir, 'postgres'));
  try {
    const load = os.loadavg()[0]?.toFixed(1);
    const { connections, workers } = options;
    console.log(
      `${os.cpus().length} cores, load before ${load}, ${connections} connections, ${workers} workers`,
    );
    const before = await service.memory();
    // Measures the same program, connections and client, so that the rate shows the cost of HTTP alone.
    const empty = await measure(service, postmaster, [{ path: '/health/liveness' }]);
    console.log(line([...HEAD, ...PARTS_HEAD]));
    console.log(line(['an empty answer', ...cellsOf(empty, empty.rate, 0)]));
    for (const { name, bodies } of calls) {
      const requests = bodies.map((body) => ({
        path: '/api/v1/contracts/call',
        method: 'POST' as const,
        body: JSON.stringify(body),
      }));
      const measured = await measure(service, postmaster, requests);
      const parts = await measureParts(target, bodies);
      console.log(
        line([
          name,
          // Mgas of an estimate are computed from the gas of one execution.
          ...cellsOf(measured, empty.rate, (measured.rate * Number(parts.gas)) / 1e6),
          count(parts.engine),
          percent(parts.engine / measured.node),
          count(parts.firstEngine),
          String(parts.statements),
          count(parts.read),
          measured.failed > 0 ? `${measured.failed} failed` : '',
        ]),
      );
    }
    const memory = await service.memory();
    if (memory && before) {
      const added = count(memory.peak - before.now);
      console.log(
        `Memory of the whole program: ${count(memory.now)} MB, at most ${count(memory.peak)} MB, ${added} MB more than before the first call`,
      );
    }
  } finally {
    await service.stop();
  }
}

interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** Processor time of the program, and of PostgreSQL, per request, in microseconds. */
  readonly node: number;
  readonly server: number;
}

type Request = { readonly path: string; readonly method?: 'POST'; readonly body?: string };

/** Sends the requests in rotation, after a warm-up that is not counted. */
async function measure(
  service: Service,
  postmaster: number | null,
  requests: readonly Request[],
): Promise<Measured> {
  const ask = (duration: number) =>
    generateLoad({
      url: service.url,
      connections: Number(options.connections),
      duration,
      headers: { 'content-type': 'application/json' },
      requests,
    });
  const times = async () => [
    (await service.cpu()) ?? Number.NaN,
    (postmaster === null ? null : await serverTime(postmaster)) ?? Number.NaN,
  ];
  await ask(WARM_SECONDS);
  const [node = 0, server = 0] = await times();
  const answered = await ask(Number(options.seconds));
  const [nodeAfter = 0, serverAfter = 0] = await times();
  const rate = answered.requests.average;
  const each = (milliseconds: number) => (milliseconds * 1000) / (rate * Number(options.seconds));
  return {
    rate,
    p50: answered.latency.p50,
    p99: answered.latency.p99,
    failed: answered.non2xx + answered.errors,
    node: each(nodeAfter - node),
    server: each(serverAfter - server),
  };
}

function cellsOf({ rate, p50, p99, node, server }: Measured, empty: number, mgas: number): string[] {
  return [
    count(rate),
    percent(rate / empty),
    p50.toFixed(0),
    p99.toFixed(0),
    mgas.toFixed(1),
    count(node),
    count(server),
  ];
}

/** Adds a block without changes, which invalidates the workers' caches. */
async function nextBlock(database: Database): Promise<void> {
  await database.pool
    .query(
      `with last as (select * from record_file order by index desc limit 1),
        added as (
          insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count,
            digest_algorithm, version, file_hash, index)
          select name || '.', load_start, load_end, hash, prev_hash, consensus_end + 1, consensus_end + 2000000000,
            count, digest_algorithm, version, file_hash, index + 1 from last returning index)
        select pg_notify('tain_block', index::text) from added`,
    )
    .catch((error: unknown) => console.error(error));
}

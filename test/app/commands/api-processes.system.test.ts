import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import http from 'node:http';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../database.ts';
import { freePort } from '../../free-ports.ts';
import { removeFolder } from '../../remove-folder.ts';
import { Tain } from './tain.ts';

// The query service in several processes behind one port, as an operator runs it.

let folder: string;
let db: TestDatabase;
let settings: Record<string, string>;
const started: Tain[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-processes-'));
  db = await createTestDatabase();
  settings = {
    DATABASE_URL: databaseUrl(db),
    TAIN_PORT: '0',
    TAIN_API_PROCESSES: '3',
  };
});
afterAll(async () => {
  for (const tain of started) if (tain.child.exitCode === null) await tain.stop('SIGKILL');
  await db.drop();
  await removeFolder(folder);
});

function start(further: Readonly<Record<string, string>> = {}, args = ['start', '--roles', 'api']): Tain {
  const TAIN_DATA_DIR = path.join(folder, `data-${started.length}`);
  const tain = new Tain(args, { ...settings, TAIN_DATA_DIR, ...further });
  started.push(tain);
  return tain;
}

/** Returns the child processes of a program. */
function childrenOf(tain: Tain): number[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return text
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*api-processes/.exec(line))
    .filter((match) => Number(match?.[2]) === tain.child.pid)
    .map((match) => Number(match?.[1]));
}

/** Sends one request on its own connection. Such requests are distributed round robin over the processes. */
function get(url: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent: false }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
        response.on('error', reject);
      })
      .on('error', reject);
  });
}

/** Returns the value of a metric from `/metrics`. */
async function metric(url: string, name: string): Promise<number> {
  const { body } = await get(`${url}/metrics`);
  const line = body.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

/** Options for a busy machine. */
const soon = { timeout: 120_000 };

const BLOCKS_ANSWERED = 'tain_api_requests_total{route="/api/v1/blocks",status="200"}';

describe('three processes', () => {
  let tain: Tain;
  let url: string;
  beforeAll(async () => {
    tain = start();
    url = await tain.url();
  });

  test('one /metrics answers for all processes, and none of its counts goes back when one is replaced', async () => {
    await tain.waitFor('in 3 processes');
    const before = childrenOf(tain);
    expect(before).toHaveLength(3);
    for (let n = 0; n < 12; n++) expect((await get(`${url}/api/v1/blocks`)).status).toBe(200);
    // Each connection reaches another process.
    for (let n = 0; n < 4; n++) expect(await metric(url, BLOCKS_ANSWERED)).toBe(12);
    expect(await metric(url, 'tain_api_request_duration_seconds_count{route="/api/v1/blocks"}')).toBe(12);
    expect(await metric(url, 'tain_api_processes')).toBe(3);
    expect(await metric(url, 'process_resident_memory_bytes')).toBeGreaterThan(150e6);

    process.kill(before[0] ?? 0, 'SIGKILL');
    await tain.waitFor(/process \d of the query service \(pid \d+\) ended: signal SIGKILL/);
    await expect.poll(() => metric(url, 'tain_api_processes_replaced_total'), soon).toBe(1);
    await expect.poll(() => childrenOf(tain).length, soon).toBe(3);
    expect(childrenOf(tain)).not.toEqual(before);
    expect(await metric(url, BLOCKS_ANSWERED)).toBe(12);
    for (let n = 0; n < 6; n++) expect((await get(`${url}/api/v1/blocks`)).status).toBe(200);
    expect(await metric(url, BLOCKS_ANSWERED)).toBe(18);
    expect((await get(`${url}/health/readiness`)).status).toBe(200);
  });

  test('each process shows a new block as soon as it is announced', async () => {
    const numbers = async () => {
      const bodies = await Promise.all(Array.from({ length: 9 }, () => get(`${url}/api/v1/blocks`)));
      return bodies.map(
        ({ body }) => (JSON.parse(body) as { blocks: { number: number }[] }).blocks[0]?.number,
      );
    };
    expect(new Set(await numbers())).toEqual(new Set([undefined]));
    for (const number of [1, 2]) {
      await db.database.pool.query(
        `insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count,
                                  digest_algorithm, version, file_hash, index)
         values ($1::text, 0, 0, repeat('ab', 48), repeat('cd', 48), $1::bigint, $1::bigint, 0, 0, 6, repeat('ef', 48), $1::bigint)`,
        [number],
      );
      await db.database.pool.query("select pg_notify('tain_block', '')");
      await expect.poll(async () => new Set(await numbers()), soon).toEqual(new Set([number]));
    }
  });

  test('readiness follows an outage of the database', async () => {
    const { name } = db;
    const admin = new pg.Client(
      connectionConfig({
        ...(db.target as { host: string; port: number; user: string }),
        database: 'postgres',
      }),
    );
    await admin.connect();
    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    const all = async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => get(`${url}/health/readiness`)));
      return new Set(answers.map(({ status }) => status));
    };
    await expect.poll(all, soon).toEqual(new Set([503]));
    await admin.query(`alter database ${name} with allow_connections true`);
    await expect.poll(all, soon).toEqual(new Set([200]));
    await admin.end();
  });

  test('metrics that the first process does not sum in time are refused, and return with it', async () => {
    // The first process accepts connections, so this connection must be open before it is stopped.
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const metrics = () =>
      new Promise<{ status: number | undefined; body: string; after: string | undefined }>(
        (resolve, reject) => {
          const outgoing = http.get(`${url}/metrics`, { agent }, (response) => {
            let body = '';
            response.on('data', (chunk: Buffer) => {
              body += chunk;
            });
            const { statusCode: status, headers } = response;
            response.on('end', () => resolve({ status, body, after: headers['retry-after'] }));
          });
          outgoing.on('error', reject);
        },
      );
    expect((await metrics()).status).toBe(200);
    const { pid = 0 } = tain.child;
    process.kill(pid, 'SIGSTOP');
    try {
      const { status, body, after } = await metrics();
      expect([status, after]).toEqual([503, '1']);
      expect(body).toContain('The metrics of the other processes did not arrive');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await expect.poll(async () => (await metrics()).status, soon).toBe(200);
    agent.destroy();
  });

  test('pending requests are answered when it stops', async () => {
    const other = new pg.Client(connectionConfig(db.target));
    await other.connect();
    await other.query('begin');
    await other.query('lock table record_file in access exclusive mode');
    const answers = [1, 2, 3].map((limit) => get(`${url}/api/v1/blocks?limit=${limit}`));
    const waiting =
      "select count(*)::int as n from pg_locks where not granted and relation = 'record_file'::regclass";
    const waits = async () => (await other.query<{ n: number }>(waiting)).rows[0]?.n;
    await expect.poll(waits, soon).toBeGreaterThanOrEqual(3);
    const stopped = tain.stop();
    await tain.waitFor('Stopping');
    await other.query('commit');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await stopped).code).toBe(0);
    expect(childrenOf(tain)).toEqual([]);
    await other.end();
  });
});

describe('two processes with an engine, and metrics at an address of their own', () => {
  let tain: Tain;
  let url: string;
  let metricsUrl: string;
  const metrics = async () =>
    (await fetch(metricsUrl, { headers: { authorization: 'Bearer open-sesame' } })).text();
  beforeAll(async () => {
    const port = await freePort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    const further = {
      TAIN_API_PROCESSES: '2',
      TAIN_EVM_WORKERS: '1',
      TAIN_METRICS_ADDRESS: `127.0.0.1:${port}`,
      TAIN_METRICS_TOKEN: 'open-sesame',
    };
    tain = start(further, ['start', '--roles', 'api,evm']);
    url = await tain.url();
  });

  test('metrics at an address of their own cover all processes, and need the token', async () => {
    for (let n = 0; n < 6; n++) await get(`${url}/api/v1/blocks`);
    expect((await get(`${url}/metrics`)).status).toBe(404);
    expect((await fetch(metricsUrl)).status).toBe(401);
    expect(await metrics()).toContain(`${BLOCKS_ANSWERED} 6`);
  });

  test('contract calls of all processes are executed by the threads of one', async () => {
    const call = async (to: string) => {
      const response = await fetch(`${url}/api/v1/contracts/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ to, data: '0x06fdde03' }),
      });
      return response.status;
    };
    const statuses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => call(`0x${String(n + 10).repeat(20)}`)),
    );
    expect(new Set(statuses).size).toBe(1);
    expect(await metrics()).toMatch(/tain_evm_call_seconds_count\S* 8/);
    // A trace of an unknown hash is a 404 of the first process.
    const trace = await fetch(`${url}/api/v1/contracts/results/0x${'12'.repeat(32)}/opcodes`);
    expect(trace.status).toBe(404);
  });

  test('no process outlives the killed first one', async () => {
    const pids = childrenOf(tain);
    expect(pids).toHaveLength(2);
    await tain.stop('SIGKILL');
    const alive = () =>
      pids.filter((pid) => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      });
    await expect.poll(alive, soon).toEqual([]);
  });
});

test('a process that exits repeatedly ends the program, with one sentence', async () => {
  const tain = start({ TAIN_API_PROCESSES: '2' });
  await tain.url();
  let killed = 0;
  const [first] = childrenOf(tain);
  const retained = new Set(childrenOf(tain).filter((pid) => pid !== first));
  while (tain.child.exitCode === null && killed < 20) {
    for (const pid of childrenOf(tain)) {
      if (retained.has(pid)) continue;
      process.kill(pid, 'SIGKILL');
      retained.add(pid);
      killed++;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { code, stderr } = await tain.end();
  expect(killed).toBe(5);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /tain: process \d of the query service \(pid \d+\) ended: signal SIGKILL, 5 times in a row\./,
  );
  expect(stderr).not.toContain('    at ');
});

test('a port in use is reported in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const { code, stderr } = await start({ TAIN_PORT: String(port), TAIN_API_PROCESSES: '2' }).end();
  taken.close();
  expect(code).toBe(2);
  expect(stderr).toContain(
    `tain: Cannot listen on 127.0.0.1:${port} (TAIN_PORT): another process listens there.`,
  );
});

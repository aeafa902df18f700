import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Random } from '../../packages/network-simulator/src/random.ts';
import { CallReads } from '../../src/grpc/reads.ts';
import { QueryGate } from '../../src/rest/http/query-gate.ts';
import { requestBy } from '../../src/rest/http/request-context.ts';
import { type Reads, SnapshotReader } from '../../src/rest/http/snapshot-reader.ts';
import { repeatable } from '../../src/rest/route/route.ts';
import { type ApiSettings, DEFAULT_API_SETTINGS } from '../../src/rest/route/settings.ts';
import { type Api, startApi } from '../../src/rest/server.ts';
import { type ConnectionTarget, connectionConfig, Database } from '../../src/store/connections/database.ts';
import { OutageLog } from '../../src/store/connections/outage-log.ts';
import { SESSION_LIVENESS_SQL } from '../../src/store/connections/session-client.ts';
import {
  type DatabaseIdentity,
  foreignReason,
  selectIdentity,
} from '../../src/store/reads/database-identity.ts';
import { ReadServers } from '../../src/store/reads/servers/read-servers.ts';
import { sql } from '../../src/store/sql.ts';
import {
  type ReplicatedServers,
  SERIALIZATION_FAILURE,
  startReplicatedServers,
  type TestReplica,
} from '../replicated-servers.ts';
import { SEED } from '../seeds.ts';
import { TcpProxy } from '../tcp-proxy.ts';
import { block, insert, transaction } from './rows.ts';
import { readStream } from './streams/stream-reader.ts';

// A real primary and two streaming replicas.

let servers: ReplicatedServers;
let writer: Database;
let last = 0;
beforeAll(async () => {
  servers = await startReplicatedServers(2);
  writer = new Database(servers.primary, { applicationName: 'test', maxConnections: 4 });
  for (let count = 0; count < 3; count++) await writeBlock();
});
afterAll(async () => {
  await writer?.end();
  await servers?.stop();
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const { proxy: way, stream, replay } of servers.replicas) {
    way.state = 'open';
    stream.state = 'open';
    await replay(true).catch(() => undefined);
  }
  for (const end of ends.splice(0).reverse()) await end();
});

/** Writes a block with one transaction, which covers one second since the epoch. */
async function writeBlock(): Promise<number> {
  const number = ++last;
  await writer.transaction(async (client) => {
    const database = { pool: client } as unknown as Database;
    await insert(database, 'transaction', [transaction(BigInt(number) * 1_000_000_000n - 5n, 98)]);
    await insert(database, 'record_file', [block(number, number)]);
    await client.query('select pg_notify($1, $2)', ['tain_block', `${number} ${number}000000000`]);
  });
  return number;
}

interface Process {
  readonly api: Api;
  readonly registry: Registry;
  readonly lines: Record<string, unknown>[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  metric(name: string): Promise<number[]>;
}

/** Starts a query service with its own connections, like a process. */
async function startProcess(
  primary: ConnectionTarget,
  replicas: readonly ConnectionTarget[],
  settings: Partial<ApiSettings> = {},
): Promise<Process> {
  const open = (target: ConnectionTarget) =>
    new Database(target, {
      applicationName: 'tain api',
      maxConnections: 8,
      statementTimeoutMs: 10_000,
      repeatableRead: true,
      onError: () => undefined,
    });
  const database = open(primary);
  const registry = new Registry();
  const lines: Record<string, unknown>[] = [];
  const api = await startApi({
    database,
    replicas: replicas.map(open),
    settings: { ...DEFAULT_API_SETTINGS, maxConnections: 6, replicaMaxLag: 1_000, ...settings },
    clock: Date.now,
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    registry,
    host: '127.0.0.1',
    port: 0,
  });
  ends.push(async () => {
    await api.close();
    await database.end();
  });
  return {
    api,
    registry,
    lines,
    get: (path, headers = {}) => fetch(api.url + path, { headers }),
    async metric(name) {
      const found = (await registry.metrics()).matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, 'gm'));
      return [...found].map((match) => Number(match[1]));
    },
  };
}

/** Timeouts for a busy machine. */
const POLL = { timeout: 120_000, interval: 100 };
const targets = () => servers.replicas.map(({ proxy: way }) => way.target);
const BLOCKS = '/api/v1/blocks?limit=2';

async function shown(process: Process, headers: Record<string, string> = {}): Promise<number> {
  const response = await process.get(BLOCKS, headers);
  expect(response.status).toBe(200);
  const { blocks } = (await response.json()) as { blocks: { number: number }[] };
  expect(response.headers.get('tain-block')).toBe(String(blocks[0]?.number));
  return blocks[0]?.number ?? -1;
}

test('answers have the header of their block, also for scripts of other sites, cached or not', async () => {
  const process = await startProcess(servers.primary, targets());
  for (let count = 0; count < 3; count++) {
    const response = await process.get(BLOCKS);
    expect(response.headers.get('tain-block')).toBe(String(last));
    expect(response.headers.get('access-control-expose-headers')).toBe('tain-block');
  }
  const missing = await process.get('/api/v1/blocks/999999');
  expect([missing.status, missing.headers.get('tain-block')]).toEqual([404, String(last)]);
});

test('replicas serve reads: without the primary all requests are answered', async () => {
  const primary = await TcpProxy.to(servers.primary);
  ends.push(() => primary.close());
  const process = await startProcess(primary.target, targets(), { cache: false });
  expect(await shown(process)).toBe(last);
  primary.state = 'cut';
  for (let count = 0; count < 10; count++) expect(await shown(process)).toBe(last);
  expect(await process.metric('tain_api_replica_failures_total')).toEqual([0]);
});

const readiness = async (process: Process): Promise<[number, unknown]> => {
  const response = await process.get('/health/readiness');
  return [response.status, await response.json()];
};

test('a service is ready while any of its databases responds, and reports which', async () => {
  const primary = await TcpProxy.to(servers.primary);
  ends.push(() => primary.close());
  const process = await startProcess(primary.target, targets(), { cache: false });
  const all = { status: 'ok', primary: 'ok', replicas: { asked: 2, left_out: 0 } };
  expect(await readiness(process)).toEqual([200, all]);
  for (const fault of ['cut', 'silent'] as const) {
    primary.state = fault;
    await expect.poll(() => readiness(process), POLL).toEqual([200, { ...all, primary: 'error' }]);
    expect(await shown(process)).toBe(last);
    primary.state = 'open';
    await expect.poll(() => readiness(process), POLL).toEqual([200, all]);
  }
  for (const { proxy: way } of servers.replicas) way.state = 'cut';
  const alone = { ...all, replicas: { asked: 0, left_out: 2 } };
  await expect.poll(() => readiness(process), POLL).toEqual([200, alone]);
  primary.state = 'cut';
  const none = { ...alone, status: 'error', primary: 'error' };
  await expect.poll(() => readiness(process), POLL).toEqual([503, none]);
});

test('a server that is not a replica of this primary is never read, and reported, even at the address of one', async () => {
  const [first] = servers.replicas;
  if (first === undefined) throw new Error('no replica');
  const moving = await TcpProxy.to(first.target);
  ends.push(() => moving.close());
  const process = await startProcess(servers.primary, [moving.target, servers.primary], { cache: false });
  const leftOut = async () =>
    [...(await process.registry.metrics()).matchAll(/left_out.*reason="(\w+)"} 1/g)].map(
      ([, reason]) => reason,
    );
  expect(await leftOut()).toEqual(['foreign']);
  moving.redirect(servers.primary);
  await expect.poll(leftOut, POLL).toEqual(['foreign', 'foreign']);
  expect(await shown(process)).toBe(last);
  const reasons = process.lines.map(({ reason }) => reason);
  expect(reasons).toContain('It replays no log: it is a primary itself');
  moving.redirect(first.target);
  await expect.poll(leftOut, POLL).toEqual(['foreign']);
});

test('a replica is distinguished from other databases, also for a user who may not read the cluster name', async () => {
  const [replica] = servers.replicas;
  if (replica === undefined) throw new Error('no replica');
  const read = async (target: ConnectionTarget, user?: string): Promise<DatabaseIdentity> => {
    const client = new pg.Client(connectionConfig(target));
    await client.connect();
    try {
      if (user !== undefined) await client.query(`set role ${user}`);
      return await selectIdentity(client);
    } catch (error) {
      // The replay of the new privileges may cancel a statement on the replica.
      if (error instanceof pg.DatabaseError && error.code === SERIALIZATION_FAILURE)
        return read(target, user);
      throw error;
    } finally {
      await client.end();
    }
  };
  await writer.pool.query(`insert into tain.network (name) values ('other') on conflict do nothing`);
  await writer.pool.query(
    'create role bounded; grant usage on schema tain to bounded; grant select on tain.network to bounded',
  );
  await writer.pool.query('create role blind; revoke execute on function pg_control_system() from public');
  await expect.poll(() => read(replica.target, 'blind').then(({ cluster }) => cluster), POLL).toBe(null);
  const primary = await read(servers.primary);
  const own = await read(replica.target);
  expect(own).toEqual({ ...primary, isReplica: true });
  expect(primary.cluster).toMatch(/^\d+$/);
  expect(foreignReason(own, primary)).toBe(null);
  expect(foreignReason(own, null)).toBe(null);
  expect(foreignReason(primary, primary)).toContain('primary itself');
  expect(foreignReason({ ...own, cluster: '1' }, primary)).toContain('another cluster');
  expect(foreignReason({ ...own, database: '1' }, primary)).toContain('another database');
  for (const user of ['blind', 'bounded']) {
    const seen = await read(replica.target, user);
    expect(seen).toEqual({ ...own, cluster: null, mirror: user === 'blind' ? null : own.mirror });
    expect(foreignReason(seen, primary)).toBe(null);
    const foreign = foreignReason(seen, { ...primary, mirror: 'other 1' });
    if (user === 'blind') expect(foreign).toBe(null);
    else expect(foreign).toContain('another mirror');
  }
});

test('a lagging replica is excluded and returns; no client sees an older block meanwhile', async () => {
  const process = await startProcess(servers.primary, targets());
  const [first] = servers.replicas;
  await first?.replay(false);
  await writeBlock();
  await expect.poll(() => shown(process)).toBe(last);
  for (let count = 0; count < 50; count++) expect(await shown(process)).toBe(last);
  await expect.poll(() => process.metric('tain_api_replica_asked'), POLL).toEqual([0, 1]);
  const lags = await process.metric('tain_api_replica_lag_seconds');
  expect(lags[0]).toBeGreaterThan(1);
  expect(lags[1]).toBe(0);
  await first?.replay(true);
  await expect.poll(() => process.metric('tain_api_replica_asked'), POLL).toEqual([1, 1]);
  expect(process.lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['A replica is left out', 'A replica is in use']),
  );
});

test('the primary is read while all replicas lag, immediately for a client that has seen its block', async () => {
  const process = await startProcess(servers.primary, targets(), { replicaMaxLag: 1_500 });
  const before = await shown(process);
  for (const { replay } of servers.replicas) await replay(false);
  await writeBlock();
  // The replica lags less than allowed.
  expect(await shown(process)).toBe(before);
  expect(await shown(process, { 'tain-block': String(before) })).toBe(before);
  expect(await shown(process, { 'tain-block': String(last) })).toBe(last);
  // The process has returned this block, so it returns no earlier one.
  expect(await shown(process)).toBe(last);
  await writeBlock();
  await expect.poll(() => shown(process), POLL).toBe(last);
});

test('a block that no server has is waited for, then answered with 503; an invalid block with 400', async () => {
  const process = await startProcess(servers.primary, targets());
  const ahead = { 'tain-block': String(last + 1) };
  const waiting = process.get(BLOCKS, ahead);
  // A later request succeeds.
  expect((await process.get('/api/v1/network/fees')).headers.get('tain-block')).not.toBe(null);
  await writeBlock();
  expect((await waiting).status).toBe(200);
  expect((await waiting).headers.get('tain-block')).toBe(String(last));
  const refused = await process.get(BLOCKS, { 'tain-block': '999999999' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({
    _status: { messages: [{ message: 'Service unavailable', detail: 'Block 999999999 is not visible yet' }] },
  });
  for (const wrong of ['x', '-1', '1,2', '1'.repeat(40)]) {
    const response = await process.get(BLOCKS, { 'tain-block': wrong });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      _status: { messages: [{ message: 'Invalid header: tain-block' }] },
    });
  }
});

test('a replica, on which LISTEN is impossible, announces blocks once it has them', async () => {
  const [{ target, replay }] = servers.replicas as [TestReplica];
  const primary = new Database(target, {
    applicationName: 'test blocks',
    maxConnections: 1,
    onError: () => undefined,
  });
  const reading = new ReadServers({ primary, replicas: [], maxLagMs: 1_000, log: pino({ level: 'silent' }) });
  ends.push(async () => {
    await reading.close();
    await primary.end();
  });
  const { blocks } = reading;
  await reading.listen();
  const { signal } = new AbortController();
  const first = BigInt(await writeBlock());
  expect((await blocks.next(first - 1n, signal)).index).toBe(first);
  await replay(false);
  const second = BigInt(await writeBlock());
  const waiting = blocks.next(first, signal);
  expect(await Promise.race([waiting, sleep(1_000, 'nothing')])).toBe('nothing');
  await replay(true);
  expect((await waiting).index).toBe(second);
});

test('a stream resumes from its cursor in another process while a replica lags', async () => {
  const streams = { eventStreams: 10, eventStreamHeartbeatMs: 200, eventStreamStallTimeoutMs: 60_000 };
  const processes = [
    await startProcess(servers.primary, [], streams),
    await startProcess(servers.primary, targets(), streams),
  ];
  const first = await writeBlock();
  const given: number[] = [];
  let cursor: string | undefined;
  for (let round = 0; round < 6; round++) {
    // Replicas are up to date, or lag for longer than allowed.
    for (const { replay } of servers.replicas) await replay(round % 3 !== 1);
    const wanted = await writeBlock();
    const stream = await readStream(
      `${processes[round % 2]?.api.url}/api/v1/blocks/stream?block.number=gte:${first}`,
      cursor === undefined ? {} : { lastEventId: cursor },
    );
    expect(stream.status).toBe(200);
    while (given.at(-1) !== wanted) {
      const frame = await stream.until('message');
      given.push((frame.data as { number: number }).number);
      cursor = frame.id;
    }
    stream.leave();
  }
  expect(given).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index));
});

test('rows of gRPC calls come from a replica, from the primary if that fails, and never from before a block', async () => {
  const [lagging] = servers.replicas;
  const open = (at: ConnectionTarget) =>
    new Database(at, {
      applicationName: 'test',
      maxConnections: 4,
      repeatableRead: true,
      onError: () => undefined,
    });
  const primary = open(servers.primary);
  const log = pino({ level: 'silent' });
  const reading = new ReadServers({ primary, replicas: targets().map(open), maxLagMs: 60_000, log });
  ends.push(async () => {
    await reading.close();
    await primary.end();
  });
  await reading.start();
  const calls = new CallReads(reading, 2);
  const reads = calls.of();
  const isReplica = async () => (await reads.select(sql`select pg_is_in_recovery()`))[0]?.[0];
  await expect.poll(isReplica, POLL).toBe('t');
  const end = BigInt(await writeBlock()) * 1_000_000_000n;
  const COUNT = sql`select count(*) from record_file where consensus_end = ${end}`;
  await expect
    .poll(() => reads.through(COUNT, end).catch(() => undefined), POLL)
    .toMatchObject({
      rows: [['1']],
      through: end,
    });
  await expect(reads.through(COUNT, end + 1n)).rejects.toThrow('Please retry later');
  // A replica without a block that was shown is not read.
  await lagging?.replay(false);
  const newest = String(BigInt(await writeBlock()) * 1_000_000_000n);
  const lastEnd = async () => (await reads.select(sql`select max(consensus_end) from record_file`))[0]?.[0];
  await expect.poll(lastEnd, POLL).toBe(newest);
  for (let count = 0; count < 20; count++) expect(await lastEnd()).toBe(newest);
  for (const { proxy } of servers.replicas) proxy.state = 'cut';
  expect(await isReplica()).toBe('f');
  expect(await calls.answers()).toBe(true);
});

test('a statement that replay cancels is repeated on the primary', async () => {
  const [target] = servers.replicas.map((replica) => replica.target);
  if (target === undefined) throw new Error('no replica');
  const open = (at: ConnectionTarget) =>
    new Database(at, { applicationName: 'test', maxConnections: 4, repeatableRead: true });
  const log = pino({ level: 'silent' });
  const primary = open(servers.primary);
  const reading = new ReadServers({
    primary,
    replicas: [open(target)],
    maxLagMs: 5_000,
    log,
  });
  ends.push(async () => {
    await reading.close();
    await primary.end();
  });
  await reading.start();
  expect(reading.choose()).not.toBe(reading.primary);
  const reader = new SnapshotReader(reading, new QueryGate(4, 10), new OutageLog(log, 'primary'));
  const server: string[] = [];
  const read = reader.read(
    requestBy('test', '/test'),
    repeatable(({ select }: Reads) => {
      server.push('read');
      return select(
        sql`select count(*), pg_is_in_recovery(), pg_sleep(${server.length === 1 ? 600 : 0}) from record_file`,
      );
    }),
  );
  const requested = new Database(target, { applicationName: 'test', maxConnections: 1 });
  ends.push(() => requested.end());
  const isRunning = "select from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await requested.pool.query(isRunning)).rows.length, POLL).toBe(1);
  // The replay of the lock conflicts with the running statement.
  await writer.transaction((client) => client.query('lock table record_file in access exclusive mode'));
  expect((await read)[0]?.[1]).toBe('f');
  expect(server).toEqual(['read', 'read']);
  expect(reading.failures).toBe(1);
});

test('a replica that is killed or falls silent loses no answer', async () => {
  const process = await startProcess(servers.primary, targets(), { cache: false });
  const [first, second] = servers.replicas;
  let answers = 0;
  let isOver = false;
  const clients = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      await shown(process);
      answers += 1;
    }
  });
  /** Waits for some more answers to each client. */
  const answered = async (count: number): Promise<void> => {
    const before = answers;
    await Promise.race([
      expect.poll(() => answers, POLL).toBeGreaterThan(before + 4 * count),
      Promise.all(clients),
    ]);
  };
  await answered(2);
  await first?.kill();
  await answered(10);
  if (second) second.proxy.state = 'held';
  // The replica is excluded from reads.
  await expect.poll(async () => (await process.metric('tain_api_replica_asked'))[1], POLL).toBe(0);
  await answered(10);
  if (second) second.proxy.state = 'open';
  await expect.poll(() => process.metric('tain_api_replica_asked'), POLL).toEqual([1, 1]);
  isOver = true;
  await Promise.all(clients);
  expect(answers).toBeGreaterThan(10);
});

test('sessions of the ingest use the keepalive settings', async () => {
  // Unix sockets have no keepalives, so this only checks that the server accepts the settings.
  const { rows } = await writer.transaction(async (client) => {
    await client.query(SESSION_LIVENESS_SQL);
    return client.query('select inet_server_addr() as address');
  });
  expect(rows).toEqual([{ address: null }]);
});

const DURATION = Number(process.env.TAIN_REPLICAS_SECONDS ?? 10) * 1_000;
const PATHS = [
  BLOCKS,
  '/api/v1/transactions?limit=2',
  '/api/v1/blocks?limit=1&order=asc',
  '/api/v1/network/fees',
];

test(`answers never go back in time and equal those of the primary, for any faults of replicas (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const processes = [
    await startProcess(servers.primary, targets()),
    await startProcess(servers.primary, targets(), { cache: false }),
  ];
  /** Newest block in an answer, by process. */
  const newest = processes.map(() => 0);
  const answers = new Map<string, { path: string; block: number; text: string }>();
  let isOver = false;
  let requested = 0;
  const client = async (): Promise<void> => {
    let seen = 0;
    while (!isOver) {
      const index = random.below(processes.length);
      const path = random.pick(PATHS);
      const sends = random.below(2) === 0 && seen > 0;
      const min = Math.max(newest[index] ?? 0, sends ? seen : 0);
      const began = performance.now();
      const response = await processes[index]?.get(path, sends ? { 'tain-block': String(seen) } : {});
      const text = (await response?.text()) ?? '';
      if (path !== '/api/v1/network/fees') expect(`${response?.status} ${path} ${text}`).toMatch(/^200 /);
      const at = Number(response?.headers.get('tain-block'));
      expect(
        at,
        `${path} of process ${index} after block ${min}, sent ${sends ? seen : 'none'}, ${Math.round(performance.now() - began)} ms: ${text.slice(0, 120)}`,
      ).toBeGreaterThanOrEqual(min);
      newest[index] = Math.max(newest[index] ?? 0, at);
      seen = Math.max(seen, at);
      requested += 1;
      answers.set(`${path} ${at} ${text}`, { path, block: at, text });
    }
  };
  const write = async (): Promise<void> => {
    while (!isOver) {
      await writeBlock();
      await sleep(20 + random.below(150));
    }
  };
  const disturb = async (): Promise<void> => {
    while (!isOver) {
      const replica = random.pick(servers.replicas);
      const kind = random.below(10);
      if (kind < 4) {
        await replica.replay(false).catch(() => undefined);
        await sleep(random.below(2_500));
        await replica.replay(true).catch(() => undefined);
      } else if (kind < 6) {
        replica.stream.state = random.pick(['held', 'cut'] as const);
        await sleep(random.below(2_000));
        replica.stream.state = 'open';
      } else if (kind < 9) {
        replica.proxy.state = random.pick(['held', 'cut'] as const);
        await sleep(random.below(2_000));
        replica.proxy.state = 'open';
      } else {
        await replica.kill().catch(() => undefined);
        await sleep(500);
      }
    }
  };
  const all = [...Array.from({ length: 5 }, client), write(), disturb(), disturb()];
  // The first failure ends the test.
  const failed = Promise.all(all).catch((error: unknown) => {
    isOver = true;
    throw error;
  });
  await Promise.race([sleep(DURATION), failed]);
  isOver = true;
  await failed;
  expect(requested).toBeGreaterThan(50);
  // The primary's current answers about each block, and about the transactions until its end.
  const primary = await startProcess(servers.primary, []);
  const compared = { blocks: 0, transactions: 0 };
  for (const { path, block: at, text } of answers.values()) {
    if (path === BLOCKS) {
      const now = await (await primary.get(`${BLOCKS}&block.number=lte:${at}`)).json();
      expect((JSON.parse(text) as { blocks: unknown }).blocks).toEqual((now as { blocks: unknown }).blocks);
      compared.blocks += 1;
    } else if (path.startsWith('/api/v1/transactions')) {
      const now = await (await primary.get(`${path}&timestamp=lte:${at}.000000000`)).json();
      expect((JSON.parse(text) as { transactions: unknown }).transactions).toEqual(
        (now as { transactions: unknown }).transactions,
      );
      compared.transactions += 1;
    }
  }
  const failures = (
    await Promise.all(processes.map((each) => each.metric('tain_api_replica_failures_total')))
  ).flat();
  console.log(
    `Replicas, seed ${SEED}: ${JSON.stringify({ asked: requested, written: last, ...compared, failures })}`,
  );
  expect(compared.blocks).toBeGreaterThan(5);
});

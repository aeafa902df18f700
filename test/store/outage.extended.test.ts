import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_API_SETTINGS } from '../../src/rest/route/settings.ts';
import { startApi } from '../../src/rest/server.ts';
import { startStatus } from '../../src/status/start.ts';
import { addressOf, Database } from '../../src/store/connections/database.ts';
import { databaseFailure, isDatabaseTrouble } from '../../src/store/connections/database-trouble.ts';
import { createTestDatabase } from '../database.ts';
import { block, insert } from '../rest/rows.ts';
import { TcpProxy } from '../tcp-proxy.ts';

// A database that is killed, cut off or silent: the resulting log lines and health.

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openThrough() {
  const db = await createTestDatabase();
  ends.push(() => db.drop());
  const proxy = await TcpProxy.to(db.target);
  ends.push(() => proxy.close());
  const lines: Record<string, unknown>[] = [];
  const database = new Database(proxy.target, {
    applicationName: 'test',
    maxConnections: 12,
    statementTimeoutMs: 10_000,
    onError: () => undefined,
  });
  ends.push(() => database.end());
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { db, proxy, database, log, lines };
}

async function startThrough() {
  const { db, proxy, database, log, lines } = await openThrough();
  const api = await startApi({
    database,
    settings: { ...DEFAULT_API_SETTINGS, cache: false },
    clock: Date.now,
    capabilities: () => ({ roles: [], features: {} }),
    log,
    registry: new Registry(),
    host: '127.0.0.1',
    port: 0,
  });
  ends.push(() => api.close());
  await insert(db.database, 'record_file', [block(1, 1)]);
  const get = async (where: string) => (await fetch(api.url + where)).status;
  return { db, proxy, lines, get };
}

test('an outage is one warning and one line with the count', async () => {
  const { proxy, lines, get } = await startThrough();
  expect(await get('/api/v1/blocks')).toBe(200);
  proxy.state = 'cut';
  for (let count = 0; count < 30; count++) expect(await get('/api/v1/blocks')).toBe(503);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: 40,
    msg: 'The database cannot be reached',
    database: `127.0.0.1:${proxy.port}`,
  });
  expect(JSON.stringify(lines)).not.toMatch(/select|at .*\.[jt]s:/);
  proxy.state = 'open';
  await sleep(1_100);
  expect(await get('/api/v1/blocks')).toBe(200);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ level: 30, msg: 'The database responds again', failed: 30 });
});

test('an internal error is logged once in full, then counted', async () => {
  const { db, lines, get } = await startThrough();
  await db.database.pool.query('alter table record_file rename to gone');
  for (let count = 0; count < 30; count++) expect(await get('/api/v1/blocks')).toBe(503);
  const reported = lines.filter(({ msg }) => msg === 'Statement failed');
  expect(reported).toHaveLength(1);
  expect(JSON.stringify(reported)).toContain('record_file');
});

test('readiness answers within two seconds while the database is silent', async () => {
  const { proxy, get } = await startThrough();
  expect(await get('/health/readiness')).toBe(200);
  proxy.state = 'silent';
  for (let count = 0; count < 2; count++) {
    const began = performance.now();
    expect(await get('/health/readiness')).toBe(503);
    expect(performance.now() - began).toBeLessThan(4_000);
  }
  proxy.state = 'cut';
  proxy.state = 'open';
  await expect.poll(() => get('/health/readiness'), { timeout: 120_000 }).toBe(200);
});

test('a transaction whose connection is killed while it waits reports the reason, and ends nothing else', async () => {
  const db = await createTestDatabase();
  ends.push(() => db.drop());
  const failure = await db.database
    .transaction(async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await db.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await sleep(300);
      await client.query('select 1');
    })
    .catch((error: Error) => error);
  expect(failure).toMatchObject({ code: '57P01' });
  expect(String(failure)).toContain('terminating connection due to administrator command');
  expect(isDatabaseTrouble(failure)).toBe(true);
  expect((await db.database.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});

test('a read-only database is a failure of the database', async () => {
  const db = await createTestDatabase();
  ends.push(() => db.drop());
  const refused = await db.database
    .transaction(async (client) => {
      await client.query('set transaction read only');
      await client.query("insert into tain.network (name) values ('x')");
    })
    .catch((error: Error) => error);
  expect(refused).toMatchObject({ code: '25006' });
  expect(isDatabaseTrouble(refused)).toBe(true);
});

test.each([
  [{ url: 'postgres://ann:secret@db.example.com/x' }, 'db.example.com:5432'],
  [{ url: 'postgres://ann:secret@db.example.com:6000/x' }, 'db.example.com:6000'],
  [{ url: 'postgres:///x?host=/run/pg' }, '/run/pg'],
  [{ host: '/data/run', port: 5432, user: 'tain', database: 'tain' }, '/data/run'],
])('%o is at %s', (target, address) => {
  expect(addressOf(target)).toBe(address);
});

test('messages about an unreachable server name it', () => {
  const silent = new Error('timeout expired');
  expect(databaseFailure(silent, 'The database at db.example.com:5432')?.message).toBe(
    'The database at db.example.com:5432 cannot be reached: timeout expired.',
  );
});

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('a certificate that is not accepted (%s) is an unreachable database', (code) => {
  const error = Object.assign(new Error('not accepted'), { code });
  expect(isDatabaseTrouble(error)).toBe(true);
  expect(databaseFailure(error)).toMatchObject({
    kind: 'unreachable',
    message: 'The database cannot be reached: not accepted.',
  });
});

test('the status service logs an outage once, and its end with the count', async () => {
  const { proxy, database, log, lines } = await openThrough();
  const status = await startStatus({
    database,
    settings: { network: 'demo' },
    clock: Date.now,
    log,
    registry: null,
    host: '127.0.0.1',
    port: 0,
    stateFile: null,
    intervalMs: 0,
  });
  ends.push(() => status.close());
  await status.tick();
  const before = lines.length;
  proxy.state = 'cut';
  for (let count = 0; count < 5; count++) await status.tick();
  proxy.state = 'open';
  await sleep(1_100);
  await status.tick();
  expect(lines.slice(before)).toMatchObject([
    { level: 40, msg: 'The database cannot be reached', database: `127.0.0.1:${proxy.port}` },
    { level: 30, msg: 'The database responds again', failed: 5 },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/select|at .*\.[jt]s:/);
});

test('each failure of the status service is logged once in full', async () => {
  const { db, database, log, lines } = await openThrough();
  const status = await startStatus({
    database,
    settings: { network: 'demo' },
    clock: Date.now,
    log,
    registry: null,
    host: '127.0.0.1',
    port: 0,
    stateFile: null,
    intervalMs: 0,
  });
  ends.push(() => status.close());
  await status.tick();
  await db.database.pool.query('alter schema tain rename to gone');
  for (let count = 0; count < 5; count++) await status.tick();
  const reported = lines.filter(({ err }) => err !== undefined).map(({ statement }) => statement);
  expect(reported).toEqual(['reading the state']);
});

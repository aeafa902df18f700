import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type SchemaNeed } from '../../../src/app/open-database.ts';
import { readConfig } from '../../../src/config/config.ts';
import { change, EVIDENCE } from '../../../src/status/state/change.ts';
import { connectionConfig, Database } from '../../../src/store/connections/database.ts';
import { embeddedSettings } from '../../../src/store/connections/postgres-settings.ts';
import { SessionClient } from '../../../src/store/connections/session-client.ts';
import { type EmbeddedServer, openEmbedded } from '../../../src/store/embedded/embedded.ts';
import { migrate } from '../../../src/store/migrate/migrate.ts';
import { WriterConnection } from '../../../src/store/writer/writer.ts';
import { type PoolMode, startPooler } from './pooler.ts';

/** Server with PostgreSQL's default settings, as an operator's server may have. */
let server: EmbeddedServer;
let dataDir: string;
let url: string;
/** Configuration of a client that changes no session setting. */
let plain: pg.ClientConfig;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-settings-'));
  server = await openEmbedded({ dataDir, untuned: true, settings: { fsync: 'off' } });
  await migrate(server.target);
  const target = server.target as { host: string; port: number; user: string; database: string };
  plain = target;
  url = `postgres://${target.user}@localhost/${target.database}?host=${encodeURIComponent(target.host)}&port=${target.port}`;
});
afterAll(async () => {
  await server.release();
  await rm(dataDir, { recursive: true, force: true });
});

const SETTINGS = `select current_setting('jit') as jit, current_setting('random_page_cost') as pages,
  current_setting('max_parallel_workers_per_gather') as workers, current_setting('work_mem') as memory, current_setting('search_path') as path, current_setting('timezone') as zone`;
const CHANGED_SETTINGS = {
  jit: 'off',
  pages: '1.1',
  workers: '0',
  memory: '16MB',

  path: 'public',
  zone: 'UTC',
};

async function request(config: pg.ClientConfig, text: string): Promise<unknown> {
  const client = new SessionClient(config);
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

/** Returns the warnings of `openDatabase`, with options in its URL. */
async function warnings(options: string, need: SchemaNeed): Promise<string[]> {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line).msg) });
  await (await openDatabase(readConfig({ DATABASE_URL: url + options }), log, need)).release();
  return logged;
}

test('every kind of session has its settings on a server with default settings', async () => {
  expect(await request(plain, 'show jit')).toEqual({ jit: 'on' });
  expect(await request(plain, 'show random_page_cost')).toEqual({ random_page_cost: '4' });
  expect(await request(connectionConfig(server.target), SETTINGS)).toEqual(CHANGED_SETTINGS);
  expect(await request(connectionConfig({ url }), SETTINGS)).toEqual(CHANGED_SETTINGS);
  const pool = new Database(server.target, {
    applicationName: 't',
    maxConnections: 1,
    statementTimeoutMs: 7000,
  });
  expect((await pool.pool.query(SETTINGS)).rows[0]).toEqual(CHANGED_SETTINGS);
  expect((await pool.pool.query('show statement_timeout')).rows[0]).toEqual({ statement_timeout: '7s' });
  await pool.end();
  const writer = await WriterConnection.open(server.target, { applicationName: 't' });
  expect((await writer.query(SETTINGS, [])).rows[0]).toEqual(CHANGED_SETTINGS);
  await writer.end();
});

test('options in the URL are added to ours, and take precedence', async () => {
  const config = connectionConfig({ url: `${url}&options=-c%20work_mem%3D32MB%20-c%20lock_timeout%3D5s` });
  expect(await request(config, SETTINGS)).toEqual({ ...CHANGED_SETTINGS, memory: '32MB' });
  expect(await request(config, 'show lock_timeout')).toEqual({ lock_timeout: '5s' });
});

test('start-up logs settings that are far too small for the role in one line', async () => {
  expect(await warnings('', 'any')).toEqual([
    'The database server has small limits: shared_buffers is 128MB (512MB or more); see docs/operations.md.',
  ]);
  expect(await warnings('', 'migrate')).toEqual([
    'The database server has small limits: shared_buffers is 128MB (512MB or more), max_wal_size is 1GB (4GB or more); see docs/operations.md.',
  ]);
});

test('start-up logs which settings of the session are overridden', async () => {
  expect(await warnings('&options=-c%20jit%3Don', 'any')).toContain(
    'Settings of our sessions are not in force: jit is on instead of off; remove them from the options of DATABASE_URL.',
  );
});

test('sessions behind a pooler that refuses start-up options have their settings', async () => {
  const { target, end } = await pooled('session');
  try {
    await (
      await openDatabase(readConfig({ DATABASE_URL: target.url }), pino({ level: 'silent' }), 'migrate')
    ).release();
    expect(await request(connectionConfig(target), SETTINGS)).toEqual(CHANGED_SETTINGS);
    const pool = new Database(target, {
      applicationName: 't',
      maxConnections: 1,
      statementTimeoutMs: 7000,
      repeatableRead: true,
    });
    const { rows } = await pool.pool.query(
      "select current_setting('transaction_isolation') as level, current_setting('statement_timeout') as time",
    );
    await pool.end();
    expect(rows).toEqual([{ level: 'repeatable read', time: '7s' }]);
  } finally {
    await end();
  }
});

test('a pooler that shares sessions between transactions is refused', async () => {
  const { target, end } = await pooled('transaction');
  try {
    const opened = openDatabase(readConfig({ DATABASE_URL: target.url }), pino({ level: 'silent' }), 'any');
    await expect(opened).rejects.toThrow(
      'shares sessions between transactions: set its pool_mode to session, or connect to PostgreSQL directly',
    );
  } finally {
    await end();
  }
});

test('a session that ends before it has its settings fails the connection only', async () => {
  const { target, end } = await pooled('ending');
  const pool = new Database(target, { applicationName: 't', maxConnections: 1 });
  try {
    await expect(pool.pool.query('select 1')).rejects.toThrow('Connection terminated unexpectedly');
    await expect(request(connectionConfig(target), 'select 1')).rejects.toThrow(
      'Connection terminated unexpectedly',
    );
  } finally {
    await pool.end();
    await end();
  }
});

/** Starts a pooler in front of the server. Returns the target of the same database behind it. */
async function pooled(mode: PoolMode) {
  const { host, port, user, database } = server.target as Record<string, string | number>;
  const pooler = await startPooler(`${host}/.s.PGSQL.${port}`, mode);
  return {
    target: { url: `postgres://${user}@127.0.0.1:${pooler.port}/${database}` },
    end: () => pooler.end(),
  };
}

test('only what the ingest can read again or repeat may be lost in a crash of the embedded server', async () => {
  expect(embeddedSettings(2 ** 30).synchronous_commit).toBe('on');
  const files = (await readdir('src', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(path.join('src', name), 'utf8')));
  const turnsOff = files.filter((_, i) => /synchronous_commit\b\W+(?:value: ')?off/.test(texts[i] ?? ''));
  expect(turnsOff.sort()).toEqual([
    'ingest/load/writing-connection.ts',
    'ingest/retention/removal-statements.ts',
  ]);
});

test('a change of the status commits durably on a server that does not do so by default', async () => {
  const database = new Database(
    { url: `${url}&options=-c%20synchronous_commit%3Doff` },
    { applicationName: 'test', maxConnections: 1 },
  );
  const shown = 'show synchronous_commit';
  const options = { now: new Date(), actor: EVIDENCE, maintenanceValues: false };
  const present = await change(database, options, async ({ client }) => (await client.query(shown)).rows);
  expect([present, (await database.pool.query(shown)).rows]).toEqual([
    [{ synchronous_commit: 'on' }],
    [{ synchronous_commit: 'off' }],
  ]);
  await database.end();
});

import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type ConnectionTarget, connectionConfig, Database } from '../src/store/connections/database.ts';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import { migrate } from '../src/store/migrate/migrate.ts';

/** The template database that every test database is cloned from. */
const TEMPLATE = 'tain_template';

/** Address of the test server, as text so that Vitest can pass it to its workers. */
export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** Starts a PostgreSQL for tests in a temporary folder, with the migrated template database. */
export async function startTestServer(): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-test-'));
  const embedded = await openEmbedded({
    dataDir,
    // Tests discard their data, so nothing needs to be flushed to disk.
    settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '256MB', max_connections: '200' },
  });
  const target = embedded.target as TestServer & { database: string };
  const server = { host: target.host, port: target.port, user: target.user };
  // A run that is interrupted, or takes too long to close, exits without stopping its child processes.
  const abandon = (): void => {
    try {
      const lock = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
      process.kill(Number(lock.split('\n')[0]), 'SIGQUIT');
    } catch {
      // It has already stopped.
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', abandon);
  const stop = async (): Promise<void> => {
    await embedded.release();
    process.off('exit', abandon);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await admitRoles(dataDir, server);
    await admin(server, `create database ${TEMPLATE}`);
    await migrate({ ...server, database: TEMPLATE });
    // Cases have rows at any time up to the present.
    await admin(server, 'select tain.ensure_balance_partitions(1767225600000000000)', TEMPLATE);
  } catch (error) {
    await stop();
    throw error;
  }
  return { server, stop };
}

/** Allows roles that tests create to connect: those called `secret_…` with a password, all others without. */
async function admitRoles(dataDir: string, server: TestServer): Promise<void> {
  const file = path.join(dataDir, 'postgres-hba.conf');
  const further = ['local all "/^secret_" scram-sha-256', 'local all all peer map=tain'];
  await writeFile(file, [...further, await readFile(file, 'utf8')].join('\n'));
  await admin(server, 'select pg_reload_conf()');
}

/** Milliseconds that a test waits for a connection, even on a loaded machine. */
const CONNECT_TIMEOUT_MS = 120_000;

export interface TestDatabase {
  readonly name: string;
  readonly target: ConnectionTarget;
  readonly database: Database;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** A test's database as `DATABASE_URL` names it. */
export function databaseUrl({ target }: Pick<TestDatabase, 'target'>): string {
  const { user, host = '', port, database } = target as unknown as Record<string, string>;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Creates a database with the whole schema and no rows. */
export function createTestDatabase(server: TestServer = injectedServer()): Promise<TestDatabase> {
  return createDatabase(server, TEMPLATE);
}

/** Copies a test database whose pool is closed, because PostgreSQL copies only databases without sessions. */
export function copyTestDatabase({ name }: Pick<TestDatabase, 'name'>): Promise<TestDatabase> {
  return createDatabase(injectedServer(), name);
}

/**
 * Creates a database with the rows that `fill` stores. The first request of a run for `name` fills it; all others, including
 * those of other processes, get copies. `name` therefore identifies the rows, which must not depend on the time.
 */
export async function createFilledDatabase(
  name: string,
  fill: (database: Database) => Promise<void>,
): Promise<TestDatabase> {
  return copyTestDatabase(await fillDatabase(name, fill));
}

/** Fills a database as `createFilledDatabase` does, for `copyTestDatabase`. It stays until the end of the run. */
export async function fillDatabase(
  name: string,
  fill: (database: Database) => Promise<void>,
): Promise<Pick<TestDatabase, 'name'>> {
  const server = injectedServer();
  const template = `filled_${name}`;
  const client = new pg.Client(connectionConfig({ ...server, database: 'postgres' }));
  await client.connect();
  try {
    // Held until the connection closes. Other requests for the same database wait.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const made = await createTestDatabase(server);
      try {
        await fill(made.database);
        await made.database.end();
        await client.query(`alter database ${made.name} rename to ${template}`);
      } catch (error) {
        await made.drop();
        throw error;
      }
    }
  } finally {
    await client.end();
  }
  return { name: template };
}

/** Creates a database without our schema. */
export function createBlankDatabase(server: TestServer = injectedServer()): Promise<TestDatabase> {
  return createDatabase(server, 'template0');
}

async function createDatabase(server: TestServer, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // `file_copy` is half the work of the default, which copies page by page through the WAL.
  await admin(server, `create database ${name} template ${template} strategy file_copy`);
  const target = { ...server, database: name };
  // The API may use 8 connections; the test needs two more.
  const database = new Database(target, {
    applicationName: 'tain test',
    maxConnections: 10,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  });
  return {
    name,
    target,
    database,
    async drop() {
      if (!database.pool.ended) await database.end();
      await admin(server, `drop database ${name} with (force)`);
    },
  };
}

/** The server that `global-setup.ts` started. */
export function injectedServer(): TestServer {
  const text = process.env.TAIN_TEST_SERVER;
  if (text === undefined)
    throw new Error('no test server: run through Vitest, or pass one of startTestServer()');
  return JSON.parse(text) as TestServer;
}

async function admin(server: TestServer, sql: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client(connectionConfig({ ...server, database }));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

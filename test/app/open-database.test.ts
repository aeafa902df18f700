import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/app/config/config.ts';
import { claimNetwork, openDatabase } from '../../src/app/open-database.ts';
import { acquireRole } from '../../src/app/role-lock.ts';
import { connectionConfig } from '../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const log = pino({ level: 'silent' });
let db: TestDatabase;
let url: string;
beforeAll(async () => {
  db = await createTestDatabase();
  const target = db.target as { host: string; port: number; user: string; database: string };
  url = `postgres://${target.user}@localhost/${target.database}?host=${encodeURIComponent(target.host)}&port=${target.port}`;
});
afterAll(() => db.drop());

test('one process a role', async () => {
  const release = await acquireRole(db.target, 'api', '/data');
  await expect(acquireRole(db.target, 'api', '/data')).rejects.toThrow(
    'Role api is already running on /data: stop it first.',
  );
  await release();
  await (await acquireRole(db.target, 'api', '/data'))();
});

test('a database holds one network, that of its first block', async () => {
  await claimNetwork(db.target, 'demo');
  await claimNetwork(db.target, 'testnet');
  await claimNetwork(db.target, 'testnet');
  const client = new pg.Client(connectionConfig(db.target));
  await client.connect();
  await client.query(
    `insert into record_file (name, load_start, load_end, hash, prev_hash, consensus_start, consensus_end, count,
       digest_algorithm, version, file_hash, index)
     values ('first', 0, 0, '', '', 1, 1, 1, 0, 6, '', 0)`,
  );
  await client.end();
  await expect(claimNetwork(db.target, 'mainnet')).rejects.toThrow(
    'This database holds network testnet, but TAIN_NETWORK is mainnet',
  );
});

test('a database of our own is used through DATABASE_URL', async () => {
  const opened = await openDatabase(readConfig({ DATABASE_URL: url }), log, 'migrate');
  expect(opened).toMatchObject({ writable: true, embedded: false });
  await opened.release();
});

test("a public mirror node's database is opened for reading, and refused for writing", async () => {
  const client = new pg.Client(connectionConfig(db.target));
  await client.connect();
  await client.query('drop schema tain cascade');
  await client.end();
  const opened = await openDatabase(readConfig({ DATABASE_URL: url }), log, 'any');
  expect(opened.writable).toBe(false);
  await expect(openDatabase(readConfig({ DATABASE_URL: url }), log, 'migrate')).rejects.toThrow(
    'public mirror node',
  );
});

test('a server that is not there is said in a sentence without the password', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/nothing' });
  await expect(openDatabase(config, log, 'migrate')).rejects.toThrow(
    'cannot be reached: connect ECONNREFUSED',
  );
  await expect(openDatabase(config, log, 'migrate')).rejects.not.toThrow('hunter2');
});

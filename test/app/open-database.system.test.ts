import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireRole } from '../../src/app/lease/role-lock.ts';
import { claimNetwork, openDatabase } from '../../src/app/open-database.ts';
import { readConfig } from '../../src/config/config.ts';
import { connectionConfig } from '../../src/store/connections/database.ts';
import { createBlankDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { removeFolder } from '../remove-folder.ts';

const log = pino({ level: 'silent' });
let db: TestDatabase;
let url: string;
beforeAll(async () => {
  db = await createTestDatabase();
  url = urlOf(db);
});
afterAll(() => db.drop());

function urlOf(of: TestDatabase): string {
  const target = of.target as { host: string; port: number; user: string; database: string };
  return `postgres://${target.user}@localhost/${target.database}?host=${encodeURIComponent(target.host)}&port=${target.port}`;
}

test('one process per role', async () => {
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

test('a database that holds another network is opened with a warning', async () => {
  const warnings: string[] = [];
  const write = (line: string) => warnings.push(JSON.parse(line).msg);
  const opened = await openDatabase(
    readConfig({ DATABASE_URL: url }),
    pino({ level: 'warn' }, { write }),
    'ours',
  );
  await opened.release();
  expect(warnings.filter((warning) => warning.includes('network'))).toEqual([
    'This database holds network testnet, but TAIN_NETWORK is demo: use another TAIN_DATA_DIR or DATABASE_URL.',
  ]);
});

test('a database of our own is used through DATABASE_URL', async () => {
  const opened = await openDatabase(readConfig({ DATABASE_URL: url }), log, 'migrate');
  expect(opened).toMatchObject({ writable: true, embedded: false });
  await opened.release();
});

test.each(['ours', 'any'] as const)(
  'a database of the operator is not migrated by a role that needs it %s',
  async (need) => {
    const blank = await createBlankDatabase();
    const config = readConfig({ DATABASE_URL: urlOf(blank) });
    try {
      await expect(openDatabase(config, log, need)).rejects.toThrow(
        'The database has no tables of tain yet: run `tain migrate`, or start the ingest of this release first.',
      );
      await (await openDatabase(config, log, 'migrate')).release();
      await (await openDatabase(config, log, need)).release();
      await blank.database.pool.query("delete from tain.migration where name = '0012_status.sql'");
      await expect(openDatabase(config, log, need)).rejects.toThrow(
        'The database has an older schema than this release needs (0012_status.sql has not been applied): run `tain migrate`',
      );
      const { rows } = await blank.database.pool.query(
        "select name from tain.migration where name = '0012_status.sql'",
      );
      expect(rows).toEqual([]);
    } finally {
      await blank.drop();
    }
  },
);

test('an embedded database is created by the first role, and migrated by the ingest only', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tain-open-'));
  const config = readConfig({ TAIN_DATA_DIR: dataDir });
  try {
    const opened = await openDatabase(config, log, 'any');
    const client = new pg.Client(connectionConfig(opened.target));
    await client.connect();
    try {
      await (await openDatabase(config, log, 'ours')).release();
      await client.query(
        "update tain.repeatable_migration set checksum = 'older' where name = 'functions/evidence.sql'",
      );
      const sentence = 'older schema than this release needs (functions/evidence.sql has not been applied)';
      await expect(openDatabase(config, log, 'ours')).rejects.toThrow(sentence);
      await expect(openDatabase(config, log, 'any')).rejects.toThrow(sentence);
      await (await openDatabase(config, log, 'migrate')).release();
      await (await openDatabase(config, log, 'any')).release();
    } finally {
      await client.end();
      await opened.release();
    }
  } finally {
    await removeFolder(dataDir);
  }
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

test('an unreachable server is reported in a sentence without the password', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/nothing' });
  await expect(openDatabase(config, log, 'migrate')).rejects.toThrow(
    'cannot be reached: connect ECONNREFUSED',
  );
  await expect(openDatabase(config, log, 'migrate')).rejects.not.toThrow('hunter2');
});

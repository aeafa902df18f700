import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { migrate, verifySchema } from '../../../src/store/migrate/migrate.ts';
import { readMigrations } from '../../../src/store/migrate/migration-files.ts';
import { createBlankDatabase, createTestDatabase, type TestDatabase } from '../../database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('a second migration of the same database does nothing', async () => {
  expect(await migrate(db.target)).toEqual([]);
});

test('each migration that deletes rows has a query that counts them', async () => {
  const { migrations } = await readMigrations();
  const deleting = migrations.filter(({ sql }) =>
    /\b(drop table|drop column|truncate|delete from)\b/i.test(sql.replace(/--.*/g, '')),
  );
  expect(deleting.map(({ name, losses }) => [name, losses !== null])).toEqual([
    ['0029_status_subscribers.sql', true],
  ]);
});

test('a transaction that throws is rolled back', async () => {
  const insert = "insert into tain.migration (version, name, checksum) values (9999, 'x', 'x')";
  await expect(
    db.database.transaction(async (client) => {
      await client.query(insert);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const { rows } = await db.database.pool.query('select from tain.migration where version = 9999');
  expect(rows).toHaveLength(0);
});

test('a database made by a newer release is refused', async () => {
  await db.database.pool.query("insert into tain.migration values (9999, '9999_later.sql', 'x')");
  await expect(migrate(db.target)).rejects.toThrow('newer release of tain (9999_later.sql)');
  await db.database.pool.query('delete from tain.migration where version = 9999');
});

test('a migration that was edited after it had been applied is refused', async () => {
  await db.database.pool.query("update tain.migration set checksum = 'other' where version = 1");
  await expect(migrate(db.target)).rejects.toThrow('0001_types.sql was changed');
});

test("a public mirror node's database is not changed", async () => {
  const client = new pg.Client(connectionConfig(db.target));
  await client.connect();
  await client.query('drop schema tain cascade');
  await client.end();
  await expect(migrate(db.target)).rejects.toThrow('made by a public mirror node');
});

test('hashes go to the partition of their first byte, balances to their year', async () => {
  const other = await createTestDatabase();
  try {
    await other.database.pool.query(
      "insert into transaction_hash (consensus_timestamp, hash) values (1, '\\x25aa')",
    );
    await other.database.pool.query('insert into account_balance values (1767225599999999999, 1, 2)');
    const { rows } = await other.database.pool.query(
      'select tableoid::regclass::text as t from transaction_hash union all select tableoid::regclass::text from account_balance',
    );
    expect(rows.map((row) => row.t)).toEqual(['transaction_hash_05', 'account_balance_p2025']);
  } finally {
    await other.drop();
  }
});

/** Applied migrations in a database with the old numbering: before the first release there were 29. */
const OLD_NUMBERING = `
  create schema tain;
  create table tain.migration (
    version int primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default clock_timestamp());
  insert into tain.migration (version, name, checksum) values
    (1, '0001_ledger.sql', 'a'), (2, '0002_partitions.sql', 'b'), (3, '0003_network.sql', 'c'),
    (10, '0010_transaction_indexes.sql', 'd'), (20, '0020_status.sql', 'e'), (70, '0070_derived_jobs.sql', 'f');
  create table record_file (index bigint)`;

test('a database of the old numbering is refused, and must be recreated', async () => {
  const old = await createBlankDatabase();
  try {
    await old.database.pool.query(OLD_NUMBERING);
    const sentence = 'before its first release, and cannot be migrated: drop it';
    await expect(migrate(old.target)).rejects.toThrow(sentence);
    await expect(verifySchema(old.target)).rejects.toThrow(sentence);
    expect((await old.database.pool.query('select from tain.migration')).rowCount).toBe(6);
  } finally {
    await old.drop();
  }
});

describe('repeatable migrations', () => {
  let folder: string;
  let fresh: TestDatabase;
  const FILE = 'functions/answer.sql';
  const write = (value: string) =>
    writeFile(
      path.join(folder, FILE),
      `create or replace function tain.answer() returns text language sql as $$ select '${value}' $$;\n`,
    );
  const answer = async () =>
    (await fresh.database.pool.query<{ text: string }>('select tain.answer() as text')).rows[0]?.text;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tain-migrations-'));
    await cp(fileURLToPath(new URL('../../../migrations/', import.meta.url)), folder, { recursive: true });
    fresh = await createBlankDatabase();
    await write('first');
    await migrate(fresh.target, { folder });
  });
  afterAll(async () => {
    await fresh.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test('are applied after the numbered ones, once', async () => {
    expect(await answer()).toBe('first');
    expect(await migrate(fresh.target, { folder })).toEqual([]);
    await verifySchema(fresh.target, { folder });
  });

  test('are applied again when they change; until then other roles are refused', async () => {
    await write('second');
    await expect(verifySchema(fresh.target, { folder })).rejects.toThrow(
      'The database has an older schema than this release needs (functions/answer.sql has not been applied): run `tain migrate`',
    );
    expect(await migrate(fresh.target, { folder })).toEqual([FILE]);
    expect(await answer()).toBe('second');
    await verifySchema(fresh.target, { folder });
  });

  test('deletes rows only if that is accepted, and counts no table that does not exist yet', async () => {
    const names = ['9001_made.sql', '9002_dropped.sql'] as const;
    await mkdir(path.join(folder, 'losses'), { recursive: true });
    await writeFile(path.join(folder, names[0]), 'create table tain.made as select 1 as one;');
    await writeFile(path.join(folder, names[1]), 'drop table tain.made;');
    await writeFile(
      path.join(folder, 'losses', names[1]),
      "select 'made rows' as what, count(*)::text as count from tain.made",
    );
    expect(await migrate(fresh.target, { folder })).toEqual(names);
    const { pool } = fresh.database;
    const again = async (rows: number) => {
      await pool.query('delete from tain.migration where version = 9002');
      await pool.query(`create table tain.made as select generate_series(1, ${rows})`);
    };
    await again(0);
    expect(await migrate(fresh.target, { folder })).toEqual([names[1]]);
    await again(3);
    await expect(migrate(fresh.target, { folder })).rejects.toThrow('3 made rows (9002_dropped.sql)');
    expect((await pool.query('select from tain.made')).rowCount).toBe(3);
    expect(await migrate(fresh.target, { folder, acceptsLoss: true })).toEqual([names[1]]);
  });

  test('one that fails changes nothing', async () => {
    await writeFile(path.join(folder, FILE), 'drop function tain.answer(); select 1 / 0;');
    await expect(migrate(fresh.target, { folder })).rejects.toThrow('division by zero');
    expect(await answer()).toBe('second');
    await write('second');
    expect(await migrate(fresh.target, { folder })).toEqual([]);
  });
});

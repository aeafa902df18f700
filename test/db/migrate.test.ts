import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionConfig } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('a second migration of the same database does nothing', async () => {
  expect(await migrate(db.target)).toEqual([]);
});

test('a transaction that throws leaves nothing', async () => {
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
  await expect(migrate(db.target)).rejects.toThrow('0001_ledger.sql was changed');
});

test("a public mirror node's database is left alone", async () => {
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

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/store/migrate/migrate.ts';
import { createBlankDatabase, type TestDatabase } from '../database.ts';

/** Checks a database created by `tain migrate` alone with the statements of the public mirror's own server. */

let db: TestDatabase;

beforeAll(async () => {
  db = await createBlankDatabase();
  await migrate(db.target);
});
afterAll(() => db.drop());

const rows = async (text: string, values: unknown[] = []) =>
  (await db.database.pool.query(text, values)).rows;

test('a transaction has the multiplier that is stored with it, and no default', async () => {
  await rows(
    'insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns) values (4, 14, 22, 2, 0)',
  );
  expect(
    await rows('select high_volume_pricing_multiplier as m from transaction where consensus_timestamp = 4'),
  ).toEqual([{ m: null }]);
});

test('balances have partitions for the past and the present', async () => {
  const now = BigInt(Date.now()) * 1_000_000n;
  for (const at of [0n, 1_568_411_631_396_440_000n, now, now + 360n * 86_400_000_000_000n]) {
    await rows('insert into account_balance (consensus_timestamp, account_id, balance) values ($1, 2, 5)', [
      at,
    ]);
    await rows(
      'insert into token_balance (consensus_timestamp, account_id, token_id, balance) values ($1, 2, 3, 5)',
      [at],
    );
  }
  expect(await rows('select count(*)::int as n from account_balance')).toEqual([{ n: 4 }]);
});

describe('get_transaction_info_by_hash', () => {
  const key = (first: number) => Buffer.concat([Buffer.of(first), Buffer.alloc(31, 9)]);
  const suffix = Buffer.alloc(16, 3);
  const found = async (hash: Buffer) =>
    rows('select * from get_transaction_info_by_hash($1) order by consensus_timestamp', [hash]);

  beforeAll(async () => {
    for (const [at, hash, end, payer] of [
      [10, key(0x25), suffix, 1001],
      [11, key(0x25), null, 1002],
      [12, Buffer.concat([key(0xff), suffix]), null, null],
      // A row with another hash in the same partition.
      [13, key(0x05), suffix, 1003],
      [14, Buffer.concat([Buffer.of(0x25), Buffer.alloc(31, 8)]), suffix, 1004],
    ]) {
      await rows(
        'insert into transaction_hash (consensus_timestamp, hash, hash_suffix, payer_account_id) values ($1, $2, $3, $4)',
        [at, hash, end, payer],
      );
    }
  });

  test('returns complete hashes, and all transactions of a hash', async () => {
    expect(await found(key(0x25))).toEqual([
      { consensus_timestamp: '10', hash: Buffer.concat([key(0x25), suffix]), payer_account_id: '1001' },
      { consensus_timestamp: '11', hash: key(0x25), payer_account_id: '1002' },
    ]);
    expect(await found(key(0xff))).toEqual([
      { consensus_timestamp: '12', hash: Buffer.concat([key(0xff), suffix]), payer_account_id: null },
    ]);
  });

  test('returns nothing for an unknown or empty hash', async () => {
    expect(await found(key(0x45))).toEqual([]);
    expect(await found(Buffer.alloc(0))).toEqual([]);
    expect(await rows('select * from get_transaction_info_by_hash(null)')).toEqual([]);
  });

  test('reads only one partition', async () => {
    const client = await db.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table transaction_hash_06 in access share mode');
      await client.query("select * from get_transaction_info_by_hash('\\x25')");
      const { rows: locked } = await client.query<{ name: string }>(
        `select c.relname as name from pg_locks l join pg_class c on c.oid = l.relation
         where l.pid = pg_backend_pid() and c.relname like 'transaction\\_hash\\___' order by 1`,
      );
      // The partitions locked by this transaction, and the one that the query reads.
      expect(locked.map(({ name }) => name)).toEqual(['transaction_hash_05', 'transaction_hash_06']);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

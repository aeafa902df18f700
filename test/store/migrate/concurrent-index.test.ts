import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Progress } from '../../../src/kernel/progress.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { readIndexStatements } from '../../../src/store/migrate/concurrent-index.ts';
import { MIGRATE_SESSION, migrate, verifySchema } from '../../../src/store/migrate/migrate.ts';
import { MigrationWatch, selectIndexProgress } from '../../../src/store/migrate/migration-progress.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';

const FILE = '9999_further_indexes.sql';
const SQL = `-- concurrently
-- What a test looks for.
create index tain__topic_message_payer on topic_message (payer_account_id, consensus_timestamp)
  where payer_account_id is not null;
create index tain__token_balance_amount on token_balance (balance, account_id);
`;
const PLAIN = 'tain__topic_message_payer';
const PARTITIONED = 'tain__token_balance_amount';

let folder: string;
let db: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tain-migrations-'));
  await cp(fileURLToPath(new URL('../../../migrations/', import.meta.url)), folder, { recursive: true });
  await writeFile(path.join(folder, FILE), SQL);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  db = await createTestDatabase();
  await db.database.pool.query(`
    insert into topic_message (consensus_timestamp, message, payer_account_id, running_hash,
      running_hash_version, sequence_number, topic_id)
      select n, '', 7, '', 3, n, 9 from generate_series(1, 50) as n;
    insert into token_balance (consensus_timestamp, account_id, balance, token_id)
      select at, n, 5, 6 from generate_series(1, 50) as n,
        unnest(array[1704067200000000000, 1735689600000000000]) as at`);
  return () => db.drop();
});

/** Returns the indexes whose name starts with `name`, and whether they are valid. */
async function indexes(name: string): Promise<Map<string, boolean>> {
  const { rows } = await db.database.pool.query<{ name: string; valid: boolean }>(
    `select relname as name, indisvalid as valid from pg_index join pg_class c on c.oid = indexrelid
     where starts_with(relname, $1) order by 1`,
    [name],
  );
  return new Map(rows.map((row) => [row.name, row.valid]));
}

const partitions = async (): Promise<number> =>
  (await db.database.pool.query("select from pg_inherits where inhparent = 'token_balance'::regclass"))
    .rowCount ?? 0;

async function expectComplete(): Promise<void> {
  expect([...(await indexes(PLAIN))]).toEqual([[PLAIN, true]]);
  const parts = await indexes(PARTITIONED);
  expect(parts.size).toBe((await partitions()) + 1);
  expect([...parts.values()].every((valid) => valid)).toBe(true);
  expect(await migrate(db.target, { folder })).toEqual([]);
}

test('indexes are built one partition after another, and once', async () => {
  const built: string[] = [];
  expect(await migrate(db.target, { folder, onBuild: (name) => built.push(name) })).toEqual([FILE]);
  expect(built).toHaveLength((await partitions()) + 1);
  expect(built).toContain(`${PARTITIONED}_p2024`);
  await expectComplete();
  const { rows } = await db.database.pool.query(
    "select indexdef from pg_indexes where indexname = 'tain__token_balance_amount_p2024'",
  );
  expect(rows[0]?.indexdef).toContain('ON public.token_balance_p2024 USING btree (balance, account_id)');
});

test('a process without the right to migrate works without them meanwhile', async () => {
  await verifySchema(db.target, { folder });
});

/** Starts a migration in a process that can be killed, and waits until it builds an index that cannot finish. */
async function whileBuilding(
  table: string,
  name: string,
  kill: (pid: number) => Promise<void>,
): Promise<void> {
  const blocker = new pg.Client(connectionConfig(db.target));
  await blocker.connect();
  // `create index concurrently` waits for open transactions that wrote to the table.
  await blocker.query(`begin; lock table ${table} in row exclusive mode`);
  const migrating = migrate(db.target, { folder });
  migrating.catch(() => undefined);
  try {
    await expect.poll(async () => (await indexes(name)).get(name), { timeout: 120_000 }).toBe(false);
    const { rows } = await db.database.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'tain migrate'",
    );
    await kill(rows[0]?.pid ?? 0);
    await expect(migrating).rejects.toThrow();
  } finally {
    await blocker.query('rollback');
    await blocker.end();
  }
}

const terminate = async (pid: number): Promise<void> => {
  await db.database.pool.query('select pg_terminate_backend($1)', [pid]);
};

describe('a build that was killed', () => {
  test.each([
    ['of a plain table', 'topic_message', PLAIN],
    ['of a partition', 'token_balance_p2024', `${PARTITIONED}_p2024`],
  ])('%s leaves an invalid index, which is dropped and rebuilt', async (_, table, name) => {
    await whileBuilding(table, name, terminate);
    expect((await indexes(name)).get(name)).toBe(false);
    const before = await indexes(PARTITIONED);
    const built: string[] = [];
    expect(await migrate(db.target, { folder, onBuild: (each) => built.push(each) })).toEqual([FILE]);
    expect(built).toContain(name);
    // Indexes that existed before remain.
    for (const [each, valid] of before) if (valid) expect(built).not.toContain(each);
    await expectComplete();
  });

  test('before a part was attached: the part is attached', async () => {
    await db.database.pool.query(
      `create index ${PARTITIONED} on only token_balance (balance, account_id);
       create index ${PARTITIONED}_p2024 on token_balance_p2024 (balance, account_id)`,
    );
    const built: string[] = [];
    await migrate(db.target, { folder, onBuild: (each) => built.push(each) });
    expect(built).not.toContain(`${PARTITIONED}_p2024`);
    await expectComplete();
  });
});

test('concurrent migrations build each index once', async () => {
  const built: string[] = [];
  const one = () => migrate(db.target, { folder, onBuild: (each) => built.push(each) });
  const applied = await Promise.all([one(), one(), one()]);
  expect(applied.flat()).toEqual([FILE]);
  expect(new Set(built).size).toBe(built.length);
  await expectComplete();
});

test('only create index statements are built concurrently', () => {
  expect(readIndexStatements(SQL)).toEqual([
    {
      unique: false,
      name: PLAIN,
      schema: 'public',
      table: 'topic_message',
      definition: '(payer_account_id, consensus_timestamp)\n  where payer_account_id is not null',
    },
    {
      unique: false,
      name: PARTITIONED,
      schema: 'public',
      table: 'token_balance',
      definition: '(balance, account_id)',
    },
  ]);
  expect(readIndexStatements('create unique index a on tain.b using hash (c);')).toEqual([
    { unique: true, name: 'a', schema: 'tain', table: 'b', definition: 'using hash (c)' },
  ]);
  for (const sql of [
    'drop index a',
    'create index on b (c)',
    'create index if not exists a on b (c)',
    'create table a (b int)',
  ]) {
    expect(() => readIndexStatements(sql)).toThrow('not a create index statement');
  }
});

test('the progress of a build is reported while it waits, with its phase', async () => {
  const steps: Progress[] = [];
  const watch = new MigrationWatch(db.target, MIGRATE_SESSION, (progress) => steps.push(progress));
  const blocker = new pg.Client(connectionConfig(db.target));
  await blocker.connect();
  try {
    // The build waits for this transaction, which has written to the table.
    await blocker.query("begin; update topic_message set message = 'x' where consensus_timestamp = 1");
    const migrated = migrate(db.target, { folder });
    await expect
      .poll(() => steps)
      .toContainEqual({
        step: `${PLAIN}, waiting for writers before build`,
        done: 0,
        total: 1,
        unit: 'transactions',
      });
    await blocker.query('commit');
    await migrated;
  } finally {
    await watch.stop();
    await blocker.end();
  }
  expect(await selectIndexProgress(db.database.pool, MIGRATE_SESSION)).toBeNull();
});

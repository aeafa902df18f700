import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { DEFAULT_BATCH_LIMITS } from '../../../src/ingest/options.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { LOCK_KEYS } from '../../../src/store/locks/advisory-lock.ts';
import { migrate } from '../../../src/store/migrate/migrate.ts';
import { partition, selectToPartition } from '../../../src/store/migrate/partition.ts';
import { appendOnlyTables } from '../../../src/store/schema/append-only-tables.ts';
import { TABLE_RETENTION } from '../../../src/store/schema/kept-tables.ts';
import { PARTITION_COLUMN, TIME_PARTITIONED } from '../../../src/store/schema/time-partitions.ts';
import type { Queryable } from '../../../src/store/writer/writer.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { partitionDatabase, partitioningBy, partitionsOf } from '../../partitioned.ts';
import { CheckedHistory, check } from '../check/checked-history.ts';
import { differences, dumpEverything, dumpTables } from '../dump-tables.ts';
import { ingestFolder } from '../ingest-folder.ts';
import { reingestBlocks } from '../reingest/reingest-blocks.ts';
import { policyOf, removeAll } from '../retention/remove.ts';
import { beginDaysApart, TRANSFERS } from './blocks-days-apart.ts';

/* A demo network with a history from January to February, in databases that are partitioned by month. */

const DAY = 86_400_000_000_000n;
const FEBRUARY = DEFAULT_START + 31n * DAY;

let history: CheckedHistory;
let whole: Record<string, string[]>;

beforeAll(async () => {
  history = await CheckedHistory.make({
    start: FEBRUARY - 3n * DAY,
    steadyFrom: FEBRUARY - 6_000_000_000n,
    blocks: 9,
    tps: 25,
  });
  const stored = await history.copy();
  whole = await dump(stored);
  await stored.drop();
}, 120_000);

async function dump({ database }: TestDatabase): Promise<Record<string, string[]>> {
  const { 'tain.partitioned_table': _, ...rows } = await dumpEverything(database);
  return rows;
}

async function copied(): Promise<TestDatabase> {
  const made = await history.copy();
  onTestFinished(() => made.drop());
  return made;
}

async function texts({ database }: TestDatabase, sql: string, values: unknown[] = []): Promise<string[]> {
  return (await database.pool.query<{ text: string }>(sql, values)).rows.map(({ text }) => text);
}

const ingest = ({ database }: TestDatabase, more = {}) =>
  ingestFolder({
    database,
    folder: history.folder,
    addressBook: `${history.folder}/address_book.bin`,
    ...more,
  });

const COLUMNS = `
  select format('%s %s %s %s %s', attname, format_type(atttypid, atttypmod), attnotnull, coalesce(attstattarget, -1),
    pg_get_expr(adbin, adrelid)) as text
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`;
const INDEXES = `
  select regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON (ONLY )?\\S+ ', '\\1') as text
  from pg_index where indrelid = $1::regclass order by 1`;
const RIGHTS = `
  select format('%s %s', grantee::regrole, privilege_type) as text from pg_class, aclexplode(relacl)
  where pg_class.oid = $1::regclass order by 1`;
const COLUMN_RIGHTS = `
  select format('%s %s %s %s', attname, case grantee when 0 then 'public' else grantee::regrole::text end, privilege_type,
    is_grantable) as text
  from pg_attribute, aclexplode(attacl) where attrelid = $1::regclass order by 1`;
const DISTINCT = `
  select format('%s %s', attname, attoptions) as text from pg_attribute
  where attrelid = $1::regclass and attoptions is not null order by 1`;

describe('tables that are partitioned by time', () => {
  it('are those whose rows have a time and are removed by it', () => {
    for (const table of TIME_PARTITIONED) {
      expect(Object.keys(appendOnlyTables[table])).toContain(PARTITION_COLUMN);
      expect(TABLE_RETENTION[table], table).toMatchObject({ column: PARTITION_COLUMN });
      expect(['time', 'key']).toContain((TABLE_RETENTION[table] as { by: string }).by);
    }
  });

  it('have columns, indexes, rights and rows as before, and their partitions too', async () => {
    const [before, after] = [await copied(), await copied()];
    for (const { database } of [before, after]) {
      await database.pool.query(
        `grant select, insert on transaction, topic_message to pg_monitor with grant option;
         grant select (payer_account_id, memo), update (memo) on transaction to pg_monitor with grant option;
         grant select (message, ctid) on topic_message to public;
         alter table transaction alter column payer_account_id set (n_distinct = 70, n_distinct_inherited = 5);
         alter table topic_message alter column topic_id set (n_distinct = -0.5);
         alter table topic_message alter column payer_account_id set (n_distinct_inherited = 9)`,
      );
    }
    await after.database.pool.query('delete from contract_action');
    await before.database.pool.query('delete from contract_action');
    await partitionDatabase(after.target);
    expect(await dump(after)).toEqual(await dump(before));
    const parts = await partitionsOf(after.target);
    for (const table of TIME_PARTITIONED) {
      const isEmpty = !(table in whole) || table === 'contract_action';
      const [first, next] = isEmpty ? ['2026_02', '2026_03'] : ['0', '2026_04'];
      expect(parts[table], table).toEqual(
        expect.arrayContaining([`${table}_p${first}`, `${table}_p${next}`]),
      );
      expect(isEmpty || parts[table]?.length === 2, table).toBe(true);
      const indexes = (await texts(before, INDEXES, [table])).map((text) =>
        // Unique keys must include the time.
        text.startsWith('UNIQUE') && !text.includes(PARTITION_COLUMN)
          ? text.replace(')', `, ${PARTITION_COLUMN})`)
          : text,
      );
      for (const name of [table, ...(parts[table] ?? [])]) {
        expect(await texts(after, COLUMNS, [name]), name).toEqual(await texts(before, COLUMNS, [table]));
        expect(await texts(after, INDEXES, [name]), name).toEqual(indexes.sort());
      }
      for (const query of [RIGHTS, COLUMN_RIGHTS])
        expect(await texts(after, query, [table]), table).toEqual(await texts(before, query, [table]));
    }
    expect(await texts(before, COLUMN_RIGHTS, ['transaction'])).toHaveLength(3);
    expect(await texts(after, DISTINCT, ['transaction'])).toEqual([
      'payer_account_id {n_distinct_inherited=70}',
    ]);
    expect(await texts(after, DISTINCT, ['topic_message'])).toEqual([
      'payer_account_id {n_distinct_inherited=9}',
      'topic_id {n_distinct_inherited=-0.5}',
    ]);
    expect(
      await texts(after, `select conname as text from pg_constraint where conname like 'tain%bound'`),
    ).toEqual([]);
    // No work remains, and another partition size is refused.
    await partitionDatabase(after.target);
    await migrate(after.target, { partitioning: partitioningBy(null) });
    await expect(partitionDatabase(after.target, 'year')).rejects.toThrow(
      /partitioned by the month, and remains so/,
    );
  });

  it('are attached without a scan of their rows, while the table is locked', async () => {
    const made = await copied();
    const client = new pg.Client(connectionConfig(made.target));
    await client.connect();
    try {
      const notices: string[] = [];
      client.on('notice', ({ message }) => message && notices.push(message));
      await client.query('set client_min_messages = debug1');
      const partitioning = {
        ...partitioningBy('month'),
        tables: ['transaction', 'crypto_transfer', 'topic_message'],
      };
      await partition(client, await selectToPartition(client, partitioning), partitioning);
      expect(notices.filter((text) => /implied by existing constraints/.test(text))).toHaveLength(3);
      // Indexes are built only on tables without rows.
      expect(notices.filter((text) => /building index .* on table "\w+_p0"/.test(text))).toEqual([]);
    } finally {
      await client.end();
    }
  });

  it('are partitioned to the end by another process, after a kill at any point', async () => {
    const made = await copied();
    const partitioning = {
      ...partitioningBy('year'),
      tables: ['contract_log', 'topic_message', 'assessed_custom_fee'],
    };
    await made.database.pool.query('truncate assessed_custom_fee');
    let attempts = 0;
    for (let done = false; !done; attempts += 1) {
      const client = new pg.Client(connectionConfig(made.target));
      client.on('error', () => undefined);
      await client.connect();
      const { query } = client;
      let left = 3 + attempts;
      client.query = ((...args: Parameters<typeof query>) => {
        if (left-- > 0) return query.apply(client, args);
        return client.end().then(() => Promise.reject(new Error('killed')));
      }) as typeof query;
      try {
        await partition(client, await selectToPartition(client, partitioning), partitioning);
        done = true;
      } catch (error) {
        expect((error as Error).message).toBe('killed');
      } finally {
        await client.end().catch(() => undefined);
      }
    }
    expect(attempts).toBeGreaterThan(10);
    const { assessed_custom_fee: _, ...rest } = whole;
    expect(await dump(made)).toEqual(rest);
    expect((await partitionsOf(made.target)).topic_message).toEqual([
      'topic_message_p0',
      'topic_message_p2027',
    ]);
  });

  it('are unchanged if partitioning is cancelled, or another object depends on them', async () => {
    const made = await copied();
    const { pool } = made.database;
    await pool.query(
      'alter table transaction add constraint tain__partition_bound check (consensus_timestamp < 9) not valid',
    );
    await migrate(made.target, { partitioning: partitioningBy(null) });
    expect(
      await texts(made, `select conname as text from pg_constraint where conname like 'tain%bound'`),
    ).toEqual([]);
    for (const [sql, message, undo] of [
      [
        'create view mine as select * from crypto_transfer',
        /crypto_transfer cannot be partitioned while view mine depends on it, .*: drop it first/,
        'drop view mine',
      ],
      [
        'create policy mine on crypto_transfer using (amount > 0)',
        /crypto_transfer cannot be partitioned while policy mine depends on it, .*: drop it first/,
        'drop policy mine on crypto_transfer',
      ],
      [
        'alter table crypto_transfer enable row level security',
        /crypto_transfer cannot be partitioned while row security is enabled, .*: disable it first/,
        'alter table crypto_transfer disable row level security',
      ],
    ] as const) {
      await pool.query(sql);
      await expect(partitionDatabase(made.target)).rejects.toThrow(message);
      await pool.query(undo);
    }
  });
});

describe('an ingest', () => {
  it('creates the partitions of a new month, and stores blocks of an old one again', async () => {
    const made = await createTestDatabase();
    onTestFinished(() => made.drop());
    await partitionDatabase(made.target);
    expect((await partitionsOf(made.target)).transaction).toEqual([]);
    await ingest(made, { stopAfter: 4, limits: { ...DEFAULT_BATCH_LIMITS, maxBytes: 1 } });
    await ingest(made);
    expect(differences(await dump(made), whole)).toEqual([]);
    const months = ['2026_01', '2026_02', '2026_03'];
    const expected = Object.fromEntries(
      TIME_PARTITIONED.map((table) => [table, months.map((month) => `${table}_p${month}`)]),
    );
    expect(await partitionsOf(made.target)).toEqual(expected);
    for (const table of TIME_PARTITIONED) await made.database.pool.query(`drop table ${table}_p2026_01`);
    const january = await texts(
      made,
      'select count(*)::text as text from record_file where consensus_start < $1',
      [FEBRUARY.toString()],
    );
    await reingestBlocks(made, history.folder, 0n, BigInt(january[0] ?? 0) - 1n);
    expect(differences(await dump(made), whole)).toEqual([]);
    expect(await partitionsOf(made.target)).toEqual(expected);
  }, 120_000);

  it('continues after its tables were partitioned', async () => {
    const made = await createTestDatabase();
    onTestFinished(() => made.drop());
    await ingest(made, { stopAfter: 4 });
    await partitionDatabase(made.target);
    await ingest(made);
    expect(differences(await dump(made), whole)).toEqual([]);
    expect((await check(made, {}, history.folder)).finding).toBeNull();
  }, 120_000);
});

describe('a table that is partitioned while blocks of later months are stored', () => {
  /** Creates a fresh database with one block. */
  async function begun() {
    const made = await createTestDatabase();
    const begun = await beginDaysApart(made.target);
    onTestFinished(() => begun.close().then(() => made.drop()));
    return { made, ...begun };
  }

  it('has the partitions of new blocks, though they passed its bound during the scan', async () => {
    const { made, next, store, warnings } = await begun();
    await store(await next(1, TRANSFERS));
    const client = new pg.Client(connectionConfig(made.target));
    await client.connect();
    try {
      const { query } = client;
      client.query = (async (...args: Parameters<typeof query>) => {
        // Fails without rows of the table, which would wait for the lock.
        if (/validate constraint/.test(String(args[0]))) await store(await next(100));
        return query.apply(client, args);
      }) as unknown as typeof query;
      const partitioning = { ...partitioningBy('month'), tables: ['crypto_transfer'] };
      await partition(client, await selectToPartition(client, partitioning), partitioning);
    } finally {
      await client.end();
    }
    await store(await next(101, TRANSFERS));
    const { rows } = await made.database.pool.query('select count(*)::int as n from crypto_transfer');
    expect(rows).toEqual([{ n: 4 }]);
    expect(warnings).toEqual([]);
  });

  /** Creates a partitioning that was begun for January, and blocks after January. */
  async function interrupted() {
    const unfinished = await begun();
    await unfinished.store(await unfinished.next(1, TRANSFERS));
    await unfinished.made.database.pool.query(
      `alter table crypto_transfer add constraint tain__partition_bound check (consensus_timestamp < ${FEBRUARY}) not valid`,
    );
    const partitionTable = () =>
      migrate(unfinished.made.target, {
        partitioning: { ...partitioningBy('month'), tables: ['crypto_transfer'] },
      });
    return { ...unfinished, partitionTable };
  }

  const transfersOf = async ({ database }: TestDatabase) =>
    (await database.pool.query<{ n: number }>('select count(*)::int as n from crypto_transfer')).rows[0]?.n;

  it('makes blocks beyond its bound wait, and then stores them', async () => {
    const { made, next, store, warnings, partitionTable } = await interrupted();
    const dividing = new pg.Client(connectionConfig(made.target));
    await dividing.connect();
    await dividing.query('select pg_advisory_lock($1)', [...LOCK_KEYS.migration]);
    const stored = store(await next(100, TRANSFERS));
    await expect.poll(() => warnings).toEqual([expect.stringContaining('and wait until it is')]);
    // More attempts than the content of a block gets.
    await Promise.race([stored, new Promise((resolve) => setTimeout(resolve, 5_000))]);
    expect(await transfersOf(made)).toBe(2);
    await dividing.end();
    await partitionTable();
    await stored;
    expect(await transfersOf(made)).toBe(4);
  }, 60_000);

  it('no longer makes them wait after an interruption, and is partitioned later', async () => {
    const { made, next, store, warnings, partitionTable } = await interrupted();
    await store(await next(100, TRANSFERS));
    expect(warnings).toEqual(['["crypto_transfer"]']);
    await partitionTable();
    expect((await partitionsOf(made.target)).crypto_transfer).toContain('crypto_transfer_p0');
    await store(await next(131, TRANSFERS));
    expect(await transfersOf(made)).toBe(6);
  }, 60_000);
});

describe('retention', () => {
  /** Returns a policy that retains February in each family, as of the last block. */
  const policyFor = async (test: TestDatabase) => {
    const [last = ''] = await texts(test, 'select max(consensus_end)::text as text from record_file');
    const period = BigInt(last) - FEBRUARY;
    return policyOf({
      blocks: period,
      transactions: period,
      contracts: period,
      actions: period,
      topics: period,
    });
  };
  const rowsOf = async (test: TestDatabase) => dumpTables(test.database);

  it('drops a month with its hashes, after a kill at any point, with the result of row-by-row removal', async () => {
    const [plain, made] = [await copied(), await createTestDatabase()];
    onTestFinished(() => made.drop());
    const policy = await policyFor(plain);
    await removeAll(plain.target, policy, 100_000);
    await partitionDatabase(made.target);
    await ingest(made);
    const before = await partitionsOf(made.target);
    let kills = 0;
    let steps = 0;
    const kill = async (client: Queryable): Promise<void> => {
      const gone = await client.query<{ at: string }>(
        "select kept_from::text as at from tain.kept where family = 'transactions'",
      );
      // Exactly the rows of the retained times remain.
      const left = await client.query(
        'select (select count(*) from transaction) t, (select count(distinct consensus_timestamp) from crypto_transfer) c',
      );
      expect([gone.rows[0]?.at, left.rows[0]]).toBeOneOf(states);
      steps += 1;
      if (steps % 11 === 0) {
        kills += 1;
        throw new Error('killed');
      }
    };
    const state = async (test: TestDatabase, from: bigint) => [
      from.toString(),
      (
        await test.database.pool.query(
          'select (select count(*) from transaction) t, (select count(distinct consensus_timestamp) from crypto_transfer) c',
        )
      ).rows[0],
    ];
    const states = [await state(made, 0n), await state(plain, FEBRUARY)];
    for (let done = false; !done; ) {
      done = await removeAll(made.target, policy, 60, kill).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed');
          return false;
        },
      );
    }
    expect(kills).toBeGreaterThan(1);
    expect(differences(await rowsOf(made), await rowsOf(plain))).toEqual([]);
    const after = await partitionsOf(made.target);
    for (const table of TIME_PARTITIONED) {
      expect(after[table], table).toEqual(before[table]?.filter((name) => !name.endsWith('2026_01')));
    }
    expect(
      await texts(made, "select relname::text as text from pg_class where relname like '%2026\\_01'"),
    ).toEqual([]);
    // Errata of that time create partitions again, which are removed like others.
    await made.database.pool.query(
      `select tain.ensure_time_partitions(${FEBRUARY - DAY}, ${FEBRUARY - DAY});
       insert into transaction (consensus_timestamp, type, result, payer_account_id, valid_start_ns)
       values (${FEBRUARY - DAY}, 14, 22, 2, 1)`,
    );
    await removeAll(made.target, policy);
    expect(differences(await rowsOf(made), await rowsOf(plain))).toEqual([]);
  }, 120_000);

  it('waits for readers, and for the end of the first partition of a table that had rows', async () => {
    const made = await createTestDatabase();
    onTestFinished(() => made.drop());
    await partitionDatabase(made.target);
    await ingest(made);
    const policy = await policyFor(made);
    const reader = new pg.Client(connectionConfig(made.target));
    await reader.connect();
    try {
      for (const table of ['tain.kept', 'entity_transaction']) {
        await reader.query(`begin isolation level repeatable read; select from ${table} limit 1`);
        await expect(
          removeAll(made.target, policyOf({ transactions: 0n, contracts: 0n, actions: 0n })),
          table,
        ).rejects.toThrow(/lock timeout/);
        await reader.query('rollback');
      }
    } finally {
      await reader.end();
    }
    const partitioned = await copied();
    await partitionDatabase(partitioned.target);
    await removeAll(partitioned.target, policy);
    const { transaction } = await dump(partitioned);
    expect(transaction).toEqual(whole.transaction);
  }, 120_000);
});

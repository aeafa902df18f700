import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { ConflictingBlocksError } from '../../../src/ingest/load/store-batch.ts';
import { DEFAULT_BATCH_LIMITS } from '../../../src/ingest/options.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { connectionConfig } from '../../../src/store/connections/database.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { SMALL_POPULATION } from '../../demo/populations.ts';
import { removeFolder } from '../../remove-folder.ts';
import { differences, dumpTables } from '../dump-tables.ts';
import { ingestFolder } from '../ingest-folder.ts';

const BLOCKS = 16;
const ONE_BLOCK = { ...DEFAULT_BATCH_LIMITS, maxItems: 1 };

describe('ingest of a demo stream', () => {
  let dir: string;
  let book: string;
  let test: TestDatabase;
  let whole: Record<string, string[]>;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'tain-restart-'));
    book = path.join(dir, 'address_book.bin');
    await writeDemo({
      runCode: demoEngine,
      dir,
      blocks: BLOCKS,
      tps: 15,
      seed: 11,
      signInner: false,
      population: SMALL_POPULATION,
    });
    const undisturbed = await createTestDatabase();
    const summary = await ingestFolder({ database: undisturbed.database, folder: dir, addressBook: book });
    expect(summary.blocks).toBe(BLOCKS);
    whole = await dumpTables(undisturbed.database);
    await undisturbed.drop();
  });
  afterAll(() => removeFolder(dir));

  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const ingest = (options: Partial<Parameters<typeof ingestFolder>[0]> = {}) =>
    ingestFolder({ database: test.database, folder: dir, addressBook: book, ...options });

  it('stores the same rows in batches of one block', async () => {
    const summary = await ingest({ limits: ONE_BLOCK });
    expect(summary.blocks).toBe(BLOCKS);
    expect(differences(await dumpTables(test.database), whole)).toEqual([]);
  });

  it('changes nothing when the stream is read again', async () => {
    await ingest();
    const again = await ingest();
    expect(again).toMatchObject({ blocks: 0, transactions: 0, lastNumber: BigInt(BLOCKS - 1) });
    expect(differences(await dumpTables(test.database), whole)).toEqual([]);
  });

  it('continues after the last block when it was stopped', async () => {
    let runs = 0;
    for (let blocks = 0; blocks < BLOCKS; runs += 1) {
      const summary = await ingest({ limits: { ...ONE_BLOCK, minItems: 1 }, stopAfter: 5 });
      expect(summary.blocks).toBeGreaterThan(0);
      blocks += summary.blocks;
    }
    expect(runs).toBeGreaterThan(2);
    expect(differences(await dumpTables(test.database), whole)).toEqual([]);
  });

  it('stores the blocks before a refused file, and names it', async () => {
    const broken = await mkdtemp(path.join(os.tmpdir(), 'tain-broken-'));
    try {
      await cp(dir, broken, { recursive: true });
      const files = await dataFiles(broken);
      const instants = [...new Set(files.map((file) => path.basename(file)))].sort();
      const victim = instants[10] as string;
      for (const file of files) if (path.basename(file) === victim) await rm(file);
      await expect(ingest({ folder: broken })).rejects.toThrow(victim.slice(0, 19));
      const { rows } = await test.database.pool.query('select count(*)::int as n from record_file');
      expect(rows).toEqual([{ n: 10 }]);
      const summary = await ingest();
      expect(summary.blocks).toBe(BLOCKS - 10);
      expect(differences(await dumpTables(test.database), whole)).toEqual([]);
    } finally {
      await removeFolder(broken);
    }
  });

  it('waits for a database that refuses connections at the start', async () => {
    const name = (await test.database.pool.query<{ name: string }>('select current_database() as name'))
      .rows[0]?.name;
    const admin = new pg.Client({ ...connectionConfig(test.target), database: 'postgres' });
    await admin.connect();
    const allow = (connections: boolean) =>
      admin.query(`alter database "${name}" allow_connections ${connections}`);
    await allow(false);
    const warnings: string[] = [];
    try {
      const summary = await ingest({
        onWarning: (_fields, message) => {
          warnings.push(message);
          void allow(true);
        },
      });
      expect(summary.blocks).toBe(BLOCKS);
    } finally {
      await allow(true);
      await admin.end();
    }
    expect(warnings).toEqual(['The database failed; the statement is retried']);
  });

  it('loses nothing when the database closes its connections', async () => {
    let killed = 0;
    const summary = await ingest({
      limits: ONE_BLOCK,
      onProgress: () => {
        if (killed >= 3) return;
        killed += 1;
        void test.database.pool
          .query(
            `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
          )
          .catch(() => undefined);
      },
    });
    expect(killed).toBe(3);
    expect(summary.blocks).toBe(BLOCKS);
    expect(differences(await dumpTables(test.database), whole)).toEqual([]);
  });

  it('stores a large batch again whose connection was lost when its rows were sent', async () => {
    // A snapshot is due after the first block, which is in a batch of its own.
    const first = await ingest({ limits: ONE_BLOCK, stopAfter: 1 });
    const blocker = await test.database.pool.connect();
    // The rows of blocks are written last, so those of all transactions are written when they wait.
    await blocker.query('begin; lock table record_file in share mode');
    const warnings: string[] = [];
    const cut = async (): Promise<void> => {
      for (let cuts = 0; cuts < 2; ) {
        const { rowCount } = await test.database.pool.query(
          `select pg_terminate_backend(pid, 60000) from pg_locks join pg_stat_activity using (pid)
           where not granted and relation = 'record_file'::regclass and application_name = 'tain ingest writer'`,
        );
        cuts += rowCount ?? 0;
        await sleep(5);
      }
      await blocker.query('rollback');
    };
    const batches: number[] = [];
    const cutting = cut();
    try {
      const limits = { ...DEFAULT_BATCH_LIMITS, minItems: 1_000_000, maxWaitMs: 60_000 };
      const summary = await ingest({
        limits,
        onWarning: (_, message) => warnings.push(message),
        onProgress: ({ blocks }) => batches.push(blocks),
      });
      expect(summary).toMatchObject({ blocks: BLOCKS - first.blocks, lastNumber: BigInt(BLOCKS - 1) });
    } finally {
      await cutting;
      blocker.release();
    }
    expect(batches[0]).toBeGreaterThan(1);
    expect(warnings).toEqual(['The database failed; the statement is retried']);
    expect(differences(await dumpTables(test.database), whole)).toEqual([]);
  });

  it('reports that the database lost blocks', async () => {
    // A trigger, because a statement of another session can come after the last block.
    await test.database.pool.query(
      `create function lose_blocks() returns trigger language plpgsql as
         $$ begin delete from record_file where index between 4 and 8; return null; end $$;
       create trigger lose_blocks after insert on record_file for each row when (new.index = 8)
         execute function lose_blocks()`,
    );
    const reached: number[] = [];
    const interrupted = ingest({
      limits: { ...ONE_BLOCK, minItems: 1 },
      onProgress: ({ blocks }) => reached.push(blocks),
    });
    await expect(interrupted).rejects.toBeInstanceOf(ConflictingBlocksError);
    expect(reached.at(-1)).toBe(9);
  });

  it('refuses a second ingest on one database in one sentence', async () => {
    const controller = new AbortController();
    let second: Promise<unknown> | null = null;
    await ingest({
      limits: ONE_BLOCK,
      signal: controller.signal,
      onProgress: () => {
        second ??= ingest().finally(() => controller.abort());
        second.catch(() => undefined);
      },
      // The first ingest must still be running when the second stops waiting for the lock.
      holdOpen: true,
    });
    await expect(second).rejects.toThrow('Another ingest already writes to this database.');
  });

  it('notifies other processes of each batch', async () => {
    const client = await test.database.pool.connect();
    const warnings: string[] = [];
    client.on('notification', ({ payload }) => warnings.push(payload ?? ''));
    await client.query('listen tain_block');
    await ingest();
    await client.query('select 1');
    client.release(true);
    const { rows } = await test.database.pool.query(
      `select index || ' ' || consensus_end as last from record_file order by consensus_end desc limit 1`,
    );
    expect(warnings.at(-1)).toBe(rows[0].last);
  });

  it('preserves that balances equal the sum of transfers and the whole supply', async () => {
    await ingest();
    const { rows } = await test.database.pool.query(
      `select id from entity e where type in ('ACCOUNT', 'CONTRACT') and balance <> (
         select coalesce(sum(amount), 0) from crypto_transfer t
         where t.entity_id = e.id and t.consensus_timestamp >= e.created_timestamp)`,
    );
    expect(rows).toEqual([]);
    const supply = await test.database.pool.query('select sum(balance)::text as total from entity');
    expect(supply.rows).toEqual([{ total: '5000000000000000000' }]);
  });
});

async function dataFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir, { recursive: true });
  return names.filter((name) => /Z\.rcd(\.gz)?$/.test(name)).map((name) => path.join(dir, name));
}

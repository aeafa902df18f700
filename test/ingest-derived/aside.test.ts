import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_START } from '../../src/demo/options.ts';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { workAside } from '../../src/ingest/load/aside.ts';
import { INGEST_LOCK } from '../../src/ingest/load/locks.ts';
import { DEFAULT_BATCH_LIMITS } from '../../src/ingest/run.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { differences, dumpEverything } from '../ingest-rows/dump-tables.ts';
import { type FolderIngest, ingestFolder } from '../ingest-rows/ingest-folder.ts';
import { ALL_PRESENT, selectPresentState } from '../present-balances.ts';

const DAY = 86_400_000_000_000n;
const BLOCKS = 14;
const STEADY_FROM = DEFAULT_START + 3n * DAY - 8_000_000_000n;
const ONE_BLOCK = { ...DEFAULT_BATCH_LIMITS, maxItems: 1, minItems: 1 };

/** While a history is read, closings are done beside the batches after them. */
describe('closings aside', () => {
  let dir: string;
  let whole: Record<string, string[]>;
  /** So many blocks end with midnight's. */
  let midnight: number;
  let test: TestDatabase;
  /** Holds a lock on a table that the last statement of a snapshot writes to. */
  let holder: pg.PoolClient;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'tain-aside-'));
    // Midnight, with a staking period's end and a snapshot of what changed, amid daily life.
    await writeDemo({
      dir,
      blocks: BLOCKS,
      tps: 40,
      seed: 23,
      signInner: false,
      steadyFrom: STEADY_FROM,
    });
    const undisturbed = await createTestDatabase();
    // Live: nothing is done aside.
    await ingest(undisturbed, { clock: () => 0 });
    whole = await dumpEverything(undisturbed.database);
    const { rows } = await undisturbed.database.pool.query<{ n: number }>(
      `select count(*)::int as n from record_file
       where consensus_end <= (select max(consensus_timestamp) from account_balance_file)`,
    );
    midnight = rows[0]?.n ?? 0;
    await undisturbed.drop();
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));
  beforeEach(async () => {
    test = await createTestDatabase();
    await ingest(test, { stopAfter: midnight - 2 });
    holder = await test.database.pool.connect();
    await holder.query('begin; lock table account_balance_file in share mode');
  });
  afterEach(async () => {
    holder.release(true);
    await test.drop();
  });

  const ingest = ({ database }: TestDatabase, options: Partial<FolderIngest> = {}) =>
    ingestFolder({
      database,
      folder: dir,
      addressBook: path.join(dir, 'address_book.bin'),
      limits: ONE_BLOCK,
      ...options,
    });

  /** Waits until so many blocks are stored, the snapshot waits for the holder, and the next batch for the snapshot. */
  async function bothWait(blocks = midnight): Promise<void> {
    await vi.waitFor(
      async () => {
        expect(await countBlocks()).toBe(blocks);
        const { rows } = await test.database.pool.query(
          `select application_name as name, state, wait_event_type as waits, query ~ 'pg_notify' as told
           from pg_stat_activity where datname = current_database() and application_name like 'tain ingest%' order by 1`,
        );
        expect(rows).toEqual([
          { name: 'tain ingest closings', state: 'active', waits: 'Lock', told: false },
          // Its last statement before the commit.
          { name: 'tain ingest writer', state: 'idle in transaction', waits: 'Client', told: true },
        ]);
      },
      { timeout: 20_000, interval: 20 },
    );
  }

  async function countBlocks(): Promise<number> {
    const { rows } = await test.database.pool.query<{ n: number }>(
      'select count(*)::int as n from record_file',
    );
    return rows[0]?.n ?? 0;
  }

  /** Ends a connection, and waits until it is gone: what waits afterwards is another one. */
  const terminate = (name: string) =>
    test.database.pool.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = $1',
      [name],
    );

  const expectWhole = async () => expect(differences(await dumpEverything(test.database), whole)).toEqual([]);

  /** Ingests to the end; `event` happens while both wait. Nothing may be missing. Gives the warnings. */
  async function ingestThrough(event: () => Promise<unknown>): Promise<string[]> {
    const warnings: string[] = [];
    const ingesting = ingest(test, { onWarning: (_, message) => warnings.push(message) });
    await bothWait();
    await event();
    await holder.query('commit');
    await ingesting;
    await expectWhole();
    return warnings;
  }

  it('are done while the next batch is stored, which is committed after them', async () => {
    expect(await ingestThrough(async () => undefined)).toEqual([]);
  });

  it('end with a signal, and the next ingest does the rest of them', async () => {
    const controller = new AbortController();
    const ingesting = ingest(test, { signal: controller.signal });
    await bothWait();
    const begun = performance.now();
    controller.abort();
    expect((await ingesting).lastNumber).toBe(BigInt(midnight - 1));
    expect(performance.now() - begun).toBeLessThan(4000);
    expect(await countBlocks()).toBe(midnight);
    await holder.query('commit');
    expect((await ingest(test)).blocks).toBe(BLOCKS - midnight);
    await expectWhole();
  });

  describe('bring balances up', () => {
    beforeEach(async () => {
      // Instead of the snapshot's end, what comes after it is held back.
      await holder.query('commit; begin; lock table tain.present_token_balance in share mode');
    });

    /** Waits until the balances wait for the holder and so many blocks are stored. */
    async function balancesWait(blocks: number): Promise<void> {
      await vi.waitFor(
        async () => {
          const { rows } = await test.database.pool.query(
            `select wait_event_type as waits from pg_stat_activity
             where datname = current_database() and application_name = 'tain ingest closings' and query ~ 'bring_up'`,
          );
          expect(rows).toEqual([{ waits: 'Lock' }]);
          expect(await countBlocks()).toBe(blocks);
        },
        { timeout: 20_000, interval: 20 },
      );
    }

    /** Ingests to the end; `event` happens while balances wait and so many blocks are stored. Gives the warnings. */
    async function ingestPast(
      blocks: number,
      event: () => Promise<unknown>,
      options: Partial<FolderIngest> = {},
    ): Promise<string[]> {
      const warnings: string[] = [];
      const ingesting = ingest(test, { onWarning: (_, message) => warnings.push(message), ...options });
      await balancesWait(blocks);
      await event();
      await holder.query('commit');
      await ingesting;
      await expectWhole();
      expect(await selectPresentState(test.database)).toEqual(ALL_PRESENT);
      return warnings;
    }

    it('while further batches are stored', async () => {
      expect(await ingestPast(BLOCKS, async () => undefined)).toEqual([]);
    });

    it('before a stream that is soon live comes to its next closing, which waits for it', async () => {
      // All blocks are between one and two minutes old.
      const clock = () => Number(STEADY_FROM / 1_000_000n) + 100_000;
      expect(await ingestPast(midnight - 1, async () => undefined, { clock })).toEqual([]);
    });

    it('or, when their connection ends, later', async () => {
      const warnings = await ingestPast(BLOCKS, () => terminate('tain ingest closings'));
      expect(warnings).toEqual(['Present balances could not be brought up; it is tried again later']);
    });
  });

  it('lose nothing when their connection ends', async () => {
    const warnings = await ingestThrough(async () => {
      await terminate('tain ingest closings');
      // The batch that waited kept its rows and is stored; the next one waits.
      await bothWait(midnight + 1);
    });
    expect(warnings).toEqual(['The database failed; it is tried again']);
  });

  it('lose nothing when the connection that stores ends', async () => {
    const warnings = await ingestThrough(() => terminate('tain ingest writer'));
    expect(warnings).toEqual(['The database failed; it is tried again']);
  });

  it('end where another connection stores', async () => {
    let done = false;
    const { signal } = new AbortController();
    const work = async () => {
      done = true;
    };
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const owner = rows[0]?.pid ?? 0;
    await expect(workAside(test.target, owner, signal, work)).rejects.toThrow('was lost');
    expect(done).toBe(false);
    await holder.query('select pg_advisory_lock($1)', [INGEST_LOCK]);
    await workAside(test.target, owner, signal, work);
    expect(done).toBe(true);
  });

  it('end with a signal while a server that says nothing is connected to', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const controller = new AbortController();
    silent.once('connection', () => controller.abort());
    const begun = performance.now();
    const target = { host: '127.0.0.1', port, user: 'nobody', database: 'nothing' };
    await expect(workAside(target, 1, controller.signal, async () => undefined)).rejects.toThrow();
    expect(performance.now() - begun).toBeLessThan(5000);
    silent.close();
  });

  it('keep another ingest out', async () => {
    await ingestThrough(async () => {
      // The other one takes the lock of who stores, which is free until that has another connection.
      await terminate('tain ingest writer');
      await expect(ingest(test)).rejects.toThrow('Another ingest already writes to this database.');
    });
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { balanceIndexJob } from '../../../src/ingest/derived/balance-index.ts';
import { logReplacement } from '../../../src/ingest/derived/changed-keys.ts';
import { DEFAULT_BATCH_LIMITS } from '../../../src/ingest/options.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { expectBalanceIndex, selectIndexState } from '../balance-index.ts';
import { ingestFolder } from '../ingest-folder.ts';

/** Time (nanoseconds) from which the network creates a block every two seconds. */
const STEADY_FROM = DEFAULT_START + 3n * 86_400_000_000_000n - 600_000_000_000n;
const BLOCKS = 14;
/** Number of blocks before the end, which is during normal traffic. */
const MIDDLE = 8;
const ONE_BLOCK = { ...DEFAULT_BATCH_LIMITS, maxItems: 1, minItems: 1, maxWaitMs: 100 };
/** Maximum number of blocks after which the index is built. */
const BUILT_AFTER = 3;
/** Clock before the stream, so that the mode is live. */
const LIVE = () => 0;
/** Clock 60 to 70 seconds after the blocks of normal traffic, so that the mode is near the head. */
const NEAR_THE_HEAD = () => Number(STEADY_FROM / 1_000_000n) + 72_000;

describe('the balance index', () => {
  let dir: string;
  let test: TestDatabase;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'tain-index-'));
    await writeDemo({
      runCode: demoEngine,
      dir,
      blocks: BLOCKS,
      tps: 15,
      seed: 19,
      signInner: false,
      steadyFrom: STEADY_FROM,
    });
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const ingest = (options: Partial<Parameters<typeof ingestFolder>[0]> = {}) =>
    ingestFolder({
      database: test.database,
      folder: dir,
      addressBook: path.join(dir, 'address_book.bin'),
      limits: ONE_BLOCK,
      ...options,
    });

  it('has the balances of each batch of a live stream', async () => {
    const { database } = test;
    for (let blocks = 1; blocks <= MIDDLE; blocks += 1) {
      await ingest({ stopAfter: 1, clock: LIVE });
      // The ingest builds the index between blocks, when there is time.
      if (blocks === BUILT_AFTER) {
        await balanceIndexJob.begin(database.pool);
        while (!(await balanceIndexJob.step(database.pool, 1_000)));
      }
      const { isCurrent, differing } = await selectIndexState(database);
      if (blocks >= BUILT_AFTER) expect(isCurrent).toBe(true);
      if (isCurrent) expect(differing).toBe(0);
    }
  });

  it('is dropped while backfilling, and built at the end of the stream', async () => {
    await ingest({ stopAfter: MIDDLE });
    const stopped = await selectIndexState(test.database);
    expect(stopped.isCurrent).toBe(false);
    expect(stopped.differing).toBeGreaterThan(10);

    const controller = new AbortController();
    const following = ingest({ holdOpen: true, signal: controller.signal });
    await vi.waitFor(
      async () => {
        const { rows } = await test.database.pool.query('select count(*)::int as blocks from record_file');
        expect(rows).toEqual([{ blocks: BLOCKS }]);
        await expectBalanceIndex(test.database);
      },
      { timeout: 120_000, interval: 50 },
    );
    controller.abort();
    await following;
  });

  it('is invalidated by a backfilling batch, also while it is being built', async () => {
    await ingest({ stopAfter: MIDDLE - 1, clock: LIVE });
    await expectBalanceIndex(test.database);
    await ingest({ stopAfter: 1 });
    expect((await selectIndexState(test.database)).isCurrent).toBe(false);

    await balanceIndexJob.begin(test.database.pool);
    await balanceIndexJob.step(test.database.pool, 1);
    await ingest({ stopAfter: 1 });
    const { rows } = await test.database.pool.query('select kind from tain.derived_job');
    expect(rows).toEqual([]);
    expect((await selectIndexState(test.database)).isCurrent).toBe(false);
  });

  it.each([
    ['live', LIVE],
    ['near the head', NEAR_THE_HEAD],
  ])(
    'is built %s, before the end of the stream, and has the balances of further batches',
    async (_, clock) => {
      await ingest({ stopAfter: MIDDLE, clock });
      await expectBalanceIndex(test.database);
      await ingest({ stopAfter: 1, clock });
      await expectBalanceIndex(test.database);
    },
  );

  it('is built between live blocks, in chunks that also apply the changes made meanwhile', async () => {
    await ingest({ stopAfter: 3 });
    await ingest({ clock: LIVE, chunks: { rows: 2, milliseconds: 0 } });
    await expectBalanceIndex(test.database);
  });

  it('is rebuilt after balances were replaced without a list of their keys', async () => {
    await ingest({ clock: LIVE });
    const { pool } = test.database;
    await pool.query('update entity set balance = balance + 1 where id in (1001, 1002)');
    await logReplacement(
      pool,
      (await pool.query('select max(consensus_end)::text as at from record_file')).rows[0].at,
    );
    expect(await selectIndexState(test.database)).toEqual({ isCurrent: false, differing: 2 });
    await ingest();
    await expectBalanceIndex(test.database);
  });

  it('is complete at the end of a stream', async () => {
    await ingest();
    await expectBalanceIndex(test.database);
  });
});

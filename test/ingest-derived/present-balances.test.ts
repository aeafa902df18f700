import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeDemo } from '../../src/demo/write-demo.ts';
import { DEFAULT_BATCH_LIMITS } from '../../src/ingest/run.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { ingestFolder } from '../ingest-rows/ingest-folder.ts';
import { ALL_PRESENT, selectPresentState } from '../present-balances.ts';

const BLOCKS = 14;
/** So many blocks end amid daily life: all balances were kept some blocks before. */
const AMID = 8;
const ONE_BLOCK = { ...DEFAULT_BATCH_LIMITS, maxItems: 1, minItems: 1, maxWait: 100 };
/** Before the stream: it is live. */
const LIVE = () => 0;

describe('present balances', () => {
  let dir: string;
  let test: TestDatabase;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'tain-present-'));
    await writeDemo({ dir, blocks: BLOCKS, tps: 40, seed: 19, signInner: false });
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

  const state = () => selectPresentState(test.database);

  it('are those of the entities after each batch of a live stream', async () => {
    await ingest({ stopAfter: AMID, clock: LIVE });
    expect(await state()).toEqual(ALL_PRESENT);
  });

  it('are left for later while the stream is far behind, and brought up once it has nothing more', async () => {
    await ingest({ stopAfter: AMID });
    const stopped = await state();
    expect(stopped.left).toBeGreaterThan(1);
    expect(stopped.old).toBeGreaterThan(10);
    expect(stopped.leftTokens).toBeGreaterThan(1);
    expect(stopped.oldTokens).toBeGreaterThan(5);

    const controller = new AbortController();
    const following = ingest({ holdOpen: true, signal: controller.signal });
    await vi.waitFor(
      async () => {
        const { rows } = await test.database.pool.query('select count(*)::int as blocks from record_file');
        expect(rows).toEqual([{ blocks: BLOCKS }]);
        expect(await state()).toEqual(ALL_PRESENT);
      },
      { timeout: 20_000, interval: 50 },
    );
    controller.abort();
    await following;
  });

  it('are brought up with the first block that is live again', async () => {
    await ingest({ stopAfter: AMID });
    expect((await state()).left).toBeGreaterThan(1);
    await ingest({ stopAfter: 1, clock: LIVE });
    expect(await state()).toEqual(ALL_PRESENT);
  });

  it('are brought up at the end of a stream', async () => {
    await ingest();
    expect(await state()).toEqual(ALL_PRESENT);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import type { ChunkLimits } from '../../../src/ingest/derived/jobs.ts';
import { DEFAULT_BATCH_LIMITS } from '../../../src/ingest/options.ts';
import type { Clock } from '../../../src/kernel/clock.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase } from '../../database.ts';
import { tries } from '../../effort.ts';
import { differences, dumpTables } from '../dump-tables.ts';
import { ingestFolder } from '../ingest-folder.ts';

const DAY = 86_400_000_000_000n;
/** Clock before the stream, so that the mode is live, and blocks are stored between chunks. */
const LIVE: Clock = () => 0;

/** Snapshots and stakes over the end of a staking period and of a month, in chunks of all sizes. */
describe('derived jobs', () => {
  let dir = '';
  let whole: Record<string, string[]>;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'tain-chunks-'));
    await writeDemo({
      runCode: demoEngine,
      dir,
      seed: 43,
      tps: 20,
      blocks: 16,
      signInner: false,
      steadyFrom: DEFAULT_START + 3n * DAY - 8_000_000_000n,
      mix: { CRYPTOUPDATEACCOUNT: 60, CRYPTODELETE: 10, TOKENUPDATE: 20, CRYPTOCREATEACCOUNT: 20 },
    });
    whole = await store({ rows: 1_000_000, milliseconds: 600_000 }, 1000);
    expect(whole.entity_stake_history?.length).toBeGreaterThan(10);
    expect(whole.token_balance?.length).toBeGreaterThan(10);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  async function store(
    chunks: ChunkLimits,
    maxItems: number,
    clock: Clock = LIVE,
  ): Promise<Record<string, string[]>> {
    const { database, drop } = await createTestDatabase();
    try {
      await ingestFolder({
        database,
        folder: dir,
        addressBook: join(dir, 'address_book.bin'),
        chunks,
        clock,
        limits: { ...DEFAULT_BATCH_LIMITS, maxItems, minItems: maxItems },
      });
      const { rows } = await database.pool.query(
        'select (select count(*) from tain.derived_job) + (select count(*) from tain.stake_state) as rest',
      );
      expect(rows).toEqual([{ rest: '0' }]);
      return await dumpTables(database);
    } finally {
      await drop();
    }
  }

  it('run before the next batch while backfilling, with the same result', async () => {
    expect(differences(await store({ rows: 7, milliseconds: 0 }, 1, Date.now), whole)).toEqual([]);
  });

  it('are the same for chunks of any size, with blocks stored in between', {
    timeout: 120_000,
  }, async () => {
    // Each batch has one or two blocks, so that changes arrive during a snapshot.
    expect(differences(await store({ rows: 3, milliseconds: 0 }, 1), whole)).toEqual([]);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 400 }),
        async (rows, milliseconds, maxItems) => {
          expect(differences(await store({ rows, milliseconds }, maxItems), whole)).toEqual([]);
        },
      ),
      { numRuns: tries(1) },
    );
  });
});

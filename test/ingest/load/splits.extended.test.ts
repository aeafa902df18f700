import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_START } from '../../../packages/network-simulator/src/options.ts';
import { KINDS } from '../../../packages/network-simulator/src/transactions/kinds.ts';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase } from '../../database.ts';
import { EFFORT, tries } from '../../effort.ts';
import { removeFolder } from '../../remove-folder.ts';
import { differences, dumpEverything } from '../dump-tables.ts';
import { ingestFolder } from '../ingest-folder.ts';

const DAY = 86_400_000_000_000n;
const BLOCKS = 18;
/** A period ends in the middle of the split stream. */
const STEADY_FROM = DEFAULT_START + 3n * DAY - 12_000_000_000n;
let dir = '';
let whole: Record<string, string[]> = {};

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'tain-splits-'));
  await writeDemo({
    runCode: demoEngine,
    dir,
    blocks: BLOCKS,
    tps: 30,
    population: { accounts: 60, tokens: 8, topics: 5, contracts: 6 },
    seed: 12,
    signInner: false,
    failures: 0.08,
    steadyFrom: STEADY_FROM,
    mix: Object.fromEntries(KINDS.map((kind) => [kind.name, 5 + Math.min(kind.weight, 40)])),
  });
  whole = await ingestInParts([], clockAt(-60));
});
afterAll(() => removeFolder(dir));

/** A part of the stream: the limits of its batches, and the number of blocks after which it stops. */
interface Part {
  readonly maxItems: number;
  readonly maxChanges: number;
  readonly maxBytes: number;
  readonly minItems: number;
  /** Number of rows that a job of derived state reads in one statement. */
  readonly rows: number;
  readonly stopAfter: number;
  /** Seconds of the clock after the first block of normal traffic, which determine the modes. */
  readonly clock: number;
}

function clockAt(seconds: number): () => number {
  return () => Number(STEADY_FROM / 1_000_000n) + seconds * 1000;
}

const part: fc.Arbitrary<Part> = fc.record({
  maxItems: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 300 }), fc.integer({ min: 300, max: 5000 })),
  maxChanges: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constant(100_000)),
  maxBytes: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.constant(16 * 1024 * 1024)),
  minItems: fc.integer({ min: 1, max: 500 }),
  rows: fc.integer({ min: 1, max: 400 }),
  stopAfter: fc.integer({ min: 1, max: 12 }),
  clock: fc.oneof(fc.constant(-60), fc.integer({ min: 0, max: 90 }), fc.integer({ min: 300, max: 345 })),
});

/** Ingests the stream in parts, each after a restart, the last one to its end. Returns all stored rows. */
async function ingestInParts(
  parts: readonly Part[],
  lastClock = Date.now,
): Promise<Record<string, string[]>> {
  const test = await createTestDatabase();
  try {
    const common = { database: test.database, folder: dir, addressBook: path.join(dir, 'address_book.bin') };
    for (const { stopAfter, rows, clock, ...limits } of parts) {
      await ingestFolder({
        ...common,
        limits: { ...limits, maxWaitMs: 1 },
        chunks: { rows, milliseconds: 5 },
        clock: clockAt(clock),
        stopAfter,
      });
    }
    const last = parts.at(-1);
    await ingestFolder({
      ...common,
      clock: last ? clockAt(last.clock) : lastClock,
      ...(last && { limits: { ...last, maxWaitMs: 1 }, chunks: { ...last, milliseconds: 5 } }),
    });
    return await dumpEverything(test.database);
  } finally {
    await test.drop();
  }
}

it('any split of a stream into batches and starts leads to the same database', async () => {
  expect(whole.entity_history?.length).toBeGreaterThan(50);
  expect(whole.entity_stake?.length).toBeGreaterThan(5);
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
      expect(differences(await ingestInParts(parts), whole)).toEqual([]);
    }),
    { numRuns: tries(2), interruptAfterTimeLimit: 150_000 * EFFORT },
  );
});

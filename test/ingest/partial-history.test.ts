import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DemoOptions, writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { demoEngine } from '../../src/app/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { tries } from '../effort.ts';
import { differences, dumpEverything } from './dump-tables.ts';
import { ingestFolder } from './ingest-folder.ts';

const TIMEOUT = 600_000;
const BLOCKS = 8;

type Order = Omit<DemoOptions, 'dir' | 'runCode'>;
type Rows = Readonly<Record<string, string[]>>;

/** Columns that hold hashes and sizes of the bytes of blocks, by table. */
const OF_BYTES: Readonly<Record<string, readonly string[]>> = {
  record_file: ['hash', 'prev_hash', 'file_hash', 'size'],
};

/** The folder of nodes' keys, which are made at random and stand in the address book. */
const KEYS = 'keys';

/**
 * Calls `use` with the folders of one history that is written twice: with whole values, and with partial changes where they
 * save as many bytes as `savingOf` says of a block (null: whole values there, too).
 */
async function inHistories<T>(
  order: Order,
  savingOf: (block: bigint) => number | null,
  use: (whole: string, partial: string) => Promise<T>,
): Promise<T> {
  const [whole, partial] = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'tain-partial-'))));
  if (whole === undefined || partial === undefined) throw new Error('no folders');
  try {
    await writeDemo({ runCode: demoEngine, dir: whole, ...order });
    await cp(path.join(whole, KEYS), path.join(partial, KEYS), { recursive: true });
    await writeDemo({ runCode: demoEngine, dir: partial, ...order, partialChanges: savingOf });
    return await use(whole, partial);
  } finally {
    for (const dir of [whole, partial]) await rm(dir, { recursive: true, force: true });
  }
}

async function inDatabase<T>(use: (test: TestDatabase) => Promise<T>): Promise<T> {
  const test = await createTestDatabase();
  try {
    return await use(test);
  } finally {
    await test.drop();
  }
}

async function ingest({ database }: TestDatabase, folder: string, startFrom?: bigint): Promise<void> {
  const addressBook = path.join(folder, 'address_book.bin');
  await ingestFolder({ database, folder, addressBook, ...(startFrom !== undefined && { startFrom }) });
}

/** All rows, without hashes and sizes of blocks. */
async function rowsIn({ database }: TestDatabase): Promise<Rows> {
  const rows = { ...(await dumpEverything(database)) };
  for (const [table, columns] of Object.entries(OF_BYTES)) {
    rows[table] = (rows[table] ?? []).map((row) => {
      const values = Object.entries(JSON.parse(row) as object);
      return JSON.stringify(Object.fromEntries(values.filter(([name]) => !columns.includes(name))));
    });
  }
  return rows;
}

/** By block, the least number of bytes that a partial change saves, or null for whole values. */
const savings = fc.array(fc.option(fc.constantFrom(0, 0, 30, 64), { nil: null, freq: 4 }), {
  minLength: BLOCKS,
  maxLength: BLOCKS,
});

describe('a history of partial changes', () => {
  it(
    'has the rows of the same history with whole values',
    async () => {
      const property = fc.asyncProperty(fc.integer({ min: 0, max: 1_000 }), savings, async (seed, modes) => {
        const order = { seed, tps: 60, blocks: BLOCKS, cutover: 2 };
        await inHistories(
          order,
          (block) => modes[Number(block)] ?? null,
          async (whole, partial) => {
            const rows = await Promise.all(
              [whole, partial].map((folder) =>
                inDatabase(async (test) => {
                  await ingest(test, folder);
                  return rowsIn(test);
                }),
              ),
            );
            expect(differences(rows[1] ?? {}, rows[0] ?? {})).toEqual([]);
          },
        );
      });
      const examples: [number, (number | null)[]][] = [[11, Array.from({ length: BLOCKS }, () => 0)]];
      await fc.assert(property, { numRuns: tries(1), examples, endOnFailure: true });
    },
    TIMEOUT,
  );
});

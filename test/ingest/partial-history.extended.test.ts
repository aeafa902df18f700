import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlockFolder } from '../../packages/network-simulator/src/stream/block-folder.ts';
import { type DemoOptions, writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { readBlock } from '../../src/ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../../src/ingest/decode/block/block-file.ts';
import type { StateObserver } from '../../src/ingest/records/batch.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { SMALL_POPULATION } from '../demo/populations.ts';
import { tries } from '../effort.ts';
import { removeFolder } from '../remove-folder.ts';
import { check } from './check/checked-history.ts';
import { differences, dumpEverything } from './dump-tables.ts';
import { ingestFolder } from './ingest-folder.ts';
import { rebuilt } from './rebuild/rebuilt.ts';
import { reingestBlocks } from './reingest/reingest-blocks.ts';

const TIMEOUT_MS = 180_000;
const BLOCKS = 8;

type Order = Omit<DemoOptions, 'dir' | 'runCode'>;
type Rows = Readonly<Record<string, string[]>>;

/** Columns with hashes and sizes of the bytes of blocks, by table. */
const OF_BYTES: Readonly<Record<string, readonly string[]>> = {
  record_file: ['hash', 'prev_hash', 'file_hash', 'size'],
};

/** Folder of the nodes' keys, which are random and part of the address book. */
const KEYS = 'keys';

/** Folders of a history that is written twice: with whole values, and with partial changes. */
interface Written {
  readonly whole: string;
  readonly partial: string;
}

const folders: string[] = [];
afterAll(async () => {
  for (const dir of folders) await removeFolder(dir);
});

/** Writes a history twice. Partial changes save at least `savingOf` bytes of a block (null: whole values there, too). */
async function writeTwice(order: Order, savingOf: (block: bigint) => number | null): Promise<Written> {
  const whole = await mkdtemp(path.join(tmpdir(), 'tain-whole-'));
  const partial = await mkdtemp(path.join(tmpdir(), 'tain-partial-'));
  folders.push(whole, partial);
  await writeDemo({ runCode: demoEngine, dir: whole, ...order });
  await cp(path.join(whole, KEYS), path.join(partial, KEYS), { recursive: true });
  await writeDemo({ runCode: demoEngine, dir: partial, ...order, partialChanges: savingOf });
  return { whole, partial };
}

async function inDatabase<T>(use: (test: TestDatabase) => Promise<T>): Promise<T> {
  const test = await createTestDatabase();
  try {
    return await use(test);
  } finally {
    await test.drop();
  }
}

/** Stores a history. Returns the values that remain unknown, by kind. */
async function ingest(
  { database }: TestDatabase,
  folder: string,
  startFrom?: bigint,
): Promise<ReadonlyMap<string, number>> {
  const addressBook = path.join(folder, 'address_book.bin');
  const unknown = new Map<string, number>();
  const state: StateObserver = {
    unknown: (value, count) => unknown.set(value, (unknown.get(value) ?? 0) + count),
    conflict: (_, value) => expect(value).toBeUndefined(),
  };
  await ingestFolder({
    database,
    folder,
    addressBook,
    state,
    ...(startFrom !== undefined && { startFrom }),
  });
  return unknown;
}

/** Returns all rows, without hashes and sizes of blocks. */
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

/** Draws the minimum number of bytes that a partial change saves, for each block, or null for whole values. */
const savings = fc.array(fc.option(fc.constantFrom(0, 0, 30, 64), { nil: null, freq: 4 }), {
  minLength: BLOCKS,
  maxLength: BLOCKS,
});

/** A history whose changes are all partial, from block 2 on. */
const ORDER = {
  seed: 11,
  tps: 20,
  blocks: BLOCKS,
  cutover: 2,
  signInner: false,
  population: SMALL_POPULATION,
};

describe('a history of partial changes', () => {
  let written: Written;
  beforeAll(async () => {
    written = await writeTwice(ORDER, () => 0);
  }, TIMEOUT_MS);

  const expectSameRows = async ({ whole, partial }: Written): Promise<void> => {
    const rows: Rows[] = [];
    for (const folder of [whole, partial]) {
      await inDatabase(async (test) => {
        expect([...(await ingest(test, folder))]).toEqual([]);
        rows.push(await rowsIn(test));
      });
    }
    expect(differences(rows[1] ?? {}, rows[0] ?? {})).toEqual([]);
  };

  it(
    'has the rows of the same history with whole values',
    async () => {
      const property = fc.asyncProperty(fc.integer({ min: 0, max: 1_000 }), savings, async (seed, modes) => {
        await expectSameRows(await writeTwice({ ...ORDER, seed }, (block) => modes[Number(block)] ?? null));
      });
      await expectSameRows(written);
      await fc.assert(property, { numRuns: tries(1), endOnFailure: true });
    },
    TIMEOUT_MS,
  );

  it(
    'read from its middle on has the same rows, except for amounts counted as unknown',
    async () => {
      const rows: Rows[] = [];
      const unknown: ReadonlyMap<string, number>[] = [];
      const middle = await startOf(written.whole, 5n);
      for (const folder of [written.whole, written.partial]) {
        await inDatabase(async (test) => {
          unknown.push(await ingest(test, folder, middle));
          rows.push(await rowsIn(test));
        });
      }
      expect([...(unknown[0] ?? [])]).toEqual([]);
      const lines = differences(rows[1] ?? {}, rows[0] ?? {});
      const amounts = lines.filter((line) => /^token_airdrop(_history)? /.test(line));
      expect(lines.filter((line) => !amounts.includes(line))).toEqual([]);
      expect(amounts.length / 2).toBe(unknown[1]?.get('pending_airdrop') ?? 0);
    },
    TIMEOUT_MS,
  );

  it(
    'is stored again, rebuilt and checked with the values of its blocks',
    async () => {
      const folder = written.partial;
      await inDatabase(async (test) => {
        await ingest(test, folder);
        const before = await dumpEverything(test.database);
        const changed = async () => differences(await dumpEverything(test.database), before);
        expect(await check(test, {}, folder)).toMatchObject({ finding: null, notes: [] });
        await reingestBlocks(test, folder, 0n, BigInt(BLOCKS - 1));
        await reingestBlocks(test, folder, 4n, 5n);
        expect(await changed()).toEqual([]);
        for (const damage of DAMAGES) await test.database.pool.query(damage);
        expect((await changed()).length).toBeGreaterThan(0);
        expect((await check(test, {}, folder)).finding).not.toBeNull();
        await rebuilt(test, folder);
        expect(await changed()).toEqual([]);
        expect((await check(test, {}, folder)).finding).toBeNull();
      });
    },
    TIMEOUT_MS,
  );
});

/** Damages of rows whose values partial changes may lack. */
const DAMAGES: readonly string[] = [
  'update token set total_supply = total_supply / 2 + 1',
  `update token_airdrop set amount = 1, state = 'CANCELLED'`,
  `update contract_state set value = '\\x2a'`,
  `update contract set runtime_bytecode = '\\x01'`,
];

/** Returns the consensus start of a block in nanoseconds. */
async function startOf(folder: string, number: bigint): Promise<bigint> {
  const path = `${number}.blk`;
  const file = readBlockFile(path, await new BlockFolder(folder).read(number));
  return readBlock(file, possibleRoots(file)[0] ?? Buffer.alloc(0), 0).consensusStart;
}

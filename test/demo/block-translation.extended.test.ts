import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlockFolder } from '../../packages/network-simulator/src/stream/block-folder.ts';
import { KINDS } from '../../packages/network-simulator/src/transactions/kinds.ts';
import { writeDemo } from '../../packages/network-simulator/src/write-demo.ts';
import { readBlock } from '../../src/ingest/decode/block/block.ts';
import { possibleRoots, readBlockFile } from '../../src/ingest/decode/block/block-file.ts';
import type { Block } from '../../src/ingest/decode/decoded-block.ts';
import { demoEngine } from '../../src/local-network/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { dumpTables } from '../ingest/dump-tables.ts';
import { recordBlocks, store } from '../ingest/store-decoded.ts';
import { EVERYTHING } from './oracle/everything.ts';

const BLOCKS = 14;
/** First block of the block stream. */
const CUTOVER = 1;
/** Timeout for writing and storing two histories. */
const TIMEOUT_MS = 180_000;
const options = {
  seed: 14,
  tps: 60,
  blocks: BLOCKS,
  signInner: false,
  // A failed update of stakes is a problem for the ingest.
  mix: { ...EVERYTHING, NODESTAKEUPDATE: 0, TOKENGRANTKYC: 40, NODEDELETE: 5 },
  population: { tokens: 30 },
  failures: 0.08,
  runCode: demoEngine,
};

type Row = Readonly<Record<string, unknown>>;

/** Columns that differ by design, by table: only blocks contain them, or their bytes are serialized again. */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  // The record of a node's transaction is stored, and blocks have no exchange rates.
  transaction: ['congestion_pricing_multiplier', 'transaction_record_bytes'],
  contract_result: ['function_result'],
};

let test: TestDatabase;
let other: TestDatabase;
let dirs: string[];
let asRecords: readonly Block[];
let asBlocks: readonly Block[];

beforeAll(async () => {
  [test, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  dirs = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'tain-'))));
  const [records = '', blocks = ''] = dirs;
  await writeDemo({ ...options, dir: records });
  await writeDemo({ ...options, dir: blocks, cutover: CUTOVER });
  asRecords = recordBlocks(records);
  const folder = new BlockFolder(blocks);
  asBlocks = await Promise.all(
    asRecords.map(async (block) => {
      const number = block.number ?? 0n;
      if (number < BigInt(CUTOVER)) return block;
      const file = readBlockFile(`${number}.blk`, await folder.read(number));
      const { items } = readBlock(file, possibleRoots(file)[0] ?? Buffer.alloc(0), 0);
      // The blocks' own rows are not compared.
      return { ...block, items };
    }),
  );
}, TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([test.drop(), other.drop()]);
  for (const dir of dirs) await rm(dir, { recursive: true, force: true });
});

describe('the same history as record files and as blocks', () => {
  it('has the same transactions, with the same indexes and parents', () => {
    const positions = (blocks: readonly Block[]) =>
      blocks.map(({ items }) =>
        items.map((item) => [
          item.consensusTimestamp,
          item.index,
          item.type,
          item.status,
          item.successful,
          item.payer,
          item.parent?.index ?? null,
          item.hookParent?.index ?? null,
          item.hasResult,
          item.movesTokens,
          Buffer.from(item.transactionBytes).toString('base64'),
          Buffer.from(item.record.transactionHash ?? []).toString('base64'),
        ]),
      );
    expect(positions(asBlocks)).toEqual(positions(asRecords));
    const types = new Set(asBlocks.flatMap(({ items }) => items.map(({ type }) => type)));
    // A few types, such as deletions of nodes, may be missing in such a short stream.
    expect(KINDS.filter(({ number }) => types.has(number)).length).toBeGreaterThan(KINDS.length - 3);
  });

  it('produces the same rows in every table', async () => {
    await store(test.database, asRecords);
    await store(other.database, asBlocks);
    const expected = await dumpTables(test.database);
    const actual = await dumpTables(other.database);
    const wrong: Record<string, unknown> = {};
    for (const [table, rows] of Object.entries(expected)) {
      const [found, expectedRows] = [without(table, actual[table] ?? []), without(table, rows)];
      const different = expectedRows.flatMap((row, i) =>
        isDeepStrictEqual(found[i], row) ? [] : [{ row, found: found[i] }],
      );
      if (different.length > 0 || found.length !== expectedRows.length) wrong[table] = different.slice(0, 3);
    }
    expect(wrong).toEqual({});
    expect(Object.keys(actual)).toEqual(Object.keys(expected));
  });
});

/** Returns rows without the columns that differ. */
function without(table: string, rows: readonly string[]): Row[] {
  const columns = DIFFERENT[table.replace(/_history$/, '')] ?? [];
  return rows.map((text) => {
    const row = JSON.parse(text) as Row;
    return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
  });
}

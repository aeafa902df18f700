import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseBlockPath } from '@tain/ledger/block-stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { CUTOVER_VERSIONS } from '../../../src/ingest/feed/cutover.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { createTestDatabase, type TestDatabase } from '../../database.ts';
import { rootOf } from '../block-writer.ts';
import { ingestFolder } from '../ingest-folder.ts';
import { MemoryStore } from '../store/memory-store.ts';
import { followBoth } from './follow-both.ts';
import { streamGroups } from './stream-groups.ts';

/** Cutovers as announced by the public networks (HIP-1193), in a history of the simulated network. */
const BLOCKS = 12;
const CUTOVER = 8;
const SLOW = 60_000;
const OLD = { major: 0, minor: 79, patch: 0 };
const NEW = { major: 0, minor: 80, patch: 0 };
const NETWORK = { blocks: BLOCKS, tps: 3, seed: 11, runCode: demoEngine };
const PREVIEW_FOLDER = 'testnet-202601010000';
const NEWEST_FOLDER = 'testnet-202611251600';

let root: string;
/** Folder with record files of 0.79, blocks of 0.80 from the cutover on, and the wrapped record blocks beside them. */
let dir: string;
/** Folder with the same history in blocks of 0.79. */
let preview: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'tain-announced-'));
  [dir, preview] = [path.join(root, 'network'), path.join(root, 'preview')];
  const versionOf = (number: bigint) => (number < BigInt(CUTOVER) ? OLD : NEW);
  await writeDemo({ ...NETWORK, dir, cutover: CUTOVER, wraps: true, versionOf });
  await writeDemo({ ...NETWORK, dir: preview, cutover: 0, versionOf: () => OLD });
}, SLOW);
afterAll(() => rm(root, { recursive: true, force: true }));

const bookOf = (folder: string) => path.join(folder, 'address_book.bin');

/** Returns the decompressed blocks of a folder by number. */
async function readBlocks(folder: string): Promise<Map<number, Buffer>> {
  const blocks = new Map<number, Buffer>();
  const below = path.join(folder, 'demo/block');
  for (const name of await readdir(below, { recursive: true })) {
    const number = parseBlockPath(name);
    if (number !== null)
      blocks.set(Number(number), await promisify(gunzip)(await readFile(path.join(below, name))));
  }
  return blocks;
}

/** Returns a zstd frame with uncompressed content. */
function zstd(content: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  const parts = [Buffer.from('28b52ffda0', 'hex'), size];
  for (let at = 0; at < content.length; at += 131_072) {
    const part = content.subarray(at, at + 131_072);
    const head = Buffer.alloc(3);
    head.writeUIntLE(part.length * 8 + (at + part.length === content.length ? 1 : 0), 0, 3);
    parts.push(head, Buffer.from(part));
  }
  return Buffer.concat(parts);
}

/** Returns the key of a block as in the announced buckets. */
function keyOf(folder: string, number: number): string {
  const digits = String(number).padStart(19, '0');
  return `${folder}/block/${digits.replace(/(\d{4})(?=\d)/g, '$1/')}.blk.zstd`;
}

describe('the first block after record files', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  const ingest = (folder: string) =>
    ingestFolder({ database: test.database, folder, addressBook: bookOf(dir), acceptsMocks: true });
  const selectBlocks = async () =>
    (
      await test.database.pool.query<{
        version: number;
        hash: string;
        previous: string;
        named: string | null;
      }>(
        `select version, hash, prev_hash as previous, encode(previous_wrapped_record_block_hash, 'hex') as named
         from record_file order by index`,
      )
    ).rows;

  it(
    'contains the root hash of the last record file in wrapped form',
    async () => {
      const wrapped = await readBlocks(path.join(dir, 'wrapped'));
      expect([...wrapped.keys()].sort((a, b) => a - b)).toEqual([...Array(CUTOVER).keys()]);
      await ingest(dir);
      const blocks = await selectBlocks();
      expect(blocks.map(({ version }) => version)).toEqual([
        ...Array<number>(CUTOVER).fill(6),
        ...Array<number>(BLOCKS - CUTOVER).fill(7),
      ]);
      const last = rootOf(wrapped.get(CUTOVER - 1) ?? Buffer.alloc(0)).toString('hex');
      expect(blocks[CUTOVER]).toMatchObject({ named: last, previous: blocks[CUTOVER - 1]?.hash });
    },
    SLOW,
  );
});

describe('a stream of wrapped record blocks', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it(
    'continues only with the block that contains its last root hash',
    async () => {
      // A block stream that begins without wrapped record blocks does not reference a previous block.
      const [own, other] = [path.join(root, 'own'), path.join(root, 'other')];
      const foreign = path.join(root, 'foreign');
      await writeDemo({ ...NETWORK, dir: foreign, cutover: CUTOVER, versionOf: () => NEW });
      for (const [target, blocks] of [
        [own, dir],
        [other, foreign],
      ] as const) {
        await cp(path.join(dir, 'wrapped'), target, { recursive: true });
        await cp(path.join(blocks, 'demo'), path.join(target, 'demo'), { recursive: true });
      }
      const ingest = (folder: string) =>
        ingestFolder({ database: test.database, folder, addressBook: bookOf(dir), acceptsMocks: true });
      await expect(ingest(other)).rejects.toThrow('does not follow the previous block');
      expect(await ingest(own)).toMatchObject({ lastNumber: BigInt(BLOCKS - 1) });
      const { rows } = await test.database.pool.query<{ kind: string }>(
        'select kind::text from tain.block_proof order by consensus_end',
      );
      expect(rows.map(({ kind }) => kind)).toEqual([
        ...Array<string>(CUTOVER).fill('record-file-proof'),
        ...Array<string>(BLOCKS - CUTOVER).fill('chain'),
      ]);
    },
    SLOW,
  );
});

describe('a bucket with a preview, and a newer folder from the cutover on', () => {
  it(
    'returns no block early, and loses none',
    async () => {
      const records = new MemoryStore('records', 2);
      const blocks = new MemoryStore('hedera-testnet-recent-block-streams', 2);
      for (const [number, bytes] of await readBlocks(preview))
        blocks.put(keyOf(PREVIEW_FOLDER, number), zstd(bytes));
      const groups = await streamGroups(dir);
      const showRecords = (from: number, to: number) => {
        for (const group of groups.slice(from, to)) for (const [key, bytes] of group) records.put(key, bytes);
      };
      const { seen, problems, close } = followBoth({
        records,
        blocks,
        addressBook: await readFile(bookOf(dir)),
        network: 'testnet',
        since: CUTOVER_VERSIONS.testnet,
        switchAfterMs: 300,
      });
      const polling = { timeout: SLOW, interval: 10 };
      const untilSeen = (count: number) => vi.waitFor(() => expect(seen).toHaveLength(count), polling);
      try {
        showRecords(0, 5);
        await untilSeen(5);
        // Record files are late while the preview continues.
        const isPreview = { code: 'missing', message: expect.stringContaining('TAIN_STREAM_KIND=block') };
        await vi.waitFor(() => expect(problems).toContainEqual(expect.objectContaining(isPreview)), polling);
        expect(seen).toHaveLength(5);
        showRecords(5, CUTOVER);
        await untilSeen(CUTOVER);
        const before = problems.length;
        await vi.waitFor(() => expect(problems.length).toBeGreaterThan(before), polling);
        for (const [number, bytes] of await readBlocks(dir))
          blocks.put(keyOf(NEWEST_FOLDER, number), zstd(bytes));
        await untilSeen(BLOCKS);
      } finally {
        await close();
      }
      expect(seen.map(({ number, position }) => [Number(number), position.version])).toEqual(
        [...Array(BLOCKS).keys()].map((number) => [number, number < CUTOVER ? 6 : 7]),
      );
      const real = await readBlocks(dir);
      expect(seen.slice(CUTOVER).map(({ position }) => position.rootHash)).toEqual(
        [...real.entries()].sort(([a], [b]) => a - b).map(([, bytes]) => rootOf(bytes).toString('hex')),
      );
    },
    SLOW,
  );
});

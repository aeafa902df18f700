import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeDemo } from '../../../packages/network-simulator/src/write-demo.ts';
import { LAYOUTS } from '../../../src/ingest/source/block-layout.ts';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import type { ObjectStore } from '../../../src/ingest/store/object-store.ts';
import { demoEngine } from '../../../src/local-network/demo-engine.ts';
import { MemoryStore, type Requests } from '../store/memory-store.ts';
import { followBoth } from './follow-both.ts';
import { streamGroups } from './stream-groups.ts';

/** Both streams of one network, in a folder and in a bucket, with gaps before and at the cutover. */
const BLOCKS = 10;
const CUTOVER = 7;
/** Number of record files that exist from the start. */
const EARLY = 4;
const SWITCH_AFTER_MS = 4_000;
/** Maximum delay: two seconds, doubled for a busy machine. Reading one stream after the other took 5.5 s. */
const MAX_DELAY_MS = 4_000;
/** Interval of polls for the next block in a bucket: at most one list, and a get for each layout. */
const ROUND_MS = 1_000;

interface Source {
  readonly records: ObjectStore;
  readonly blocks: ObjectStore;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns the requests for blocks so far; null if requests are free. */
  readonly requests: (() => Requests) | null;
}

let root: string;
let initialBook: Uint8Array;
/** Files of each block, by their keys. */
let files: Map<string, Uint8Array>[] = [];

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'tain-both-'));
  const dir = path.join(root, 'written');
  await writeDemo({ dir, blocks: BLOCKS, tps: 2, seed: 7, cutover: CUTOVER, runCode: demoEngine });
  initialBook = await readFile(path.join(dir, 'address_book.bin'));
  files = await streamGroups(dir);
}, 120_000);
afterAll(() => rm(root, { recursive: true, force: true }));

const sources = {
  async folder(): Promise<Source> {
    const dir = await mkdtemp(path.join(root, 'folder-'));
    const store = await openFolderStore(dir, { watch: true });
    return {
      records: store,
      blocks: store,
      requests: null,
      async put(key, bytes) {
        const target = path.join(dir, key);
        await mkdir(path.dirname(target), { recursive: true });
        await writeFile(`${target}.part`, bytes);
        await rename(`${target}.part`, target);
      },
    };
  },
  async bucket(): Promise<Source> {
    const [records, blocks] = [new MemoryStore('records', 5), new MemoryStore('blocks', 5)];
    // The prefix is known from a preview.
    blocks.put('demo/block/0000/0000/0000/0000/000.blk.zstd', 'preview');
    return {
      records,
      blocks,
      requests: () => ({ ...blocks.requests }),
      put: async (key, bytes) => (key.includes('.blk') ? blocks : records).put(key, bytes),
    };
  },
};

describe.each(['folder', 'bucket'] as const)('a network in a %s', (kind) => {
  it('is followed within two seconds after any silence, by few requests', { timeout: 120_000 }, async () => {
    expect(files).toHaveLength(BLOCKS);
    const { records, blocks, requests, put } = await sources[kind]();
    const show = async (from: number, to: number): Promise<number> => {
      for (const group of files.slice(from, to)) for (const [key, bytes] of group) await put(key, bytes);
      return performance.now();
    };
    const network = { records, blocks, addressBook: initialBook, switchAfterMs: SWITCH_AFTER_MS };
    const { seen, close } = followBoth(network);
    const untilSeen = async (count: number): Promise<number> => {
      await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(count), {
        timeout: 60_000,
        interval: 5,
      });
      return performance.now();
    };
    try {
      await show(0, EARLY);
      await untilSeen(EARLY);
      expect(requests?.() ?? { list: 0, get: 0 }).toMatchObject({ list: 0, get: 0 });
      await sleep(SWITCH_AFTER_MS + 500);
      const before = requests?.();
      const counted = performance.now();
      await sleep(2_000);
      const rounds = Math.ceil((performance.now() - counted) / ROUND_MS) + 1;
      const after = requests?.();
      if (before && after) {
        expect(after.list - before.list).toBeLessThanOrEqual(rounds);
        expect(after.get - before.get).toBeLessThanOrEqual(LAYOUTS * rounds);
        expect(after.get - before.get).toBeGreaterThan(0);
      }
      const late = await show(EARLY, CUTOVER);
      expect((await untilSeen(EARLY + 1)) - late).toBeLessThan(MAX_DELAY_MS);
      await untilSeen(CUTOVER);
      await sleep(SWITCH_AFTER_MS + 500);
      const first = await show(CUTOVER, BLOCKS);
      expect((await untilSeen(CUTOVER + 1)) - first).toBeLessThan(MAX_DELAY_MS);
      await untilSeen(BLOCKS);
    } finally {
      await close();
    }
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { blockPath } from '@tain/ledger/block-stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStoredBlocks, type StoredBlockSource } from '../../../src/ingest/source/stored-blocks.ts';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import { MemoryStore } from '../store/memory-store.ts';

const { signal } = new AbortController();
const MEGABYTE = 1024 * 1024;
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tain-blocks-'));
});
afterEach(() => rm(root, { recursive: true }));

async function addBlock(path: string, content = path): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

async function openBlockFolder(path: string, network: string | null): Promise<StoredBlockSource> {
  return openStoredBlocks(await openFolderStore(path), network);
}

async function read(number: bigint, network: string | null = null): Promise<string | null> {
  const found = await (await openBlockFolder(root, network)).open(number, MEGABYTE, signal);
  return found && Buffer.from(found.bytes).toString();
}

describe('a folder of blocks', () => {
  it.each([
    ['0000/0000/0000/0000/007.blk.zstd', 7n],
    ['block/0000/0000/0000/1234/567.blk.zstd', 1_234_567n],
    ['mainnet/block/0000/0000/0104/3560/041.blk.zstd', 104_3560_041n],
    ['block-preview/000000000000000000000000000104356004.blk.gz', 104_356_004n],
    ['block-preview/mainnet/block/000000000000000000000000000104356004.blk.gz', 104_356_004n],
    ['000000000000000000000000000000000012.blk', 12n],
    ['0000000000000000000.blk.zstd', 0n],
    ['21.blk.gz', 21n],
    ['mainnet/0/3/block/0000/0000/0000/0000/009.blk.zstd', 9n],
  ])('has %s', async (path, number) => {
    await addBlock(path);
    const source = await openBlockFolder(root, 'mainnet');
    expect(await source.first(signal)).toBe(number);
    expect(await read(number, 'mainnet')).toBe(path);
    expect(await read(number + 1n, 'mainnet')).toBeNull();
  });

  it.each([
    ['', ['9.blk.gz', '21.blk.gz', '000000000000000000000000000000000012.blk'], 21n],
    [
      '',
      [
        '0000/0000/0000/0000/007.blk.zstd',
        '0000/0000/0002/0000/000.blk.zstd',
        '0000/0000/0001/9999/999.blk.zstd',
      ],
      20_000_000n,
    ],
    ['block/', ['0000/0000/0000/0000/999.blk.zstd', '0000/0000/0000/0001/000.blk.zstd'], 1000n],
  ])('ends with its highest number: %s %s', async (prefix, names, last) => {
    for (const name of names) await addBlock(`${prefix}${name}`);
    expect(await (await openBlockFolder(root, null)).last(signal)).toBe(last);
  });

  it('without blocks has no last one', async () => {
    expect(await (await openBlockFolder(root, null)).last(signal)).toBeNull();
  });

  it('is that of the network, after its last reset', async () => {
    for (const name of [
      'testnet',
      'testnet-202401010000',
      'testnet-202501010000',
      'testnet-next',
      'testnet2',
    ])
      await addBlock(`${name}/block/0000/0000/0000/0000/001.blk.zstd`);
    expect(await read(1n, 'testnet')).toContain('testnet-202501010000');
    expect(await read(1n, 'previewnet')).toBeNull();
  });

  it('returns the lowest number first, over folders and layouts', async () => {
    for (const number of ['0001/0000/0000/0000/000', '0000/0000/0000/0002/001', '0000/0000/0000/0002/000'])
      await addBlock(`block/${number}.blk.zstd`);
    expect(await (await openBlockFolder(root, null)).first(signal)).toBe(2000n);
    await addBlock('block/000000000000000000000000000000000150.blk.gz');
    expect(await (await openBlockFolder(root, null)).first(signal)).toBe(150n);
  });

  it('may be empty, contain other files, or be created later', async () => {
    await addBlock('recordstreams/record0.0.3/x.rcd');
    await addBlock('block/notes.txt');
    const source = await openBlockFolder(join(root, 'none'), null);
    expect([await source.first(signal), await source.open(0n, MEGABYTE, signal)]).toEqual([null, null]);
    expect(await (await openBlockFolder(root, null)).first(signal)).toBeNull();
  });

  it('continues when files arrive in another layout', async () => {
    await addBlock('block/000000000000000000000000000000000001.blk.gz');
    await addBlock('block/0000/0000/0000/0000/002.blk.zstd');
    const source = await openBlockFolder(root, null);
    const names = [1n, 2n].map(async (number) => (await source.open(number, MEGABYTE, signal))?.name);
    expect(await Promise.all(names)).toEqual([
      '000000000000000000000000000000000001.blk.gz',
      '0000/0000/0000/0000/002.blk.zstd',
    ]);
  });

  it('refuses a block beyond the limit', async () => {
    await addBlock('block/0000/0000/0000/0000/002.blk.zstd', 'x'.repeat(11));
    await expect((await openBlockFolder(root, null)).open(2n, 10, signal)).rejects.toMatchObject({
      code: 'too-large',
    });
  });
});

describe('future blocks', () => {
  it('cost one request each, once their layout is known from earlier ones', async () => {
    const store = new MemoryStore();
    const put = (number: bigint) => store.put(`block/${blockPath(number)}`, 'x');
    put(1n);
    const source = openStoredBlocks(store, null);
    expect(await source.open(1n, MEGABYTE, signal)).not.toBeNull();
    for (let number = 2n; number < 8n; number++) {
      expect(await source.open(number, MEGABYTE, signal)).toBeNull();
      put(number);
      expect(await source.open(number, MEGABYTE, signal)).not.toBeNull();
    }
    const before = store.requests.get;
    for (let poll = 0; poll < 4; poll++) {
      for (const number of [8n, 9n, 10n]) expect(await source.open(number, MEGABYTE, signal)).toBeNull();
    }
    expect(store.requests.get - before).toBeLessThanOrEqual(12);
  });

  it('cost one list for each lookup of the newest folder of their network', async () => {
    const store = new MemoryStore();
    const put = (folder: string, number: bigint) => store.put(`${folder}/block/${blockPath(number)}`, 'x');
    for (const folder of ['testnet-202401010000', 'testnet-202501010000']) put(folder, 1n);
    const source = openStoredBlocks(store, 'testnet');
    expect((await source.open(1n, MEGABYTE, signal))?.key).toContain('testnet-202501010000');
    for (const [reset, key] of [
      ['testnet-202501010000', 'testnet-202501010000'],
      ['testnet-202601010000', 'testnet-202601010000'],
    ] as const) {
      put(reset, 1n);
      source.listAgain?.();
      await vi.waitFor(
        async () => {
          const before = store.requests.list;
          source.listAgain?.();
          expect((await source.open(1n, MEGABYTE, signal))?.key).toContain(key);
          if (reset === 'testnet-202501010000') expect(store.requests.list - before).toBe(1);
        },
        { timeout: 10_000, interval: 100 },
      );
    }
  });
});

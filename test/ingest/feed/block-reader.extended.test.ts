import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import { BlockReader } from '../../../src/ingest/feed/block-reader.ts';
import type { BlockSource } from '../../../src/ingest/source/block-source.ts';
import { openStoredBlocks } from '../../../src/ingest/source/stored-blocks.ts';
import { openFolderStore } from '../../../src/ingest/store/folder-store.ts';
import { makeBlock } from '../block-writer.ts';
import { START } from '../stream-writer.ts';

/** Blocks in memory. `opened`: requested numbers; `max`: maximum of concurrent requests. */
class Memory implements BlockSource {
  readonly name = 'memory';
  readonly concurrency: number;
  changes = 0;
  readonly opened: number[] = [];
  readonly held = new Map<number, Buffer | 'broken'>();
  max = 0;
  #open = 0;

  constructor(concurrency = 1) {
    this.concurrency = concurrency;
  }

  add(...numbers: number[]): void {
    for (const number of numbers) {
      this.held.set(number, makeBlock({ number: BigInt(number), time: START }).bytes);
      this.changes += 1;
    }
  }

  /** Adds an unreadable block. */
  addBroken(number: number): void {
    this.held.set(number, 'broken');
    this.changes += 1;
  }

  async first(): Promise<bigint> {
    return 0n;
  }

  async open(number: bigint, maxBytes: number) {
    this.opened.push(Number(number));
    this.#open += 1;
    this.max = Math.max(this.max, this.#open);
    const bytes = this.held.get(Number(number));
    await turn();
    this.#open -= 1;
    if (bytes === 'broken') throw new StreamFileError('unreadable', `${number}`, null, 'is broken');
    if (bytes && bytes.length > maxBytes)
      throw new StreamFileError('too-large', `${number}`, null, 'is large');
    return bytes ? { key: `${number}.blk`, name: `${number}.blk`, bytes } : null;
  }

  async changed(): Promise<void> {}
  async close(): Promise<void> {}
}

/** Maximum bytes for eight nearly empty blocks. */
const MAX_BYTES = 8 * 64 * 1024;
const reading = (source: Memory) => new BlockReader(source, new AbortController().signal, MAX_BYTES);
const settle = async () => {
  for (let i = 0; i < 40; i += 1) await turn();
};

it('blocks are prefetched, one at a time and at most a few, and each once', async () => {
  const source = new Memory();
  source.add(...Array.from({ length: 30 }, (_, index) => index));
  const reader = reading(source);
  expect((await reader.take(0n))?.file.header.number).toBe(0n);
  await settle();
  expect(source.opened).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  for (let number = 1n; number < 30n; number += 1n) {
    expect((await reader.take(number))?.file.header.number).toBe(number);
  }
  expect(await reader.take(30n)).toBeNull();
  expect(source.opened.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, index) => index));
  expect(source.max).toBe(1);
});

it('memory of accepted blocks limits prefetching until it is released', async () => {
  const source = new Memory();
  source.add(...Array.from({ length: 30 }, (_, index) => index));
  const reader = reading(source);
  reader.hold(MAX_BYTES);
  for (let number = 0n; number < 3n; number += 1n) {
    expect((await reader.take(number))?.file.header.number).toBe(number);
    await settle();
  }
  expect(source.opened).toEqual([0, 1, 2]);
  reader.hold(MAX_BYTES / 2);
  await settle();
  expect(source.opened).toEqual([0, 1, 2, 3, 4, 5, 6]);
  reader.hold(0);
  await settle();
  expect(source.opened).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('several are prefetched concurrently if the source allows it, and one at the end of the stream', async () => {
  const source = new Memory(4);
  source.add(...Array.from({ length: 40 }, (_, index) => index));
  const reader = reading(source);
  for (let number = 0n; number < 40n; number += 1n) {
    expect((await reader.take(number))?.file.header.number).toBe(number);
    await settle();
  }
  expect(source.max).toBe(4);
  const requested = source.opened.length;
  for (let number = 40; number < 50; number += 1) {
    expect(await reader.take(BigInt(number))).toBeNull();
    source.add(number);
    expect((await reader.take(BigInt(number)))?.file.header.number).toBe(BigInt(number));
    await settle();
  }
  // Each block is requested when it is missing, when it is available, and once ahead.
  expect(source.opened.length - requested).toBeLessThanOrEqual(3 * 10);
});

it.each([
  ['bytes', [{ eventHeader: Buffer.alloc(8 * 1024 * 1024) }]],
  ['items', Array.from({ length: 100_001 }, () => ({ eventHeader: Buffer.alloc(0) }))],
])('a block of more %s than are read ahead is read once it is the next one', async (_, items) => {
  const source = new Memory(4);
  source.add(...Array.from({ length: 8 }, (_, index) => index));
  source.held.set(3, makeBlock({ number: 3n, time: START, items }).bytes);
  const reader = new BlockReader(source, new AbortController().signal);
  for (let number = 0n; number < 8n; number += 1n) {
    expect((await reader.take(number))?.file.header.number).toBe(number);
    await settle();
  }
  expect(source.opened.filter((number) => number === 3)).toHaveLength(2);
});

it('a block is found, refused or missing as if nothing were read ahead', async () => {
  const step = fc.oneof(
    fc.record({ take: fc.nat(12) }),
    fc.record({ next: fc.constant(true) }),
    fc.record({ add: fc.nat(12) }),
    fc.record({ breaks: fc.nat(12) }),
    fc.record({ settle: fc.constant(true) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.constantFrom(1, 4), async (steps, concurrency) => {
      const source = new Memory(concurrency);
      source.add(0, 1, 2, 3);
      const reader = reading(source);
      let last = -1;
      for (const each of steps) {
        if ('add' in each) source.add(each.add);
        else if ('breaks' in each) {
          // Blocks read before the failure were valid.
          if (!source.held.has(each.breaks)) source.addBroken(each.breaks);
        } else if ('settle' in each) await settle();
        else {
          last = 'take' in each ? each.take : last + 1;
          const held = source.held.get(last);
          const found = await reader.take(BigInt(last)).then(
            (block) => (block ? Number(block.file.header.number) : null),
            () => 'broken',
          );
          expect(found).toBe(held === 'broken' ? 'broken' : held ? last : null);
        }
      }
      expect(source.max).toBeLessThanOrEqual(concurrency);
    }),
    { numRuns: 60 },
  );
});

it('a block of 50 MiB is read from a folder, and one above the limits is refused by its name', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'tain-block-size-'));
  const mebi = 1024 * 1024;
  try {
    const file = (number: number, ending: string) =>
      path.join(root, `${String(number).padStart(36, '0')}.${ending}`);
    const content = Array.from({ length: 50 }, (_, index) => Buffer.alloc(mebi, index));
    const items = content.map((stateChanges) => ({
      stateChanges: { stateChanges: [{ stateId: 901, queuePush: stateChanges }] },
    }));
    const { bytes } = makeBlock({ number: 1n, time: START, items });
    await writeFile(file(1, 'blk'), bytes);
    await writeFile(file(2, 'blk.gz'), gzipSync(Buffer.alloc(129 * mebi)));
    await writeFile(file(3, 'blk'), '');
    await truncate(file(3, 'blk'), 65 * mebi);
    const store = await openFolderStore(root);
    const reader = () => new BlockReader(openStoredBlocks(store, null), new AbortController().signal);
    const block = await reader().take(1n);
    expect([block?.bytes, block?.file.items.length]).toEqual([bytes.length, 50]);
    expect(bytes.length).toBeGreaterThan(50 * mebi);
    await expect(reader().take(2n)).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/0002\.blk\.gz.* is larger than 134217728 bytes once decompressed/),
    });
    await expect(reader().take(3n)).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/0003\.blk.* has 68157440 bytes, more than 67108864/),
    });
    await store.close();
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

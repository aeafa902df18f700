import { once } from 'node:events';
import { setImmediate as settled, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Random } from '../../../packages/network-simulator/src/random.ts';
import { Archive, type ArchivedBlock, type ArchiveOptions } from '../../../src/ingest/archive/archive.ts';
import { StreamFileError } from '../../../src/ingest/decode/stream-error.ts';
import type { ObjectListing, WritableStore } from '../../../src/ingest/store/object-store.ts';

const SIGNAL = new AbortController().signal;

/** A store in memory that can fail and be delayed. */
class MemoryStore implements WritableStore {
  readonly name = 'memory';
  readonly changes = 0;
  readonly objects = new Map<string, string>();
  puts = 0;
  gets = 0;
  /** Promise that each write waits for. */
  gate: Promise<void> | null = null;
  fails: (key: string) => boolean = () => false;
  delay = 0;
  isDown = false;

  async put(key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    this.puts += 1;
    if (this.delay > 0) await sleep(this.delay, undefined, { signal });
    if (this.gate) await Promise.race([this.gate, once(signal, 'abort')]);
    signal.throwIfAborted();
    if (this.fails(key)) throw new StreamFileError('unreadable', key, null, 'cannot be written');
    this.objects.set(key, Buffer.from(bytes).toString());
  }

  async get(key: string): Promise<Uint8Array> {
    this.gets += 1;
    if (this.isDown) throw new StreamFileError('timeout', key, null, 'no answer');
    const found = this.objects.get(key);
    if (found === undefined) throw new StreamFileError('missing', key, null, 'is missing');
    return Buffer.from(found);
  }

  async list(): Promise<ObjectListing> {
    return { keys: [], prefixes: [], next: null };
  }

  listAgain(): void {}
  async changed(): Promise<void> {}
  async close(): Promise<void> {}

  get mark(): number | null {
    const text = this.objects.get('tain-archive.json');
    return text === undefined ? null : Number((JSON.parse(text) as { readonly block: string }).block);
  }

  get blocks(): number[] {
    const keys = [...this.objects.keys()].filter((key) => key.endsWith('.rcd'));
    return keys.map((key) => Number.parseInt(key, 10)).sort((a, b) => a - b);
  }
}

function block(number: number, size = 10): ArchivedBlock {
  const files = ['.rcd', '.rcd_sig'].map((end) => ({
    key: `${number}${end}`,
    bytes: Buffer.alloc(size, 'x'),
  }));
  return { number: BigInt(number), files };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

interface Opened {
  readonly archive: Archive;
  readonly logged: string[];
  readonly read: number[];
}

/** Opens an archive of a stream that ends at `head()`. */
async function open(
  store: MemoryStore,
  options: Partial<ArchiveOptions> = {},
  head = () => 1000,
): Promise<Opened> {
  const logged: string[] = [];
  const read: number[] = [];
  const archive = await Archive.open(
    {
      store,
      network: 'demo',
      stored: null,
      readAgain: async (after) =>
        (async function* () {
          for (let number = Number(after) + 1; number <= head(); number += 1) {
            read.push(number);
            yield block(number);
          }
        })(),
      log: { info: (_, message) => logged.push(message), warn: (_, message) => logged.push(message) },
      ...options,
      limits: { tryAgain: { first: 5, max: 20 }, shutdownTimeoutMs: 200, ...options.limits },
    },
    SIGNAL,
  );
  return { archive, logged, read };
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 50_000; !condition(); await sleep(2)) {
    if (performance.now() > end) throw new Error('the condition was not met in time');
  }
}

test('stores every offered block, and reports its progress', async () => {
  const store = new MemoryStore();
  const { archive, read } = await open(store);
  for (const number of range(0, 99)) archive.offer(block(number));
  await until(() => store.mark === 99);
  expect(store.blocks).toEqual(range(0, 99));
  expect(archive.owed).toBe(0n);
  // The archive waits for more blocks.
  await settled();
  archive.offer(block(100));
  await until(() => store.mark === 100);
  expect(read).toEqual([]);
  await archive.close();
});

test('a failing store delays no ingest, and blocks beyond the queue are read again', async () => {
  const store = new MemoryStore();
  store.fails = () => true;
  const { archive, read, logged } = await open(store, { limits: { maxQueuedBytes: 200 } }, () => 499);
  for (const number of range(0, 499)) archive.offer(block(number));
  expect(store.puts).toBe(0);
  // Waits for some attempts with eight blocks each.
  await until(() => store.puts > 24);
  expect(archive.owed).toBe(500n);
  expect(store.mark).toBe(null);
  expect(logged).toEqual(['The archive waits while the ingest continues: 0.rcd: cannot be written']);
  store.fails = (key) => key.startsWith('17.') && Math.random() < 0.5;
  await until(() => store.mark === 499);
  expect(store.blocks).toEqual(range(0, 499));
  expect(archive.owed).toBe(0n);
  expect(read.length).toBeGreaterThan(400);
  expect(logged.at(-1)).toBe('The archive continues');
  await archive.close();
});

test('the watermark never passes a block that is not written', async () => {
  const store = new MemoryStore();
  store.delay = 1;
  const random = new Random(5);
  store.fails = () => random.chance(0.25);
  const { archive } = await open(store, { limits: { maxQueuedBytes: 400 } }, () => 59);
  for (const number of range(0, 59)) {
    archive.offer(block(number));
    await sleep(1);
    const written = new Set(store.blocks);
    for (const below of range(0, store.mark ?? -1)) expect(written.has(below)).toBe(true);
  }
  await until(() => store.mark === 59);
  expect(store.blocks).toEqual(range(0, 59));
  await archive.close();
});

test('the next process finishes the work of the last one', async () => {
  const store = new MemoryStore();
  const first = await open(store);
  for (const number of range(0, 9)) first.archive.offer(block(number));
  await until(() => store.mark === 9);
  store.fails = () => true;
  for (const number of range(10, 19)) first.archive.offer(block(number));
  await first.archive.close();
  store.fails = () => false;
  // Block 19 is stored, and the stream continues with 20.
  const { archive, logged, read } = await open(store, { stored: 19n });
  archive.offer(block(20));
  await until(() => store.mark === 20);
  expect(store.blocks).toEqual(range(0, 20));
  expect(read).toEqual(range(10, 19));
  expect(logged[0]).toBe('10 stored blocks are not in the archive yet: they are read again.');
  await archive.close();
  // The next case has no new block.
  store.objects.set('tain-archive.json', JSON.stringify({ network: 'demo', block: '15' }));
  const again = await open(store, { stored: 20n });
  await until(() => store.mark === 20);
  await again.archive.close();
});

test('a stop waits for running writes only', async () => {
  const store = new MemoryStore();
  let letThrough: () => void = () => undefined;
  store.gate = new Promise((resolve) => {
    letThrough = resolve;
  });
  const { archive } = await open(store, { limits: { shutdownTimeoutMs: 600_000 } });
  for (const number of range(0, 3)) archive.offer(block(number));
  const closing = archive.close();
  await until(() => store.puts > 0);
  letThrough();
  await closing;
  expect(store.mark).toBe(3);
  store.gate = new Promise(() => undefined);
  const slow = await open(store, { stored: 3n });
  slow.archive.offer(block(4));
  await slow.archive.close();
  expect(store.mark).toBe(3);
});

test('a stop ends if blocks before the queue are missing', async () => {
  const store = new MemoryStore();
  let letThrough: () => void = () => undefined;
  store.gate = new Promise((resolve) => {
    letThrough = resolve;
  });
  const { archive } = await open(store, { limits: { maxQueuedBytes: 60, shutdownTimeoutMs: 600_000 } });
  for (const number of range(0, 99)) archive.offer(block(number));
  await until(() => store.puts > 0);
  const closing = archive.close();
  letThrough();
  await closing;
  expect(store.mark).toBeLessThan(99);
});

test('begins with the next block, logs its gap, and never goes back', async () => {
  const store = new MemoryStore();
  const { archive, logged } = await open(store, { stored: 41n });
  expect(logged).toEqual(['The archive begins after block 41: it lacks the blocks that are already stored.']);
  archive.offer(block(42));
  await until(() => store.mark === 42);
  // A restarted ingest offers blocks again.
  archive.offer(block(40));
  archive.offer(block(42));
  archive.offer(block(43));
  await until(() => store.mark === 43);
  expect(store.blocks).toEqual([42, 43]);
  await archive.close();
  // A database that is filled again.
  const again = await open(store, { stored: null });
  for (const number of range(0, 2)) again.archive.offer(block(number));
  await until(() => store.blocks.includes(2));
  expect(store.mark).toBe(43);
  await again.archive.close();
});

test('an unreadable file is named, and does not stop it', async () => {
  const store = new MemoryStore();
  store.objects.set('tain-archive.json', JSON.stringify({ network: 'demo', block: '5' }));
  const { archive, logged } = await open(store, { stored: 9n, readAgain: async () => null });
  archive.offer(block(10));
  await until(() => store.mark === 10);
  expect(logged).toContain(
    'Blocks 6 to 9 are missing in the archive: block 5 is not in the database, so they cannot be read again.',
  );
  await archive.close();
});

test('a new database that begins after the end of the archive names the blocks between', async () => {
  const store = new MemoryStore();
  store.objects.set('tain-archive.json', JSON.stringify({ network: 'demo', block: '5' }));
  const { archive, logged } = await open(store, { readAgain: async () => null });
  for (const number of range(10, 12)) archive.offer(block(number));
  await until(() => store.mark === 12);
  expect(store.blocks).toEqual(range(10, 12));
  expect(logged).toEqual([
    'Blocks 6 to 9 are missing in the archive: block 5 is not in the database, so they cannot be read again.',
  ]);
  await archive.close();
});

test('an archive that is unreadable at the start is retried while the ingest continues', async () => {
  const store = new MemoryStore();
  store.objects.set('tain-archive.json', JSON.stringify({ network: 'demo', block: '3' }));
  store.isDown = true;
  const { archive, read } = await open(store, { stored: 5n, limits: { maxQueuedBytes: 60 } });
  for (const number of range(6, 20)) archive.offer(block(number));
  await until(() => store.gets > 2);
  expect(archive.owed).toBe(15n);
  store.isDown = false;
  await archive.finish(SIGNAL);
  expect(store.mark).toBe(20);
  expect(store.blocks).toEqual(range(4, 20));
  expect(read[0]).toBe(4);
  await archive.close();
});

test('an archive of another network, or one that is broken, is refused', async () => {
  const store = new MemoryStore();
  store.objects.set('tain-archive.json', JSON.stringify({ network: 'mainnet', block: '5' }));
  await expect(open(store)).rejects.toThrow('The archive memory is of network mainnet, not demo.');
  for (const text of ['', '{}', '{"network":"demo","block":-1}', '{"network":"demo","block":"x"}']) {
    store.objects.set('tain-archive.json', text);
    await expect(open(store)).rejects.toThrow('tain-archive.json in the archive memory cannot be read');
  }
});

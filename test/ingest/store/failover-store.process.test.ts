import { setImmediate as settled } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StreamFileError, type StreamFileErrorCode } from '../../../src/ingest/decode/stream-error.ts';
import { FailoverStore } from '../../../src/ingest/store/failover-store.ts';
import type { ObjectListing, ObjectStore } from '../../../src/ingest/store/object-store.ts';
import { MemoryStore } from './memory-store.ts';

const SIGNAL = new AbortController().signal;

/** Milliseconds of the clock that stores use. */
let now = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

class FakeStore implements ObjectStore {
  readonly name: string;
  readonly objects: Map<string, string>;
  fails: StreamFileErrorCode | null = null;
  calls = 0;
  changes = 0;
  closed = false;
  wake: () => void = () => undefined;

  constructor(name: string, objects: Record<string, string>) {
    this.name = name;
    this.objects = new Map(Object.entries(objects));
  }

  async list(): Promise<ObjectListing> {
    this.#call('');
    return { keys: [...this.objects.keys()].sort(), prefixes: [], next: null };
  }

  async get(key: string): Promise<Uint8Array> {
    this.#call(key);
    const object = this.objects.get(key);
    if (object === undefined) throw new StreamFileError('missing', key, null, `is not in ${this.name}`);
    return Buffer.from(object);
  }

  listAgain(): void {}

  changed(_: number, signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      this.wake = () => {
        this.changes += 1;
        done();
      };
      signal.addEventListener('abort', () => done(), { once: true });
    });
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  #call(key: string): void {
    this.calls += 1;
    if (this.fails) throw new StreamFileError(this.fails, key, null, `${this.name} fails`);
  }
}

function make(backOff = 100) {
  const a = new FakeStore('a', { both: 'from a', onlyA: 'from a' });
  const b = new FakeStore('b', { both: 'from b', onlyB: 'from b' });
  const changes: string[] = [];
  const store = new FailoverStore([a, b], {
    backOffMs: backOff,
    onChange: (name, failure) => changes.push(`${name}: ${failure?.reason ?? 'works'}`),
  });
  const get = async (key: string): Promise<string> =>
    Buffer.from(await store.get(key, 100, SIGNAL)).toString();
  return { a, b, store, get, changes };
}

test('the first store answers while it works; the next one while it fails, until it works again', async () => {
  const { a, b, store, get, changes } = make();
  expect(await get('both')).toBe('from a');
  expect(b.calls).toBe(0);
  a.fails = 'timeout';
  expect(await get('both')).toBe('from b');
  expect((await store.list('', null, 10, SIGNAL)).keys).toContain('onlyB');
  const { calls } = a;
  for (let i = 0; i < 5; i += 1) expect(await get('both')).toBe('from b');
  // The failed store is not requested at all.
  expect(a.calls).toBe(calls);
  now += 110;
  expect(await get('both')).toBe('from b');
  await settled();
  // After the delay the failed store was requested once, while the other served the call, and it still fails.
  expect(a.calls).toBe(calls + 1);
  a.fails = null;
  now += 110;
  expect(await get('both')).toBe('from b');
  await settled();
  expect(await get('both')).toBe('from a');
  expect(changes).toEqual(['a: a fails', 'a: works']);
});

test('no call waits again for a hanging store', async () => {
  const { a, get } = make(20);
  a.fails = 'timeout';
  await get('both');
  now += 30;
  vi.spyOn(a, 'list').mockImplementation(() => new Promise(() => undefined));
  for (let i = 0; i < 10; i += 1) expect(await get('both')).toBe('from b');
  expect(a.list).toHaveBeenCalledTimes(1);
});

test('an object missing in one store is found in the other, and a missing object is not a failure', async () => {
  const { a, get, changes } = make();
  expect(await get('onlyB')).toBe('from b');
  expect(await get('onlyA')).toBe('from a');
  await expect(get('nowhere')).rejects.toMatchObject({ code: 'missing', file: 'nowhere' });
  expect(changes).toEqual([]);
  expect(await get('both')).toBe('from a');
  a.fails = 'unreadable';
  expect(await get('both')).toBe('from b');
  const { calls } = a;
  // The working store reports the object as missing, without waiting for the other one.
  await expect(get('nowhere')).rejects.toMatchObject({ code: 'missing' });
  expect(a.calls).toBe(calls);
});

test('each call tries all stores and reports the error of each when all fail', async () => {
  const { a, b, get, store } = make();
  a.fails = 'timeout';
  b.fails = 'unreadable';
  for (let i = 1; i <= 3; i += 1) {
    await expect(get('both')).rejects.toMatchObject({
      code: 'timeout',
      reason: 'no store has an answer: a fails; b fails',
    });
    expect([a.calls, b.calls]).toEqual([i, i]);
  }
  a.fails = null;
  expect(await get('both')).toBe('from a');
  await store.close();
  expect([a.closed, b.closed]).toEqual([true, true]);
});

test('another copy is returned once one was refused, and each only once', async () => {
  const { store, get } = make();
  expect(store.refused('both')).toBe(false);
  expect(await get('both')).toBe('from a');
  expect(store.refused('both')).toBe(true);
  expect(await get('both')).toBe('from b');
  expect(store.refused('both')).toBe(false);
  expect(await get('both')).toBe('from a');
  // Only one store has it, which may have been repaired.
  expect(await get('onlyA')).toBe('from a');
  expect(store.refused('onlyA')).toBe(true);
  expect(await get('onlyA')).toBe('from a');
  expect(store.refused('onlyA')).toBe(false);
});

test('a change of any store is a change', async () => {
  const { a, b, store } = make();
  const seen = store.changes;
  const waiting = store.changed(60_000, SIGNAL, seen);
  b.wake();
  await waiting;
  expect(store.changes).toBe(seen + 1);
  await store.changed(60_000, SIGNAL, seen);
  expect(a.changes).toBe(0);
});

test('a store without new objects is replaced by one that is ahead, and only then', async () => {
  const [a, b] = [new MemoryStore('a'), new MemoryStore('b')];
  const stale: string[] = [];
  const store = new FailoverStore([a, b], {
    staleAfterMs: 30,
    onStale: (behind, ahead) => stale.push(`${behind} < ${ahead}`),
  });
  const list = async (after: string | null) => (await store.list('n/', after, 10, SIGNAL)).keys;
  for (const each of [a, b]) each.put('n/1', 'x');
  expect(await list(null)).toEqual(['n/1']);
  // Neither store has more. The other one is polled at intervals, and nothing changes.
  expect(await list('n/1')).toEqual([]);
  now += 50;
  expect(await list('n/1')).toEqual([]);
  expect([b.requests.list, stale]).toEqual([1, []]);
  expect(await list('n/1')).toEqual([]);
  expect(b.requests.list).toBe(1);
  b.put('n/2', 'x');
  now += 50;
  expect(await list('n/1')).toEqual(['n/2']);
  expect(stale).toEqual(['a < b']);
  // From now on this store is requested first, until it lags itself.
  b.put('n/3', 'x');
  expect(await list('n/2')).toEqual(['n/3']);
  a.put('n/4', 'x');
  expect(await list('n/3')).toEqual([]);
  now += 50;
  expect(await list('n/3')).toEqual(['n/4']);
  expect(stale).toEqual(['a < b', 'b < a']);
});

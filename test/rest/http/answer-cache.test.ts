import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { NEVER_ABORTED } from '../../../src/kernel/abort-signal.ts';
import type { ReadyAnswer } from '../../../src/rest/answer/ready-answer.ts';
import { AnswerCache } from '../../../src/rest/http/answer-cache.ts';
import { requestBy } from '../../../src/rest/http/request-context.ts';
import { SeenBlocks } from '../../../src/rest/http/snapshot-reader.ts';
import { startTestApi, type TestApi } from '../api-fixture.ts';
import { block, insert } from '../rows.ts';

function answer(bytes: number, status = 200): ReadyAnswer {
  return { status, headers: {}, body: Buffer.alloc(bytes), encoded: new Map() };
}

const never = () => false;

/** Returns the cached answer, or the one that `make` makes for requests that never end early. */
async function answerBy(
  cache: AnswerCache,
  key: string,
  isImmutable: (answer: ReadyAnswer) => boolean,
  make: () => Promise<ReadyAnswer>,
): Promise<ReadyAnswer> {
  const joined = cache.get(key) ?? cache.join(key, 'ann', NEVER_ABORTED)?.answer;
  const context = requestBy('ann', 'a');
  const options = {
    isImmutable,
    isCurrent: never,
    context,
    snapshot: new SeenBlocks(),
    left: NEVER_ABORTED,
    onAbandoned: () => undefined,
  };
  return joined ?? cache.add(key, make(), options);
}

describe('AnswerCache', () => {
  it('caches an answer until the next block', async () => {
    const cache = new AnswerCache(1_000_000);
    let made = 0;
    const request = () => answerBy(cache, 'a', never, async () => answer(++made));
    expect((await request()).body).toHaveLength(1);
    expect((await request()).body).toHaveLength(1);
    cache.invalidate();
    expect((await request()).body).toHaveLength(2);
    expect(cache).toMatchObject({ hits: 1, misses: 2 });
  });

  it('caches immutable answers across blocks', async () => {
    const cache = new AnswerCache(1_000_000);
    let made = 0;
    const request = () =>
      answerBy(
        cache,
        'a',
        () => true,
        async () => answer(++made),
      );
    await request();
    cache.invalidate();
    expect((await request()).body).toHaveLength(1);
  });

  it('makes one answer for identical requests at the same time', async () => {
    const cache = new AnswerCache(1_000_000);
    let made = 0;
    const request = () =>
      answerBy(cache, 'a', never, async () => {
        made++;
        await sleep(20);
        return answer(made);
      });
    await Promise.all([request(), request(), request()]);
    expect(made).toBe(1);
  });

  it('neither caches nor shares an answer that began before a block', async () => {
    const cache = new AnswerCache(1_000_000);
    let made = 0;
    const request = () =>
      answerBy(cache, 'a', never, async () => {
        const own = ++made;
        await sleep(20);
        return answer(own);
      });
    const before = request();
    cache.invalidate();
    const after = request();
    expect((await before).body).toHaveLength(1);
    expect((await after).body).toHaveLength(2);
    expect((await request()).body).toHaveLength(2);
  });

  it('caches no failure', async () => {
    const cache = new AnswerCache(1_000_000);
    await expect(answerBy(cache, 'a', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await answerBy(cache, 'a', never, async () => answer(3))).body).toHaveLength(3);
  });

  it('evicts the least recently used answers at its size limit', async () => {
    const cache = new AnswerCache(100_000);
    const made: string[] = [];
    const request = (key: string, bytes = 5_000) =>
      answerBy(cache, key, never, async () => {
        made.push(key);
        return answer(bytes);
      });
    for (let i = 0; i < 50; i++) {
      await request('often');
      await request(`key ${i}`);
      expect(cache.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(made.filter((key) => key === 'often')).toHaveLength(1);
    await request('key 49');
    await request('key 0');
    expect(made.filter((key) => key === 'key 49')).toHaveLength(1);
    expect(made.filter((key) => key === 'key 0')).toHaveLength(2);
    await request('too large', 60_000);
    await request('too large', 60_000);
    expect(made.filter((key) => key === 'too large')).toHaveLength(2);
  });
});

describe('answers of the server', () => {
  let api: TestApi;
  afterEach(() => api.close());

  const numbers = async (path = '/api/v1/blocks') =>
    ((await api.json(path)).blocks as { number: number }[]).map(({ number }) => number);

  /** Waits for a condition for at most a second. */
  async function holdsSoon(holds: () => Promise<boolean>): Promise<boolean> {
    for (let i = 0; i < 100; i++) {
      if (await holds()) return true;
      await sleep(10);
    }
    return false;
  }

  it('are those of the last block, as soon as it is announced', async () => {
    api = await startTestApi({ settings: { cache: true } });
    await insert(api.database, 'record_file', [block(1, 10)]);
    await api.database.pool.query('notify tain_block');
    expect(await holdsSoon(async () => (await numbers()).length === 1)).toBe(true);
    for (let number = 2; number < 12; number++) {
      await numbers();
      const client = await api.database.pool.connect();
      await client.query('begin');
      const { name, ...rest } = block(number, number * 10);
      const columns = ['name', ...Object.keys(rest)];
      await client.query(
        `insert into record_file (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
        [name, ...Object.values(rest)],
      );
      await client.query('notify tain_block');
      // The block is not committed, so it is invisible, and no client is notified.
      expect((await numbers())[0]).toBe(number - 1);
      await client.query('commit');
      client.release();
      expect(await holdsSoon(async () => (await numbers())[0] === number)).toBe(true);
    }
  });

  it('are those of the last block shortly after it, without an announcement', async () => {
    api = await startTestApi({ settings: { cache: true } });
    expect(await numbers()).toEqual([]);
    await insert(api.database, 'record_file', [block(1, 10)]);
    expect(await holdsSoon(async () => (await numbers()).length === 1)).toBe(true);
  });

  it('are distinguished by user, order, repeated values, and significant spelling', async () => {
    api = await startTestApi({
      settings: { cache: true, limitMax: 2, users: [{ username: 'ann', password: 'x', limit: 3 }] },
    });
    await insert(
      api.database,
      'record_file',
      [1, 2, 3, 4].map((number) => block(number, number)),
    );
    await api.database.pool.query('notify tain_block');
    await holdsSoon(async () => (await numbers()).length === 4);
    expect(await numbers('/api/v1/blocks?limit=9')).toEqual([4, 3]);
    const response = await api.get('/api/v1/blocks?limit=9', {
      headers: { authorization: `Basic ${btoa('ann:x')}` },
    });
    expect(((await response.json()) as { blocks: unknown[] }).blocks).toHaveLength(3);
    expect(await numbers('/api/v1/blocks?limit=2&order=asc')).toEqual([1, 2]);
    expect(await numbers('/api/v1/blocks?order=asc&limit=1&limit=2')).toEqual([1, 2]);
    const next = async (path: string) => ((await api.json(path)).links as { next: string }).next;
    expect(await next('/api/v1/blocks?limit=1&order=asc')).toContain('?limit=1&order=asc&');
    expect(await next('/api/v1/blocks?order=asc&limit=1')).toContain('?order=asc&limit=1&');
  });
});

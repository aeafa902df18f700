import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { block, insert } from './rows.ts';

// Clients that disconnect before their response arrives.

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ settings: { maxConnections: 2, cache: true } });
  await insert(api.database, 'record_file', [block(0, 1), block(1, 2)]);
});
afterAll(() => api.close());

const waiting = async (): Promise<number> => {
  const text = await (await api.get('/metrics')).text();
  return Number(/^tain_api_statements_waiting (.*)$/m.exec(text)?.[1]);
};
const POLL = { timeout: 120_000, interval: 50 };

test('a client that disconnects is removed from the queue, unless others wait for the same answer', async () => {
  const locker = await api.database.pool.connect();
  try {
    await locker.query('begin; lock table record_file in access exclusive mode');
    // Both slots of the semaphore are in use.
    const running = ['/api/v1/blocks?limit=1', '/api/v1/blocks?limit=2'].map((path) => api.get(path));
    const controller = new AbortController();
    const { signal } = controller;
    const request = (limit: number, own?: AbortSignal) =>
      api.get(`/api/v1/blocks?limit=${limit}`, own ? { signal: own } : {});
    const disconnected = Promise.allSettled([3, 4, 5].map((limit) => request(limit, signal)));
    await expect.poll(waiting, POLL).toBe(3);
    // Waits for the response to the first request.
    const same = request(3);
    const own = request(6);
    await expect.poll(waiting, POLL).toBe(4);
    controller.abort();
    await expect.poll(waiting, POLL).toBe(2);
    expect((await disconnected).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await locker.query('rollback');
    const answers = await Promise.all([...running, same, own]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await waiting()).toBe(0);
  } finally {
    await locker.query('rollback').catch(() => undefined);
    locker.release();
  }
});

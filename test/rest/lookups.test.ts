import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { block, insert } from './rows.ts';

/** Concurrent lookups are sent together, but a lookup that waits must not delay the others. */

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await insert(
    api.database,
    'record_file',
    Array.from({ length: 6 }, (_, index) => block(index, 100 + index)),
  );
});
afterAll(() => api?.close());

const statusOf = async (path: string) => (await api.get(`/api/v1/${path}`)).status;
const blocks = () => Promise.all([0, 1, 2, 3, 4, 5].map((number) => statusOf(`blocks/${number}`)));
const GOOD = [200, 200, 200, 200, 200, 200];
const SCHEDULE = 'schedules/0.0.7';

it('a lookup that waits for a lock delays no other one, and is answered when the lock is released', async () => {
  // Each statement runs often enough to be prepared.
  for (let count = 0; count < 4; count++)
    expect([await statusOf(SCHEDULE), await statusOf('blocks/1')]).toEqual([404, 200]);
  const holder = await api.database.pool.connect();
  try {
    await holder.query('begin; lock table schedule in access exclusive mode');
    let answered = 0;
    const waiting = [1, 2].map(() =>
      statusOf(SCHEDULE).finally(() => {
        answered += 1;
      }),
    );
    for (let count = 0; count < 3; count++) expect(await blocks()).toEqual(GOOD);
    expect(answered).toBe(0);
    await holder.query('rollback');
    expect(await Promise.all(waiting)).toEqual([404, 404]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await Promise.all([blocks(), statusOf(SCHEDULE)])).toEqual([GOOD, 404]);
  expect(api.errors).toEqual([]);
});

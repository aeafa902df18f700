import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Case, casesOf } from '../answers/expand.ts';
import { RESOURCES } from '../answers/resources.ts';
import { startWorld, type World } from '../answers/world.ts';
import { EFFORT } from '../effort.ts';
import { startTestApi, type TestApi } from './api-fixture.ts';
import { block, insert } from './rows.ts';

// Clients that disconnect before their response arrives, or run out of time, and the others, who must not notice.

const BUDGET_MS = 3_000;
const POLL = { timeout: 120_000, interval: 50 };
const from = (client: string): { headers: Record<string, string> } => ({
  headers: { 'x-forwarded-for': client },
});

describe('requests that wait for the same answer', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({
      settings: { maxConnections: 2, cache: true, trustProxy: true, requestTimeout: BUDGET_MS },
    });
    await insert(api.database, 'record_file', [block(0, 1), block(1, 2)]);
  });
  afterAll(() => api.close());

  const waiting = async (): Promise<number> => {
    const text = await (await api.get('/metrics')).text();
    return Number(/^tain_api_statements_waiting (.*)$/m.exec(text)?.[1]);
  };

  /** Runs a test while the blocks cannot be read; `unlock` ends that. */
  async function whileLocked(
    work: (unlock: () => Promise<unknown>) => Promise<void>,
    table = 'record_file',
  ): Promise<void> {
    const locker = await api.database.pool.connect();
    try {
      await locker.query(`begin; lock table ${table} in access exclusive mode`);
      await work(() => locker.query('rollback'));
    } finally {
      await locker.query('rollback').catch(() => undefined);
      locker.release();
    }
  }

  it('continue when one of their clients disconnects, and only then', async () => {
    await whileLocked(async (unlock) => {
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
      const ends = (await disconnected).map(({ status }) => status);
      expect(ends).toEqual(['rejected', 'rejected', 'rejected']);
      await unlock();
      const answers = await Promise.all([...running, same, own]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await waiting()).toBe(0);
    });
  });

  it('each have their own time budget', async () => {
    await whileLocked(async (unlock) => {
      const path = '/api/v1/blocks?limit=7';
      const first = api.get(path, from('10.0.0.1'));
      await sleep(BUDGET_MS / 2);
      const second = api.get(path, from('10.0.0.2'));
      expect((await first).status).toBe(503);
      await unlock();
      expect((await second).status).toBe(200);
    });
  });

  it('have the places in the queue of all their clients', async () => {
    await whileLocked(async (unlock) => {
      const flood = [1, 2, 3].map((n) => api.get(`/api/v1/blocks?limit=${n}&order=asc`, from('10.0.0.1')));
      await expect.poll(waiting, POLL).toBe(1);
      const joined = api.get('/api/v1/blocks?limit=3&order=asc', from('10.0.0.2'));
      await expect.poll(waiting, POLL).toBe(2);
      await unlock();
      const answers = await Promise.all([...flood, joined]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    });
    expect(await waiting()).toBe(0);
  });

  it('share the retained history although the client whose request reads it disconnects', async () => {
    await whileLocked(async (unlock) => {
      const controller = new AbortController();
      const path = (account: number) => `/api/v1/accounts/0.0.${account}`;
      // An earlier value must be too old.
      await sleep(1_100);
      const gone = api.get(path(1), { ...from('10.0.0.1'), signal: controller.signal });
      await expect.poll(locked, POLL).toBeGreaterThan(0);
      const stays = api.get(path(2), from('10.0.0.2'));
      await sleep(100);
      controller.abort();
      await expect(gone).rejects.toThrow();
      await unlock();
      expect((await stays).status).toBe(404);
    }, 'tain.kept');
  });

  /** Number of statements that wait for the lock. */
  async function locked(): Promise<number> {
    const { rows } = await api.database.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length;
  }
});

describe('random requests of all routes, half of which are aborted', () => {
  const cases = RESOURCES.flatMap(([, resource]) => casesOf(resource)).filter(({ status }) => status < 500);
  const oneOf = (route: string): fc.Arbitrary<Case> =>
    fc.constantFrom(...cases.filter((one) => one.route === route));
  const request = fc.record({
    one: fc.constantFrom(...new Set(cases.map(({ route }) => route))).chain(oneOf),
    client: fc.nat(3),
    isAborted: fc.boolean(),
    afterMs: fc.nat(15),
    /** A page that several clients request at the same time. */
    copies: fc.integer({ min: 1, max: 3 }),
  });

  test.each([{ cache: false }, { cache: true }])(
    '%j: the others get the answers of a quiet run',
    async (settings) => {
      const world: World = await startWorld(
        RESOURCES.map(([, { rows }]) => rows),
        { ...settings, trustProxy: true },
      );
      const quiet = new Map<Case, unknown>();
      const answerOf = async (one: Case, init = {}) => {
        const { status, answer } = await world.send(one, init);
        return { status, answer };
      };
      try {
        const requests = fc.array(request, { minLength: 30, maxLength: 60 });
        await fc.assert(
          fc.asyncProperty(requests, async (drawn) => {
            for (const { one } of drawn) if (!quiet.has(one)) quiet.set(one, await answerOf(one));
            const sent = drawn.flatMap(({ copies, ...each }) =>
              Array.from({ length: copies }, (_, n) => ({ ...each, n })),
            );
            const wrong = await Promise.all(
              sent.map(async ({ one, client, isAborted, afterMs, n }) => {
                const aborts = isAborted || n > 1;
                const init = from(`10.0.0.${client + n}`);
                if (!aborts) return { one, got: await answerOf(one, init) };
                const signal = AbortSignal.timeout(afterMs);
                return answerOf(one, { ...init, signal }).then(
                  () => null,
                  () => null,
                );
              }),
            );
            for (const each of wrong)
              if (each !== null) expect(each.got, each.one.url).toEqual(quiet.get(each.one));
          }),
          { numRuns: 4 * EFFORT },
        );
      } finally {
        await world.close();
      }
    },
    180_000 * EFFORT,
  );
});

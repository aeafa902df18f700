import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairSemaphore } from '../../../src/kernel/limits/fair-semaphore.ts';
import { JoinedClients } from '../../../src/kernel/limits/joined-clients.ts';
import { LimitReached } from '../../../src/kernel/limits/limit.ts';

const BOUNDS = { counts: 'things', max: 1 };

test('clients are served round robin, and a failure releases the semaphore', async () => {
  const semaphore = new FairSemaphore(BOUNDS);
  const order: string[] = [];
  const work = (name: string) =>
    semaphore.run(name.charAt(0), async () => {
      order.push(name);
      await tick();
    });
  await Promise.all(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(work));
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  await expect(semaphore.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(semaphore.running).toBe(0);
});

test('one client may use the whole semaphore, and its newest queued task is displaced by other clients', async () => {
  const semaphore = new FairSemaphore({ counts: 'things', max: 2, waiting: 2 });
  const held = await Promise.all([semaphore.take('a'), semaphore.take('a')]);
  const third = semaphore.take('a');
  const fourth = semaphore.take('a');
  await expect(semaphore.take('a')).rejects.toEqual(new LimitReached({ counts: 'things' }, true));
  const other = semaphore.take('b');
  await expect(fourth).rejects.toEqual(new LimitReached({ counts: 'things' }, true));
  await expect(semaphore.take('c')).rejects.toEqual(new LimitReached({ counts: 'things' }, false));
  for (const release of held) release();
  for (const release of await Promise.all([third, other])) release();
  expect([semaphore.running, semaphore.waiting]).toEqual([0, 0]);
});

test('a spare slot is for clients without a running task', async () => {
  const semaphore = new FairSemaphore({ counts: 'things', max: 2, waiting: 10, spare: 1 });
  const held = await Promise.all([semaphore.take('a'), semaphore.take('a')]);
  const waiting = semaphore.take('a');
  await tick();
  expect(semaphore.waiting).toBe(1);
  const other = await semaphore.take('b');
  expect(semaphore.running).toBe(3);
  other();
  await tick();
  expect(semaphore.waiting).toBe(1);
  held[0]?.();
  (await waiting)();
  held[1]?.();
  expect(semaphore.running).toBe(0);
});

test('a signal ends a wait with its reason, and no slot is lost', async () => {
  const step = fc.record({
    client: fc.constantFrom('a', 'b', 'c'),
    aborts: fc.boolean(),
    lasts: fc.integer({ min: 0, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 1, max: 6 }),
      fc.array(step, { maxLength: 40 }),
      async (max, spare, waiting, steps) => {
        const semaphore = new FairSemaphore({ counts: 'things', max, spare, waiting });
        const ends = steps.map(async ({ client, aborts, lasts }) => {
          const controller = new AbortController();
          const done = semaphore.run(
            client,
            async () => {
              expect(semaphore.running).toBeLessThanOrEqual(max + spare);
              for (let left = lasts; left > 0; left -= 1) await tick();
            },
            controller.signal,
          );
          if (aborts) setImmediate(() => controller.abort(new Error('left')));
          return done.then(
            () => 'done',
            (error: unknown) => (error instanceof LimitReached ? 'refused' : (error as Error).message),
          );
        });
        const outcomes = await Promise.all(ends);
        for (const outcome of outcomes) expect(['done', 'refused', 'left']).toContain(outcome);
        expect([semaphore.running, semaphore.waiting]).toEqual([0, 0]);
      },
    ),
    { numRuns: 50 },
  );
});

test('an aborted signal takes no slot', async () => {
  const semaphore = new FairSemaphore(BOUNDS);
  await expect(semaphore.take('a', AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  expect(semaphore.running).toBe(0);
});

test('a task that further clients joined is admitted at the turn of the first of them', async () => {
  const semaphore = new FairSemaphore({ counts: 'things', max: 1, waiting: 3 });
  const held = await semaphore.take('x');
  const order: string[] = [];
  const run = (client: string, name: string, joined?: JoinedClients) =>
    semaphore
      .run(client, async () => void order.push(name), undefined, joined)
      .catch(() => void order.push(`${name} refused`));
  const joined = new JoinedClients('a');
  const all = [run('a', 'a1'), run('a', 'a2', joined)];
  joined.join('a');
  joined.join('b');
  // The queue is full: the newest entry of client a is displaced, and its task stays in the queue of client b.
  all.push(run('c', 'c1'));
  await tick();
  expect(order).toEqual([]);
  held();
  await Promise.all(all);
  expect(order).toEqual(['a1', 'a2', 'c1']);
  expect([semaphore.running, semaphore.waiting]).toEqual([0, 0]);
});

import { expect, test } from 'vitest';
import { LoopTurns } from '../../../src/kernel/limits/loop-turns.ts';

function occupy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('the event loop continues, and another client starts, while tasks of one client wait', async () => {
  const turns = new LoopTurns();
  const ended: string[] = [];
  const run = async (client: string): Promise<void> => {
    await turns.take(client);
    // The end of a task is several microtasks after its turn.
    await Promise.resolve();
    occupy(6);
    ended.push(client);
  };
  const greedy = Array.from({ length: 20 }, () => run('greedy'));
  let atImmediate = -1;
  // The second immediate is in an iteration after the first tasks.
  setImmediate(() =>
    setImmediate(() => {
      atImmediate = ended.length;
      void run('modest');
    }),
  );
  await Promise.all(greedy);
  expect(atImmediate).toBeGreaterThan(0);
  expect(atImmediate).toBeLessThanOrEqual(4);
  // One slice of at most two tasks may begin before the modest client's turn.
  expect(ended.indexOf('modest')).toBeLessThanOrEqual(atImmediate + 3);
  expect(ended).toContain('modest');
});

test('clients take turns, whatever the order of their tasks', async () => {
  const turns = new LoopTurns();
  const order: string[] = [];
  const clients = ['a', 'a', 'a', 'b', 'c', 'b'];
  const run = async (client: string): Promise<void> => {
    await turns.take(client);
    order.push(client);
  };
  await Promise.all(clients.map(run));
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

test('some tasks of an iteration begin without a turn, unless others wait', async () => {
  const turns = new LoopTurns(2);
  const begun = () => [turns.beginNow(), turns.beginNow(), turns.beginNow()];
  expect(begun()).toEqual([true, true, false]);
  await new Promise((resolve) => setImmediate(resolve));
  const waiting = turns.take('a');
  expect(turns.beginNow()).toBe(false);
  await waiting;
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun()).toEqual([true, true, false]);
  expect(new LoopTurns().beginNow()).toBe(false);
  const bytes = new LoopTurns(10);
  expect([bytes.beginNow(6), bytes.beginNow(6), bytes.beginNow(4), bytes.beginNow()]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

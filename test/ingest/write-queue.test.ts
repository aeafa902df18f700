import { expect, test } from 'vitest';
import { WriteQueue } from '../../src/ingest/write-queue.ts';

/** A write that is under way until it is told to end. */
function held(began: string[], name: string) {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  ended.catch(() => undefined);
  const write = (): Promise<void> => {
    began.push(name);
    return ended;
  };
  return { write, end };
}

/** Whether a promise is settled once all that can go on has gone on. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise(setImmediate);
  return settled;
}

test('writes run one after the other, and the queue tells when it is empty', async () => {
  const began: string[] = [];
  let idle = 0;
  const queue = new WriteQueue(
    () => false,
    () => {
      idle += 1;
    },
  );
  const [first, second] = [held(began, 'first'), held(began, 'second')];
  const added = [queue.add('part', first.write), queue.add('batch', second.write)];
  await new Promise(setImmediate);
  expect(began).toEqual(['first']);
  expect(queue.isIdle).toBe(false);
  first.end();
  await added[0];
  await new Promise(setImmediate);
  expect(began).toEqual(['first', 'second']);
  expect(idle).toBe(0);
  second.end();
  await queue.drained();
  expect(queue.isIdle).toBe(true);
  expect(idle).toBe(1);
});

test('who adds a write may wait until few of its kind are left', async () => {
  const began: string[] = [];
  const queue = new WriteQueue(
    () => false,
    () => undefined,
  );
  const writes = ['a', 'b', 'c'].map((name) => held(began, name));
  for (const { write } of writes) void queue.add('part', write);
  expect(await isSettled(queue.fewerThan(1, 'batch'))).toBe(true);
  expect(await isSettled(queue.fewerThan(4, 'part'))).toBe(true);
  const two = queue.fewerThan(2, 'part');
  writes[0]?.end();
  expect(await isSettled(two)).toBe(false);
  writes[1]?.end();
  expect(await isSettled(two)).toBe(true);
  writes[2]?.end();
  await queue.fewerThan(1, 'part');
  expect(queue.isIdle).toBe(true);
});

test('after the first failure no further write begins, and nobody waits for ever', async () => {
  const began: string[] = [];
  const queue = new WriteQueue(
    () => false,
    () => undefined,
  );
  const [first, second] = [held(began, 'first'), held(began, 'second')];
  const added = [queue.add('part', first.write), queue.add('batch', second.write)];
  first.end(new Error('refused'));
  await Promise.all(added);
  await queue.add('derived', second.write);
  expect(began).toEqual(['first']);
  expect(queue.failure).toEqual({ error: new Error('refused') });
  expect(queue.isIdle).toBe(true);
});

test('what nobody wants any more does not begin', async () => {
  const began: string[] = [];
  let unwanted = false;
  const queue = new WriteQueue(
    () => unwanted,
    () => undefined,
  );
  const [first, second] = [held(began, 'first'), held(began, 'second')];
  const added = [queue.add('batch', first.write), queue.add('derived', second.write)];
  await new Promise(setImmediate);
  unwanted = true;
  first.end();
  await Promise.all(added);
  expect(began).toEqual(['first']);
  expect(queue.failure).toBeNull();
});

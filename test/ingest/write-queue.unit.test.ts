import { expect, test } from 'vitest';
import { WriteQueue } from '../../src/ingest/write-queue.ts';

/** Returns a write that runs until the test ends it. */
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

/** Returns whether a promise is settled after all pending tasks have run. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise(setImmediate);
  return settled;
}

test('writes run one after another, and the queue reports when it is empty', async () => {
  const began: string[] = [];
  let idle = 0;
  const queue = new WriteQueue(
    () => false,
    () => {
      idle += 1;
    },
  );
  const [first, second] = [held(began, 'first'), held(began, 'second')];
  const added = [queue.add('batch', first.write), queue.add('batch', second.write)];
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

test('a writer may wait until no write of its kind remains', async () => {
  const began: string[] = [];
  const queue = new WriteQueue(
    () => false,
    () => undefined,
  );
  const writes = ['a', 'b', 'c'].map((name) => held(began, name));
  const kinds = ['batch', 'batch', 'derived'] as const;
  for (const [index, { write }] of writes.entries()) void queue.add(kinds[index] ?? 'batch', write);
  const noBatch = queue.without('batch');
  const noJob = queue.without('derived');
  expect(await isSettled(noBatch)).toBe(false);
  writes[0]?.end();
  expect(await isSettled(noBatch)).toBe(false);
  writes[1]?.end();
  expect(await isSettled(noBatch)).toBe(true);
  expect(await isSettled(noJob)).toBe(false);
  writes[2]?.end();
  await noJob;
  expect(queue.isIdle).toBe(true);
  expect(await isSettled(queue.without('batch'))).toBe(true);
});

test('no write starts after the first failure, and no caller waits forever', async () => {
  const began: string[] = [];
  const queue = new WriteQueue(
    () => false,
    () => undefined,
  );
  const [first, second] = [held(began, 'first'), held(began, 'second')];
  const added = [queue.add('batch', first.write), queue.add('batch', second.write)];
  first.end(new Error('refused'));
  await Promise.all(added);
  await queue.add('derived', second.write);
  expect(began).toEqual(['first']);
  expect(queue.failure).toEqual({ error: new Error('refused') });
  expect(queue.isIdle).toBe(true);
});

test('an aborted write does not start', async () => {
  const began: string[] = [];
  let isAborted = false;
  const queue = new WriteQueue(
    () => isAborted,
    () => undefined,
  );
  const [first, second] = [held(began, 'first'), held(began, 'second')];
  const added = [queue.add('batch', first.write), queue.add('derived', second.write)];
  await new Promise(setImmediate);
  isAborted = true;
  first.end();
  await Promise.all(added);
  expect(began).toEqual(['first']);
  expect(queue.failure).toBeNull();
});

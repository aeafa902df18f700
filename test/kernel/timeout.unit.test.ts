import { expect, it } from 'vitest';
import { withTimeout } from '../../src/kernel/abort-signal.ts';

const never = new Promise<string>(() => undefined);

it('settles like a task that finishes in time', async () => {
  const unused = () => expect.unreachable();
  expect(await withTimeout(Promise.resolve('done'), 60_000, unused)).toBe('done');
  await expect(withTimeout(Promise.reject(new Error('failed')), 60_000, unused)).rejects.toThrow('failed');
});

it('returns or throws the outcome of `onTimeout` for a late task', async () => {
  expect(await withTimeout(never, 1, () => 'late')).toBe('late');
  const fail = () => {
    throw new Error('late');
  };
  await expect(withTimeout(never, 1, fail)).rejects.toThrow('late');
});

it('ignores the failure of a late task', async () => {
  let fail: (error: Error) => void = () => undefined;
  const task = new Promise<string>((_, reject) => {
    fail = reject;
  });
  expect(await withTimeout(task, 1, () => 'late')).toBe('late');
  // An unhandled rejection would end this test's process.
  fail(new Error('failed'));
  await new Promise(setImmediate);
});

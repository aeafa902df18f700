import { expect, test } from 'vitest';
import { forceAfter, RequestSignal, toAbortSignal } from '../../src/kernel/abort-signal.ts';

test('abort calls each listener once, and no removed one', () => {
  const left = new RequestSignal();
  const received: string[] = [];
  const stop = () => received.push('stopped');
  left.addEventListener('abort', () => received.push('first'));
  left.addEventListener('abort', stop);
  left.addEventListener('abort', () => received.push('last'));
  left.removeEventListener('abort', stop);
  expect(left.aborted).toBe(false);
  left.abort();
  left.abort();
  expect(left.aborted).toBe(true);
  expect(received).toEqual(['first', 'last']);
});

test('a listener added after the abort is not called, as for a signal', () => {
  const left = new RequestSignal();
  left.abort();
  left.addEventListener('abort', () => expect.unreachable());
  left.abort();
});

test.each([
  ['before', true],
  ['after', false],
])('an AbortSignal is aborted by a request signal aborted %s it was made', (_, before) => {
  const left = new RequestSignal();
  if (before) left.abort();
  const signal = toAbortSignal(left);
  expect(signal.aborted).toBe(before);
  left.abort();
  expect(signal.aborted).toBe(true);
});

test('a slow task is forced once, and awaited; others are not', async () => {
  const forced: string[] = [];
  await forceAfter(Promise.resolve(), 0, () => forced.push('done before'));
  await expect(
    forceAfter(Promise.reject(new Error('broken')), 0, () => forced.push('failed before')),
  ).rejects.toThrow('broken');
  let end: (value: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => {
    end = resolve;
  });
  const force = () => {
    forced.push('slow');
    setTimeout(end, 5, 'ended');
  };
  expect(await forceAfter(slow, 1, force)).toBe('ended');
  expect(forced).toEqual(['slow']);
});

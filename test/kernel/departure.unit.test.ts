import { expect, test } from 'vitest';
import { Leaving, signalOf } from '../../src/kernel/departure.ts';

test('all who listen hear of a departure, once; who stopped listening does not', () => {
  const left = new Leaving();
  const heard: string[] = [];
  const stop = () => heard.push('stopped');
  left.addEventListener('abort', () => heard.push('first'));
  left.addEventListener('abort', stop);
  left.addEventListener('abort', () => heard.push('last'));
  left.removeEventListener('abort', stop);
  expect(left.aborted).toBe(false);
  left.abort();
  left.abort();
  expect(left.aborted).toBe(true);
  expect(heard).toEqual(['first', 'last']);
});

test('a listener that comes later hears nothing, as of a signal', () => {
  const left = new Leaving();
  left.abort();
  left.addEventListener('abort', () => expect.unreachable());
  left.abort();
});

test.each([
  ['before', true],
  ['after', false],
])('a signal is aborted by a departure %s it was made', (_, before) => {
  const left = new Leaving();
  if (before) left.abort();
  const signal = signalOf(left);
  expect(signal.aborted).toBe(before);
  left.abort();
  expect(signal.aborted).toBe(true);
});

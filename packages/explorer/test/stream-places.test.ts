import { expect, test } from 'vitest';
import { takePlace } from '../src/words/stream-places.ts';

test('a browser that refuses locks, as in a sandboxed frame, has no stream, so that lists poll', async () => {
  const request = () => Promise.reject(new DOMException('refused', 'SecurityError'));
  expect(await takePlace({ request })).toBeNull();
});

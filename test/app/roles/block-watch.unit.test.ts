import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { BlockWatch } from '../../../src/local-network/live-demo.ts';

test('a wait for a block adds no listener for each block before it', async () => {
  const stop = new AbortController();
  const watch = new BlockWatch(stop.signal);
  const listeners = () => getEventListeners(stop.signal, 'abort').length;
  const before = listeners();
  const waits = [watch.after(50n), watch.after(100n)];
  for (let end = 1n; end <= 100n; end++) {
    watch.published(end);
    // The waits run between two blocks.
    await new Promise((resolve) => setImmediate(resolve));
    expect(listeners()).toBe(before);
  }
  await Promise.all(waits);
});

test('a wait ends with the network', async () => {
  const stop = new AbortController();
  const watch = new BlockWatch(stop.signal);
  const wait = watch.after(5n);
  watch.published(4n);
  stop.abort();
  await expect(wait).rejects.toThrow('The demo network is being stopped.');
  await expect(watch.after(6n)).rejects.toThrow('The demo network is being stopped.');
});

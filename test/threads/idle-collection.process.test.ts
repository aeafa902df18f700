import v8 from 'node:v8';
import { expect, it } from 'vitest';
import { collectWhenIdle } from '../../src/threads/idle-collection.ts';

const MEGABYTE = 1024 * 1024;
const heapSize = (): number => v8.getHeapStatistics().total_heap_size;

it('returns the memory of garbage to the system once the thread is idle', async () => {
  let objects: object[] | undefined = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  const full = heapSize();
  expect(objects.length).toBe(1_000_000);
  objects = undefined;
  const controller = new AbortController();
  collectWhenIdle(controller.signal, 50);
  await expect.poll(heapSize, { timeout: 20_000, interval: 500 }).toBeLessThan(full - 20 * MEGABYTE);
  controller.abort();
});

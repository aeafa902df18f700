import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateWindow } from '../../../src/kernel/limits/rate-window.ts';

/** Returns a window and the clock that advances it. */
function windowOf(max: number) {
  let now = 1_000_000;
  const rate = new RateWindow({ max }, () => now);
  return { rate, pass: (milliseconds: number) => (now += milliseconds) };
}

/** Returns how many of `count` requests pass. */
const passed = (rate: RateWindow, client: string, count: number, units = 1): number =>
  Array.from({ length: count }, () => rate.take(client, units)).filter(Boolean).length;

test('a single client gets the whole rate, immediately and again within a second', () => {
  const { rate, pass } = windowOf(10);
  expect(passed(rate, 'a', 20)).toBe(10);
  pass(500);
  expect(passed(rate, 'a', 20)).toBe(5);
  pass(5_000);
  expect(passed(rate, 'a', 20)).toBe(10);
});

test('a request above the rate never passes, and one above the share passes in its order', () => {
  const { rate, pass } = windowOf(100);
  expect(rate.take('a', 101)).toBe(false);
  expect(passed(rate, 'a', 200)).toBe(100);
  expect(rate.take('b', 101)).toBe(false);
  expect(rate.take('b', 80)).toBe(true);
  expect(rate.take('b', 80)).toBe(false);
  pass(100);
  expect(rate.take('c', 50)).toBe(false);
  pass(1_500);
  expect(rate.take('b', 80)).toBe(true);
});

test('returned units are available again', () => {
  const { rate } = windowOf(10);
  for (let round = 0; round < 100; round += 1) {
    expect(rate.take('a', 10)).toBe(true);
    rate.giveBack('a', 10);
  }
  rate.giveBack('a', 10);
  expect(passed(rate, 'a', 20)).toBe(10);
});

test('a clock that is set back grants nothing', () => {
  const { rate, pass } = windowOf(10);
  expect(passed(rate, 'a', 20)).toBe(10);
  pass(-60_000);
  expect(passed(rate, 'a', 20)).toBe(0);
  pass(1_000);
  expect(passed(rate, 'a', 20)).toBe(10);
});

test('clients within their share are served next to greedy ones', () => {
  const flood = fc.integer({ min: 1, max: 4 });
  const modest = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 5_000 }), flood, modest, (max, floods, others) => {
      const { rate, pass } = windowOf(max);
      const share = max / (floods + others);
      const requested = Array.from({ length: others }, () => 0);
      const refused = Array.from({ length: others }, () => 0);
      for (let elapsed = 0; elapsed < 5_000; elapsed += 20) {
        for (let flooder = 0; flooder < floods; flooder += 1) {
          for (let tries = max / 2; tries > 0 && rate.take(`flood ${flooder}`, 1); tries -= 1);
        }
        for (let other = 0; other < others; other += 1) {
          // Half of the share is used, evenly distributed.
          if ((requested[other] ?? 0) >= (share / 2) * (elapsed / 1_000)) continue;
          requested[other] = (requested[other] ?? 0) + 1;
          if (!rate.take(`modest ${other}`, 1)) refused[other] = (refused[other] ?? 0) + 1;
        }
        pass(20);
      }
      for (let other = 0; other < others; other += 1) {
        expect(refused[other] ?? 0).toBeLessThanOrEqual((requested[other] ?? 0) / 10);
      }
    }),
    { numRuns: 30 },
  );
});

test('at most the rate is granted in the long run, to any number of clients', () => {
  const step = fc.record({
    client: fc.constantFrom('a', 'b', 'c', 'd'),
    count: fc.integer({ min: 1, max: 30 }),
    returned: fc.boolean(),
    wait: fc.integer({ min: 0, max: 400 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 50 }), fc.array(step, { maxLength: 300 }), (max, steps) => {
      const { rate, pass } = windowOf(max);
      let used = 0;
      let elapsed = 0;
      for (const { client, count, returned, wait } of steps) {
        if (rate.take(client, count)) {
          if (returned) rate.giveBack(client, count);
          else used += count;
        }
        // The bound is a full bucket, the refill since then, and one second's rate of overdraft.
        expect(used).toBeLessThanOrEqual(2 * max + (elapsed / 1_000) * max + 1e-6);
        pass(wait);
        elapsed += wait;
      }
    }),
  );
});

/** Returns the bytes of the heap that are in use. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('the memory of clients is bounded', () => {
  const { rate, pass } = windowOf(1_000_000);
  const before = usedHeap();
  for (let client = 0; client < 500_000; client += 1) rate.take(`client ${client}`, 1);
  expect(usedHeap() - before).toBeLessThan(10 * 1024 * 1024);
  pass(2_000);
  expect(rate.take('a', 1_000_000)).toBe(true);
});

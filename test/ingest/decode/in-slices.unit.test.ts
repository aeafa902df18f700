import { expect, test } from 'vitest';
import { atOnce, inSlices, type Steps } from '../../../src/kernel/limits/in-slices.ts';

/** Work of so many steps, each of 2 ms. */
function* work(steps: number, onStep: () => void): Steps<number> {
  for (let step = 0; step < steps; step += 1) {
    const end = performance.now() + 2;
    while (performance.now() < end);
    onStep();
    yield;
  }
  return steps;
}

test('the event loop serves other work between slices, and short work ends at once', async () => {
  let iterations = 0;
  let isDone = false;
  const count = (): void => {
    iterations += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const before: number[] = [];
  const [one, two] = await Promise.all([
    inSlices(work(30, () => before.push(iterations))),
    inSlices(work(30, () => undefined)),
  ]);
  isDone = true;
  expect([one, two]).toEqual([30, 30]);
  // At most the first slices of both come before the first iteration, and later ones have at most 10 ms in each.
  expect(before[5]).toBeGreaterThan(0);
  expect(before.at(-1)).toBeGreaterThanOrEqual(5);

  let isShort = true;
  // Without a step, so that the end of a slice cannot come first.
  const short = inSlices(work(0, () => undefined));
  setImmediate(() => {
    isShort = false;
  });
  expect(await short).toBe(0);
  expect(isShort).toBe(true);
  expect(atOnce(work(3, () => undefined))).toBe(3);
});

test('a failure of a step is thrown', async () => {
  const failing = (): Steps<number> =>
    work(9, () => {
      throw new RangeError('wrong');
    });
  await expect(inSlices(failing())).rejects.toThrow('wrong');
  expect(() => atOnce(failing())).toThrow('wrong');
});

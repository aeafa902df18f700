import fc from 'fast-check';
import { expect, it } from 'vitest';
import { waitAfter } from '../../src/kernel/back-off.ts';

it('a wait doubles with each failure, up to the most', () => {
  const waits = Array.from({ length: 7 }, (_, index) => waitAfter(index + 1, { first: 200, most: 5_000 }));
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
});

it('a wait is never longer than the most, nor shorter than the one before, after however many failures', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(1e6), fc.nat(1e9), (failures, first, most) => {
      const wait = waitAfter(failures, { first, most });
      expect(wait).toBeLessThanOrEqual(most);
      expect(wait).toBeGreaterThanOrEqual(Math.min(first, most));
      expect(waitAfter(failures + 1, { first, most })).toBeGreaterThanOrEqual(wait);
    }),
  );
});

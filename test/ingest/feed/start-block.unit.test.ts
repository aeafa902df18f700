import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastBefore } from '../../../src/ingest/feed/block-stream.ts';

it('finds the last block that begins at or before an instant, in few reads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1_000),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 400 }),
      fc.nat(21_000),
      async (first, gaps, instant) => {
        let time = 0;
        const times = gaps.map((gap) => (time += gap));
        let reads = 0;
        const found = await lastBefore(BigInt(instant), BigInt(first), async (number) => {
          reads += 1;
          const begins = times[Number(number) - first];
          return begins === undefined ? null : BigInt(begins);
        });
        const index = times.findLastIndex((begins) => begins <= instant);
        expect(Number(found)).toBe(first + Math.max(0, index));
        expect(reads).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(times.length + 1)) + 3);
      },
    ),
  );
});

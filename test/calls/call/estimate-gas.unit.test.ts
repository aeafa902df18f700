import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchGas } from '../../../src/calls/call/call-answer.ts';

async function searched(used: number, given: number, needed: number) {
  let executions = 0;
  const gas = await searchGas(BigInt(used), BigInt(given), async (probe) => {
    executions += 1;
    return probe >= needed;
  });
  return { gas: Number(gas), executions };
}

test('is within 4 % of the needed gas, for any of it', async () => {
  const gas = fc.integer({ min: 21_000, max: 15_000_000 });
  await fc.assert(
    fc.asyncProperty(gas, gas, gas, async (...three) => {
      const [used = 0, needed = 0, given = 0] = three.sort((a, b) => a - b);
      fc.pre(used < given);
      const found = await searched(used, given, needed);
      expect(found.gas).toBeGreaterThanOrEqual(needed);
      expect(found.gas).toBeLessThanOrEqual(Math.min(needed + Math.floor(used / 25), given));
      expect(found.executions).toBeLessThanOrEqual(20);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['a transfer without a refund', 53_793, 53_793, 55_944, 1],
  ['a call with a refund of a fifth', 40_000, 50_000, 50_700, 5],
])('%s', async (_, used, needed, gas, executions) => {
  expect(await searched(used, 15_000_000, needed)).toEqual({ gas, executions });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchGas } from '../../../src/evm/call/estimate-gas.ts';

/**
 * Returns the result of the public mirror node's search (contract-calls facts, estimation), implemented literally, and
 * its number of executions.
 */
function stated(used: number, given: number, needed: number): { gas: number; executions: number } {
  let low = used;
  let high = given;
  let previous = used;
  let executions = 0;
  while (executions < 20 && low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    executions += 1;
    const moved = Math.abs(previous - middle);
    previous = middle;
    if (middle < needed) {
      low = middle;
      continue;
    }
    high = middle;
    if (moved < Math.floor(used * 0.1)) break;
  }
  return { gas: high, executions };
}

async function searched(used: number, given: number, needed: number) {
  let executions = 0;
  const gas = await searchGas(BigInt(used), BigInt(given), async (probe) => {
    executions += 1;
    return probe >= needed;
  });
  return { gas: Number(gas), executions };
}

test('equals the documented search for any required gas', async () => {
  const gas = fc.integer({ min: 21_000, max: 15_000_000 });
  await fc.assert(
    fc.asyncProperty(gas, gas, gas, async (...three) => {
      const [used = 0, needed = 0, given = 0] = three.sort((a, b) => a - b);
      fc.pre(used < given);
      const expected = stated(used, given, needed);
      const found = await searched(used, given, needed);
      expect(found.gas).toBe(expected.gas);
      expect(found.executions).toBeLessThanOrEqual(expected.executions + 1);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  // The search's margin does not cover a refund of a fifth.
  ['a transfer without a refund', 53_793, 53_793, 57_441, 1],
  ['a call with a refund of a fifth', 40_000, 50_000, 50_956, 13],
])('%s', async (_, used, needed, gas, executions) => {
  expect(await searched(used, 15_000_000, needed)).toEqual({ gas, executions });
});

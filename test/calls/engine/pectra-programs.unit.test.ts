import { expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { comparePrograms } from './pectra-comparison.ts';

// A sample of random programs, which `TAIN_TEST_EFFORT` multiplies.

it('programs over the precompiles of Pectra end as in another implementation', async () => {
  const { success } = await comparePrograms(tries(60));
  expect(success).toBeGreaterThan(10);
});

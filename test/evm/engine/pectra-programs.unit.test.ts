import { expect, it } from 'vitest';
import { tries } from '../../effort.ts';
import { comparePrograms } from './pectra-comparison.ts';

// A sample of random programs; `pectra-programs.slow.test.ts` runs 1,000.

it('programs over the precompiles of Pectra end as in another implementation', async () => {
  const { success } = await comparePrograms(tries(60));
  expect(success).toBeGreaterThan(10);
});

import { expect, it } from 'vitest';
import { comparePrograms } from './pectra-comparison.ts';

// A thousand random programs, of which `pectra-programs.unit.test.ts` runs some in `npm test`.

it('programs over the precompiles of Pectra end as in another implementation', {
  timeout: 1_200_000,
}, async () => {
  const { success, halt, floor } = await comparePrograms(1_000);
  expect(success).toBeGreaterThan(300);
  expect(halt).toBeGreaterThan(50);
  expect(floor).toBeGreaterThan(20);
});

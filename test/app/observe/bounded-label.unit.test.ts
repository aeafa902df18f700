import { expect, test } from 'vitest';
import { BoundedLabel } from '../../../src/app/observe/store-metrics.ts';

test('values beyond the limit share one series', () => {
  const label = new BoundedLabel(2);
  expect(['a', 'b', 'a', 'c', 'd', 'b'].map((value) => label.of(value))).toEqual([
    'a',
    'b',
    'a',
    'other',
    'other',
    'b',
  ]);
});

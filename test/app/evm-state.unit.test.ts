import { expect, test } from 'vitest';
import { CurrentState } from '../../src/app/roles/evm.ts';

test('calls see no older state than earlier answers, and the state is renewed once per block', () => {
  let renewed = 0;
  const state = new CurrentState(() => {
    renewed += 1;
  });
  state.changed(5n);
  state.reach(5n);
  state.reach(undefined);
  expect(renewed).toBe(1);
  state.reach(7n);
  state.reach(7n);
  state.reach(6n);
  expect(renewed).toBe(2);
  // An announced block may be a correction. Without an announced block, blocks may have been missed.
  state.changed(7n);
  state.changed(undefined);
  expect(renewed).toBe(4);
});

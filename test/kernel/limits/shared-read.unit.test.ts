import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedRead } from '../../../src/kernel/limits/shared-read.ts';

/** Returns a shared read that counts its reads, and fails while `fails` is set. */
function counted(options: Partial<ConstructorParameters<typeof SharedRead<number, string>>[0]> = {}) {
  const state = { reads: 0, fails: false };
  const shared = new SharedRead<number, string>({
    read: async () => {
      state.reads += 1;
      const own = state.reads;
      await sleep(1);
      if (state.fails) throw new Error('no');
      return own;
    },
    keyOf: (subject) => subject,
    max: 2,
    ...options,
  });
  return { shared, state };
}

test('concurrent and later requests share one read of a subject', async () => {
  const { shared, state } = counted();
  expect(await Promise.all([shared.get('a'), shared.get('a'), shared.get('b')])).toEqual([1, 1, 2]);
  expect(await shared.get('a')).toBe(1);
  expect(state.reads).toBe(2);
});

test('a failure is reported to those who wait, and the next request reads again', async () => {
  const { shared, state } = counted();
  state.fails = true;
  const failed = await Promise.allSettled([shared.get('a'), shared.get('a')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  state.fails = false;
  expect(await shared.get('a')).toBe(2);
});

test('a value ends with its age, or when it is not lasting, and the oldest is removed first', async () => {
  const aged = counted({ maxAgeMs: 20 });
  await aged.shared.get('a');
  await sleep(30);
  expect(await aged.shared.get('a')).toBe(2);
  const passing = counted({ isLasting: (value) => value > 1 });
  expect([
    await passing.shared.get('a'),
    await passing.shared.get('a'),
    await passing.shared.get('a'),
  ]).toEqual([1, 2, 2]);
  const bounded = counted();
  for (const subject of ['a', 'b', 'c', 'b', 'c']) await bounded.shared.get(subject);
  expect(bounded.state.reads).toBe(3);
  expect(await bounded.shared.get('a')).toBe(4);
});

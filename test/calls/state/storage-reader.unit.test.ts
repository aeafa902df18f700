import { expect, it } from 'vitest';
import { StateCompleteness } from '../../../src/calls/state/state-completeness.ts';
import { SlotMemory, StorageReader } from '../../../src/calls/state/storage-reader.ts';
import type { Select } from '../../../src/store/connections/select.ts';

const word = (value: number): string => value.toString(16).padStart(64, '0');

it('prefetches only for sequential slots', async () => {
  let statements = 0;
  // The value of each slot is its number.
  const select: Select = async ({ values }) => {
    statements += 1;
    const slots = values.find((value): value is Buffer[] => Array.isArray(value)) ?? [];
    return slots.map((slot) => [slot.toString('hex'), slot.toString('hex')]);
  };
  const reader = new StorageReader(select, undefined, new SlotMemory(), new StateCompleteness(select));
  for (let slot = 0; slot < 5_000; slot += 1) expect(await reader.read(7n, word(slot))).toBe(word(slot));
  expect(statements).toBeLessThan(50);
  statements = 0;
  for (let slot = 0; slot < 50; slot += 1) await reader.read(8n, word(slot * 1_000));
  expect(statements).toBe(50);
});

import { expect, it } from 'vitest';
import { cachedReader } from '../../../src/calls/state/cached-reader.ts';
import type { LedgerReader } from '../../../src/calls/state/ledger-state.ts';
import { StateCache } from '../../../src/calls/state/state-cache.ts';
import { StateCompleteness } from '../../../src/calls/state/state-completeness.ts';
import { SlotMemory, StorageReader } from '../../../src/calls/state/storage-reader.ts';
import type { Select } from '../../../src/store/connections/select.ts';

const word = (value: number): string => value.toString(16).padStart(64, '0');

let statements = 0;
// The value of each slot is its number.
const select: Select = async ({ values }) => {
  statements += 1;
  const slots = values.find((value): value is Buffer[] => Array.isArray(value)) ?? [];
  return slots.map((slot) => [slot.toString('hex'), slot.toString('hex')]);
};

function readerWith(cache: StateCache): StorageReader {
  return new StorageReader(select, undefined, new SlotMemory(), new StateCompleteness(select), cache);
}

it('prefetches only for sequential slots', async () => {
  statements = 0;
  const reader = readerWith(new StateCache());
  for (let slot = 0; slot < 5_000; slot += 1) expect(await reader.read(7n, word(slot))).toBe(word(slot));
  expect(statements).toBeLessThan(50);
  statements = 0;
  for (let slot = 0; slot < 50; slot += 1) await reader.read(8n, word(slot * 1_000));
  expect(statements).toBe(50);
});

it('keeps the values of all worlds of a snapshot within one bound', async () => {
  const max = 1_000_000;
  const cache = new StateCache(max);
  // Two worlds, such as the last block and an earlier one.
  const readers = [readerWith(cache), readerWith(cache)].map((storage) =>
    cachedReader(
      {
        storage: (contract, slot) => storage.read(contract, slot),
        code: async () => new Uint8Array(20_000),
      } as Partial<LedgerReader> as LedgerReader,
      cache,
    ),
  );
  let most = 0;
  // The next slot is always the first that was not read ahead, so that one read loads 256 slots.
  for (let slot = 0; slot < 100_000; slot += 256) {
    for (const reader of readers) {
      expect(await reader.storage(7n, word(slot))).toBe(word(slot));
      await reader.code(BigInt(slot));
      most = Math.max(most, cache.bytes);
    }
  }
  expect(most).toBeGreaterThan(max / 2);
  expect(most).toBeLessThan(max + 256 * 1_000);
  // Dropped values are read again, kept ones are not.
  statements = 0;
  const last = word(99_840);
  expect(await readers[1]?.storage(7n, last)).toBe(last);
  expect(statements).toBe(0);
  expect(await readers[1]?.storage(7n, word(0))).toBe(word(0));
  expect(statements).toBe(1);
});

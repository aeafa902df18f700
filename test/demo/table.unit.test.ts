import { expect, test } from 'vitest';
import { Journal, Table } from '../../packages/network-simulator/src/ledger/table.ts';

test('rolled-back changes make no version of a row, but other ones of the same transaction do', () => {
  const journal = new Journal(true);
  const table = new Table<number, { value: number }>(journal);
  table.put(1, { value: 1 });
  journal.mark(10n);
  journal.attempt(() => {
    table.put(1, { value: 2 });
    table.put(2, { value: 2 });
    return false;
  });
  journal.mark(20n);
  table.edit(1).value = 3;
  journal.attempt(() => {
    table.edit(1).value = 4;
    journal.attempt(() => {
      table.put(2, { value: 4 });
      return true;
    });
    return false;
  });
  journal.mark(30n);
  expect(table.versions(1)).toEqual([
    { from: 10n, row: { value: 1 } },
    { from: 30n, row: { value: 3 } },
  ]);
  expect(table.versions(2)).toEqual([]);
});

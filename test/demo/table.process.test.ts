import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Schedule } from '../../packages/network-simulator/src/ledger/entities.ts';
import { Ledger } from '../../packages/network-simulator/src/ledger/ledger.ts';
import { scheduleContent } from '../../packages/network-simulator/src/ledger/ledger-tables.ts';
import { Journal, Table } from '../../packages/network-simulator/src/ledger/table.ts';
import {
  hasDueSchedule,
  takeDueSchedules,
} from '../../packages/network-simulator/src/transactions/schedules.ts';

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

test('groups and orders have the rows that a search of all finds, also after undone changes', () => {
  interface Row {
    readonly owner: number;
    readonly id: number;
    value: number;
  }
  const owners = [0, 1, 2];
  const change = fc.record({
    kind: fc.constantFrom('put', 'edit', 'remove', 'load'),
    owner: fc.constantFrom(...owners),
    id: fc.nat(2),
  });
  const attempt = fc.record({ holds: fc.boolean(), changes: fc.array(change, { maxLength: 6 }) });
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 12 }), (attempts) => {
      const journal = new Journal(false);
      const table = new Table<string, Row>(journal);
      const rowsOf = table.groupBy(({ owner }) => owner);
      const ownedUpTo = table.orderBy(({ owner }) => BigInt(owner));
      for (const { holds, changes } of attempts) {
        journal.attempt(() => {
          for (const [value, { kind, owner, id }] of changes.entries()) {
            const key = `${owner}:${id}`;
            if (kind === 'put') table.put(key, { owner, id, value });
            else if (kind === 'remove') table.remove(key);
            else if (kind === 'edit' && table.has(key)) table.edit(key).value = value;
          }
          return holds;
        });
        // Stored rows are loaded outside of attempts.
        for (const { kind, owner, id } of changes) {
          const key = `${owner}:${id}`;
          if (kind === 'load') table.load([[key, holds ? { owner, id, value: -1 } : undefined]]);
        }
        for (const one of owners)
          expect(new Set(rowsOf(one))).toEqual(
            new Set([...table.values()].filter((row) => row.owner === one)),
          );
        // Keys begin with the owner, so that they have the order of owners.
        for (const one of owners)
          expect([...ownedUpTo(BigInt(one))]).toEqual(
            [...table.entries()].flatMap(([key, { owner }]) => (owner <= one ? key : [])).sort(),
          );
      }
    }),
  );
});

function schedule(num: number, memo: string): Schedule {
  return {
    ...{ num, memo, creator: 2, payer: 2, adminKey: null, body: Buffer.of(1), needs: [], signed: [] },
    ...{ waitForExpiry: false, expiration: 5n, expirationGiven: false, validStart: 0n, executedAt: null },
    ...{ deleted: false, deletedAt: null, createdAt: 1n },
  };
}

test('due schedules are found in the order of their expirations, without reading the other open ones', () => {
  const ledger = new Ledger({ seed: 1 });
  const expiration = (num: number): bigint => BigInt(2_000 - num);
  for (let num = 1_001; num <= 1_900; num++) {
    const waitForExpiry = num % 2 === 0;
    ledger.schedules.put(num, { ...schedule(num, ''), waitForExpiry, expiration: expiration(num) });
    ledger.openSchedules.put(num, { num });
  }
  const need = vi.spyOn(ledger.schedules, 'need');
  expect(hasDueSchedule(ledger, 99n)).toBe(false);
  expect(need).not.toHaveBeenCalled();
  expect([hasDueSchedule(ledger, 105n), takeDueSchedules(ledger, 105n, 2)]).toEqual([true, [1900, 1898]]);
  // The caller executes the due ones. Others that have expired are no longer open.
  for (const num of [1900, 1898]) ledger.openSchedules.remove(num);
  expect(takeDueSchedules(ledger, 105n, 2)).toEqual([1896]);
  ledger.openSchedules.remove(1896);
  expect([hasDueSchedule(ledger, 105n), takeDueSchedules(ledger, 105n, 2)]).toEqual([false, []]);
  expect(ledger.openSchedules.size).toBe(894);
  expect(need.mock.calls.every(([num]) => expiration(num) <= 105n)).toBe(true);
});

test('finds the contents of schedules in a state of an earlier release, which lacks them', () => {
  const rows = [schedule(1001, 'a'), schedule(1002, 'b'), schedule(1003, 'a')].map(
    (one) => [one.num, one] as const,
  );
  const ledger = new Ledger({ seed: 1 });
  ledger.schedules.load(rows);
  ledger.indexStored({ schedules: rows });
  const found = (memo: string) => ledger.scheduleContents.get(scheduleContent(schedule(0, memo)))?.num;
  expect([found('a'), found('b'), found('c')]).toEqual([1003, 1002, undefined]);
});

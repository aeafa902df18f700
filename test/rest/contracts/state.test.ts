import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPages, startTestApi, type TestApi } from '../api-fixture.ts';
import { insert } from '../rows.ts';
import { ADDRESS, at, entity, shown } from './contract-rows.ts';

type Json = Record<string, unknown>;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await insert(api.database, 'entity', [entity(1001, { evm_address: Buffer.from(ADDRESS, 'hex') })]);
});
afterAll(() => api.close());
afterEach(() => api.database.pool.query('delete from contract_state; delete from contract_state_change'));

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
/** Encodes a number as in storage changes: without leading zeros. */
const stripped = (value: number) => {
  const digits = value === 0 ? '' : value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
};
const slots = (state: unknown) => (state as Json[]).map(({ slot }) => Number(slot));

describe('present storage', () => {
  it('visits each slot once in both orders, from any bound', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 70_000 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('asc', 'desc'),
        fc.option(fc.integer({ min: 0, max: 70_000 })),
        async (numbers, limit, order, bound) => {
          await api.database.pool.query('delete from contract_state');
          await insert(
            api.database,
            'contract_state',
            numbers.map((slot) => ({
              contract_id: 1001,
              slot: Buffer.from(word(slot).slice(2), 'hex'),
              value: stripped(slot),
              created_timestamp: 1,
              modified_timestamp: at(5),
            })),
          );
          const from = bound === null ? '' : `&slot=gte:${bound.toString(16)}`;
          const path = `/api/v1/contracts/1001/state?limit=${limit}&order=${order}${from}`;
          const paged = (await readPages(api, path, 'state')).flat() as Json[];
          const expected = numbers.filter((slot) => slot >= (bound ?? 0)).sort((a, b) => a - b);
          expect(slots(paged)).toEqual(order === 'asc' ? expected : expected.reverse());
          for (const item of paged) {
            expect(item).toEqual({
              address: `0x${ADDRESS}`,
              contract_id: '0.0.1001',
              slot: item.slot,
              timestamp: shown(at(5)),
              value: item.slot,
            });
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('returns null without a value, and nothing for an unknown address', async () => {
    await insert(api.database, 'contract_state', [
      { contract_id: 1001, slot: Buffer.alloc(32), value: null, created_timestamp: 1, modified_timestamp: 1 },
    ]);
    expect((await api.json('/api/v1/contracts/1001/state')).state).toMatchObject([{ value: null }]);
    expect(await api.json(`/api/v1/contracts/0x${'66'.repeat(20)}/state`)).toEqual({
      state: [],
      links: { next: null },
    });
  });
});

type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/** Returns whether an operator accepts the difference of two values. */
function holdsFor(operator: Comparison, difference: number): boolean {
  if (operator === 'eq') return difference === 0;
  const strictly = operator.startsWith('gt') ? difference > 0 : difference < 0;
  return strictly || (operator.endsWith('e') && difference === 0);
}

describe('past storage', () => {
  /** Compares slots as stored, byte by byte, which is the order of past slots. */
  const byBytes = (a: number, b: number) => Buffer.compare(stripped(a), stripped(b));

  it('returns the newest value of each slot once, in both orders', async () => {
    const changes = fc.uniqueArray(
      fc.record({
        slot: fc.constantFrom(0, 0, 0, 1, 2, 3, 255, 256, 257, 513, 65_536, 16_777_216),
        second: fc.integer({ min: 1, max: 9 }),
        contract: fc.constantFrom(1001, 1002),
        written: fc.option(fc.nat(9)),
        /** Whether slot zero is stored as one byte instead of none. */
        byte: fc.boolean(),
      }),
      { selector: ({ slot, second, contract }) => `${slot}/${second}/${contract}`, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(
        changes,
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.array(
          fc.record({
            operator: fc.constantFrom<Comparison | ''>('', 'eq', 'gt', 'gte', 'lt', 'lte'),
            second: fc.integer({ min: 0, max: 10 }),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        fc.array(
          fc.record({
            operator: fc.constantFrom<Comparison>('gt', 'gte', 'lt', 'lte'),
            slot: fc.constantFrom(0, 1, 2, 256, 300, 65_536),
          }),
          { maxLength: 2 },
        ),
        fc.array(fc.constantFrom<number>(0, 1, 3, 257, 999), { maxLength: 3 }),
        async (rows, limit, order, times, bounds, named) => {
          await api.database.pool.query('delete from contract_state_change');
          await insert(
            api.database,
            'contract_state_change',
            rows.map(({ slot, second: when, contract, written, byte }) => ({
              contract_id: contract,
              consensus_timestamp: at(when),
              payer_account_id: 2,
              slot: slot === 0 && byte ? Buffer.alloc(1) : stripped(slot),
              value_read: Buffer.from([77]),
              value_written: written === null ? null : stripped(written),
              migration: false,
            })),
          );
          const newest = new Map<number, (typeof rows)[number]>();
          for (const row of rows) {
            const known = newest.get(row.slot);
            const counts = times.every(({ operator, second }) =>
              // An instant means all changes up to it.
              holdsFor(operator === '' || operator === 'eq' ? 'lte' : operator, row.second - second),
            );
            if (row.contract === 1001 && counts && (known?.second ?? -1) < row.second) {
              newest.set(row.slot, row);
            }
          }
          const holds = (slot: number) =>
            (named.length === 0 || named.includes(slot)) &&
            bounds.every(({ operator, slot: bound }) => holdsFor(operator, byBytes(slot, bound)));
          const expected = [...newest.values()]
            .filter(({ slot }) => holds(slot))
            .sort((a, b) => byBytes(a.slot, b.slot) * (order === 'asc' ? 1 : -1))
            .map(({ slot, second: when, written }) => ({
              slot: word(slot),
              timestamp: shown(at(when)),
              value: word(written ?? 77),
            }));
          const query = [
            ...times.map(
              ({ operator, second }) => `timestamp=${operator === '' ? '' : `${operator}:`}${second}`,
            ),
            `limit=${limit}`,
            `order=${order}`,
            ...bounds.map(({ operator, slot }) => `slot=${operator}:${word(slot)}`),
            ...named.map((slot) => `slot=${slot.toString(16)}`),
          ].join('&');
          const paged = (await readPages(api, `/api/v1/contracts/1001/state?${query}`, 'state')).flat();
          expect((paged as Json[]).map(({ slot, timestamp, value }) => ({ slot, timestamp, value }))).toEqual(
            expected,
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  describe.each([
    ['no byte', ''],
    ['one byte', '00'],
  ])('slot zero that is stored as %s', (_, zero) => {
    it.each([
      ['slot=0', [0]],
      ['slot=0&slot=1', [0, 1]],
      ['slot=gt:0', [1, 2]],
      ['slot=gte:0', [0, 1, 2]],
      ['slot=lt:0', []],
      ['slot=lte:0', [0]],
      ['slot=lt:2', [0, 1]],
      ['slot=gte:0&slot=lte:0', [0]],
      ['slot=gt:0&slot=lte:1', [1]],
      ['', [0, 1, 2]],
    ])('is within the bounds of %s', async (query, expected) => {
      await insert(
        api.database,
        'contract_state_change',
        [zero, '01', '02'].map((slot) => ({
          contract_id: 1001,
          payer_account_id: 2,
          consensus_timestamp: at(1),
          slot: Buffer.from(slot, 'hex'),
          value_read: Buffer.of(7),
          value_written: null,
        })),
      );
      for (const order of ['asc', 'desc']) {
        const path = `/api/v1/contracts/1001/state?timestamp=5&limit=1&order=${order}&${query}`;
        const paged = (await readPages(api, path, 'state')).flat();
        expect(slots(paged)).toEqual(order === 'asc' ? expected : expected.toReversed());
      }
    });
  });

  it.each([
    { first: '00', second: '', seconds: 3, past: 2, newest: 3 },
    { first: '', second: '00', seconds: 3, past: 2, newest: 3 },
    // If both forms changed at the same time, the form without bytes is shown.
    { first: '', second: '00', seconds: 1, past: 2, newest: 2 },
  ])('shows slot zero once, if it is stored as $first and $second', async (slots) => {
    const { first, second, seconds, past, newest } = slots;
    const change = { contract_id: 1001, payer_account_id: 2, value_written: null };
    await insert(api.database, 'contract_state_change', [
      { ...change, consensus_timestamp: at(1), slot: Buffer.from(first, 'hex'), value_read: Buffer.of(2) },
      {
        ...change,
        consensus_timestamp: at(seconds),
        slot: Buffer.from(second, 'hex'),
        value_read: Buffer.of(3),
      },
    ]);
    for (const [query, expected] of [
      ['timestamp=2', past],
      ['timestamp=9', newest],
      ['timestamp=9&order=desc&limit=1', newest],
      ['timestamp=9&slot=0', newest],
    ] as const) {
      const paged = (await readPages(api, `/api/v1/contracts/1001/state?${query}`, 'state')).flat();
      expect([query, (paged as Json[]).map(({ value }) => Number(value))]).toEqual([query, [expected]]);
    }
  });

  it('uses the earliest of several instants, and refuses `ne` with its own error', async () => {
    const change = { contract_id: 1001, payer_account_id: 2, slot: Buffer.from([1]), value_written: null };
    await insert(api.database, 'contract_state_change', [
      { ...change, consensus_timestamp: at(1), value_read: Buffer.from([1]) },
      { ...change, consensus_timestamp: at(5), value_read: Buffer.from([5]) },
    ]);
    const { state } = await api.json('/api/v1/contracts/1001/state?timestamp=9&timestamp=eq:4.999999999');
    expect(state).toMatchObject([{ value: word(1) }]);
    for (const query of ['timestamp=ne:5', 'timestamp=1&timestamp=ne:5&timestamp=gt:1']) {
      const refused = await api.get(`/api/v1/contracts/1001/state?${query}`);
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { _status: { messages: [{ message: 'Not equals (ne) operator is not supported for timestamp' }] } },
      ]);
    }
    expect(await api.json('/api/v1/contracts/1001/state?timestamp=9999999999.999999999')).toMatchObject({
      state: [{ value: word(5) }],
    });
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatchLife, type BatchStateName, NEXT } from '../../../src/ingest/load/batch-life.ts';
import { BatchBuilder } from '../../../src/ingest/records/batch.ts';
import { DEFAULT_RECORD_OPTIONS } from '../../../src/ingest/records/context.ts';

const builder = new BatchBuilder(DEFAULT_RECORD_OPTIONS, () => undefined);
const begin = () => new BatchLife(builder.begin(null));

/** Changes of a batch, and the state after each. */
const CHANGES: Readonly<Record<string, readonly [(batch: BatchLife) => unknown, BatchStateName]>> = {
  end: [(batch) => batch.end(), 'whole'],
  stored: [(batch) => batch.stored(), 'stored'],
  lose: [(batch) => batch.lose(new Error('cut off')), 'lost'],
};

/** Creates a batch in each state, by the shortest path. */
const IN: Readonly<Record<BatchStateName, () => BatchLife>> = {
  building: begin,
  whole: () => after('end'),
  stored: () => after('end', 'stored'),
  lost: () => after('lose'),
};

function after(...names: string[]): BatchLife {
  const batch = begin();
  for (const name of names) CHANGES[name]?.[0](batch);
  return batch;
}

const cases = Object.entries(IN).flatMap(([from, make]) =>
  Object.entries(CHANGES).map(([name, [change, to]]) => ({
    name,
    from: from as BatchStateName,
    make,
    change,
    to,
  })),
);

test.each(cases)('$from, $name', ({ from, make, change, to }) => {
  const batch = make();
  expect(batch.state.name).toBe(from);
  if (NEXT[from].includes(to)) {
    change(batch);
    expect(batch.state.name).toBe(to);
  } else {
    // The message has both states, and the batch is unchanged.
    expect(() => change(batch)).toThrow(`A batch that is ${from} cannot become one that is ${to}`);
    expect(batch.state.name).toBe(from);
  }
});

test.each([
  ['building', true],
  ['whole', false],
  ['stored', false],
  ['lost', false],
] as const)('%s: a block can be added: %s', (name, can) => {
  const batch = IN[name]();
  expect(batch.isOpen).toBe(can);
  if (can) expect(batch.open()).toBe(batch.rows);
  else expect(() => batch.open()).toThrow(`No block can be added to a batch that is ${name}`);
});

test.each(Object.keys(IN) as BatchStateName[])('%s: only a complete batch can be stored', (name) => {
  const batch = IN[name]();
  if (name === 'whole') expect(batch.toStore()).toBe(batch.rows);
  else expect(() => batch.toStore()).toThrow(`A batch that is ${name} is not stored`);
});

test('no sequence of calls leads to a state outside of the table', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.keys(CHANGES)), { maxLength: 12 }), (names) => {
      const batch = begin();
      let cause: unknown = null;
      for (const name of names) {
        const [change, to] = CHANGES[name] ?? [];
        if (!change || !to) continue;
        const before = batch.state;
        const isAllowed = NEXT[before.name].includes(to);
        if (isAllowed) change(batch);
        else expect(() => change(batch)).toThrow();
        expect(batch.state.name).toBe(isAllowed ? to : before.name);
        if (batch.state.name !== 'lost') continue;
        // The first cause is retained.
        cause ??= batch.state.cause;
        expect(batch.state.cause).toBe(cause);
      }
    }),
  );
});

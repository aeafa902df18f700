import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../../src/kernel/limits/in-slices.ts';
import { parseSteps } from '../../src/rpc/values/json-steps.ts';

/** Returns what a function returns, or that it threw a `SyntaxError`. */
function outcomeOf(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'SyntaxError';
  }
}

const expectSame = (text: string, maxStep: number): void => {
  const stepwise = outcomeOf(() => atOnce(parseSteps(Buffer.from(text), maxStep)));
  expect(stepwise).toEqual(outcomeOf(() => JSON.parse(text)));
};
const sizes = fc.integer({ min: 0, max: 60 });
const spaces = fc.constantFrom('', ' ', '\n\t');

it('parses any JSON like JSON.parse, whatever the size of its steps', () => {
  fc.assert(
    fc.property(fc.jsonValue(), sizes, spaces, (value, maxStep, space) => {
      expectSame(`${space}${JSON.stringify(value, null, space)}${space}`, maxStep);
    }),
  );
});

it('refuses what JSON.parse refuses: texts with a part that was removed, added or replaced', () => {
  const text = JSON.stringify({ a: [1, { 'b"]': '\\}' }, [], {}], __proto__: null, c: { d: [true, 'é'] } });
  fc.assert(
    fc.property(
      fc.nat({ max: text.length }),
      fc.nat({ max: 3 }),
      fc.string({ unit: fc.constantFrom(...'[]{},:"\\ 1'), maxLength: 3 }),
      sizes,
      (at, removed, added, maxStep) => {
        expectSame(text.slice(0, at) + added + text.slice(at + removed), maxStep);
      },
    ),
    { numRuns: 2_000 },
  );
  for (const each of [
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    '[1 2]',
    '[]]',
    '{"__proto__":{"a":[1]}}',
    '{"a":1,"a":2}',
  ])
    for (const maxStep of [0, 3, 100]) expectSame(each, maxStep);
});

it('has a step for each value that is larger than one', () => {
  const steps = parseSteps(
    Buffer.from(JSON.stringify({ list: Array.from({ length: 1_000 }, () => [1, 2]) })),
    100,
  );
  let count = 0;
  while (!steps.next().done) count += 1;
  expect(count).toBeGreaterThan(1_000);
});

import fc from 'fast-check';
import { byNumber, type Cell } from './rows.ts';

/*
 * Random requests, and the meaning of a filter: the interface's rules of operators and repeated parameters, implemented
 * without the server's code.
 */

export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';

/** One value of a parameter. */
export interface Filter {
  readonly operator: Operator;
  readonly value: bigint | string;
  /** Value as written in the request, without the operator. */
  readonly text: string;
}
export type Filters = readonly Filter[];

/** A request to a list route. */
export interface RandomRequest {
  /** Path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters by name, in the order in which they are written. */
  readonly query: Readonly<Record<string, Filters>>;
}

/** Returns the filters of a parameter. */
export function given({ query }: RandomRequest, name: string): Filters {
  return query[name] ?? [];
}

/** Returns the last value of a parameter as text. */
export function word(request: RandomRequest, name: string): string | undefined {
  return given(request, name).at(-1)?.text;
}

const LOWER: readonly Operator[] = ['gt', 'gte'];
const UPPER: readonly Operator[] = ['lt', 'lte'];
export const isLower = ({ operator }: Filter): boolean => LOWER.includes(operator);
export const isUpper = ({ operator }: Filter): boolean => UPPER.includes(operator);
const isEq = ({ operator }: Filter): boolean => operator === 'eq';

/** Returns whether a value meets one filter; null meets none. */
export function holds(value: Cell | undefined, { operator, value: bound }: Filter): boolean {
  if (value === null || value === undefined || typeof value !== typeof bound) return false;
  if (operator === 'eq') return value === bound;
  if (operator === 'ne') return value !== bound;
  if (operator === 'gt') return value > bound;
  if (operator === 'gte') return value >= bound;
  return operator === 'lt' ? value < bound : value <= bound;
}

/** Returns whether a value meets all filters; several `eq` are alternatives. */
export function meetsAny(value: Cell | undefined, filters: Filters): boolean {
  const equals = filters.filter(isEq);
  return (
    (equals.length === 0 || equals.some((filter) => holds(value, filter))) &&
    filters.every((filter) => isEq(filter) || holds(value, filter))
  );
}

/** Returns whether a value meets all filters, including each `eq`. */
export function meetsAll(value: Cell | undefined, filters: Filters): boolean {
  return filters.every((filter) => holds(value, filter));
}

/**
 * Returns whether a pair of keys is between (lower a, lower b) and (upper a, upper b), compared together; `eq` of
 * either applies to every row.
 */
export function meetsBoth(
  a: Cell | undefined,
  first: Filters,
  b: Cell | undefined,
  second: Filters,
): boolean {
  if (first.some(isEq)) return meetsAll(a, first) && meetsAll(b, second);
  if (!meetsAll(b, second.filter(isEq))) return false;
  return [isLower, isUpper].every((end) => {
    const bound = first.find(end);
    const within = second.find(end);
    if (bound === undefined) return true;
    return holds(a, bound) && (a !== bound.value || within === undefined || holds(b, within));
  });
}

export const idText = (id: bigint): string => `0.0.${id}`;
export const numberText = (value: bigint): string => String(value);
export const timeText = (nanos: bigint): string => {
  const digits = String(nanos).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
};

type Print = (value: bigint) => string;

// Values at which random bounds are drawn.

/** Ids that indexes treat separately, and their neighbours. */
export const SPECIAL_IDS = [2n, 3n, 49n, 50n, 97n, 98n, 99n, 800n, 801n, 1000n, 1001n] as const;

/** Returns a sample of sorted values: the first, the last, and values at even distances. */
export function some<T>(values: readonly T[], count: number): T[] {
  if (values.length <= count) return [...values];
  return Array.from(
    { length: count },
    (_, index) => values[Math.round((index * (values.length - 1)) / (count - 1))] as T,
  );
}

/** Returns the special ids, a sample of the existing ones, the neighbours of the first and the last, and gaps. */
export function idValues(values: readonly bigint[]): bigint[] {
  const own = some(values, 9);
  const last = values.at(-1) ?? 1n;
  return [...new Set([...SPECIAL_IDS, ...own, ...own.slice(-2), last + 1n, 1n, 600n])].sort(byNumber);
}

/** Returns each time exactly, and a nanosecond before and after. */
export function timeValues(values: readonly bigint[]): bigint[] {
  const own = some(values, 8);
  return [...new Set(own.flatMap((time) => [time - 1n, time, time, time + 1n]))].sort(byNumber);
}

/** Returns existing numbers and their neighbours. */
export function numberValues(values: readonly bigint[], min = 0n): bigint[] {
  const own = some(values, 9);
  return [...new Set(own.flatMap((value) => [value - 1n, value, value + 1n]))].filter(
    (value) => value >= min,
  );
}

/** Possible values of a parameter. */
export interface Shape {
  /** Number of values with `eq`. */
  readonly eq?: 'no' | 'one' | 'several' | 'mixed';
  readonly ne?: boolean;
  readonly bounds?: boolean;
}

const one = (
  bounds: readonly bigint[],
  print: Print,
  ...operators: readonly Operator[]
): fc.Arbitrary<Filter> =>
  fc
    .tuple(fc.constantFrom(...operators), fc.constantFrom(...(bounds.length > 0 ? bounds : [1n])))
    .map(([operator, value]) => ({ operator, value, text: print(value) }));

/** Draws no value, or values of a shape: single ones, bounds on one side or both, several values. */
export function filters(
  boundaries: readonly bigint[],
  print: Print,
  { eq = 'one', ne = false, bounds = true }: Shape = {},
): fc.Arbitrary<Filters> {
  const equal = one(boundaries, print, 'eq');
  const lower = one(boundaries, print, 'gt', 'gte');
  const upper = one(boundaries, print, 'lt', 'lte');
  const unequal = one(boundaries, print, 'ne');
  // Two adjacent values, between which few rows lie, so that a row omitted by an index is detected.
  const near = fc
    .tuple(
      fc.nat({ max: Math.max(0, boundaries.length - 2) }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom<Operator>('gt', 'gte'),
      fc.constantFrom<Operator>('lt', 'lte'),
    )
    .map(([index, distance, from, to]): Filters => {
      const [first = 1n, last = first] = [
        boundaries[index],
        boundaries[Math.min(index + distance, boundaries.length - 1)],
      ];
      return [
        { operator: from, value: first, text: print(first) },
        { operator: to, value: last, text: print(last) },
      ];
    });
  const several = fc.array(equal, { minLength: 2, maxLength: 4 });
  const choices: { arbitrary: fc.Arbitrary<Filters>; weight: number }[] = [
    { arbitrary: fc.constant([]), weight: 3 },
  ];
  const add = (weight: number, ...parts: fc.Arbitrary<Filter | Filters>[]) =>
    choices.push({ arbitrary: fc.tuple(...parts).map((all) => all.flat()), weight });
  if (eq !== 'no') add(2, equal);
  if (eq === 'several' || eq === 'mixed') add(1, several);
  if (bounds) {
    add(2, lower);
    add(2, upper);
    add(2, lower, upper);
    add(5, near);
    if (eq === 'mixed') add(1, several, lower);
    if (eq === 'mixed') add(1, several, upper);
  }
  if (ne) {
    add(1, unequal);
    if (bounds) add(1, unequal, lower, upper);
    if (bounds) add(1, unequal, lower);
    if (eq !== 'no') add(1, equal, unequal);
  }
  return fc.oneof(...choices.filter(({ weight }) => weight > 0));
}

/** Draws one of some words, or no filter. */
export function words(...texts: readonly string[]): fc.Arbitrary<Filters> {
  return fc
    .option(fc.constantFrom(...texts), { nil: undefined })
    .map((text) => (text === undefined ? [] : [literal(text)]));
}

/** Draws one of some words with a meaningless operator, or no filter. */
export function wordsWithOperators(...texts: readonly string[]): fc.Arbitrary<Filters> {
  return fc
    .tuple(words(...texts), fc.constantFrom<Operator>('eq', 'eq', 'ne', 'gt', 'gte', 'lt', 'lte'))
    .map(([filters, operator]) => filters.map((filter) => ({ ...filter, operator })));
}

/** Returns a value without an operator. */
export function literal(text: string): Filter {
  return { operator: 'eq', value: text, text };
}

/** Bounds of two keys that belong together, drawn at existing pairs. */
export function twoKeys(
  pairs: readonly (readonly [bigint, bigint])[],
  printFirst: Print,
  printSecond: Print,
): fc.Arbitrary<{ readonly first: Filters; readonly second: Filters }> {
  const near = fc.constantFrom(-1n, 0n, 0n, 1n);
  const pair = fc
    .tuple(fc.constantFrom(...(pairs.length > 0 ? some(pairs, 12) : [[1n, 1n] as const])), near, near)
    .map(([[a, b], x, y]) => ({ a: a + (x > 0n ? 0n : x), b: b + y < 1n ? b : b + y }));
  const filter = (operator: Operator, value: bigint, print: Print): Filter => ({
    operator,
    value,
    text: print(value),
  });
  const none = { first: [] as Filters, second: [] as Filters };
  const end = (inclusive: 'gte' | 'lte', open: 'gt' | 'lt') =>
    fc.tuple(pair, fc.constantFrom('first', 'open', 'both', 'both open')).map(([{ a, b }, how]) => {
      if (how === 'open') return { first: [filter(open, a, printFirst)], second: [] as Filters };
      const first = [filter(inclusive, a, printFirst)];
      if (how === 'first') return { first, second: [] as Filters };
      return { first, second: [filter(how === 'both' ? inclusive : open, b, printSecond)] };
    });
  const lower = end('gte', 'gt');
  const upper = end('lte', 'lt');
  const joined = fc
    .tuple(lower, upper)
    .map(([a, b]) => ({ first: [...a.first, ...b.first], second: [...a.second, ...b.second] }));
  const equal = fc
    .tuple(pair, fc.constantFrom<readonly Operator[]>([], ['eq'], ['gt'], ['lte'], ['gte', 'lt']))
    .map(([{ a, b }, operators]) => ({
      first: [filter('eq', a, printFirst)],
      second: operators.map((operator) => filter(operator, operator === 'lt' ? b + 3n : b, printSecond)),
    }));
  const secondEqual = fc
    .tuple(fc.oneof(lower, upper), pair)
    .map(([{ first }, { b }]) => ({ first, second: [filter('eq', b, printSecond)] }));
  return fc.oneof(fc.constant(none), lower, upper, joined, joined, equal, secondEqual);
}

import type { Filter } from './parameter.ts';
import { badRequest } from './problem.ts';
import type { RequestParameter } from './query-string.ts';

/** The filters of one of two keys that a list is paged along. */
export interface KeyFilters {
  readonly name: string;
  readonly filters: readonly Filter<bigint>[];
}

const LOWER = ['gt', 'gte'];
const UPPER = ['lt', 'lte'];

/**
 * Checks the bounds of a list with two keys (NFTs of an account, token allowances, logs). Each key may have one `eq`,
 * or one bound on each side. A bound of the second key applies to the rows at the first key's bound, so that bound must
 * be inclusive. Throws `Problem` (400) with the first broken rule: repeated bounds before incompatible ones, in the
 * order of the request (`given`).
 */
export function checkTwoKeys(
  first: KeyFilters,
  second: KeyFilters,
  given: readonly RequestParameter[] = [],
): void {
  const indexOf = ({ name }: KeyFilters) => given.findIndex((parameter) => parameter.name === name);
  for (const key of indexOf(second) < indexOf(first) ? [second, first] : [first, second]) checkKey(key);
  checkTogether(first, second);
}

/** Checks the combination of the bounds of two keys. Throws `Problem` (400) with the first broken rule. */
export function checkTogether(first: KeyFilters, second: KeyFilters): void {
  checkRangeOrEqual(first);
  checkRangeOrEqual(second);
  if (second.filters.length === 0) return;
  if (first.filters.length === 0) {
    throw badRequest(`${second.name} without a ${first.name} parameter filter`);
  }
  if (has(second, LOWER) && !has(first, ['gte', 'eq'])) {
    throw badRequest(`${first.name} must have gte or eq operator`);
  }
  if (has(second, UPPER) && !has(first, ['lte', 'eq'])) {
    throw badRequest(`${first.name} must have lte or eq operator`);
  }
}

function has({ filters }: KeyFilters, operators: readonly string[]): boolean {
  return filters.some(({ operator }) => operators.includes(operator));
}

/**
 * Checks the values of one key: no `ne`, each of the other operators at most once, and one bound on each side. Throws
 * `Problem` (400) with the first broken rule.
 */
export function checkKey({ name, filters }: KeyFilters): void {
  const seen = new Set<string>();
  for (const { operator } of filters) {
    if (operator === 'ne') throw badRequest(`Not equal (ne) operator is not supported for ${name}`);
    const end = operator === 'eq' ? 'equal (eq)' : LOWER.includes(operator) ? 'gt/gte' : 'lt/lte';
    if (seen.has(end)) throw badRequest(`Only one ${end} operator is allowed for ${name}`);
    seen.add(end);
  }
}

function checkRangeOrEqual(key: KeyFilters): void {
  if (has(key, ['eq']) && has(key, [...LOWER, ...UPPER])) {
    throw badRequest(`Can't support both range and equal for ${key.name}`);
  }
}

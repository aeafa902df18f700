import type { Filter } from './operator.ts';
import { badRequest } from './problem.ts';

/** The filters of one of two keys that a list is paged along. */
export interface KeyFilters {
  readonly name: string;
  readonly filters: readonly Filter<bigint>[];
}

const LOWER = ['gt', 'gte'];
const UPPER = ['lt', 'lte'];

/**
 * Checks the bounds of a list with two keys (NFTs of an account, token allowances, logs): each key
 * may have one `eq`, or one bound on each side; bounds of the second mean rows of the first key's
 * bound, so the first has to have it inclusively. Throws `Problem` (400) with the first rule broken.
 */
export function checkTwoKeys(first: KeyFilters, second: KeyFilters): void {
  checkOneKey(first);
  checkOneKey(second);
  if (second.filters.length === 0) return;
  if (first.filters.length === 0) {
    throw badRequest(`${second.name} without a ${first.name} parameter filter`);
  }
  const has = ({ filters }: KeyFilters, operators: readonly string[]) =>
    filters.some(({ operator }) => operators.includes(operator));
  if (has(second, LOWER) && !has(first, ['gte', 'eq'])) {
    throw badRequest(`${first.name} must have gte or eq operator`);
  }
  if (has(second, UPPER) && !has(first, ['lte', 'eq'])) {
    throw badRequest(`${first.name} must have lte or eq operator`);
  }
}

function checkOneKey({ name, filters }: KeyFilters): void {
  const count = (operators: readonly string[]) =>
    filters.filter(({ operator }) => operators.includes(operator)).length;
  if (count(['ne']) > 0) throw badRequest(`Not equal (ne) operator is not supported for ${name}`);
  if (count(['eq']) > 1) throw badRequest(`Only one equal (eq) operator is allowed for ${name}`);
  if (count(LOWER) > 1) throw badRequest(`Only one gt/gte operator is allowed for ${name}`);
  if (count(UPPER) > 1) throw badRequest(`Only one lt/lte operator is allowed for ${name}`);
  if (count(['eq']) > 0 && count([...LOWER, ...UPPER]) > 0) {
    throw badRequest(`Can't support both range and equal for ${name}`);
  }
}

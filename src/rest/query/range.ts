import { MAX_INT64 } from '@tain/ledger/timestamp';
import type { Range } from '../../store/access/domain.ts';
import type { Filter } from './parameter.ts';

/** Meaning of several `eq` on one parameter: any of the values, or all (so only one can match). */
export type RepeatedEq = 'any' | 'all';

/** Combines filters on numbers from `min` to `max`: bounds are intersected, `eq` values collected. */
export function rangeOf(
  filters: readonly Filter<bigint>[],
  repeatedEq: RepeatedEq = 'any',
  max: bigint = MAX_INT64,
  min = 0n,
): Range {
  let lower: bigint | undefined;
  let upper: bigint | undefined;
  const equals = new Set<bigint>();
  const except = new Set<bigint>();
  for (const { operator, value } of filters) {
    if (operator === 'eq') equals.add(value);
    else if (operator === 'ne') except.add(value);
    else if (operator === 'gt' || operator === 'gte') {
      const bound = operator === 'gt' ? value + 1n : value;
      if (lower === undefined || bound > lower) lower = bound;
    } else {
      const bound = operator === 'lt' ? value - 1n : value;
      if (upper === undefined || bound < upper) upper = bound;
    }
  }
  let empty = (lower ?? min) > (upper ?? max) || (lower ?? min) > max || (upper ?? min) < min;
  // Bounds beyond the domain have no effect, and no column could be compared with them. Bounds that exclude all
  // values remain, because for a later key they still select rows of the earlier keys.
  if (lower !== undefined && lower < min) lower = undefined;
  if (upper !== undefined && upper > max) upper = undefined;
  let named: bigint[] | undefined;
  if (equals.size > 0) {
    named = [...equals]
      .filter((value) => (lower ?? min) <= value && value <= (upper ?? max) && !except.has(value))
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    if (named.length === 0 || (repeatedEq === 'all' && equals.size > 1)) empty = true;
  }
  return {
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
    ...(named === undefined ? {} : { equals: named }),
    except: [...except].filter((value) => min <= value && value <= max),
    empty,
  };
}

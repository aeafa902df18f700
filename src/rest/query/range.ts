import { MAX_INT64 } from '@tain/ledger/timestamp';
import { type Domain, NUMBER, type Range } from '../../store/access/domain.ts';
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

/**
 * Returns the range of a number, of which only the last lower and the last upper bound count (`eq` replaces a lower
 * one), as in most routes of the network dialect. `ne` is ignored.
 */
export function lastBounds(filters: readonly Filter<bigint>[], { min, max }: Domain = NUMBER): Range {
  let lower: Filter<bigint> | undefined;
  let upper: Filter<bigint> | undefined;
  for (const filter of filters) {
    if (filter.operator === 'lt' || filter.operator === 'lte') upper = filter;
    else if (filter.operator !== 'ne') lower = filter;
  }
  const both = [lower, upper].filter((filter) => filter !== undefined);
  return rangeOf(both, 'any', max, min);
}

/**
 * Returns the last lower and the last upper bound, both included; a value without direction (`eq`) is one of `ofEqual`.
 * `ne` is ignored.
 */
function lastEnds(
  filters: readonly Filter<bigint>[],
  ofEqual: 'lower' | 'upper',
): { readonly lower?: bigint; readonly upper?: bigint } {
  const ends: { lower?: bigint; upper?: bigint } = {};
  for (const { operator, value } of filters) {
    if (operator === 'eq') ends[ofEqual] = value;
    else if (operator === 'gt') ends.lower = value + 1n;
    else if (operator === 'gte') ends.lower = value;
    else if (operator === 'lt') ends.upper = value - 1n;
    else if (operator === 'lte') ends.upper = value;
  }
  return ends;
}

/** Returns whether the last lower bound of ids, `eq` included, is above the last upper one. */
export function isCrossed(filters: readonly Filter<bigint>[]): boolean {
  const { lower, upper } = lastEnds(filters, 'lower');
  if (upper === undefined) return false;
  // Packed ids of shards from 512 on are negative; otherwise 0 is the minimum.
  return (lower ?? (upper < -1n ? upper : 0n)) > upper;
}

/**
 * Returns `lastBounds` of a key that follows another one. Its two bounds apply to different values of the earlier key,
 * one at each end of the scan, so the lower one may exceed the upper one. They may exceed the domain.
 */
export function lastBoundsWithin(filters: readonly Filter<bigint>[], domain: Domain = NUMBER): Range {
  const range = lastBounds(filters, domain);
  if (range.equals !== undefined) return { ...range, empty: false };
  return { ...lastEnds(filters, 'lower'), except: [], empty: false };
}

/** Returns the range where all filters count; `ne` is ignored. */
export function allBounds(filters: readonly Filter<bigint>[], { min, max }: Domain = NUMBER): Range {
  const counted = filters.filter(({ operator }) => operator !== 'ne');
  return rangeOf(counted, 'any', max, min);
}

/** Consensus times from `lower` to `upper`, both included; a missing bound is undefined. */
export interface TimeBounds {
  readonly lower: bigint | undefined;
  readonly upper: bigint | undefined;
}

/**
 * Bounds of a state: the last lower and the last upper one count, and a time without an operator
 * (or with `eq`) means the state at that instant, so it is an upper bound.
 */
export function timeBounds(filters: readonly Filter<bigint>[]): TimeBounds {
  const { lower, upper } = lastEnds(filters, 'upper');
  return { lower: lower !== undefined && lower > MAX_INT64 ? MAX_INT64 : lower, upper };
}

import { type Domain, NUMBER } from './domain.ts';
import { FALSE, raw, type Sql, sql } from './sql.ts';

/** Wanted values of a number. Bounds are inclusive. */
export interface Range {
  readonly lower?: bigint;
  readonly upper?: bigint;
  /** Values named individually, sorted and within the bounds. */
  readonly equals?: readonly bigint[];
  /** Excluded values. */
  readonly except: readonly bigint[];
  /** True when no value is left. */
  readonly empty: boolean;
}

export const UNBOUNDED: Range = { except: [], empty: false };

/** Whether the range has exactly one value because it was named. */
export function isOneValue(range: Range): boolean {
  return range.equals?.length === 1;
}

/** Conditions that hold a column within a range. */
export function inRange(column: Sql, range: Range, domain: Domain = NUMBER): Sql[] {
  if (range.empty) return [FALSE];
  const { equals, lower, upper, except } = range;
  if (equals !== undefined) {
    const [only] = equals;
    return [
      equals.length === 1 && only !== undefined
        ? sql`${column} = ${domain.toSql(only)}`
        : sql`${column} = any(${equals.map(domain.toSql)}::${raw(domain.sqlType)}[])`,
    ];
  }
  const conditions: Sql[] = [];
  if (lower !== undefined) conditions.push(sql`${column} >= ${domain.toSql(lower)}`);
  if (upper !== undefined) conditions.push(sql`${column} <= ${domain.toSql(upper)}`);
  if (except.length > 0) {
    conditions.push(sql`${column} <> all(${except.map(domain.toSql)}::${raw(domain.sqlType)}[])`);
  }
  return conditions;
}

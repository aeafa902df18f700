import { FALSE, raw, type Sql, sql, withForms } from '../sql.ts';
import { compareRows } from './condition.ts';
import { type Domain, inRange, isOneValue, type Range, TIME } from './domain.ts';

/** One column by which rows are ordered and paged, with the range that its values must be in. */
export interface KeysetColumn {
  readonly column: Sql;
  readonly domain: Domain;
  readonly range: Range;
  /** Whether `gte:x` with `lte:x` fixes the key to one value, as `eq` does. */
  readonly fixedByBounds?: boolean;
}

/** An end of a range. */
export type RangeEnd = 'lower' | 'upper';
const ENDS = ['lower', 'upper'] as const;

/** Returns whether the range leaves exactly one value of a key, so that only the other keys page the list. */
export function isFixed({ range, fixedByBounds }: KeysetColumn): boolean {
  if (isOneValue(range)) return true;
  return fixedByBounds === true && range.lower !== undefined && range.lower === range.upper;
}

/**
 * Returns whether the ranges of the keys exclude every row. The bounds of a later key apply to different values of the
 * earlier keys, one at each end of the scan. So its lower bound may exceed its upper one, unless the earlier keys are
 * fixed.
 */
export function leaveNothing(keys: readonly KeysetColumn[]): boolean {
  return keys.some(
    ({ range }, index) => range.empty && (range.equals !== undefined || keys.slice(0, index).every(isFixed)),
  );
}

/**
 * Conditions that hold rows between the lower and the upper bounds of the keys, compared as tuples: bounds (a ≥ 5, b
 * ≥ 7) leave (5, 7), (5, 8), …, (6, 0). Keys with values named by `eq` are plain conditions. Leading keys without any
 * bound are not part of the tuple. A bound of a later key counts at an end only if the keys before it have a bound
 * there. `ends`: the bounds that are included.
 */
export function keysetConditions(keys: readonly KeysetColumn[], ends: readonly RangeEnd[] = ENDS): Sql[] {
  if (leaveNothing(keys)) return [FALSE];
  const conditions: Sql[] = [];
  const tuple: KeysetColumn[] = [];
  for (const key of keys) {
    const { column, domain, range } = key;
    if (range.equals !== undefined) conditions.push(...inRange(column, range, domain));
    else if (tuple.length > 0 || range.lower !== undefined || range.upper !== undefined) tuple.push(key);
    if (range.equals === undefined && range.except.length > 0) {
      conditions.push(...inRange(column, { except: range.except, empty: false }, domain));
    }
  }
  conditions.push(...ends.flatMap((end) => tupleBound(tuple, end)));
  return conditions;
}

/**
 * One end of the tuple comparison. If the bound of a key is outside its domain, no row at the bounds of the earlier
 * keys is within it, so these become exclusive.
 */
function tupleBound(tuple: readonly KeysetColumn[], end: RangeEnd): Sql[] {
  const columns: Sql[] = [];
  const values: Sql[] = [];
  let beyond = false;
  for (const { column, domain, range } of tuple) {
    const bound = range[end];
    if (bound === undefined) break;
    beyond = end === 'lower' ? bound > domain.max : bound < domain.min;
    if (beyond) break;
    columns.push(column);
    values.push(sql`${domain.toSql(bound)}`);
  }
  const [column] = columns;
  const [value] = values;
  if (column === undefined || value === undefined) return beyond ? [FALSE] : [];
  const towards = end === 'lower' ? '>' : '<';
  const comparison = beyond ? towards : (`${towards}=` as const);
  if (columns.length === 1) return [sql`${column} ${raw(comparison)} ${value}`];
  const all = compareRows(columns, comparison, values);
  return [tuple[0]?.domain === TIME ? withTimeBound(all, sql`${column} ${raw(towards)}= ${value}`) : all];
}

/**
 * Row comparisons for a database whose history is partitioned by time. PostgreSQL prunes no partition by a row
 * comparison, so a list that bounds the time together with a key would read all partitions. An additional bound on
 * the time alone prunes them. An unpartitioned table is read without it, because there the bound would change the
 * planner's choice of index.
 */

/** Returns one row if the history is partitioned by time. The answer may change while the process runs. */
export const IS_PARTITIONED_SQL = `select from pg_class where oid = to_regclass('transaction') and relkind = 'p'`;

/** A row comparison, with the bound on the time that follows from it where tables are partitioned. */
export function withTimeBound(comparison: Sql, bound: Sql): Sql {
  return withForms(comparison, ({ isPartitioned }) =>
    isPartitioned ? sql`${comparison} and ${bound}` : undefined,
  );
}

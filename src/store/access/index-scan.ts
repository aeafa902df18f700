import { empty, formed, join, limitOf, raw, type Sql, sql, where } from '../sql.ts';
import { compareRows } from './condition.ts';
import { type Domain, inRange, NUMBER, type Range, TIME } from './domain.ts';
import { withTimeBound } from './keyset.ts';
import { type Order, orderBy, type SortKey } from './order.ts';

/**
 * Rows of a table in the order of one of its indexes.
 *
 * Required plan: an Index Scan (or Index Only Scan) under a Limit, without a Sort. It ends when the limit is reached,
 * so its cost depends on the rows returned, not on the size of the table.
 */
export interface IndexScan {
  readonly select: Sql;
  /** Removes duplicate rows, which must be adjacent in the index. For a scan of a table: the columns of `select`. */
  readonly distinct?: true | readonly Sql[];
  /** Returns only the first row of each value of these columns, the first ones of `by`. */
  readonly distinctOn?: readonly Sql[];
  readonly from: Sql;
  readonly where: readonly Sql[];
  /** Columns of the index, in its order. */
  readonly by: readonly SortKey[];
  readonly order: Order;
  /** Maximum number of rows; undefined when the caller stops reading by itself. */
  readonly limit?: number;
  /** Columns that `where` holds at one value, as `indexRange` does. */
  readonly held?: readonly Sql[];
  /** Alias of the table. Needed for a scan whose conditions have lookups (`hasRow`). */
  readonly scanned?: string;
  /**
   * A SELECT of the same rows that is executed on a distributed database if batches of the scan do not fill the page,
   * instead of the scan.
   */
  readonly otherwise?: Sql;
}

/** Returns the SELECT of an index scan. */
export const indexScan = formed((scan: IndexScan) => selectFrom(scan, scan.from));

/** Returns the SELECT of an index scan from FROM items. */
export function selectFrom(
  { select, distinct, distinctOn, where: conditions, by, order, limit }: IndexScan,
  from: Sql,
): Sql {
  const kind = distinctOn
    ? sql`distinct on (${join([...distinctOn])}) `
    : distinct === undefined
      ? empty
      : sql`distinct `;
  return sql`
    select ${kind}${select}
    from ${from}${where(conditions)}${orderBy(by, order)}${limit === undefined ? empty : sql` ${limitOf(limit)}`}`;
}

/** A leading column of an index, and the one value that it must have. */
export interface EqualityPrefix {
  readonly column: Sql;
  readonly value: Sql;
}

/** Entries of an index with one value of its prefix, ordered by the column after it. */
export interface IndexRange {
  /** The first columns of the index. */
  readonly prefix: readonly EqualityPrefix[];
  /** The column after the prefix. */
  readonly column: Sql;
  readonly range: Range;
  readonly domain?: Domain;
  /** Order of the prefix in the scan, when the index stores it opposite to that of the range column. */
  readonly prefixOrder?: Order;
}

/** Conditions and order that an index scan takes from an index range. */
export interface IndexBounds {
  readonly where: readonly Sql[];
  readonly by: readonly SortKey[];
  /** Columns held at one value. */
  readonly held?: readonly Sql[];
}

/**
 * Bounds and order that only the index with this prefix serves.
 *
 * Required plan: an Index Scan of that index, with all bounds in its Index Cond. Compared by `=`, the last column of the
 * prefix would not be part of the order: for a frequent value the planner then prefers an index on the order's column
 * alone, and reads all rows at times without the value. So it is fixed by bounds, compared together with the range
 * column, and is part of the order. The columns before it are compared by `=`: an index with only these cannot return
 * any of the order, so that all their rows would be sorted. On a distributed database only `=` finds the shard of a
 * value, so `compareRows` writes it that way there.
 */
export function indexRange({ prefix, column, range, domain = NUMBER, prefixOrder }: IndexRange): IndexBounds {
  if (range.empty || range.equals !== undefined || prefix.length === 0) {
    const equal = prefix.map((one) => sql`${one.column} = ${one.value}`);
    return { where: [...equal, ...inRange(column, range, domain)], by: [column] };
  }
  const equal = prefix.slice(0, -1).map((one) => sql`${one.column} = ${one.value}`);
  const last = prefix.slice(-1);
  const columns = last.map((one) => one.column);
  const values = last.map(({ value }) => value);
  const bound = (comparison: '<=' | '>=', end: bigint | undefined): Sql => {
    if (end === undefined) return compareRows(columns, comparison, values, last.length);
    const value = sql`${domain.toSql(end)}`;
    const both = compareRows([...columns, column], comparison, [...values, value], last.length);
    return domain === TIME ? withTimeBound(both, sql`${column} ${raw(comparison)} ${value}`) : both;
  };
  const except = inRange(column, { except: range.except, empty: false }, domain);
  const by = columns.map((one): SortKey => (prefixOrder === undefined ? one : [one, prefixOrder]));
  return {
    where: [...equal, bound('>=', range.lower), bound('<=', range.upper), ...except],
    by: [...by, column],
    held: prefix.map((one) => one.column),
  };
}

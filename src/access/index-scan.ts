import { inBatches } from './citus/batches.ts';
import { selectJoined } from './citus/joined-at-once.ts';
import { type Domain, NUMBER, TIME } from './domain.ts';
import { Formed, onSeveral } from './forms.ts';
import { type Order, orderBy, type SortKey } from './order.ts';
import { withTimeBound } from './pruning.ts';
import { inRange, type Range } from './range.ts';
import { compareRows } from './row-comparison.ts';
import { empty, join, limitOf, raw, type Sql, sql, where } from './sql.ts';

/**
 * Rows of a table in the order of one of its indexes.
 *
 * The plan it must get: an Index Scan (or Index Only Scan) under a Limit, without a Sort. It ends when
 * the limit is reached, so it costs what it shows, however large the table is.
 */
export interface IndexScan {
  readonly select: Sql;
  /** Equal rows once; the index must hold them side by side. Of a scan of a table: the columns of `select`. */
  readonly distinct?: true | readonly Sql[];
  /** The first row of each value of these columns, which `by` begins with. */
  readonly distinctOn?: readonly Sql[];
  readonly from: Sql;
  readonly where: readonly Sql[];
  /** Columns of the index, in its order. */
  readonly by: readonly SortKey[];
  readonly order: Order;
  /** Absent where the caller stops reading. */
  readonly limit?: number;
  /** Columns that `where` holds at one value, as `indexRange` does. */
  readonly held?: readonly Sql[];
  /** For a scan with lookups (`met`) in its conditions: its alias, and the columns of the table that it uses. */
  readonly scanned?: { readonly alias: string; readonly columns: readonly string[] };
}

/** The SELECT of an index scan. */
export function indexScan(scan: IndexScan): Sql {
  const { select, distinct, distinctOn, from, where: conditions, by, order, limit } = scan;
  const kind = distinctOn
    ? sql`distinct on (${join([...distinctOn])}) `
    : distinct === undefined
      ? empty
      : sql`distinct `;
  const selectOf = (items: Sql) => sql`
    select ${kind}${select}
    from ${items}${where(conditions)}${orderBy(by, order)}${limit === undefined ? empty : sql` ${limitOf(limit)}`}`;
  const one = selectOf(from);
  if (Array.isArray(distinct) || (scan.scanned !== undefined && limit !== undefined)) {
    return onSeveral(one, () => scanOfSeveral(scan, one));
  }
  return from instanceof Formed ? onSeveral(one, () => selectJoined(from, selectOf)) : one;
}

/** The SELECT for several servers: in batches if it looks rows up, and with groups in place of `distinct`, which keeps limits from the shards. */
function scanOfSeveral(scan: IndexScan, one: Sql): Sql {
  const { from, where: conditions, by, order, limit, scanned } = scan;
  const distinct = scan.distinct === true ? undefined : scan.distinct;
  const select = distinct === undefined ? scan.select : join(unheld(distinct, scan));
  const groups =
    distinct === undefined
      ? empty
      : sql`
    group by ${select}`;
  const ordered = orderBy(distinct === undefined ? by : unheld(by, scan), order);
  const whole =
    distinct === undefined
      ? one
      : sql`
    select ${select}
    from ${from}${where(conditions)}${groups}${ordered}${limit === undefined ? empty : sql` ${limitOf(limit)}`}`;
  if (scanned === undefined || limit === undefined) return whole;
  return (
    inBatches({ ...scanned, from, where: conditions, select, groups, order: ordered, limit, scan: whole }) ??
    whole
  );
}

/** The columns that may have several values; all if none may. Where a column with one value is grouped by, the limit stays with the coordinator. */
function unheld<T extends SortKey>(columns: readonly T[], { held = [] }: IndexScan): readonly T[] {
  const names = new Set(held.map((column) => column.sql));
  const others = columns.filter((key: SortKey) => !names.has('text' in key ? key.sql : key[0].sql));
  return others.length === 0 ? columns : others;
}

/** A column that an index begins with, and the one value of it that is wanted. */
export interface EqualityPrefix {
  readonly column: Sql;
  readonly value: Sql;
}

/** Entries of an index: those with the values of its prefix, in the order of the column after it. */
export interface IndexRange {
  /** The first columns of the index. */
  readonly prefix: readonly EqualityPrefix[];
  /** The column after them. */
  readonly column: Sql;
  readonly range: Range;
  readonly domain?: Domain;
  /** The order of the prefix in the scan, where the index holds it against that of the range column. */
  readonly prefixOrder?: Order;
}

/** What an index scan takes of an index range. */
export interface IndexBounds {
  readonly where: readonly Sql[];
  readonly by: readonly SortKey[];
  /** Columns that are held at one value. */
  readonly held?: readonly Sql[];
}

/**
 * Bounds and order that only the index with this prefix serves.
 *
 * The plan it must get: an Index Scan of that index, with all bounds in its Index Cond. Compared by
 * `=`, the prefix would be no part of the order: for a value that is met often the planner then prefers
 * an index on the order's column alone, and reads all rows of times at which the value is not met. So
 * the prefix is held by bounds, compared together with the range column, and is part of the order. Of
 * columns compared together the planner counts the first alone, so those after it have bounds of their
 * own, too: otherwise an index on the first one seems as good, and all rows of its value are sorted.
 * The one shard of several servers that has a value is found by `=` alone, as which `compareRows` writes it.
 */
export function indexRange({ prefix, column, range, domain = NUMBER, prefixOrder }: IndexRange): IndexBounds {
  if (range.empty || range.equals !== undefined || prefix.length === 0) {
    const equal = prefix.map((one) => sql`${one.column} = ${one.value}`);
    return { where: [...equal, ...inRange(column, range, domain)], by: [column] };
  }
  const columns = prefix.map((one) => one.column);
  const values = prefix.map(({ value }) => value);
  const bound = (comparison: '<=' | '>=', end: bigint | undefined): Sql => {
    if (end === undefined) return compareRows(columns, comparison, values, prefix.length);
    const value = sql`${domain.toSql(end)}`;
    const both = compareRows([...columns, column], comparison, [...values, value], prefix.length);
    return domain === TIME ? withTimeBound(both, sql`${column} ${raw(comparison)} ${value}`) : both;
  };
  const bounds = prefix
    .slice(1)
    .flatMap((one) => [sql`${one.column} >= ${one.value}`, sql`${one.column} <= ${one.value}`]);
  const except = inRange(column, { except: range.except, empty: false }, domain);
  const by = columns.map((one): SortKey => (prefixOrder === undefined ? one : [one, prefixOrder]));
  return {
    where: [bound('>=', range.lower), bound('<=', range.upper), ...bounds, ...except],
    by: [...by, column],
    held: columns,
  };
}

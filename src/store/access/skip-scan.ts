import { empty, formed, join, limitOf, raw, type Sql, sql, where } from '../sql.ts';
import { compareRows, heldAt } from './condition.ts';
import type { EqualityPrefix } from './index-scan.ts';
import { lookupPart, type SameKey } from './joined-rows.ts';
import { firstByKey, firstRow } from './lookup.ts';
import type { Order, SortKey } from './order.ts';

/** A row of the table that a skip scan looks up for each of its values. */
export interface RowOfEach {
  /** Columns of the row, by name. */
  readonly columns: Readonly<Record<string, Sql>>;
  /** Conditions in addition to those on the values. */
  readonly where: readonly Sql[];
  /** The first row in this order is taken; a value without such a row is left out. */
  readonly by: readonly SortKey[];
  readonly order: Order;
}

/** Distinct values of the leading columns of an index (a loose index scan), each with one row, usually the newest. */
export interface SkipScan {
  readonly table: Sql;
  /** Alias of the table's rows, unless it is the table's name. */
  readonly alias?: string;
  /** A column before those in the index, and its value. */
  readonly prefix?: EqualityPrefix;
  /** Names of the columns whose distinct values are selected. */
  readonly columns: readonly string[];
  /** Following columns of the index, added to the scan's order where the planner needs them to choose the index. */
  readonly after?: readonly Sql[];
  /**
   * Conditions on the rows whose values count. Conditions that are not only on the values also apply to `rowOfEach`.
   */
  readonly where: readonly Sql[];
  /**
   * Conditions of the steps after the first, with several columns: those of `where` without the bound at which the scan begins.
   * PostgreSQL may begin each step at such a bound on the first column instead of at the values before, and read all between again.
   */
  readonly following?: readonly Sql[];
  readonly order: Order;
  /** Row with the alias `n`; without it only the values are selected. */
  readonly rowOfEach?: RowOfEach;
  /** Conditions on `v`, with the values, and on `n`: rows that do not meet them do not count towards the limit. */
  readonly filter?: readonly Sql[];
  /** Undefined for all values. */
  readonly limit?: number;
}

/**
 * Selects the columns' distinct values in order, with the columns of `rowOfEach`.
 *
 * Required plan: a Recursive Union whose every step is an Index Scan under `Limit 1`, joined to one more such scan
 * for the row of each value, all under a Limit. So it takes two index descents for each value, however many rows have
 * the same value, instead of reading all rows.
 */
export const skipScan = formed((scan: SkipScan): Sql => {
  const { table, prefix, columns, after = [], order, rowOfEach, filter = [], limit } = scan;
  const names = columns.map((column) => raw(column));
  const ofStep = columns.map((column) => raw(`v.${column}`));
  const { begin, following } = stepConditions(scan);
  const step = (where: readonly Sql[]) =>
    firstRow({
      select: join(names),
      from: table,
      where,
      by: prefix === undefined ? [...names, ...after] : [prefix.column, ...names, ...after],
      order,
    });
  const found =
    rowOfEach === undefined
      ? empty
      : sql`
    cross join ${firstByKey({
      ...rowOfEach,
      select: columnsOf(rowOfEach),
      from: table,
      where: [
        ...(prefix === undefined ? [] : [sql`${prefix.column} = ${prefix.value}`]),
        ...columns.map((column) => sql`${raw(column)} = ${raw(`v.${column}`)}`),
        ...rowOfEach.where,
      ],
    })} n`;
  return sql`
    with recursive v(${join(names)}) as (
      (${step(begin)})
      union all
      select following.*
      from v
      cross join lateral (${step(following(ofStep))}) following
    )
    select ${join(ofStep)}${rowOfEach === undefined ? empty : sql`, n.*`}
    from v${found}${where(filter)}${limit === undefined ? empty : sql` ${limitOf(limit)}`}`;
});

/** Conditions of the first step of a skip scan, and of those after values. */
interface StepConditions {
  readonly begin: readonly Sql[];
  readonly following: (values: readonly Sql[]) => readonly Sql[];
}

/** Returns the conditions of the steps. The prefix is held by bounds and is part of the order, as in `indexRange`. */
export function stepConditions(scan: SkipScan): StepConditions {
  const { prefix, columns, where: conditions, following = conditions, order } = scan;
  const names = columns.map((column) => raw(column));
  const [until, from, beyond] = order === 'asc' ? (['<=', '>=', '>'] as const) : (['>=', '<=', '<'] as const);
  if (prefix === undefined) {
    return {
      begin: conditions,
      following: (values) => [compareRows(names, beyond, values), ...following],
    };
  }
  const { column, value } = prefix;
  const end = heldAt(column, until, value);
  return {
    begin: [end, sql`${column} ${raw(from)} ${value}`, ...conditions],
    following: (values) => [
      end,
      compareRows([column, ...names], beyond, [value, ...values], 1),
      ...following,
    ],
  };
}

/** Returns the columns of the row of each value, with their names. */
export function columnsOf({ columns }: RowOfEach): Sql {
  return join(Object.entries(columns).map(([name, value]) => sql`${value} as ${raw(name)}`));
}

/** A page of distinct values, each with its row. */
type PageOfKey = SkipScan & Required<Pick<SkipScan, 'rowOfEach' | 'limit'>>;

/**
 * A skip scan of the rows of one key of the preceding rows: `on` equals the prefix. A page on a distributed database
 * fetches the rows of all its keys in one statement.
 */
export function skipScanByKey(on: SameKey, scan: PageOfKey): Sql {
  return lookupPart(distinctByKey(on, scan), scan.table.text, [on], scan.where);
}

/** The skip scan of one key. */
export const distinctByKey = formed((_on: SameKey, scan: PageOfKey) => skipScan(scan));

import { byFirstRows } from './citus/first-rows.ts';
import { onSeveral } from './forms.ts';
import type { EqualityPrefix } from './index-scan.ts';
import { firstByKey, firstRow } from './lookup.ts';
import { type Order, orderKeys, type SortKey } from './order.ts';
import { compareRows, heldAt } from './row-comparison.ts';
import { empty, join, limitOf, raw, type Sql, sql, where } from './sql.ts';

/** A row of the table that a skip scan looks up for each of its values. */
export interface RowOfEach {
  /** Its columns. */
  readonly select: Sql;
  /** Conditions besides those on the values, which are added. */
  readonly where: readonly Sql[];
  /** The first row in this order is taken; one that is missing leaves its values out. */
  readonly by: readonly SortKey[];
  readonly order: Order;
}

/**
 * The distinct values of columns that stand at the beginning of an index (a loose index scan), and of
 * each one row, mostly the newest.
 */
export interface SkipScan {
  readonly table: Sql;
  /** The name of its rows, where that is not the table's. */
  readonly alias?: string;
  /** A column before those in the index, and what it must be. */
  readonly prefix?: EqualityPrefix;
  /** Names of the columns whose values are asked for. */
  readonly columns: readonly string[];
  /** Columns after them in the index, which the scan's order has, too, where that is needed to choose it. */
  readonly after?: readonly Sql[];
  /** Conditions on the rows whose values count: those that are not on the values alone hold for `rowOfEach`, too. */
  readonly where: readonly Sql[];
  readonly order: Order;
  /** Alias `n`; without it only the values are selected. */
  readonly rowOfEach?: RowOfEach;
  /** Conditions on `v`, with the values, and `n`: rows that do not meet them take no place. */
  readonly filter?: readonly Sql[];
  /** Absent where all are wanted. */
  readonly limit?: number;
}

/**
 * A SELECT of the columns' values in their order, with those of `rowOfEach`.
 *
 * The plan it must get: a Recursive Union whose every step is an Index Scan under `Limit 1`, joined to
 * one more such scan for the row of each value, all under a Limit. So it takes two descents of an index
 * for each value that is shown, however many rows have the same value; reading the rows would take all.
 */
export function skipScan(scan: SkipScan): Sql {
  const {
    table,
    prefix,
    columns,
    after = [],
    where: conditions,
    order,
    rowOfEach,
    filter = [],
    limit,
  } = scan;
  const names = columns.map((column) => raw(column));
  const ofStep = columns.map((column) => raw(`v.${column}`));
  const key = prefix === undefined ? names : [prefix.column, ...names];
  const step = (bounds: readonly Sql[]) =>
    firstRow({
      select: join(names),
      from: table,
      where: [...bounds, ...conditions],
      by: prefix === undefined ? [...names, ...after] : [...key, ...after],
      order,
    });
  // The prefix is held by bounds and part of the order, as `indexRange` has it.
  const [until, from, beyond] = order === 'asc' ? (['<=', '>=', '>'] as const) : (['>=', '<=', '<'] as const);
  const end = prefix === undefined ? [] : [heldAt(prefix.column, until, prefix.value)];
  const begin = prefix === undefined ? [] : [...end, sql`${prefix.column} ${raw(from)} ${prefix.value}`];
  const last = prefix === undefined ? ofStep : [prefix.value, ...ofStep];
  const next = [...end, compareRows(key, beyond, last, prefix === undefined ? 0 : 1)];
  const found =
    rowOfEach === undefined
      ? empty
      : sql`
    cross join ${firstByKey({
      ...rowOfEach,
      from: table,
      where: [
        ...(prefix === undefined ? [] : [sql`${prefix.column} = ${prefix.value}`]),
        ...columns.map((column) => sql`${raw(column)} = ${raw(`v.${column}`)}`),
        ...rowOfEach.where,
      ],
    })} n`;
  const one = sql`
    with recursive v(${join(names)}) as (
      (${step(begin)})
      union all
      select following.*
      from v
      cross join lateral (${step(next)}) following
    )
    select ${join(ofStep)}${rowOfEach === undefined ? empty : sql`, n.*`}
    from v${found}${where(filter)}${limit === undefined ? empty : sql` ${limitOf(limit)}`}`;
  if (filter.length > 0) return one;
  return onSeveral(one, () =>
    byFirstRows({
      from: table,
      alias: scan.alias ?? table.sql,
      columns: names,
      where: [...begin, ...conditions],
      by: orderKeys(names, order),
      each: rowOfEach && {
        select: rowOfEach.select,
        where: rowOfEach.where,
        by: orderKeys(rowOfEach.by, rowOfEach.order),
      },
      limit,
      scan: one,
    }),
  );
}

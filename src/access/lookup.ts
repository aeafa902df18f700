import { onSeveral } from './forms.ts';
import { indexScan } from './index-scan.ts';
import { JoinedRows, type RowsOfKey } from './joined-rows.ts';
import { Met, SameKey } from './met.ts';
import type { Order, SortKey } from './order.ts';
import { raw, type Sql, sql, where } from './sql.ts';

/** One row of a table, by conditions that an index serves. */
export interface Lookup {
  readonly select: Sql;
  readonly from: Sql;
  readonly where: readonly Sql[];
}

/** Which of several rows is taken: the first in an order. */
export interface FirstRow extends Lookup {
  readonly by: readonly SortKey[];
  readonly order: Order;
}

/**
 * The first row in an order, as a SELECT.
 *
 * The plan it must get: an Index Scan under `Limit 1`, without a Sort: one descent of the index.
 */
export function firstRow(row: FirstRow): Sql {
  return indexScan({ ...row, limit: 1 });
}

/** The last row in the order of a column, mostly a time: `firstRow` from the end. */
export function newestRow(row: Lookup & { readonly by: readonly SortKey[] }): Sql {
  return firstRow({ ...row, order: 'desc' });
}

/** Any of the rows that meet conditions, of which one is expected, as a SELECT. */
export function oneRow({ select, from, where: conditions }: Lookup): Sql {
  return sql`
    select ${select}
    from ${from}${where(conditions)} limit 1`;
}

/**
 * True if there is a row that meets conditions, else null: a scalar sub-select.
 *
 * The plan it must get: a SubPlan with an Index Scan under `Limit 1`, executed for each row that an
 * outer scan meets. `exists` may be turned into a hash of every row of the inner table. With `sameKey` as its first condition
 * a scan on several servers looks up the rows of many keys at once.
 */
export function met(from: Sql, conditions: readonly Sql[]): Sql {
  const [on, ...further] = conditions;
  if (on instanceof SameKey) return new Met(from, on, further);
  return sql`(${oneRow({ select: sql`true`, from, where: conditions })})`;
}

/**
 * Whether a table has a row that meets conditions. On several servers it is a lookup, since the planner may read a table whole that
 * `exists` names.
 */
export function exists(from: Sql, conditions: readonly Sql[]): Sql {
  const rows = sql`from ${from}${where(conditions)}`;
  return onSeveral(
    sql`exists (
      select
      ${rows})`,
    () => sql`coalesce((select true ${rows} limit 1), false)`,
  );
}

/**
 * FROM item: rows of a table that belong to the row before them, found by a key.
 *
 * The plan it must get: a Nested Loop with an Index Scan inside. `offset 0` keeps the planner from
 * turning it into a join, for which it may read a whole index beside a few rows.
 */
export function rowsByKey({ select, from, where: conditions }: Lookup): Sql {
  return sql`lateral (
    select ${select}
    from ${from}${where(conditions)} offset 0
  )`;
}

/** FROM item: the only row of a table that has a key, looked up for each row before it. */
export function rowByKey(lookup: Lookup): Sql {
  return sql`lateral (${oneRow(lookup)})`;
}

/** FROM item: the first row in an order, looked up for each row before it. */
export function firstByKey(row: FirstRow): Sql {
  return sql`lateral (${firstRow(row)})`;
}

/**
 * FROM items: rows, and for each of them those of a table that have its key. `rows`: the SELECT of the rows with the alias
 * `key.on.of`; undefined where this is a table or a CTE. On several servers an `indexScan` of them fetches the rows of all keys at once.
 */
export function joinedRows(rows: Sql | undefined, key: RowsOfKey): Sql {
  const { select, table, alias, on, where, first } = key;
  const from = alias === undefined ? table : sql`${table} ${raw(alias)}`;
  const lookup = { select, from, where: [on, ...where] };
  const found = first === undefined ? rowsByKey(lookup) : firstByKey({ ...lookup, ...first });
  const one = sql`${rows === undefined ? raw(on.of) : as(rows, on.of)}
    cross join ${found} ${raw(key.as)}`;
  return new JoinedRows(one, rows, key);
}

/** FROM item of a sub-select. */
export function as(rows: Sql, alias: string): Sql {
  return sql`(${rows}) ${raw(alias)}`;
}

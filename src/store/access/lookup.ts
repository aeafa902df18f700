import { empty, formed, raw, type Sql, sql, where } from '../sql.ts';
import { type IndexScan, indexScan } from './index-scan.ts';
import { JoinedRows, lookupPart, RowLookup, type RowsOfKey, SameKey } from './joined-rows.ts';
import type { Order, SortKey } from './order.ts';

/** One row of a table, by conditions that an index serves. */
export interface Lookup {
  readonly select: Sql;
  readonly from: Sql;
  readonly where: readonly Sql[];
}

/** A lookup that takes the first of several rows in an order. */
export interface FirstRow extends Lookup {
  readonly by: readonly SortKey[];
  readonly order: Order;
}

/**
 * Selects the first row in an order.
 *
 * Required plan: an Index Scan under `Limit 1`, without a Sort: one descent of the index.
 */
export function firstRow(row: FirstRow): Sql {
  return indexScan({ ...row, limit: 1 });
}

/** Selects the last row in the order of a column, usually a time: `firstRow` from the end. */
export function newestRow(row: Lookup & { readonly by: readonly SortKey[] }): Sql {
  return firstRow({ ...row, order: 'desc' });
}

/** Selects any row that meets conditions; one is expected. */
export const oneRow = formed(
  ({ select, from, where: conditions }: Lookup) => sql`
    select ${select}
    from ${from}${where(conditions)} limit 1`,
);

/**
 * True if there is a row that meets conditions, else null: a scalar sub-select.
 *
 * Required plan: a SubPlan with an Index Scan under `Limit 1`, executed for each row of the outer scan. The planner
 * may convert `exists` to a hash of every row of the inner table. With `sameKey` as its first condition, a scan on a
 * distributed database looks up the rows of many keys in one statement.
 */
export function hasRow(from: Sql, conditions: readonly Sql[]): Sql {
  const [on, ...further] = conditions;
  if (on instanceof SameKey) return new RowLookup(from, on, further);
  return sql`(${oneRow({ select: sql`true`, from, where: conditions })})`;
}

/**
 * Condition that a table has a row that meets conditions. It is a lookup, because for `exists` the planner may read the whole table
 * to join it, although few rows are tested.
 */
export function exists(from: Sql, conditions: readonly Sql[]): Sql {
  return sql`coalesce((select true from ${from}${where(conditions)} limit 1), false)`;
}

/**
 * FROM item: rows of a table that belong to the preceding row, found by a key.
 *
 * With `sameKey` as the first condition, a page on a distributed database fetches the rows of all its keys in one
 * statement.
 *
 * Required plan: a Nested Loop with an Index Scan inside. `offset 0` prevents the planner from flattening it to a
 * join, for which it may read a whole index to find a few rows.
 */
export function rowsByKey(lookup: Lookup): Sql {
  return lookupPart(allByKey(lookup), lookup.from.text, lookup.where);
}

function allByKey({ select, from, where: conditions }: Lookup): Sql {
  return sql`lateral (
    select ${select}
    from ${from}${where(conditions)} offset 0
  )`;
}

/** FROM item: the only row of a table with a key, looked up for each preceding row. */
export function rowByKey(lookup: Lookup): Sql {
  return lookupPart(sql`lateral (${oneRow(lookup)})`, lookup.from.text, lookup.where);
}

/**
 * Selects rows of a table with a key of the preceding rows, like `indexScan`. The conditions are on the table alone. A
 * page on a distributed database fetches the rows of all its keys in one statement.
 */
export function scanByKey({ on, ...scan }: IndexScan & { readonly on: SameKey }): Sql {
  const rows = indexScan({ ...scan, where: [on, ...scan.where] });
  return lookupPart(rows, scan.from.text, [on], scan.where);
}

/** FROM item: the first row in an order, looked up for each preceding row. */
export function firstByKey(row: FirstRow): Sql {
  return sql`lateral (${firstRow(row)})`;
}

/**
 * FROM items: rows, each joined to the rows of a table that have its key. `rows`: the SELECT of the rows with the
 * alias `key.on.of`; undefined where that is a table or a CTE. On a distributed database an `indexScan` of them
 * fetches the rows of all keys in one statement.
 */
export function joinedRows(rows: Sql | undefined, key: RowsOfKey): Sql {
  const { select, table, alias, on, where, first } = key;
  const from = alias === undefined ? table : sql`${table} ${raw(alias)}`;
  const lookup = { select, from, where: [on, ...where] };
  const found = first === undefined ? allByKey(lookup) : firstByKey({ ...lookup, ...first });
  const one = sql`${rows === undefined ? raw(on.of) : as(rows, on.of)}
    cross join ${found} ${raw(key.as)}`;
  return new JoinedRows(one, rows, key);
}

/** FROM item: a sub-select with an alias. */
export function as(rows: Sql, alias: string): Sql {
  return sql`(${rows}) ${raw(alias)}`;
}

/** A page whose rows are found first. */
export interface PageOfRows {
  /** SELECT that finds the page, and the alias of its rows. */
  readonly found: Sql;
  readonly alias: string;
  /** SELECT from the alias, and the parts of it that may look up rows. */
  readonly rows: Sql;
  readonly parts: readonly Sql[];
}

/**
 * SELECT of a page. On a distributed database the page is found first, and each table then queried once for all lookups
 * of its rows.
 */
export const pageOfRows = formed((one: Sql, _page: () => PageOfRows) => one);

/** End of a SELECT of one row. */
export const endOfOneRow = formed(() => empty);

import { join, onSeveral, raw, Sql, sql } from '../sql.ts';
import { byColumns } from './citus/row-comparison.ts';

/** Order in which rows are read and returned. */
export type Order = 'asc' | 'desc';

/** Sort key: a column in the common order, or with its own order. */
export type SortKey = Sql | readonly [column: Sql, order: Order];

/** `order by` of columns; empty without columns. An index serves it if its leading columns are these. */
export function orderBy(by: readonly SortKey[], order: Order): Sql {
  if (by.length === 0) return sql``;
  return sql`
    order by ${orderKeys(by, order)}`;
}

/** The keys of an `order by`, at least one. */
export function orderKeys(by: readonly SortKey[], order: Order): Sql {
  return join(
    by.map((key) => {
      const [column, own] = key instanceof Sql ? [key, order] : key;
      return sql`${column} ${raw(own)}`;
    }),
  );
}

export function reverse(order: Order): Order {
  return order === 'asc' ? 'desc' : 'asc';
}

/** Comparison that holds for a value and the rows before it in an order. */
export function upTo(order: Order): Sql {
  return raw(order === 'asc' ? '<=' : '>=');
}

/** Comparison that holds for the rows after a value in an order. */
export function beyond(order: Order): Sql {
  return raw(order === 'asc' ? '>' : '<');
}

/** Comparison of rows or columns. */
export type Comparison = '<' | '<=' | '>' | '>=';

/** Compares columns together, as a row. `equal`: number of leading columns that other conditions hold at their values. */
export function compareRows(
  columns: readonly Sql[],
  comparison: Comparison,
  values: readonly Sql[],
  equal = 0,
): Sql {
  const one = sql`(${join(columns)}) ${raw(comparison)} (${join(values)})`;
  return onSeveral(one, () => byColumns(columns, comparison, values, equal));
}

/** One of the two bounds that hold a column at a value, so that the column is part of a scan's order. */
export function heldAt(column: Sql, comparison: Comparison, value: Sql): Sql {
  return onSeveral(sql`${column} ${raw(comparison)} ${value}`, () => sql`${column} = ${value}`);
}

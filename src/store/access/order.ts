import { join, raw, Sql, sql } from '../sql.ts';

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
  return join(withOwnOrder(by, order).map(([column, own]) => sql`${column} ${raw(own)}`));
}

/** Sort keys with their orders, for use within another order. */
export function withOwnOrder(by: readonly SortKey[], order: Order): Exclude<SortKey, Sql>[] {
  return by.map((key) => (key instanceof Sql ? [key, order] : key));
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

import { join, raw, type Sql, sql } from './sql.ts';

/** The order in which rows are read and shown. */
export type Order = 'asc' | 'desc';

/** What rows are ordered by: a column in the order of the others, or with one of its own. */
export type SortKey = Sql | readonly [column: Sql, order: Order];

/** `order by` of columns; nothing without any. An index serves it where it begins with these columns. */
export function orderBy(by: readonly SortKey[], order: Order): Sql {
  if (by.length === 0) return sql``;
  return sql`
    order by ${orderKeys(by, order)}`;
}

/** The columns of an `order by`, of which there is one at least. */
export function orderKeys(by: readonly SortKey[], order: Order): Sql {
  return join(
    by.map((key) => {
      const [column, own] = 'text' in key ? [key, order] : key;
      return sql`${column} ${raw(own)}`;
    }),
  );
}

/** The other order. */
export function reverse(order: Order): Order {
  return order === 'asc' ? 'desc' : 'asc';
}

/** The comparison that leaves the rows up to a value and those equal to it, in an order. */
export function upTo(order: Order): Sql {
  return raw(order === 'asc' ? '<=' : '>=');
}

/** The comparison that leaves the rows after a value, in an order. */
export function beyond(order: Order): Sql {
  return raw(order === 'asc' ? '>' : '<');
}

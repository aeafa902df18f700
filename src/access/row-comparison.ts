import { byColumns } from './citus/row-comparison.ts';
import { onSeveral } from './forms.ts';
import { join, raw, type Sql, sql } from './sql.ts';

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

import { formed, join, raw, type Sql, sql } from '../sql.ts';

/** Conditions that a distributed database needs in another form. */

/** Condition that a SELECT returns the value of a column. */
export const isAmong = formed((column: Sql, rows: Sql) => sql`${column} in (${rows})`);

/** Condition that a column has one of several values of an enumeration. */
export const isOneWord = formed(
  (column: Sql, words: readonly string[]) =>
    sql`${column} in (${join(
      words.map((each) => raw(`'${each}'`)),
      ', ',
    )})`,
);

/** Condition that a boolean column is true, for use among conditions joined by `and`. */
export const isTrue = formed((column: Sql) => sql`${column} is true`);

/** Condition that a boolean column is not true. */
export const isNotTrue = formed((column: Sql) => sql`${column} is not true`);

/** Condition that a boolean column is false, for use in conditions that a null does not meet. */
export const isFalse = formed((column: Sql) => sql`${column} is false`);

/**
 * The same condition as an expression that no index has: the planner might read an index whole for it, although other
 * conditions leave few rows.
 */
export function unindexed(condition: Sql): Sql {
  return sql`case when ${condition} then true else false end`;
}

/** A value of an enumeration. */
export const word = formed((text: string, enumeration: string) => raw(`'${text}'::${enumeration}`));

/** Condition that a hash begins with 32 bytes, the part that the indexes contain. */
export const hashBegins = formed(
  (column: Sql, bytes: Sql) => sql`substring(${column} from 1 for 32) = ${bytes}`,
);

/** The result of a function as a bound of a scan. */
export const asBound = formed((value: Sql) => value);

/** A value of the preceding rows, as a value that conditions of a scan compare with. */
export const precedingValue = formed((value: Sql) => value);

/** Comparison of rows or columns. */
export type Comparison = '<' | '<=' | '>' | '>=';

/** Compares columns together, as a row. `equal`: number of leading columns that other conditions hold at their values. */
export const compareRows = formed(
  (columns: readonly Sql[], comparison: Comparison, values: readonly Sql[], _equal?: number) =>
    sql`(${join(columns)}) ${raw(comparison)} (${join(values)})`,
);

/** One of the two bounds that hold a column at a value, so that the column is part of a scan's order. */
export const heldAt = formed(
  (column: Sql, comparison: Comparison, value: Sql) => sql`${column} ${raw(comparison)} ${value}`,
);

import { all, join, onSeveral, raw, type Sql, sql } from '../sql.ts';
import { coordinatorValue } from './citus/shard-rows.ts';

/**
 * Conditions that `postgres_fdw` or the planner needs in another form where tables are distributed. A condition that it
 * does not send, such as `is true`, makes the coordinator read all rows, because the limit is not sent either.
 */

/**
 * Condition that a SELECT returns the value of a column. On a distributed database the values are selected first, and
 * then sent to the shards.
 */
export function isAmong(column: Sql, rows: Sql): Sql {
  return onSeveral(
    sql`${column} in (${rows})`,
    () => sql`${column} = any(${coordinatorValue(sql`array(${rows})`)})`,
  );
}

/**
 * Condition that a column has one of several values of an enumeration, which is text where distributed tables are read.
 */
export function isOneWord(column: Sql, words: readonly string[]): Sql {
  const literals = words.map((word) => raw(`'${word}'`));
  const equal = literals.map((word) => sql`${column} = ${word}`);
  return onSeveral(sql`${column} in (${join(literals, ', ')})`, () => sql`(${join(equal, ' or ')})`);
}

/** Condition that a boolean column is true, for use among conditions joined by `and`. */
export function isTrue(column: Sql): Sql {
  return onSeveral(sql`${column} is true`, () => column);
}

/** Condition that a boolean column is not true. */
export function isNotTrue(column: Sql): Sql {
  return onSeveral(sql`${column} is not true`, () => sql`(${column} is null or not ${column})`);
}

/** Condition that a boolean column is false, for use in conditions that a null does not meet. */
export function isFalse(column: Sql): Sql {
  return onSeveral(sql`${column} is false`, () => sql`not ${column}`);
}

/** A value of an enumeration, which is text where distributed tables are read. */
export function word(text: string, enumeration: string): Sql {
  return onSeveral(raw(`'${text}'::${enumeration}`), () => raw(`'${text}'`));
}

/**
 * Condition that a hash begins with 32 bytes, the part that the indexes contain. On a distributed database the shard is
 * found by the column itself.
 */
export function hashBegins(column: Sql, bytes: Sql): Sql {
  const one = sql`substring(${column} from 1 for 32) = ${bytes}`;
  return onSeveral(one, () => sql`${one} and ${column} = ${bytes}`);
}

/**
 * The result of a function as a bound of a scan. On a distributed database it is computed first, because functions of
 * SELECTs are not sent to the shards.
 */
export function asBound(value: Sql): Sql {
  return onSeveral(value, () => coordinatorValue(sql`(select ${value})`));
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

/**
 * Writes a row comparison as comparisons of columns, because `postgres_fdw` does not send row comparisons to the
 * shards. The first `equal` columns are compared by `=`, which lets Citus find the one shard of a value.
 */
function byColumns(
  columns: readonly Sql[],
  comparison: Comparison,
  values: readonly Sql[],
  equal: number,
): Sql {
  const pairs = columns.map((column, at) => ({ column, value: values[at] ?? sql`null` }));
  const conditions = pairs.slice(0, equal).map(({ column, value }) => sql`${column} = ${value}`);
  const strict = raw(comparison.charAt(0));
  const rest = pairs
    .slice(equal)
    .reduceRight<Sql | undefined>(
      (further, { column, value }) =>
        further === undefined
          ? sql`${column} ${raw(comparison)} ${value}`
          : sql`${column} ${strict}= ${value} and (${column} ${strict} ${value} or ${further})`,
      undefined,
    );
  return sql`(${all(rest === undefined ? conditions : [...conditions, rest])})`;
}

import { all, type Forms, join, raw, type Sql, sql } from '../../sql.ts';
import {
  asBound,
  type Comparison,
  compareRows,
  hashBegins,
  heldAt,
  isAmong,
  isFalse,
  isNotTrue,
  isOneWord,
  isTrue,
  precedingValue,
  word,
} from '../condition.ts';
import { coordinatorValue } from './shard-rows.ts';

/**
 * Adds the forms of conditions. A condition that `postgres_fdw` does not send, such as `is true`, makes the coordinator
 * read all rows, because the limit is not sent either.
 */
export function withConditions(forms: Forms): Forms {
  return (
    forms
      // The values are selected first, and then sent to the shards.
      .with(isAmong, (_, column, rows) => sql`${column} = any(${coordinatorValue(sql`array(${rows})`)})`)
      // Enumerations are text where distributed tables are read.
      .with(isOneWord, (_, column, words) => {
        const equal = words.map((each) => sql`${column} = ${raw(`'${each}'`)}`);
        return sql`(${join(equal, ' or ')})`;
      })
      .with(word, (_, text) => raw(`'${text}'`))
      .with(isTrue, (_, column) => column)
      .with(isNotTrue, (_, column) => sql`(${column} is null or not ${column})`)
      .with(isFalse, (_, column) => sql`not ${column}`)
      // The shard is found by the column itself.
      .with(hashBegins, ({ one }, column, bytes) => sql`${one} and ${column} = ${bytes}`)
      // Functions of SELECTs are not sent to the shards.
      .with(asBound, (_, value) => coordinatorValue(sql`(select ${value})`))
      .with(precedingValue, (_, value) => coordinatorValue(value))
      .with(compareRows, (_, columns, comparison, values, equal = 0) =>
        compareColumns(columns, comparison, values, equal),
      )
      .with(heldAt, (_, column, _comparison, value) => sql`${column} = ${value}`)
  );
}

/**
 * Writes a row comparison as comparisons of columns, because `postgres_fdw` does not send row comparisons to the
 * shards. The first `equal` columns are compared by `=`, which lets Citus find the one shard of a value.
 */
function compareColumns(
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

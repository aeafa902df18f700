import { all, raw, type Sql, sql } from '../sql.ts';

/**
 * A comparison of rows as comparisons of columns: `postgres_fdw` sends no comparison of rows to the shards. The first `equal`
 * columns are compared by `=`, by which Citus finds the one shard that has a value.
 */
export function byColumns(
  columns: readonly Sql[],
  comparison: '<' | '<=' | '>' | '>=',
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

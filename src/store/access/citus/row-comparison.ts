import { all, raw, type Sql, sql } from '../../sql.ts';

/**
 * Writes a row comparison as comparisons of columns, because `postgres_fdw` does not send row comparisons to the
 * shards. The first `equal` columns are compared by `=`, which lets Citus find the one shard of a value.
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

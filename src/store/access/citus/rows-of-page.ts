import { either } from '../either.ts';
import { lookedUpFor } from '../joined-rows.ts';
import { all, join, raw, type Sql, sql } from '../sql.ts';

/** A page whose rows are found first. */
export interface PageOfRows {
  /** SELECT that finds the page, and the alias of its rows. */
  readonly found: Sql;
  readonly alias: string;
  /** SELECT from the alias, and the parts of it that may look up rows. */
  readonly rows: Sql;
  readonly parts: readonly Sql[];
}

/** Maximum number of rows of a table that are fetched in one statement: a key may have any number of rows. */
const MAX_FETCHED_ROWS = 10_000;

/**
 * Selects a page on a distributed database, where each lookup is a round trip to another server. The rows of all keys
 * are fetched from each table in one statement; the result is named like the table, so that `rows` reads it instead.
 * With more than `MAX_FETCHED_ROWS` rows, each row of the page looks up its own. Returns undefined for a page without
 * lookups by a `sameKey`.
 *
 * Required plan: a CTE for the page and one for each table, with one statement for all of its rows, and nested loops
 * over these; nothing else is fetched. The fallback is under a One-Time Filter.
 */
export function rowsOfPage({ found, alias, rows, parts }: PageOfRows): Sql | undefined {
  const tables = lookedUpFor(alias, parts);
  if (tables.length === 0) return undefined;
  const from = raw(alias);
  const fetched = tables.map(({ table, on, where }) => {
    const key = on.value === undefined ? raw(`${on.of}.${on.key}`) : sql`${on.value}::bigint`;
    const conditions = [sql`${raw(on.column)} = any(array(select ${key} from ${from}))`, ...where];
    return sql`fetched_${raw(table)} as materialized (
      select *
      from ${raw(table)}
      where ${join(conditions, ' and ')}
      limit ${raw(String(MAX_FETCHED_ROWS + 1))}
    )`;
  });
  const counts = tables.map(
    ({ table }) => sql`(select count(*) from fetched_${raw(table)}) <= ${raw(String(MAX_FETCHED_ROWS))}`,
  );
  const standIns = tables.map(
    ({ table }) => sql`${raw(table)} as materialized (select * from fetched_${raw(table)})`,
  );
  return sql`
    with ${join([
      sql`${from} as materialized (${found})`,
      ...fetched,
      sql`fetched as materialized (select ${all(counts)} as whole)`,
    ])}${either(
      sql`(select whole from fetched)`,
      sql`
    with ${join(standIns)}${rows}`,
      rows,
    )}`;
}

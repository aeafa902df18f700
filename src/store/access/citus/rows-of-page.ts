import { all, empty, join, raw, type Sql, sql } from '../../sql.ts';
import { either } from '../gather-or-scan.ts';
import { type JoinedRows, joinedIn, lookedUpFor, replaced } from '../joined-rows.ts';
import { orderBy } from '../order.ts';

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

/**
 * Returns the SELECT from FROM items with joined rows, or undefined if there are none. The rows of all keys are fetched
 * first, in one statement to the shards.
 */
export function selectJoined(from: Sql, select: (from: Sql) => Sql): Sql | undefined {
  const joined = joinedIn(from);
  return joined && joinedAtOnce(joined, (items) => select(replaced(from, joined, items)));
}

function joinedAtOnce({ rows, key }: JoinedRows, select: (from: Sql) => Sql): Sql {
  const { table, alias, on, where, first } = key;
  const named = (from: Sql) => (alias === undefined ? from : sql`${from} ${raw(alias)}`);
  const before = raw(on.of);
  const head = rows === undefined ? empty : sql`${before} as materialized (${rows}), `;
  const last = first === undefined ? raw('offset 0') : sql`${orderBy(first.by, first.order)} limit 1`;
  const items = sql`${before} cross join lateral (
        select ${key.select}
        from ${named(raw('joined_at_once'))} where ${all([on, ...where])} ${last}) ${raw(key.as)}`;
  return sql`
    select * from (
      with ${head}joined_at_once as materialized (
        select * from ${named(table)} where ${raw(on.column)} = any(array(select ${raw(on.key)} from ${before}))
      )
      ${select(items)}
    ) at_once`;
}

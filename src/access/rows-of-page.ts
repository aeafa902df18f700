import { either } from './either.ts';
import { unionAll } from './merge.ts';
import { all, join, raw, type Sql, sql } from './sql.ts';

/** Rows of a table that a page looks up: those that have one of some values in a column. */
export interface RowsOfKeys {
  readonly table: string;
  readonly column: string;
  /** The values: SQL of each on the page's rows. None of other values may be looked up. */
  readonly keys: readonly Sql[];
  /** Conditions that all rows that are used meet. */
  readonly where?: readonly Sql[];
}

/** A page, and what is looked up for its rows. */
export interface PageOfRows {
  /** The SELECT that finds the page, and the alias of its rows. */
  readonly found: Sql;
  readonly alias: string;
  readonly tables: readonly RowsOfKeys[];
  /** The SELECT from the alias. */
  readonly rows: Sql;
}

/** Rows of a table that are fetched at once at most: a key may have any number. */
const MOST = 10_000;

/**
 * The SELECT of a page, where each look-up is a way to other servers: of each table the rows of all keys are fetched at once,
 * and stand in for the table by its name, so that the page is made of them. Where they are too many, each row looks up its own.
 *
 * The plan it must get: a CTE for the page and one for each table, with one statement for all of its rows, and nested loops over
 * these; nothing else is fetched. The other way stands under a One-Time Filter.
 */
export function rowsOfPage({ found, alias, tables, rows }: PageOfRows): Sql {
  const from = raw(alias);
  const fetched = tables.map(({ table, column, keys, where = [] }) => {
    const values = unionAll(keys.map((key) => sql`select ${key} from ${from}`));
    const conditions = [sql`${raw(column)} = any(array(${values}))`, ...where];
    return sql`fetched_${raw(table)} as materialized (
      select *
      from ${raw(table)}
      where ${join(conditions, ' and ')}
      limit ${raw(String(MOST + 1))}
    )`;
  });
  const counts = tables.map(
    ({ table }) => sql`(select count(*) from fetched_${raw(table)}) <= ${raw(String(MOST))}`,
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

import type { Domain } from './domain.ts';
import { as } from './lookup.ts';
import { join, raw, type Sql, sql } from './sql.ts';

/** Tables whose rows a page is made of, and the column in which each has a value of the page's first key. */
export type TablesOfPage = Readonly<Record<string, string>>;

/**
 * The SELECT of a page whose keys are known, where each look-up is a way to other servers: of each table the rows of all keys
 * are fetched at once, and stand in for the table by its name, so that the page is made of them.
 *
 * The plan it must get: a CTE for each table that is used, with one statement for all of its rows; nothing else is fetched.
 */
export function rowsOfPage(page: Sql, tables: TablesOfPage, domain: Domain, keys: readonly bigint[]): Sql {
  const fetched = Object.entries(tables).map(
    ([table, column]) => sql`${raw(table)} as materialized (
      select *
      from ${raw(table)}
      where ${raw(column)} = any(${keys.map(domain.toSql)}::${raw(domain.sqlType)}[])
    )`,
  );
  return sql`
    with ${join(fetched, ',\n    ')}
    select *
    from ${as(page, 'page')}`;
}

import { type JoinedRows, joinedIn, replaced } from '../joined-rows.ts';
import { orderBy } from '../order.ts';
import { all, empty, raw, type Sql, sql } from '../sql.ts';

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

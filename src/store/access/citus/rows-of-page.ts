import { all, empty, join, raw, type Sql, sql, type Target } from '../../sql.ts';
import { isAmong } from '../condition.ts';
import { either } from '../gather-or-scan.ts';
import { type JoinedRows, joinedIn, lookedUpFor, type RowsOfKeys, replaced } from '../joined-rows.ts';
import type { PageOfRows } from '../lookup.ts';
import { orderBy } from '../order.ts';
import { rowsOfTables, scanShards, selectOf, shardTable, typedRows } from './shard-rows.ts';

/** Maximum number of rows of a table that are fetched in one statement: a key may have any number of rows. */
const MAX_FETCHED_ROWS = 10_000;

/**
 * Selects a page on a distributed database, where each lookup is a round trip to another server. The rows of all keys
 * are fetched in one statement for all tables that are distributed alike; the result is named like the table, so that
 * `rows` reads it instead. With more than `MAX_FETCHED_ROWS` rows, each row of the page looks up its own. Returns
 * undefined for a page without lookups by a `sameKey`.
 *
 * Required plan: a CTE for the page and one for each statement, and nested loops over these; nothing else is fetched.
 * The fallback is under a One-Time Filter.
 */
export function rowsOfPage({ found, alias, rows, parts }: PageOfRows, target: Target): Sql | undefined {
  const tables = lookedUpFor(alias, parts);
  if (tables.length === 0) return undefined;
  const from = raw(alias);
  const groups = new Map<string, RowsOfKeys[]>();
  for (const each of tables) {
    const group = shardTable(each.table)?.group ?? each.table;
    groups.set(group, [...(groups.get(group) ?? []), each]);
  }
  const fetched = [...groups.values()].flatMap((group) => fetchedRows(group, alias, target));
  const counts = fetched.map(
    ({ counted }) => sql`(select count(*) from ${raw(counted)}) <= ${raw(String(MAX_FETCHED_ROWS))}`,
  );
  const standIns = tables.map(
    ({ table }) => sql`${raw(table)} as materialized (select * from fetched_${raw(table)})`,
  );
  return sql`
    with ${join([
      sql`${from} as materialized (${found})`,
      ...fetched.flatMap(({ heads }) => heads),
      sql`fetched as materialized (select ${all(counts)} as whole)`,
    ])}${either(
      sql`(select whole from fetched)`,
      sql`
    with ${join(standIns)}${rows}`,
      rows,
    )}`;
}

/** CTEs with the fetched rows of tables, and the one whose rows are counted. */
interface FetchedRows {
  readonly heads: readonly Sql[];
  readonly counted: string;
}

const ALL = raw('*');
const FETCH_LIMIT = raw(`limit ${MAX_FETCHED_ROWS + 1}`);

/** The rows of tables that are distributed alike: one statement, or one for each table that cannot be part of one. */
function fetchedRows(group: readonly RowsOfKeys[], alias: string, target: Target): FetchedRows[] {
  const conditionsOf = ({ on, where: further }: RowsOfKeys) => {
    const key = on.value === undefined ? raw(`${on.of}.${on.key}`) : sql`${on.value}::bigint`;
    return [isAmong(raw(on.column), sql`select ${key} from ${raw(alias)}`), ...further];
  };
  const known = group.flatMap((each) => {
    const table = shardTable(each.table);
    return table === undefined ? [] : [{ table, where: conditionsOf(each) }];
  });
  const [first] = group;
  const all =
    known.length < group.length || known.length === 1
      ? undefined
      : rowsOfTables({ tables: known, limit: FETCH_LIMIT }, target);
  if (all === undefined || first === undefined) {
    return group.map((each) => {
      const name = `fetched_${each.table}`;
      const scan = { select: ALL, from: raw(each.table), where: conditionsOf(each), end: FETCH_LIMIT };
      return { heads: [sql`${raw(name)} as materialized (${scanShards(scan, target)})`], counted: name };
    });
  }
  const counted = `fetched_with_${first.table}`;
  const rows = known.map(({ table: { called } }, number) => {
    const own = sql`${raw(counted)} where number = ${raw(String(number))}`;
    return sql`fetched_${raw(called)} as materialized (${typedRows(called, own)})`;
  });
  return [{ heads: [sql`${raw(counted)} as materialized (select * from ${all})`, ...rows], counted }];
}

/**
 * Returns the SELECT from FROM items with joined rows, or undefined if there are none. The rows of all keys are fetched
 * first, in one statement to the shards.
 */
export function selectJoined(from: Sql, select: (from: Sql) => Sql, target: Target): Sql | undefined {
  const joined = joinedIn(from);
  return joined && joinedAtOnce(joined, (items) => select(replaced(from, joined, items)), target);
}

function joinedAtOnce({ rows, key }: JoinedRows, select: (from: Sql) => Sql, target: Target): Sql {
  const { table, alias, on, where, first } = key;
  const named = (from: Sql) => (alias === undefined ? from : sql`${from} ${raw(alias)}`);
  const before = raw(on.of);
  const head = rows === undefined ? empty : sql`${before} as materialized (${rows}), `;
  const last = first === undefined ? raw('offset 0') : sql`${orderBy(first.by, first.order)} limit 1`;
  const items = sql`${before} cross join lateral (
        select ${key.select}
        from ${named(raw('joined_at_once'))} where ${all([on, ...where])} ${last}) ${raw(key.as)}`;
  const scan = {
    select: ALL,
    from: named(table),
    where: [isAmong(raw(on.column), sql`select ${raw(on.key)} from ${before}`)],
    end: empty,
  };
  // Without `rows` the table may be a stand-in of `rowsOfPage`.
  const found = rows === undefined ? selectOf(scan) : scanShards(scan, target);
  return sql`
    select * from (
      with ${head}joined_at_once as materialized (${found})
      ${select(items)}
    ) at_once`;
}

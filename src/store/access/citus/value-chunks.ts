import { empty, join, limitOf, raw, type Sql, sql, type Target } from '../../sql.ts';
import { coordinatorValue, scanShards } from './shard-rows.ts';

/** The row of each value of a skip scan: the first one in an order. */
export interface FirstRowOfValue {
  readonly select: Sql;
  /** Names of the selected columns. */
  readonly columns: readonly string[];
  /** Conditions in addition to those on the values. */
  readonly where: readonly Sql[];
  /** Keys of the order, as in `order by`. */
  readonly by: Sql;
}

/** Distinct values of columns in order, each with a row. */
export interface ValueChunks {
  readonly from: Sql;
  /** Alias of the rows in `from`. */
  readonly alias: string;
  readonly columns: readonly string[];
  /** Conditions on all rows, and on those after values. Those that are not on the columns also apply to the row of each value. */
  readonly begin: readonly Sql[];
  readonly after: (values: readonly Sql[]) => readonly Sql[];
  /** Order of the columns. */
  readonly by: Sql;
  readonly each: FirstRowOfValue | undefined;
  readonly limit: number | undefined;
}

/** Number of rows in a chunk: fetching them takes hardly longer than fetching one. */
const CHUNK_ROWS = 500;

/**
 * Returns the SELECT of a skip scan on a distributed database, where each step is a round trip to all shards. So each
 * step fetches a chunk of rows, which begins after the last value of the chunk before it: with few rows for a value
 * that is many values, and often all.
 */
export function inChunks(scan: ValueChunks, target: Target): Sql {
  const { alias, columns, by, each, limit } = scan;
  const names = join(columns.map((column) => raw(column)));
  const size = raw(String(CHUNK_ROWS));
  const order = each === undefined ? by : sql`${by}, ${each.by}`;
  const chunk = (conditions: readonly Sql[], before: Sql): Sql => {
    const rows = scanShards(
      {
        select: each === undefined ? names : raw('*'),
        from: scan.from,
        where: [...conditions, ...(each?.where ?? [])],
        end: sql`order by ${order} ${limitOf(CHUNK_ROWS)}`,
      },
      target,
    );
    return sql`
      select numbered.*, fetched = ${size} and ordinal = max(ordinal) over ()${
        limit === undefined ? empty : sql` and ordinal < ${raw(String(limit))}`
      } as goes_on
      from (
        select found.*, ${before} + row_number() over (order by ${by}) as ordinal
        from (
          select distinct on (${names}) ${names}${each === undefined ? empty : sql`, ${each.select}`}, count(*) over () as fetched
          from (${rows}) ${raw(alias)}
          order by ${order}
        ) found
      ) numbered`;
  };
  const shown = join([...columns, ...(each?.columns ?? [])].map((column) => raw(column)));
  const last = columns.map((column) => coordinatorValue(raw(`chunk.${column}`)));
  return sql`
    select * from (
      with recursive chunk as (
        ${chunk(scan.begin, sql`0`)}
        union all
        select following.*
        from chunk
        cross join lateral (${chunk(scan.after(last), sql`chunk.ordinal`)}) following
        where chunk.goes_on
      )
      select ${shown} from chunk order by ordinal${limit === undefined ? empty : sql` ${limitOf(limit)}`}
    ) in_chunks`;
}

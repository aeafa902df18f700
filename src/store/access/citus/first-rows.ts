import { empty, join, limitOf, raw, type Sql, sql, type Target } from '../../sql.ts';
import { scanShards } from './shard-rows.ts';

/** The row of each value of a skip scan: the first one in an order. */
export interface FirstRowOfValue {
  readonly select: Sql;
  /** Conditions in addition to those on the values. */
  readonly where: readonly Sql[];
  /** Keys of the order, as in `order by`. */
  readonly by: Sql;
}

/**
 * Distinct values of columns, each with a row. On a distributed database each step from one value to the next is a
 * round trip to a shard. So the first rows are fetched in one statement; often they contain enough values, or are all
 * rows. Otherwise the skip scan is executed.
 */
export interface FirstRows {
  readonly from: Sql;
  /** Alias of the rows in `from`. */
  readonly alias: string;
  readonly columns: readonly Sql[];
  /** Conditions; those that are not on the columns also apply to the row of each value. */
  readonly where: readonly Sql[];
  /** Order of the columns. */
  readonly by: Sql;
  readonly each: FirstRowOfValue | undefined;
  readonly limit: number | undefined;
  /** The unchanged skip scan. */
  readonly scan: Sql;
}

/** Number of rows fetched. */
const FETCHED_ROWS = 2000;

/** Returns the SELECT of such a scan. */
export function byFirstRows(scan: FirstRows, target: Target): Sql {
  const { from, alias, columns, by, each, limit } = scan;
  const names = join(columns);
  const size = raw(String(FETCHED_ROWS));
  const page =
    each === undefined
      ? sql`select ${names} from first_rows group by ${names} order by ${by}`
      : sql`select distinct on (${names}) ${names}, ${each.select} from first_rows ${raw(alias)} order by ${by}, ${each.by}`;
  const isFull =
    limit === undefined ? empty : sql` or (select count(*) from first_values) = ${raw(String(limit))}`;
  const order = each === undefined ? by : sql`${by}, ${each.by}`;
  return sql`
    select * from (
      with first_rows as materialized (${scanShards(
        {
          select: each === undefined ? names : raw('*'),
          from,
          where: [...scan.where, ...(each?.where ?? [])],
          end: sql`order by ${order} limit ${size}`,
        },
        target,
      )}), first_values as materialized (
        ${page}${limit === undefined ? empty : sql` ${limitOf(limit)}`}
      ), first_done as materialized (
        select (select count(*) from first_rows) < ${size}${isFull} as done
      )
      select * from first_values where (select done from first_done)
      union all
      select * from (${scan.scan}) skip_scan where not (select done from first_done)
    ) by_first_rows`;
}

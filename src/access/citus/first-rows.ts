import { empty, join, limitOf, raw, type Sql, sql, where } from '../sql.ts';

/** The row of each value of a skip scan: the first one in an order. */
export interface FirstRowOfValue {
  readonly select: Sql;
  /** Conditions besides those on the values. */
  readonly where: readonly Sql[];
  /** `by` of the order. */
  readonly by: Sql;
}

/**
 * The distinct values of columns, of each with a row. On several servers each step from one value to the next is a round trip
 * to a shard. So the first rows are fetched at once, which often have as many values as are wanted, or are all; else the
 * skip scan is executed.
 */
export interface FirstRows {
  readonly from: Sql;
  /** The name of the rows in `from`. */
  readonly alias: string;
  readonly columns: readonly Sql[];
  /** Conditions; those that are not on the columns hold for the row of each value, too. */
  readonly where: readonly Sql[];
  /** The order of the columns. */
  readonly by: Sql;
  readonly each: FirstRowOfValue | undefined;
  readonly limit: number | undefined;
  /** The skip scan as it is. */
  readonly scan: Sql;
}

/** Number of rows that are fetched. */
const FETCHED_ROWS = 2000;

/** The SELECT of such a scan. */
export function byFirstRows(scan: FirstRows): Sql {
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
      with first_rows as materialized (
        select ${each === undefined ? names : raw('*')}
        from ${from}${where([...scan.where, ...(each?.where ?? [])])}
        order by ${order} limit ${size}
      ), first_values as materialized (
        ${page}${limit === undefined ? empty : sql` ${limitOf(limit)}`}
      ), first_done as materialized (
        select (select count(*) from first_rows) < ${size}${isFull} as done
      )
      select * from first_values where (select done from first_done)
      union all
      select * from (${scan.scan}) skip_scan where not (select done from first_done)
    ) by_first_rows`;
}

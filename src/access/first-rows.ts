/**
 * The distinct values of columns, each with a row, for a database in which each step from one to the next is a way to other
 * servers: the first rows are fetched at once. Where these have too few values, the steps are taken.
 */

/** Of each value the first row in an order. All parts are SQL as it is to be sent. */
export interface RowOfEachValue {
  readonly select: string;
  /** Conditions on it, besides those on the values. */
  readonly where: readonly string[];
  readonly by: string;
}

/** A skip scan. Its own conditions, but for those on the columns, hold for the row of each value as well. */
export interface SkippedRows {
  /** The table with its alias, if any, and the name of its rows. */
  readonly from: string;
  readonly alias: string;
  readonly columns: readonly string[];
  readonly where: readonly string[];
  /** The order of the columns. */
  readonly by: readonly string[];
  readonly each: RowOfEachValue | undefined;
  readonly limit: number | undefined;
  /** The scan as it is. */
  readonly scan: string;
}

/** Rows that are fetched: as many as come at once. */
const MOST = 2000;

/** The SELECT of such a scan. */
export function byFirstRows({ from, alias, columns, where, by, each, limit, scan }: SkippedRows): string {
  const names = columns.join(', ');
  const order = by.join(', ');
  const page =
    each === undefined
      ? `select ${names} from first_rows group by ${names} order by ${order}`
      : `select distinct on (${names}) ${names}, ${each.select} from first_rows ${alias} order by ${order}, ${each.by}`;
  const isFull = limit === undefined ? '' : ` or (select count(*) from first_values) = ${limit}`;
  return `select * from (
    with first_rows as materialized (
      select ${each === undefined ? names : '*'} from ${from} where ${where.join(' and ')}
      order by ${order}${each === undefined ? '' : `, ${each.by}`} limit ${MOST}
    ), first_values as materialized (${page}${limit === undefined ? '' : ` limit ${limit}`}
    ), first_done as materialized (
      select (select count(*) from first_rows) < ${MOST}${isFull} as done
    )
    select * from first_values where (select done from first_done)
    union all
    select * from (${scan}) skip_scan where not (select done from first_done)
  ) by_first_rows`;
}

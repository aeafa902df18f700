import { join, raw, type Scalar, type Sql, sql } from '../sql.ts';
import { asBound, precedingValue } from './condition.ts';
import { indexScan } from './index-scan.ts';
import { as } from './lookup.ts';
import type { Order, SortKey } from './order.ts';

/** Columns, order and limit of merged scans. */
interface Merged {
  readonly select: Sql;
  /** Removes duplicate rows, because several scans may return the same row. */
  readonly distinct?: true;
  readonly by: readonly SortKey[];
  readonly order: Order;
  readonly limit: number;
}

/** Several scans in one order, each with its own limit: at least that of the merge. */
export interface Merge extends Merged {
  readonly scans: readonly Sql[];
  /** Alias of their rows. */
  readonly as: string;
}

/**
 * Selects the first rows of several scans.
 *
 * Required plan: each scan an Index Scan under its own Limit. Their rows, at most the number of scans times the
 * limit, are appended and sorted (or merged: Merge Append), and cut to the limit.
 */
export function merge({ scans, as: alias, ...merged }: Merge): Sql {
  return indexScan({ ...merged, from: as(unionAll(scans), alias), where: [] });
}

/** All rows of several SELECTs. */
export function unionAll(selects: readonly Sql[]): Sql {
  const parts = selects.map((each) => sql`(${each})`);
  return sql`${join(
    parts,
    `
    union all
    `,
  )}`;
}

/** The same scan for each of several values. */
export interface MergeForEach extends Merged {
  readonly values: readonly Scalar[];
  /** PostgreSQL's type of the values. */
  readonly type: 'bigint' | 'smallint' | 'bytea';
  /** The scan of one value. */
  readonly scan: (value: Sql) => Sql;
  /** Alias of its rows. */
  readonly as: string;
}

/**
 * Selects the first rows of the scans of one or several values. For a condition `= any(values)` the planner would choose one
 * scan that passes over all rows of other values, or a sort of all matching rows.
 *
 * Required plan: the scan of the only value; of several, a Nested Loop over the values with an Index Scan under a Limit inside,
 * then a sort of the values' rows.
 */
export function mergeForEach({ values, type, scan, as: alias, ...merged }: MergeForEach): Sql {
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return scan(sql`${only}`);
  return indexScan({
    ...merged,
    from: sql`unnest(${values}::${raw(type)}[]) ${raw(`each_${alias}(value)`)}
    cross join lateral (${scan(precedingValue(raw(`each_${alias}.value`)))}) ${raw(alias)}`,
    where: [],
  });
}

/** Selects the first consensus times of the scans of one or several ids, once each. Required plan: as `mergeForEach`. */
export function timesForEach(
  ids: readonly bigint[],
  scan: (id: Sql) => Sql,
  { order, limit }: Pick<Merged, 'order' | 'limit'>,
): Sql {
  const at = sql`k.consensus_timestamp`;
  return mergeForEach({
    values: ids,
    type: 'bigint',
    scan,
    as: 'k',
    select: at,
    distinct: true,
    by: [at],
    order,
    limit,
  });
}

/** Two scans, the second of which costs more. */
export interface MergeWithin {
  /** A page of the first scan. */
  readonly first: Sql;
  /** The column that orders both scans: bigint, and without nulls. */
  readonly by: Sql;
  readonly order: Order;
  readonly limit: number;
  /** Returns the second scan; `end` is the last value that it has to reach. */
  readonly second: (end: Sql) => Sql;
}

/** Last value of a bigint column in each scan direction. */
const LAST = { asc: raw('9223372036854775807'), desc: raw('0') } as const;

/**
 * Selects the first rows of two scans. The second scan ends at the last row of a full page of the first, so that it
 * is short even where it filters out nearly all rows.
 *
 * Required plan: the first scan once, as a CTE Scan; the second an Index Scan with the first's end in its Index Cond.
 */
export function mergeWithin({ first, by, order, limit, second }: MergeWithin): Sql {
  const end = asBound(sql`coalesce((
        select case when count(*) = ${raw(String(limit))} then ${farthest(by, order)} end
        from first_page
      ), ${LAST[order]})`);
  const ordered = indexScan({
    select: sql`*`,
    from: as(unionAll([sql`select * from first_page`, second(end)]), 'merged'),
    where: [],
    by: [by],
    order,
    limit,
  });
  return sql`
    with first_page as materialized (${first})${ordered}`;
}

/** Aggregate of the last value in scan order. */
export function farthest(column: Sql, order: Order): Sql {
  return sql`${raw(order === 'asc' ? 'max' : 'min')}(${column})`;
}

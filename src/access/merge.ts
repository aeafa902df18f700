import { asBound } from './condition.ts';
import { indexScan } from './index-scan.ts';
import { as } from './lookup.ts';
import type { Order, SortKey } from './order.ts';
import { join, raw, type Scalar, type Sql, sql } from './sql.ts';

/** What is shown of merged scans. */
interface Merged {
  readonly select: Sql;
  /** Equal rows once: scans may meet the same ones. */
  readonly distinct?: true;
  readonly by: readonly SortKey[];
  readonly order: Order;
  readonly limit: number;
}

/** Several scans in one order, each with a limit of its own: at least that of the merge. */
export interface Merge extends Merged {
  readonly scans: readonly Sql[];
  /** Alias of their rows. */
  readonly as: string;
}

/**
 * The first rows of several scans, as a SELECT.
 *
 * The plan it must get: each scan an Index Scan under its own Limit; their rows, as many as there are
 * scans times the limit, are appended and sorted (or merged: Merge Append), and cut to the limit.
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
  /** The scan of one value, which is `eachValue(as)`. */
  readonly scan: Sql;
  /** Alias of its rows. */
  readonly as: string;
}

/** The value whose scan is merged under an alias. */
export function eachValue(as: string): Sql {
  return raw(`each_${as}.value`);
}

/**
 * The first rows of the scans of several values, as a SELECT. A condition `= any(values)` would leave
 * the planner one scan that passes over all rows of other values, or a sort of all rows of these.
 *
 * The plan it must get: a Nested Loop over the values with an Index Scan under a Limit inside, then a
 * sort of the values' rows.
 */
export function mergeForEach({ values, type, scan, as: alias, ...merged }: MergeForEach): Sql {
  return indexScan({
    ...merged,
    from: sql`unnest(${values}::${raw(type)}[]) ${raw(`each_${alias}(value)`)}
    cross join lateral (${scan}) ${raw(alias)}`,
    where: [],
  });
}

/** Two scans, of which the second is the costlier. */
export interface MergeWithin {
  /** A page of the first scan. */
  readonly first: Sql;
  /** The column that both are ordered by: bigint, and without nulls. */
  readonly by: Sql;
  readonly order: Order;
  readonly limit: number;
  /** The second scan; `end` is the last value that it need go to. */
  readonly second: (end: Sql) => Sql;
}

/** The ends of a bigint column, as a scan comes to them. */
const LAST = { asc: raw('9223372036854775807'), desc: raw('0') } as const;

/**
 * The first rows of two scans, as a SELECT. The second one goes no further than the last row of a full
 * page of the first, so that it is short even where nearly all rows on its way are left out.
 *
 * The plan it must get: the first scan once, as a CTE Scan; the second an Index Scan with the first's
 * end in its Index Cond.
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

/** The value that a scan comes to last: an aggregate. */
export function farthest(column: Sql, order: Order): Sql {
  return sql`${raw(order === 'asc' ? 'max' : 'min')}(${column})`;
}

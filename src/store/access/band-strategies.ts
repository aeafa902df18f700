import { all, raw, type Sql, sql } from '../sql.ts';
import { type Domain, inRange, type Range } from './domain.ts';
import { indexRange, indexScan } from './index-scan.ts';
import type { Order } from './order.ts';

/**
 * Strategies that select the ids of rows within bounds of a value, ordered by id. The cheapest one depends on the
 * number of rows; `bandScan` chooses. A band holds the values with one number of binary digits.
 */

/** Rows within bounds of a value, ordered by an id that no index on the value contains. */
export interface BandScan {
  /** The table, with the alias used by the columns. */
  readonly table: Sql;
  readonly id: Sql;
  readonly ids: Range;
  readonly idDomain: Domain;
  readonly value: Sql;
  readonly values: Range;
  /** Column with the number of binary digits of the value, the first column of an index whose second one is the id. */
  readonly band: Sql;
  /** Maximum possible value. */
  readonly maxValue: bigint;
  readonly order: Order;
  readonly limit: number;
  /** Number of rows read in the order of ids before rows are searched by the value. */
  readonly probed: number;
  /** Maximum number of rows within the bounds that are gathered by their value and sorted. */
  readonly gathered: number;
  /** Maximum number of rows gathered in a band that is only partly within the bounds. */
  readonly gatheredInBand: number;
}

/** A strategy that selects ids of the page. A chosen strategy finds every row within its part of the bounds. */
export interface Strategy {
  /** Common table expressions that it reads, written before the SELECT. */
  readonly heads: readonly Sql[];
  /** SELECT of `id`, without any row unless the strategy suffices. */
  readonly found: Sql;
}

/** A strategy with a condition that determines whether it suffices. */
export interface TriedStrategy extends Strategy {
  /** Condition that depends on no row: whether the strategy found all rows that a page needs. */
  readonly suffices: Sql;
}

/**
 * Reads rows in the order of ids. If nearly all rows are within the bounds, the first ones fill a page, or the table
 * has no others.
 *
 * Required plan: an Index Scan in the order of ids, up to `probed`.
 */
export function alongIds(scan: BandScan): TriedStrategy {
  const { limit, probed, values } = scan;
  const dense = sql`
      select probe.id
      from probe
      where ${all(inRange(sql`probe.value`, values))}`;
  const suffices = sql`(select suffices from dense)`;
  return {
    heads: [
      sql`probe as materialized (${alongBand(scan, [], [], probed)})`,
      sql`dense as materialized (
      select count(*) >= ${raw(String(limit))} or (select count(*) from probe) < ${raw(String(probed))} as suffices
      from (${dense}) d
    )`,
    ],
    found: sql`${dense} and ${suffices}`,
    suffices,
  };
}

/**
 * Gathers the rows that meet conditions along the value's index, if they are few, for a sort by id.
 *
 * Required plan: an Index Scan on the value, up to one more than `max`.
 */
export function gatheredByValue(
  { id, ids, idDomain, table, value }: BandScan,
  name: string,
  max: number,
  conditions: readonly Sql[],
): TriedStrategy {
  const suffices = sql`(select here from ${raw(`all_${name}`)})`;
  const rows = indexScan({
    select: sql`${id} as id`,
    from: table,
    where: conditions,
    by: [value],
    order: 'asc',
    limit: max + 1,
  });
  return {
    heads: [
      sql`${raw(name)} as materialized (${rows})`,
      sql`${raw(`all_${name}`)} as materialized (
      select count(*) <= ${raw(String(max))} as here
      from ${raw(name)}
    )`,
    ],
    found: sql`
    select ${raw(name)}.id
    from ${raw(name)}
    where ${all([suffices, ...inRange(raw(`${name}.id`), ids, idDomain)])}`,
    suffices,
  };
}

/**
 * Scans the ids of each of several bands that lie wholly within the bounds.
 *
 * Required plan: a Nested Loop over the bands with an Index Scan on band and id under a Limit inside.
 */
export function alongWholeBands(scan: BandScan, bands: readonly number[], when: Sql): Strategy {
  // Values excluded by `ne` may have any number of digits.
  const except = inRange(scan.value, { except: scan.values.except, empty: false });
  return {
    heads: [],
    found: sql`
    select w.id
    from (select n from unnest(${bands}::smallint[]) n where ${when}) o
    cross join lateral (${alongBand(scan, [sql`o.n`], except, scan.limit)}) w`,
  };
}

/** Gathers rows by value, like `gatheredByValue`, in one band that is only partly within the bounds. */
export function gatheredInBand(scan: BandScan, band: number, name: string, when: Sql): TriedStrategy {
  const [min, max] = [band === 0 ? 0n : 1n << BigInt(band - 1), (1n << BigInt(band)) - 1n];
  const own = sql`${scan.value} >= ${min} and ${scan.value} <= ${max}`;
  return gatheredByValue(scan, name, scan.gatheredInBand, [when, own, ...inRange(scan.value, scan.values)]);
}

/**
 * Scans the ids of one band that is only partly within the bounds, and skips the other rows.
 *
 * Required plan: an Index Scan on band and id under a Limit.
 */
export function alongPartOfBand(scan: BandScan, band: number, when: Sql): Strategy {
  return {
    heads: [],
    found: sql`
    select w.id
    from (select ${band}::smallint as n where ${when}) o
    cross join lateral (${alongBand(scan, [sql`o.n`], inRange(scan.value, scan.values), scan.limit)}) w`,
  };
}

/** The first rows of a band, or of all bands, ordered by id. */
function alongBand(
  { band, id, ids, idDomain, order, table, value }: BandScan,
  bands: readonly Sql[],
  conditions: readonly Sql[],
  limit: number,
): Sql {
  const bounds = indexRange({
    prefix: bands.map((n) => ({ column: band, value: n })),
    column: id,
    range: ids,
    domain: idDomain,
  });
  return indexScan({
    ...bounds,
    select: sql`${id} as id, ${value} as value`,
    from: table,
    where: [...bounds.where, ...conditions],
    order,
    limit,
  });
}

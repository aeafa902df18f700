import type { Domain } from './domain.ts';
import { indexRange, indexScan } from './index-scan.ts';
import type { Order } from './order.ts';
import { inRange, type Range } from './range.ts';
import { all, raw, type Sql, sql } from './sql.ts';

/**
 * Ways to the ids of rows within bounds of a value, in the order of the ids: which one is short depends on how many rows
 * there are, and `bandScan` chooses. A band holds the values with one number of binary digits.
 */

/** Rows within bounds of a value, in the order of an id: an order that no index on the value has. */
export interface BandScan {
  /** With the alias that the columns have. */
  readonly table: Sql;
  readonly id: Sql;
  readonly ids: Range;
  readonly idDomain: Domain;
  readonly value: Sql;
  readonly values: Range;
  /** Column with the number of binary digits of the value; an index begins with it and goes on with the id. */
  readonly band: Sql;
  /** Greatest value that there may be. */
  readonly maxValue: bigint;
  readonly order: Order;
  readonly limit: number;
  /** Rows that are looked at along the ids, before anything is searched by the value. */
  readonly probed: number;
  /** Most rows within the bounds that are gathered by their value and sorted. */
  readonly gathered: number;
  /** The same in one band of which only a part is within the bounds. */
  readonly gatheredInBand: number;
}

/** A way to ids of the page: none are missing of those that it is for, once it has begun. */
export interface Strategy {
  /** Common tables that it reads, to be written before. */
  readonly heads: readonly Sql[];
  /** SELECT of `id`; it gives nothing unless the way suffices. */
  readonly found: Sql;
}

/** One that finds out by itself whether it suffices. */
export interface TriedStrategy extends Strategy {
  /** Condition without a row: whether it found all that a page needs. */
  readonly suffices: Sql;
}

/**
 * Along the ids: where nearly all rows are within the bounds, the first ones soon make a page, or are all there are.
 *
 * The plan it must get: an Index Scan in the order of ids, up to `probed`.
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
 * By the value: few rows that meet conditions are gathered along the value's index, for a sort by id.
 *
 * The plan it must get: an Index Scan on the value, up to one more than `most`.
 */
export function gatheredByValue(
  { id, ids, idDomain, table, value }: BandScan,
  name: string,
  most: number,
  conditions: readonly Sql[],
): TriedStrategy {
  const suffices = sql`(select here from ${raw(`all_${name}`)})`;
  const rows = indexScan({
    select: sql`${id} as id`,
    from: table,
    where: conditions,
    by: [value],
    order: 'asc',
    limit: most + 1,
  });
  return {
    heads: [
      sql`${raw(name)} as materialized (${rows})`,
      sql`${raw(`all_${name}`)} as materialized (
      select count(*) <= ${raw(String(most))} as here
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
 * Along the ids of each of several bands that lie within the bounds as a whole.
 *
 * The plan it must get: a Nested Loop over the bands with an Index Scan on band and id under a Limit inside.
 */
export function alongWholeBands(scan: BandScan, bands: readonly number[], when: Sql): Strategy {
  // What `ne` leaves out may have any number of digits.
  const except = inRange(scan.value, { except: scan.values.except, empty: false });
  return {
    heads: [],
    found: sql`
    select w.id
    from (select n from unnest(${bands}::smallint[]) n where ${when}) o
    cross join lateral (${alongBand(scan, [sql`o.n`], except, scan.limit)}) w`,
  };
}

/**
 * By the value, in one band of which only a part is within the bounds: as `gatheredByValue`.
 */
export function gatheredInBand(scan: BandScan, band: number, name: string, when: Sql): TriedStrategy {
  const [least, greatest] = [band === 0 ? 0n : 1n << BigInt(band - 1), (1n << BigInt(band)) - 1n];
  const own = sql`${scan.value} >= ${least} and ${scan.value} <= ${greatest}`;
  return gatheredByValue(scan, name, scan.gatheredInBand, [when, own, ...inRange(scan.value, scan.values)]);
}

/**
 * Along the ids of one band of which only a part is within the bounds, passing over the others.
 *
 * The plan it must get: an Index Scan on band and id under a Limit.
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

/** The first rows of a band, or of all, in the order of ids. */
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

import type { Domain } from './domain.ts';
import { indexRange, indexScan } from './index-scan.ts';
import { as } from './lookup.ts';
import { unionAll } from './merge.ts';
import type { Order } from './order.ts';
import { inRange, type Range } from './range.ts';
import { all, join, raw, type Sql, sql } from './sql.ts';

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

/**
 * The ids of a page, as a SELECT. Where nearly all rows are within the bounds, the first ones soon make
 * a page. Where few are, they are gathered by their value. Else they are scanned by id for each number
 * of binary digits that a value can have, and merged: a band lies within the bounds as a whole, save for
 * the first and the last; in these, too, few rows are gathered.
 *
 * The plan it must get: `probe` an Index Scan in the order of ids; the rest under One-Time Filters, so
 * that only the first way that suffices is executed; in the last one an Index Scan on band and id under
 * a Limit for each band. No Seq Scan, and no sort of more than what may be gathered.
 */
export function bandScan(scan: BandScan): Sql {
  const { table, id, ids, idDomain, value, band, maxValue, order, limit, probed } = scan;
  const values = withoutZero(scan.values);
  const within = inRange(value, values);
  const ofBand = (prefix: readonly Sql[], conditions: readonly Sql[], most: number) => {
    const bounds = indexRange({
      prefix: prefix.map((n) => ({ column: band, value: n })),
      column: id,
      range: ids,
      domain: idDomain,
    });
    const select = sql`${id} as id, ${value} as value`;
    return indexScan({
      ...bounds,
      select,
      from: table,
      where: [...bounds.where, ...conditions],
      order,
      limit: most,
    });
  };
  const gather = (name: string, most: number, conditions: readonly Sql[]) => {
    const by = [value];
    const rows = indexScan({
      select: sql`${id} as id`,
      from: table,
      where: conditions,
      by,
      order: 'asc',
      limit: most + 1,
    });
    return sql`${raw(name)} as materialized (${rows}),
    ${raw(`all_${name}`)} as materialized (
      select count(*) <= ${raw(String(most))} as here
      from ${raw(name)}
    )`;
  };
  const gatheredIn = (name: string) => sql`
    select ${raw(name)}.id
    from ${raw(name)}
    where ${all([sql`(select here from ${raw(`all_${name}`)})`, ...inRange(raw(`${name}.id`), ids, idDomain)])}`;

  const dense = sql`
      select probe.id
      from probe
      where ${all(inRange(sql`probe.value`, values))}`;
  const isMany = sql`not (select suffices from dense) and not (select here from all_few)`;
  const heads = [
    sql`probe as materialized (${ofBand([], [], probed)})`,
    sql`dense as materialized (
      select count(*) >= ${raw(String(limit))} or (select count(*) from probe) < ${raw(String(probed))} as suffices
      from (${dense}) d
    )`,
    gather('few', scan.gathered, [sql`not (select suffices from dense)`, ...within]),
  ];
  // What `ne` leaves out may have any number of digits.
  const except = inRange(value, { except: values.except, empty: false });
  const [first, last] = [digits(values.lower ?? 0n), digits(values.upper ?? maxValue)];
  const inner = Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => first + 1 + index);
  const found = [
    sql`${dense} and (select suffices from dense)`,
    gatheredIn('few'),
    sql`
    select w.id
    from (select n from unnest(${inner}::smallint[]) n where ${isMany}) o
    cross join lateral (${ofBand([sql`o.n`], except, limit)}) w`,
  ];
  for (const [index, n] of [...new Set([first, last])].entries()) {
    const name = `edge${index}`;
    const own = sql`${value} >= ${n === 0 ? 0n : 1n << BigInt(n - 1)} and ${value} <= ${(1n << BigInt(n)) - 1n}`;
    heads.push(gather(name, scan.gatheredInBand, [isMany, own, ...within]));
    found.push(
      gatheredIn(name),
      sql`
    select w.id
    from (select ${n}::smallint as n where not (select here from ${raw(`all_${name}`)})) o
    cross join lateral (${ofBand([sql`o.n`], within, limit)}) w`,
    );
  }
  return sql`
    with ${join(heads, ',\n    ')}${indexScan({
      select: sql`c.id`,
      from: as(unionAll(found), 'c'),
      where: [],
      by: [sql`c.id`],
      order,
      limit,
    })}`;
}

/** Many rows have nothing: `ne:0` becomes a bound, so that they are not passed over one by one. */
function withoutZero(range: Range): Range {
  if (!range.except.includes(0n) || (range.lower ?? 0n) > 0n) return range;
  return { ...range, lower: 1n, except: range.except.filter((value) => value !== 0n) };
}

/** Digits of a value in base 2; 0 for none. */
function digits(value: bigint): number {
  return value <= 0n ? 0 : value.toString(2).length;
}

import {
  alongIds,
  alongPartOfBand,
  alongWholeBands,
  type BandScan,
  gatheredByValue,
  gatheredInBand,
  type Strategy,
} from './band-strategies.ts';
import { indexScan } from './index-scan.ts';
import { as } from './lookup.ts';
import { unionAll } from './merge.ts';
import { inRange, type Range } from './range.ts';
import { join, type Sql, sql } from './sql.ts';

/**
 * The ids of a page, as a SELECT. Where nearly all rows are within the bounds, the first ones soon make
 * a page. Where few are, they are gathered by their value. Else they are scanned by id for each number
 * of binary digits that a value can have, and merged: a band lies within the bounds as a whole, save for
 * the first and the last; in these, too, few rows are gathered.
 *
 * The plan it must get: that of each strategy under One-Time Filters, so that only the first way that suffices is
 * executed. No Seq Scan, and no sort of more than what may be gathered.
 */
export function bandScan(given: BandScan): Sql {
  const scan = { ...given, values: withoutZero(given.values) };
  const strategies = strategiesFor(scan);
  const { order, limit } = scan;
  return sql`
    with ${join(
      strategies.flatMap(({ heads }) => [...heads]),
      ',\n    ',
    )}${indexScan({
      select: sql`c.id`,
      from: as(unionAll(strategies.map(({ found }) => found)), 'c'),
      where: [],
      by: [sql`c.id`],
      order,
      limit,
    })}`;
}

/** The chooser: the strategies of a scan, each under the condition that those before it do not suffice. */
function strategiesFor(scan: BandScan): Strategy[] {
  const dense = alongIds(scan);
  const few = gatheredByValue(scan, 'few', scan.gathered, [
    sql`not ${dense.suffices}`,
    ...inRange(scan.value, scan.values),
  ]);
  const isMany = sql`not ${dense.suffices} and not ${few.suffices}`;
  const { whole, parts } = bandsOf(scan);
  const edges = parts.flatMap((band, index) => {
    const gathered = gatheredInBand(scan, band, `edge${index}`, isMany);
    return [gathered, alongPartOfBand(scan, band, sql`not ${gathered.suffices}`)];
  });
  return [dense, few, alongWholeBands(scan, whole, isMany), ...edges];
}

/** The bands within the bounds: those that lie there as a whole, and the first and the last one. */
function bandsOf({ values, maxValue }: BandScan): {
  readonly whole: readonly number[];
  readonly parts: readonly number[];
} {
  const [first, last] = [digits(values.lower ?? 0n), digits(values.upper ?? maxValue)];
  const whole = Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => first + 1 + index);
  return { whole, parts: [...new Set([first, last])] };
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

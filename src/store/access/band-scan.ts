import { formed, join, type Sql, sql } from '../sql.ts';
import {
  alongIds,
  alongPartOfBand,
  alongWholeBands,
  type BandScan,
  gatheredByValue,
  gatheredInBand,
  type Strategy,
} from './band-strategies.ts';
import { inRange, type Range } from './domain.ts';
import { indexScan } from './index-scan.ts';
import { as } from './lookup.ts';
import { unionAll } from './merge.ts';

/**
 * Selects the ids of a page of rows within bounds of a value. If nearly all rows are within the bounds, the first ids
 * make a page. If few are, they are gathered by their value and sorted. Otherwise the ids of each band (number of
 * binary digits of the value) are scanned in order and merged. Every band but the first and the last lies wholly within
 * the bounds; in these two, rows are gathered if they are few.
 *
 * Required plan: that of each strategy under One-Time Filters, so that only the first strategy that suffices is
 * executed. No Seq Scan, and no sort of more than the rows that may be gathered.
 */
export const bandScan = formed((given: BandScan): Sql => {
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
});

/** The strategies of a scan, each under the condition that the strategies before it do not suffice. */
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

/** Bands within the bounds: those wholly within them, and the first and the last one. */
function bandsOf({ values, maxValue }: BandScan): {
  readonly whole: readonly number[];
  readonly parts: readonly number[];
} {
  const [first, last] = [digits(values.lower ?? 0n), digits(values.upper ?? maxValue)];
  const whole = Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => first + 1 + index);
  return { whole, parts: [...new Set([first, last])] };
}

/** Replaces `ne:0` by a bound, because many rows have the value 0 and would be skipped one by one. */
function withoutZero(range: Range): Range {
  if (!range.except.includes(0n) || (range.lower ?? 0n) > 0n) return range;
  return { ...range, lower: 1n, except: range.except.filter((value) => value !== 0n) };
}

/** Number of digits of a value in base 2; 0 for zero. */
function digits(value: bigint): number {
  return value <= 0n ? 0 : value.toString(2).length;
}

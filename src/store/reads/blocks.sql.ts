import { inRange, NUMBER, type Range } from '../access/domain.ts';
import type { IndexBounds } from '../access/index-scan.ts';
import { keysetConditions } from '../access/keyset.ts';
import { firstRow } from '../access/lookup.ts';
import { type Sql, sql } from '../sql.ts';
import { type BlockName, blockAt, namedBlock } from './block.ts';

/** The block that a request names: the last one if it names several. */
export type BlockFilter = Exclude<BlockName, string>;

/**
 * Bounds of a block's consensus times, as conditions on a column. Both ends are selected before the scan, so that the
 * scan goes along the column's index. An unknown block excludes every row.
 */
export function withinBlock(column: Sql, block: BlockFilter): Sql[] {
  const end = (select: Sql): Sql => namedBlock(select, block);
  return [sql`${column} >= (${end(sql`consensus_start`)})`, sql`${column} <= (${end(sql`consensus_end`)})`];
}

/** FROM item: the first block that ends at a time or later. */
function blockAfter(time: Sql): Sql {
  return sql`lateral (${blockAt(sql`index, hash, gas_used, consensus_start, consensus_end`, time)})`;
}

/** Joins the block of a consensus time as `b`: the block whose span contains it. */
export function joinBlock(time: Sql): Sql {
  return sql`left join ${blockAfter(time)} b on b.consensus_start <= ${time}`;
}

/** Joins a block like `joinBlock`, for a single result: the first block that ends at its time or later. */
export function joinFirstBlock(time: Sql): Sql {
  return sql`left join ${blockAfter(time)} b on true`;
}

/** Filters of a list of blocks, by number and by the last consensus time of a block in nanoseconds. */
export interface BlockSearch {
  readonly numbers: Range;
  readonly times: Range;
  /** Column along whose index the scan goes; number and time increase together. */
  readonly along: 'number' | 'time';
}

/** FROM item, conditions, and the bounds and order of an index. */
export interface BlockScan {
  readonly from: Sql;
  readonly where: readonly Sql[];
  readonly bounds: IndexBounds;
}

/** Column with a block's number. */
export const BLOCK_NUMBER: Sql = sql`index`;
const BLOCK_TIME = sql`consensus_end`;

/** Rows of `record_file`, along one of its indexes. */
export function blockRows({ numbers, times, along }: BlockSearch): BlockScan {
  const byNumber = along === 'number';
  return {
    from: sql`record_file`,
    where: [
      ...inRange(BLOCK_TIME, times),
      ...(byNumber
        ? translated(BLOCK_NUMBER, BLOCK_TIME, times)
        : translated(BLOCK_TIME, BLOCK_NUMBER, numbers)),
    ],
    bounds: {
      where: keysetConditions([{ column: BLOCK_NUMBER, domain: NUMBER, range: numbers }]),
      by: [byNumber ? BLOCK_NUMBER : BLOCK_TIME],
    },
  };
}

/**
 * Translates bounds of the other column into bounds of the scanned one. They select the same blocks. Without them, a
 * scan within bounds that barely overlap would read all blocks outside of the other bounds.
 */
function translated(scanned: Sql, other: Sql, { lower, upper }: Range): Sql[] {
  const block = { select: scanned, from: sql`record_file`, by: [other] };
  const conditions: Sql[] = [];
  if (lower !== undefined) {
    conditions.push(
      sql`${scanned} >= (${firstRow({ ...block, where: [sql`${other} >= ${lower}`], order: 'asc' })})`,
    );
  }
  if (upper !== undefined) {
    conditions.push(
      sql`${scanned} <= (${firstRow({ ...block, where: [sql`${other} <= ${upper}`], order: 'desc' })})`,
    );
  }
  return conditions;
}

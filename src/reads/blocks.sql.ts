import { NUMBER } from '../access/domain.ts';
import type { IndexBounds } from '../access/index-scan.ts';
import { keysetConditions } from '../access/keyset.ts';
import { firstRow } from '../access/lookup.ts';
import { inRange, type Range } from '../access/range.ts';
import { type Sql, sql } from '../access/sql.ts';
import { type BlockName, blockAt, namedBlock } from './block.ts';

/** The block that a request names; of several the last one counts. */
export type BlockFilter = Exclude<BlockName, string>;

/**
 * The consensus times of a block, as conditions on a column. Both ends are found before the scan,
 * which then goes along the column's index; an unknown block leaves nothing.
 */
export function withinBlock(column: Sql, block: BlockFilter): Sql[] {
  const end = (select: Sql): Sql => namedBlock(select, block);
  return [sql`${column} >= (${end(sql`consensus_start`)})`, sql`${column} <= (${end(sql`consensus_end`)})`];
}

/** FROM item: the first block that ends at a time or later. */
function blockAfter(time: Sql): Sql {
  return sql`lateral (${blockAt(sql`index, hash, gas_used, consensus_start, consensus_end`, time)})`;
}

/** Joins the block of a consensus time as `b`: the one in whose span it lies. */
export function joinBlock(time: Sql): Sql {
  return sql`left join ${blockAfter(time)} b on b.consensus_start <= ${time}`;
}

/** As `joinBlock`, for one result: the first block that ends then or later. */
export function joinFirstBlock(time: Sql): Sql {
  return sql`left join ${blockAfter(time)} b on true`;
}

/** Which blocks a list is of, by number and by the last consensus time of a block in nanoseconds. */
export interface BlockSearch {
  readonly numbers: Range;
  readonly times: Range;
  /** Number and time grow together: which of the two the scan goes along. */
  readonly along: 'number' | 'time';
}

/** FROM item, conditions, and the bounds and order of an index. */
export interface BlockRows {
  readonly from: Sql;
  readonly where: readonly Sql[];
  readonly bounds: IndexBounds;
}

/** The column of a block's number. */
export const BLOCK_NUMBER: Sql = sql`index`;
const BLOCK_TIME = sql`consensus_end`;

/** Rows of `record_file`, along one of its indexes. */
export function blockRows({ numbers, times, along }: BlockSearch): BlockRows {
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
 * Bounds of the other column as bounds of the one that is scanned. They hold for the same blocks, and
 * keep a scan from going through all those on the wrong side of bounds that hardly meet.
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

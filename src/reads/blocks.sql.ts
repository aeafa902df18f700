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

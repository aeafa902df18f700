import { type Sql, sql } from '../../access/sql.ts';
import { type BlockName, blockAt, namedBlock } from '../../reads/block.ts';

/** The block that a request names; of several the last one counts. */
export type BlockFilter = Exclude<BlockName, string>;

/**
 * The consensus times of a block, as conditions on a column. Both ends are found before the walk,
 * which then goes along the column's index; an unknown block leaves nothing.
 */
export function withinBlock(column: Sql, block: BlockFilter): Sql[] {
  const found = namedBlock(block);
  return [
    sql`${column} >= (select consensus_start from ${found})`,
    sql`${column} <= (select consensus_end from ${found})`,
  ];
}

/** Joins the block of a consensus time as `b`: the one in whose span it lies. */
export function joinBlock(time: Sql): Sql {
  return sql`left join lateral (select index, hash, gas_used, consensus_start from ${blockAt(time)}) b on b.consensus_start <= ${time}`;
}

/** As `joinBlock`, for one result: the first block that ends then or later. */
export function joinFirstBlock(time: Sql): Sql {
  return sql`left join lateral (select index, hash, gas_used, consensus_start, consensus_end from ${blockAt(time)}) b on true`;
}

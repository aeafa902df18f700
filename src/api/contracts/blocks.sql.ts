import { type Sql, sql } from '../../access/sql.ts';

/** The block that a request names; of several the last one counts. */
export type BlockFilter = { readonly number: bigint } | { readonly hash: string };

/**
 * The consensus times of a block, as conditions on a column. Both ends are found before the walk,
 * which then goes along the column's index; an unknown block leaves nothing.
 */
export function withinBlock(column: Sql, block: BlockFilter): Sql[] {
  const found =
    'number' in block
      ? sql`record_file where index = ${block.number} limit 1`
      : // A range that an index in byte order serves; `g` is the digit after the last one.
        sql`record_file where hash collate "C" >= ${block.hash} and hash collate "C" < ${`${block.hash}g`} limit 1`;
  return [
    sql`${column} >= (select consensus_start from ${found})`,
    sql`${column} <= (select consensus_end from ${found})`,
  ];
}

/** Joins the block of a consensus time as `b`: the one in whose span it lies. */
export function joinBlock(time: Sql): Sql {
  return sql`left join lateral (select index, hash, gas_used, consensus_start from record_file where consensus_end >= ${time} order by consensus_end limit 1) b on b.consensus_start <= ${time}`;
}

/** As `joinBlock`, for one result: the first block that ends then or later. */
export function joinFirstBlock(time: Sql): Sql {
  return sql`left join lateral (select index, hash, gas_used, consensus_start, consensus_end from record_file where consensus_end >= ${time} order by consensus_end limit 1) b on true`;
}

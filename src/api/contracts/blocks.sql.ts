import { firstByKey, oneRow } from '../../access/lookup.ts';
import { type Sql, sql } from '../../access/sql.ts';

/** The block that a request names; of several the last one counts. */
export type BlockFilter = { readonly number: bigint } | { readonly hash: string };

/**
 * The consensus times of a block, as conditions on a column. Both ends are found before the scan,
 * which then goes along the column's index; an unknown block leaves nothing.
 */
export function withinBlock(column: Sql, block: BlockFilter): Sql[] {
  const where =
    'number' in block
      ? [sql`index = ${block.number}`]
      : // A range that an index in byte order serves; `g` is the digit after the last one.
        [sql`hash collate "C" >= ${block.hash}`, sql`hash collate "C" < ${`${block.hash}g`}`];
  const end = (select: Sql) => oneRow({ select, from: sql`record_file`, where });
  return [sql`${column} >= (${end(sql`consensus_start`)})`, sql`${column} <= (${end(sql`consensus_end`)})`];
}

/** The first block that ends at a time or later. */
function blockAfter(time: Sql): Sql {
  return firstByKey({
    select: sql`index, hash, gas_used, consensus_start, consensus_end`,
    from: sql`record_file`,
    where: [sql`consensus_end >= ${time}`],
    by: [sql`consensus_end`],
    order: 'asc',
  });
}

/** Joins the block of a consensus time as `b`: the one in whose span it lies. */
export function joinBlock(time: Sql): Sql {
  return sql`left join ${blockAfter(time)} b on b.consensus_start <= ${time}`;
}

/** As `joinBlock`, for one result: the first block that ends then or later. */
export function joinFirstBlock(time: Sql): Sql {
  return sql`left join ${blockAfter(time)} b on true`;
}

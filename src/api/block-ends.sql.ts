import { firstRow } from '../access/lookup.ts';
import type { Order } from '../access/order.ts';
import { type Sql, sql } from '../access/sql.ts';

const atEnd = (select: Sql, order: Order): Sql =>
  firstRow({ select, from: sql`record_file`, where: [], by: [sql`consensus_end`], order });

/** SELECT of columns of the first block that is stored. */
export function firstBlock(select: Sql): Sql {
  return atEnd(select, 'asc');
}

/** SELECT of columns of the last block. */
export function lastBlock(select: Sql): Sql {
  return atEnd(select, 'desc');
}

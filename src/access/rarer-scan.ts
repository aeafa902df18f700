import { farthest } from './merge.ts';
import { beyond, type Order } from './order.ts';
import { raw, type Sql, sql } from './sql.ts';

/** Two ways to the same rows, in one order: along rows that meet a condition, or along others. */
export interface RarerScan {
  /** The beginning of a scan of the rows that meet the condition, up to `size`. */
  readonly condition: Sql;
  /** The beginning of the other scans, up to `size`. */
  readonly others: Sql;
  /** The column that both select and are ordered by. */
  readonly by: Sql;
  readonly order: Order;
  readonly size: number;
}

/** True where the rows that meet the condition are the rarer ones, else false. */
export const CONDITION_IS_RARER: Sql = sql`(select by_condition from rarer)`;

/**
 * `with` a table `rarer`, which tells for the SELECT after it which of two ways is shorter: of equally
 * many rows the rarer ones reach further, or end. Scans of the longer way are to be under a condition
 * on `CONDITION_IS_RARER`.
 *
 * The plan it must get: two Index Scans of at most `size` rows, and a Result with a One-Time Filter over
 * each scan of the SELECT, so that only those of the shorter way are executed.
 */
export function rarerScan({ condition, others, by, order, size }: RarerScan): Sql {
  const most = raw(String(size));
  return sql`
    with meeting as materialized (${condition}),
    others as materialized (${others}),
    rarer as materialized (
      select case
          when (select count(*) from meeting) < ${most} then true
          when (select count(*) from others) < ${most} then false
          else (select ${farthest(by, order)} from meeting) ${beyond(order)} (select ${farthest(by, order)} from others)
        end as by_condition
    )`;
}

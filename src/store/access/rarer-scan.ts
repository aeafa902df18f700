import { raw, type Sql, sql } from '../sql.ts';
import { farthest } from './merge.ts';
import { beyond, type Order } from './order.ts';

/** Two scans that lead to the same rows, in one order: along rows that meet a condition, or along other rows. */
export interface RarerScan {
  /** First rows that meet the condition, at most `size`. */
  readonly condition: Sql;
  /** First rows of the other scan, at most `size`. */
  readonly others: Sql;
  /** The column that both scans select and are ordered by. */
  readonly by: Sql;
  readonly order: Order;
  readonly size: number;
}

/** Condition that in a `rarerScan` the rows of `condition` are the rarer ones. */
export const CONDITION_IS_RARER: Sql = sql`(select by_condition from rarer)`;

/**
 * `with` clause of a table `rarer`, by which the SELECT after it chooses the shorter of two scans: the same number of
 * rows covers a longer range, or the whole table, where rows are rarer. Scans of the longer kind must be under a
 * condition on `CONDITION_IS_RARER`.
 *
 * Required plan: two Index Scans of at most `size` rows, and a Result with a One-Time Filter over each scan of the
 * SELECT, so that only the shorter one is executed.
 */
export function rarerScan({ condition, others, by, order, size }: RarerScan): Sql {
  const max = raw(String(size));
  return sql`
    with meeting as materialized (${condition}),
    others as materialized (${others}),
    rarer as materialized (
      select case
          when (select count(*) from meeting) < ${max} then true
          when (select count(*) from others) < ${max} then false
          else (select ${farthest(by, order)} from meeting) ${beyond(order)} (select ${farthest(by, order)} from others)
        end as by_condition
    )`;
}

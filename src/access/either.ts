import { type Sql, sql } from './sql.ts';

/**
 * One of two SELECTs of the same columns, by a condition that depends on no row (and is never null).
 *
 * The plan it must get: an Append of two parts, each under a Result with a One-Time Filter. Only one is
 * executed, and its rows stay in their order.
 */
export function either(condition: Sql, first: Sql, second: Sql): Sql {
  return sql`
    select * from (${first}) f where ${condition}
    union all
    select * from (${second}) w where not ${condition}`;
}

import { type Sql, sql } from './sql.ts';

/**
 * One of two SELECTs with the same columns, chosen by a condition that depends on no row and is never null.
 *
 * Required plan: an Append of two parts, each under a Result with a One-Time Filter. Only one is executed, and the
 * order of its rows is preserved.
 */
export function either(condition: Sql, first: Sql, second: Sql): Sql {
  return sql`
    select * from (${first}) f where ${condition}
    union all
    select * from (${second}) w where not ${condition}`;
}

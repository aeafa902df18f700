import { type Sql, sql, withForms } from './sql.ts';

/**
 * Row comparisons for a database whose history is partitioned by time. PostgreSQL prunes no partition by a row
 * comparison, so a list that bounds the time together with a key would read all partitions. An additional bound on
 * the time alone prunes them. An unpartitioned table is read without it, because there the bound would change the
 * planner's choice of index.
 */

/** Returns one row if the history is partitioned by time. The answer may change while the process runs. */
export const IS_PARTITIONED_SQL = `select from pg_class where oid = to_regclass('transaction') and relkind = 'p'`;

/** A row comparison, with the bound on the time that follows from it where tables are partitioned. */
export function withTimeBound(comparison: Sql, bound: Sql): Sql {
  return withForms(comparison, ({ isPartitioned }) =>
    isPartitioned ? sql`${comparison} and ${bound}` : undefined,
  );
}

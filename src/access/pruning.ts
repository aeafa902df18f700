import { withForms } from './forms.ts';
import { type Sql, sql } from './sql.ts';

/**
 * Comparisons of rows for a database whose history is partitioned by time: PostgreSQL leaves no partition out by one, so that
 * a list which bounds the time together with a key would read them all. With a bound of the time beside it reads those of the
 * time. One table is asked without: there the bound would change which index the planner takes.
 */

/** One row where history is partitioned by time: it may become so while it is read. */
export const IS_PARTITIONED_SQL = `select from pg_class where oid = to_regclass('transaction') and relkind = 'p'`;

/** A comparison of rows, and the bound of the time that follows from it where tables are partitioned. */
export function withTimeBound(comparison: Sql, bound: Sql): Sql {
  return withForms(comparison, ({ isPartitioned }) =>
    isPartitioned ? sql`${comparison} and ${bound}` : undefined,
  );
}

import { either } from './either.ts';
import { limitOf, PLANNED_FOR_VALUES, raw, type Sql, sql } from './sql.ts';
import type { Thresholds } from './thresholds.ts';

/** A page of a list under a condition that cannot be walked in the list's order. */
export interface FewOrWalk {
  /** Selects the keys of the rows that meet the condition, in any order, along an index of its own. */
  readonly gather: Sql;
  /**
   * The page from FROM item `few`, which has those keys, with its order and limit. Rows are looked up
   * one by one: `cross join lateral (… offset 0)`, or else a whole index may be read beside them.
   */
  readonly ofFew: Sql;
  /** The page from a walk in the list's order that tests the condition on each row. */
  readonly walk: Sql;
}

/**
 * A page as a SELECT: rare rows are gathered by the condition and sorted; where there are many, a walk
 * in the list's order soon meets enough. Only the half that is needed runs.
 */
export function fewOrWalk({ gathered }: Thresholds, { gather, ofFew, walk }: FewOrWalk): Sql {
  const most = raw(String(gathered));
  return sql`${PLANNED_FOR_VALUES}with few as materialized (${gather} ${limitOf(gathered + 1)}), gathered as materialized (select count(*) <= ${most} as all_of_them from few) ${either(sql`(select all_of_them from gathered)`, ofFew, walk)}`;
}

import { either } from './either.ts';
import { empty, limitOf, PLANNED_FOR_VALUES, raw, type Sql, sql } from './sql.ts';

/** A page of a list under a condition that is either rare or common, and in no index of the list's order. */
export interface GatherOrScan {
  /** More rows than this that meet the condition are not gathered. */
  readonly most: number;
  /** Selects the keys of the rows that meet the condition, in any order, along an index of its own. */
  readonly gather: Sql;
  /**
   * The page from FROM item `few`, which has those keys, with its order and limit. Rows are looked up
   * one by one (`rowsByKey`), or else a whole index may be read beside them.
   */
  readonly ofFew: Sql;
  /** The page from a scan in the list's order that tests the condition on each row. */
  readonly scan: Sql;
  /** Whether one plan serves all values, so that the statement may be prepared. */
  readonly anyValues?: boolean;
}

/**
 * A page as a SELECT: rare rows are gathered by the condition and sorted; where there are many, a scan
 * in the list's order soon meets enough.
 *
 * The plan it must get: `few` by an Index Scan on the condition under a Limit of one more than may be
 * gathered; then an Append of the two halves, of which only the one that is needed is executed. So the
 * cost is bounded by what may be gathered, and does not grow with the table.
 */
export function gatherOrScan({ most, gather, ofFew, scan, anyValues }: GatherOrScan): Sql {
  return sql`
    ${anyValues === true ? empty : PLANNED_FOR_VALUES}with few as materialized (${gather} ${limitOf(most + 1)}),
    gathered as materialized (
      select count(*) <= ${raw(String(most))} as all_of_them
      from few
    )${either(sql`(select all_of_them from gathered)`, ofFew, scan)}`;
}

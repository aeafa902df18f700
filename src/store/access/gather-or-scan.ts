import { empty, formed, limitOf, PLANNED_FOR_VALUES, raw, type Sql, sql } from '../sql.ts';

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

/** A page of a list under a condition that is either rare or common, and not covered by an index in the list's order. */
export interface GatherOrScan {
  /** Maximum number of rows that meet the condition and are gathered. */
  readonly max: number;
  /** Selects the keys of the rows that meet the condition, in any order, along an index on the condition. */
  readonly gather: Sql;
  /**
   * The page, with its order and limit, from FROM item `few`, which holds the keys of the gathered rows. Rows must be
   * looked up one by one (`rowsByKey`): a join could read a whole index.
   */
  readonly ofFew: Sql;
  /** The page from a scan in the list's order that tests the condition on each row. */
  readonly scan: Sql;
  /** The scan, if its condition needs a lookup for each row, which takes a round trip on a distributed database. */
  readonly tested?: TestedScan;
  /** Whether one plan suits all values, so that the statement may be prepared. */
  readonly anyValues?: boolean;
}

/** A scan whose condition is tested by lookups for several of its rows in one statement. */
interface TestedScan {
  /** Column of the scan that holds the only column of `few`. */
  readonly column: Sql;
  /** Returns the scan of the rows that meet further conditions. `otherwise`: see `IndexScan`. */
  readonly scan: (further: readonly Sql[], otherwise?: Sql) => Sql;
  /** Whether the scan usually meets enough rows before all rows could be gathered. */
  readonly soonMeets: boolean;
}

/**
 * Selects a page: rare rows are gathered by the condition and sorted; if there are many, a scan in the list's order
 * soon meets enough.
 *
 * Required plan: `few` by an Index Scan on the condition under a Limit of `max + 1`; then an Append of the two halves,
 * only one of which is executed. So the cost is bounded by `max` and does not grow with the table.
 */
export const gatherOrScan = formed(
  ({ max, gather, ofFew, scan, anyValues }: GatherOrScan) => sql`
    ${anyValues === true ? empty : PLANNED_FOR_VALUES}with few as materialized (${gather} ${limitOf(max + 1)}),
    gathered as materialized (
      select count(*) <= ${raw(String(max))} as all_of_them
      from few
    )${either(sql`(select all_of_them from gathered)`, ofFew, scan)}`,
);

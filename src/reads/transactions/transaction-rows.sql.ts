import type { RowsOfKey } from '../../access/joined-rows.ts';
import { sameKey } from '../../access/met.ts';
import { type Sql, sql } from '../../access/sql.ts';
import { ownConditions } from './conditions.sql.ts';
import { timesOfPage } from './page-times.sql.ts';
import { transactionsOfType } from './sources.sql.ts';
import { planTransactions } from './transaction-plan.ts';
import type { TransactionSearch } from './transaction-search.ts';

/** Whole transactions as `t`: from their table, or from a scan with the order and limit of the search. */
export type TransactionRows = (PlainRows | ScannedRows) & {
  /** The column that the rows are ordered by. */
  readonly at: Sql;
};

/** The caller adds bounds of the time, order and limit. */
interface PlainRows {
  readonly from: Sql;
  readonly where: readonly Sql[];
}

interface ScannedRows {
  readonly scan: Sql;
  /** Alias of the scan. */
  readonly alias: string;
  /** The transactions that are looked up for the rows of the scan. */
  readonly rowsOfKey?: RowsOfKey;
  /** Whether it is known to have no rows. */
  readonly empty?: boolean;
}

/** Returns the transactions of a search. */
export function transactionRows(search: TransactionSearch): TransactionRows {
  const at = sql`t.consensus_timestamp`;
  const plan = planTransactions(search);
  if (plan.way === 'table') return { at, from: sql`transaction t`, where: ownConditions(search) };
  if (plan.way === 'type') return { at, scan: transactionsOfType(search, plan.type), alias: 't' };
  return {
    at: sql`w.consensus_timestamp`,
    scan: timesOfPage(search, plan),
    alias: 'w',
    // One lookup for each row: beside a costly scan all plans for a table seem to cost the same.
    rowsOfKey: {
      select: sql`*`,
      table: sql`transaction`,
      on: sameKey('consensus_timestamp', 'w', 'consensus_timestamp'),
      where: [],
      as: 't',
    },
    empty: plan.way === 'nothing',
  };
}

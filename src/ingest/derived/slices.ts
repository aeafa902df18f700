/*
 * What is derived from all rows at an instant is computed in slices, over the transactions that
 * follow. A row that changes after the instant is kept as it was, right before its first change; the
 * slices take the rows that have not changed. So every slice sees the state of the one instant, and
 * whatever the slices are, and wherever a process is killed, the same comes of it. Far behind no row is
 * kept: the slices are written beside the next batch, which is committed after them.
 */

/** Keys of the rows that a batch changes. */
export interface RowKeys {
  /** Of `entity`. */
  readonly accounts: readonly bigint[];
  /** Of `token_account`: accounts and tokens side by side. */
  readonly holders: readonly bigint[];
  readonly tokens: readonly bigint[];
}

/** Whether row `e` is as it was at the instant `u.at`: SQL of a condition. */
export const UNTOUCHED = 'lower(e.timestamp_range) <= u.at and coalesce(e.balance_timestamp, 0) <= u.at';

/** An array parameter of integers. */
export function bigintArray(values: readonly bigint[]): string {
  return `{${values.join(',')}}`;
}

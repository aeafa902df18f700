/**
 * Numbers of rows at which a list changes its way of reading. They decide how much is read and never
 * what is answered: `test/api/lists` holds the answers on both sides of each.
 */
export interface Thresholds {
  /** More rows than this that meet a condition are not gathered and sorted, but met on a scan. */
  readonly gathered: number;
  /** The same of accounts within bounds of the balance: more are gathered by octaves of the balance. */
  readonly gatheredAccounts: number;
  /** The same of transactions and transfers of accounts within bounds, in lists of transactions. */
  readonly gatheredEntries: number;
  /** So many times the page are looked at along the ids, before accounts are searched by balance. */
  readonly probedPages: number;
  /** More accounts than this within bounds are not scanned one by one in lists of transactions. */
  readonly scannedAccounts: number;
  /** The same of senders in lists of contract results. */
  readonly scannedSenders: number;
  /** Rows that are looked at to see which of two conditions is the rarer one. */
  readonly sampled: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = {
  gathered: 1000,
  gatheredAccounts: 150,
  gatheredEntries: 5000,
  probedPages: 4,
  scannedAccounts: 100,
  scannedSenders: 100,
  sampled: 50,
};

/**
 * Numbers of rows at which a list changes its plan. They determine how much is read, never the result:
 * `test/rest/lists` compares the answers on both sides of each.
 */
export interface Thresholds {
  /** Maximum number of rows that meet a condition and are gathered and sorted; with more, a scan tests the condition. */
  readonly gathered: number;
  /**
   * Maximum number of accounts gathered within bounds of the balance; with more, the bands of the balance are scanned
   * (`bandScan`).
   */
  readonly gatheredAccounts: number;
  /** Maximum number of transactions and transfers of accounts within bounds that are gathered, in lists of transactions. */
  readonly gatheredEntries: number;
  /** Number of pages read in the order of ids before accounts are searched by balance. */
  readonly probedPages: number;
  /** Maximum number of accounts within bounds that are scanned one by one, in lists of transactions. */
  readonly scannedAccounts: number;
  /** Maximum number of senders that are scanned one by one, in lists of contract results. */
  readonly scannedSenders: number;
  /** Number of rows read to determine which of two conditions is rarer. */
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

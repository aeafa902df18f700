import type { Range } from '../../access/domain.ts';
import type { Order } from '../../access/order.ts';

/** Filters of a list of transactions. */
export interface TransactionSearch {
  readonly accounts: AccountChoice;
  /** Accounts that must neither pay nor be in a transfer. */
  readonly without: readonly bigint[];
  readonly times: Range;
  /** Allowed types; an empty list allows every type. */
  readonly types: readonly number[];
  readonly result: 'success' | 'fail' | undefined;
  /** Only transactions with a transfer (of a chosen account) in this direction. */
  readonly transfers: 'credit' | 'debit' | undefined;
  readonly order: Order;
  readonly limit: number;
  /** Number of rows read to determine which of two conditions is rarer. */
  readonly sampled: number;
  /**
   * Maximum number of entries of accounts within bounds that are gathered and sorted; with more, a scan tests the
   * accounts.
   */
  readonly gathered: number;
}

/** Every transaction, those of some accounts, or those of all accounts within bounds. */
export type AccountChoice = 'all' | { readonly ids: readonly bigint[] } | { readonly range: Range };

import type { Order } from '../../access/order.ts';
import type { Range } from '../../access/range.ts';

/** Which transactions a list is asked for. */
export interface TransactionSearch {
  readonly accounts: AccountChoice;
  /** Accounts that must take no part: not pay, not be in a transfer. */
  readonly without: readonly bigint[];
  readonly times: Range;
  /** Any of these types; none means all. */
  readonly types: readonly number[];
  readonly result: 'success' | 'fail' | undefined;
  /** Only transactions with a transfer (of a chosen account) in this direction. */
  readonly transfers: 'credit' | 'debit' | undefined;
  readonly order: Order;
  readonly limit: number;
  /** How many rows are looked at to see which of two conditions is the rarer one. */
  readonly sampled: number;
  /** More entries than this of accounts within bounds are not gathered and sorted, but met on a scan. */
  readonly gathered: number;
}

/** Every transaction, those of some accounts, or those of all accounts within bounds. */
export type AccountChoice = 'all' | { readonly ids: readonly bigint[] } | { readonly range: Range };

import type { Draft } from '../ledger/draft.ts';
import type { Apply } from '../ledger/execution.ts';
import type { Generator } from './generator.ts';

/** Rules of a transaction type: how clients generate it, and its effect on the ledger. */
export interface KindRules {
  /** Weight in the default mix, relative to the other weights. 0: only generated when requested. */
  readonly weight: number;
  /**
   * Returns a transaction of the type, generated for the ledger's current state. Most succeed, a few fail on purpose.
   * Null when there is nothing to act on yet.
   */
  readonly generate: (g: Generator) => Draft | null;
  readonly apply: Apply;
}

/** A transaction type. */
export interface Kind extends KindRules {
  /** The ledger's name of the type, such as `CRYPTOTRANSFER`. */
  readonly name: string;
  /** The field of `TransactionBody` that holds its data, and its number. */
  readonly field: string;
  readonly number: number;
}

import type { Draft } from '../ledger/draft.ts';
import type { Apply } from '../ledger/execution.ts';
import type { Generator } from './generator.ts';

/** Rules of a transaction type: how clients generate it, and its effect on the ledger. */
export interface KindRules {
  /** Share in the default mix; only its relation to the others counts. 0: never by itself. */
  readonly weight: number;
  /**
   * A transaction of the type, generated for the ledger's current state: most of them succeed, a few are
   * wrong on purpose. Null when there is nothing to act on yet.
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

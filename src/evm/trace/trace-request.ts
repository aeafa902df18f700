import type { TransactionReference } from '../../kernel/transaction-id.ts';

/** What every entry of a trace shows. */
export interface TraceOptions {
  readonly stack: boolean;
  readonly memory: boolean;
  readonly storage: boolean;
}

/** A trace that is asked for, checked. */
export interface TraceRequest extends TraceOptions {
  readonly transaction: TransactionReference;
}

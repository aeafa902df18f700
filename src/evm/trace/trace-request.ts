import type { TransactionId } from '../../kernel/transaction-id.ts';

/** What every entry of a trace shows. */
export interface TraceOptions {
  readonly stack: boolean;
  readonly memory: boolean;
  readonly storage: boolean;
}

/** A recorded transaction, by its id or its hash of 32 bytes (64 lower-case hex digits). */
export type RecordedReference = { readonly id: TransactionId } | { readonly hash: string };

/** A trace that is asked for, checked. */
export interface TraceRequest extends TraceOptions {
  readonly transaction: RecordedReference;
}

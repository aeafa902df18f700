import type { TransactionReference } from '../../kernel/transaction-id.ts';

/** Options of an opcode trace's entries. */
export interface OpcodeOptions {
  readonly stack: boolean;
  readonly memory: boolean;
  readonly storage: boolean;
}

/** Options of the accounts that an execution used. */
export interface PrestateOptions {
  /** Whether changes alone are shown: accounts and slots before and after. */
  readonly diff: boolean;
  readonly code: boolean;
  readonly storage: boolean;
}

export type TraceOptions =
  | ({ readonly kind: 'opcodes' } & OpcodeOptions)
  | ({ readonly kind: 'prestate' } & PrestateOptions);

/** A checked request for a trace. */
export interface TraceRequest {
  readonly transaction: TransactionReference;
  readonly options: TraceOptions;
}

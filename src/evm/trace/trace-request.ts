import type { TransactionReference } from '../../kernel/transaction-id.ts';
import type { TraceOptions } from '../../ledger/simulation.ts';

/** A checked request for a trace. */
export interface TraceRequest {
  readonly transaction: TransactionReference;
  readonly options: TraceOptions;
}

import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { TransactionReference } from '../../kernel/transaction-id.ts';
import type { AnswerBlock } from '../answer/ready-answer.ts';

/** A trace requested over HTTP. */
export interface TransactionTraceRequest {
  readonly transaction: TransactionReference;
  readonly options:
    | {
        readonly kind: 'opcodes';
        readonly stack: boolean;
        readonly memory: boolean;
        readonly storage: boolean;
      }
    | {
        readonly kind: 'prestate';
        readonly diff: boolean;
        readonly code: boolean;
        readonly storage: boolean;
      };
  readonly acceptEncoding: string | undefined;
  /** Address of the client, by which traces are scheduled. */
  readonly client: string;
  /** Signal that is aborted when the client disconnects. */
  readonly signal: AbortSignalLike | undefined;
  /** Consensus end (nanoseconds) of the newest block that answers have shown: the trace does not read an older state. */
  readonly since?: bigint | undefined;
  /** Number of that block. */
  readonly sinceBlock?: bigint | undefined;
}

export interface TransactionTraceAnswer {
  readonly status: number;
  /** JSON of the answer; empty when the answer is sent in chunks. */
  readonly body: string;
  /** Chunks of the JSON. Ends with an error if the trace was interrupted. */
  readonly chunks?: AsyncIterable<Uint8Array>;
  /** Whether the trace was refused because of overload. */
  readonly isRefused: boolean;
  /** Whether the ledger was read for it. */
  readonly isExecuted: boolean;
  /** The last block that the execution saw, if known. */
  readonly block?: AnswerBlock | undefined;
}

/** Traces recorded transactions. The program injects it, because the query service executes nothing. Never throws. */
export type TransactionTracer = (request: TransactionTraceRequest) => Promise<TransactionTraceAnswer>;

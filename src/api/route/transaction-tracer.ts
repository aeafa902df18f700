import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { TransactionReference } from '../../kernel/transaction-id.ts';
import type { ShownBlock } from '../answer/ready-answer.ts';

/** A trace as it was asked for over HTTP. */
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
  /** Who asks: clients take turns. */
  readonly client: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignalLike | undefined;
  /** As of a call. */
  readonly since?: bigint | undefined;
  /** Its number. */
  readonly sinceBlock?: bigint | undefined;
}

export interface TransactionTraceAnswer {
  readonly status: number;
  /** JSON; empty where the answer comes in pieces. */
  readonly body: string;
  /** Pieces of the JSON as they come. Ends with an error where the trace broke off. */
  readonly pieces?: AsyncIterable<Uint8Array>;
  /** It was refused because too much is asked at once. */
  readonly isRefused: boolean;
  /** The ledger was read for it. */
  readonly isExecuted: boolean;
  /** The last block of the ledger that was read, where it is known. */
  readonly block?: ShownBlock | undefined;
}

/** Traces recorded transactions. The program injects it, because the query service executes nothing. Never throws. */
export type TransactionTracer = (request: TransactionTraceRequest) => Promise<TransactionTraceAnswer>;

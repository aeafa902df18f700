import type { ContractCall, ContractCallAnswer } from '../../../api/route/contract-caller.ts';
import type {
  TransactionTraceAnswer,
  TransactionTraceRequest,
} from '../../../api/route/transaction-tracer.ts';
import type { ConnectionTarget } from '../../../db/connections/database.ts';
import type { FailureKind } from '../../../kernel/failure.ts';
import type { Config } from '../../config/config.ts';
import type { IngestStatus } from '../capabilities.ts';
import type { MetricValues } from '../summed-registry.ts';

/** What a process of the query service is started with. It never stands on a command line or in the environment. */
export interface Assignment {
  readonly config: Config;
  readonly target: ConnectionTarget;
  readonly writable: boolean;
  readonly processes: number;
  /** Which of them this is, from 1. */
  readonly number: number;
  readonly port: number;
  readonly ingest: IngestStatus;
  /** What the first process executes for the others. */
  readonly callsContracts: boolean;
  readonly tracesTransactions: boolean;
}

export type SentCall = Omit<ContractCall, 'signal'>;
export type SentTrace = Omit<TransactionTraceRequest, 'signal'>;

/** From the first process to one of the query service. Ids are those of the process that asked. */
export type ToProcess =
  | { readonly kind: 'begin'; readonly assignment: Assignment }
  | { readonly kind: 'ingest'; readonly ingest: IngestStatus }
  /** Asks for its metrics; that it answers shows that it is alive. */
  | { readonly kind: 'collect'; readonly id: number }
  /** The metrics of all; null: they could not be read. */
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string | null }
  | { readonly kind: 'called'; readonly id: number; readonly answer: ContractCallAnswer }
  | {
      readonly kind: 'traced';
      readonly id: number;
      readonly answer: Omit<TransactionTraceAnswer, 'pieces'>;
      readonly inPieces: boolean;
    }
  | { readonly kind: 'piece'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'pieces-end'; readonly id: number; readonly broken: boolean }
  | { readonly kind: 'stop' };

/** From a process of the query service to the first one. */
export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'started'; readonly url: string }
  | { readonly kind: 'failed'; readonly failure: FailureKind; readonly message: string }
  | { readonly kind: 'collected'; readonly id: number; readonly metrics: MetricValues }
  /** Asks for the metrics of all. */
  | { readonly kind: 'metrics'; readonly id: number }
  | { readonly kind: 'call'; readonly id: number; readonly call: SentCall }
  | { readonly kind: 'trace'; readonly id: number; readonly trace: SentTrace }
  /** A piece was passed on: another one may come. */
  | { readonly kind: 'taken'; readonly id: number }
  /** Nobody waits for this answer any more. */
  | { readonly kind: 'left'; readonly id: number };

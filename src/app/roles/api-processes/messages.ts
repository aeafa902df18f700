import type { Caller, CallOutcome, ContractCall, TraceOutcome } from '../../../calls/contract-call.ts';
import type { TraceRequest } from '../../../calls/simulation.ts';
import type { Config } from '../../../config/config.ts';
import type { FailureKind } from '../../../kernel/failure.ts';
import type { ProcessReadiness } from '../../../kernel/process-readiness.ts';
import type { ConnectionTarget } from '../../../store/connections/database.ts';
import type { ApiService } from '../api-service.ts';
import type { IngestStatus } from '../capabilities.ts';
import type { MetricValues } from '../summed-registry.ts';

/**
 * Assignment with which a process of the query service starts. It never appears on a command line or in the
 * environment.
 */
export interface Assignment {
  readonly config: Config;
  readonly target: ConnectionTarget;
  readonly writable: boolean;
  readonly processes: number;
  /** Number of the process, from 1. */
  readonly number: number;
  readonly port: number;
  /** See `ApiServiceOptions`. */
  readonly statusPort: number | undefined;
  readonly rpcPort: number | undefined;
  readonly status: ProcessStatus;
  /** Whether the first process executes calls and traces for the others. */
  readonly callsContracts: boolean;
  readonly tracesTransactions: boolean;
}

/** Status of the first process, which all processes show. */
export interface ProcessStatus {
  readonly ingest: IngestStatus;
  readonly readiness: ProcessReadiness;
}

/** Client of a call or trace; its signal is sent as a message. */
export type SentCaller = Omit<Caller, 'signal'>;

/** Outcome of a trace without its chunks, which follow. */
export type SentOutcome =
  | Exclude<TraceOutcome, { readonly outcome: 'done' }>
  | Omit<Extract<TraceOutcome, { readonly outcome: 'done' }>, 'chunks'>;

/** Message from the first process to one of the query service. Ids are those of the requesting process. */
export type ToProcess =
  | { readonly kind: 'begin'; readonly assignment: Assignment }
  | { readonly kind: 'status'; readonly status: ProcessStatus }
  /** Requests metrics; the response also shows that the process is alive. */
  | { readonly kind: 'collect'; readonly id: number }
  /** The metrics of all processes; null: they could not be read. */
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string | null }
  | { readonly kind: 'called'; readonly id: number; readonly made: CallOutcome }
  | { readonly kind: 'traced'; readonly id: number; readonly made: SentOutcome }
  | { readonly kind: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'chunks-end'; readonly id: number; readonly broken: boolean }
  | { readonly kind: 'stop' };

/** Message from a process of the query service to the first one. */
export type FromProcess =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'started' } & Pick<ApiService, 'url' | 'furtherPorts'>)
  | { readonly kind: 'failed'; readonly failure: FailureKind; readonly message: string }
  | { readonly kind: 'collected'; readonly id: number; readonly metrics: MetricValues }
  /** Requests the metrics of all processes. */
  | { readonly kind: 'metrics'; readonly id: number }
  | { readonly kind: 'call'; readonly id: number; readonly call: ContractCall; readonly caller: SentCaller }
  | { readonly kind: 'trace'; readonly id: number; readonly trace: TraceRequest; readonly caller: SentCaller }
  /** A chunk was forwarded: the next one may be sent. */
  | { readonly kind: 'taken'; readonly id: number }
  /** The request was aborted: no client waits for the response. */
  | { readonly kind: 'aborted'; readonly id: number };

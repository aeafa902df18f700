import type { LedgerVersion } from '@tain/evm/profiles';
import type { ConnectionTarget } from '../../store/connections/database.ts';
import type { BlockMark } from '../../store/reads/block-mark.ts';
import type { EvmNetwork, VersionFrom } from '../call/ledger-versions.ts';
import type { ContractCall } from '../contract-call.ts';
import { type RefusalEntry, type RefusalKind, refused } from '../refusal.ts';
import type { SimulationRequest, TraceRequest } from '../simulation.ts';

/** Data of a worker at its start. */
export interface WorkerStart {
  readonly target: ConnectionTarget;
  readonly statementTimeoutMs: number;
  readonly settings: EvmSettings;
  /** Two numbers: the job that is cancelled, and the one that must pause. */
  readonly orders: SharedArrayBuffer;
}

/** Indexes of `orders`. */
export const CANCELLED = 0;
export const PAUSING = 1;

/** Maximum number of chunks of a response in transit: bounds a trace's memory outside of its worker. */
export const MAX_UNACKNOWLEDGED = 4;

/** Properties of the network for an execution. */
export interface EvmSettings {
  readonly network: EvmNetwork;
  readonly chainId: bigint;
  readonly shard: bigint;
  readonly realm: bigint;
  /** Whether 0x16c also answers as the token service. */
  readonly tokenServiceV2: boolean;
  /** Whether a given sender must be able to pay for value and gas. */
  readonly validatesPayers: boolean;
  /** Version of the ledger's EVM for calls of the newest block; null: that of the network. */
  readonly version: LedgerVersion | null;
  /** EVM versions for calls of past blocks and traces; null for those of a known network. */
  readonly versions: readonly VersionFrom[] | null;
}

/** Job of a worker, with its own kind of result. */
export type Job =
  | { readonly kind: 'call'; readonly request: ContractCall }
  /** Answers in chunks, each of which is acknowledged. */
  | { readonly kind: 'trace'; readonly request: TraceRequest }
  /** Responds in chunks, as a trace does. */
  | { readonly kind: 'simulation'; readonly request: SimulationRequest };

export type ToWorker =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly job: Job;
      /** The exported snapshot that the job reads. */
      readonly snapshot: string;
      /** Milliseconds since the epoch. */
      readonly deadline: number;
    }
  /** A chunk of the job's answer was acknowledged. */
  | { readonly kind: 'acknowledged'; readonly id: number }
  /** Resumes the job after a pause, until this time (milliseconds since the epoch). */
  | { readonly kind: 'resume'; readonly id: number; readonly deadline: number }
  /** Releases the snapshot, which is out of date, while the worker is idle. */
  | { readonly kind: 'release' };

export type FromWorker =
  | { readonly kind: 'ready' }
  /** The connection has imported the job's snapshot, which may be released for this worker. */
  | { readonly kind: 'imported'; readonly id: number }
  /** Last block of the state that a trace reads, sent before its first chunk; that of a call is in its response. */
  | { readonly kind: 'state'; readonly id: number; readonly block: BlockMark }
  /** The job waits for `resume`: because that was ordered, or because its chunks are not acknowledged. */
  | { readonly kind: 'paused'; readonly id: number }
  | { readonly kind: 'stalled'; readonly id: number }
  | { readonly kind: 'chunk'; readonly id: number; readonly chunk: Uint8Array }
  | {
      readonly kind: 'done';
      readonly id: number;
      readonly answer: JobAnswer;
      readonly block?: BlockMark | undefined;
    };

/** Result of a job. */
export interface JobAnswer {
  readonly outcome: 'done' | RefusalKind;
  /** Hex (`0x…`) of the output of a call or of the gas needed; undefined if it failed. */
  readonly result?: string;
  /** Reasons of the failure. */
  readonly entries?: readonly RefusalEntry[];
  /** Gas used; undefined if no code ran. */
  readonly gasUsed?: bigint;
  /** Whether it timed out. */
  readonly isCutOff?: boolean;
  /** Whether the database could not be read, so that a retry may succeed. */
  readonly isTrouble?: boolean;
  /** Error for the log of this server, never for a client. */
  readonly error?: string;
}

/** Returns the response of a job that did not finish. */
export function refusal(kind: RefusalKind, detail = ''): JobAnswer {
  return { outcome: kind, entries: refused(kind, detail).entries };
}

/** Returns whether a job was refused for overload, or executed. One that could not read the database was executed. */
export function executionOf({ outcome, isTrouble = false }: JobAnswer): {
  readonly isRefused: boolean;
  readonly isExecuted: boolean;
} {
  const isRefused = outcome === 'limited' || (outcome === 'unavailable' && !isTrouble);
  return { isRefused, isExecuted: !isRefused };
}

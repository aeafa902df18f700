import type { CallContract, Simulate, TraceTransaction } from '../../calls/contract-call.ts';
import type { GrpcService } from '../../grpc/service.ts';

/**
 * State of an ingest. `writing`: it writes. `failing`: it is the writer and retries, because the database refuses (a
 * full disk, no connection slot). `blocked`: it is the writer and has waited for a lock for too long. `standby`: another
 * process writes. `disconnected`: its role is unknown, because the database does not respond.
 */
export type IngestState = 'writing' | WriteTrouble | 'standby' | 'disconnected';
/** Reason why the writer stores nothing. */
export type WriteTrouble = 'failing' | 'blocked';
/** Role of an ingest in that state, without failures. */
export type IngestRole = Exclude<IngestState, WriteTrouble>;

/** Status of an ingest, as it reports it. */
export interface IngestStatus {
  /** Reason why it waits, in a sentence that clients may see; null while it does not. */
  readonly problem: string | null;
  /** State of the ingest; null when no other ingest is possible, unless this one fails. */
  readonly state: IngestState | null;
}

/** Status in a process without an ingest. */
export const NO_INGEST: IngestStatus = { problem: null, state: null };

/** Functions that a role offers to the others of its process, by name. The registry names the role that offers each. */
export interface Capabilities {
  readonly ingestStatus: () => IngestStatus;
  /** Executes contract calls. */
  readonly callContract: CallContract;
  /** Traces recorded transactions. */
  readonly traceTransaction: TraceTransaction;
  /** Executes calls that are not sent, and returns their effects. */
  readonly simulate: Simulate;
  /** Answers gRPC calls over any transport. */
  readonly grpc: GrpcService;
}

export type CapabilityName = keyof Capabilities;

/**
 * Offered capabilities among some names. One may be missing because its role does not run or its settings disable it.
 */
export type Offered<Name extends CapabilityName> = Readonly<Partial<Pick<Capabilities, Name>>>;

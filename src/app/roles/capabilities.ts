import type { ContractCaller } from '../../api/route/contract-caller.ts';
import type { TransactionTracer } from '../../api/route/transaction-tracer.ts';
import type { Calls } from '../../live/grpc/calls.ts';
import type { Simulate } from '../../rpc/method/services.ts';

/**
 * State of an ingest: it writes; it is the one to write, but the database refuses (a full disk, no connection slot), so that it
 * tries again; it stands by while another process writes; or it cannot know, because the database does not answer.
 */
export type IngestState = 'writing' | 'failing' | 'standby' | 'disconnected';
/** The same of its role alone: whether it is the one to write. */
export type IngestRole = Exclude<IngestState, 'failing'>;

/** What an ingest says of itself. */
export interface IngestStatus {
  /** Why it waits, in a sentence that clients may see; null while it does not. */
  readonly problem: string | null;
  /** Null where it is the only one that there can be, unless it fails. */
  readonly state: IngestState | null;
}

/** Where there is no ingest. */
export const NO_INGEST: IngestStatus = { problem: null, state: null };

/** What a role can do for the others of its process, by name. The registry says which role does. */
export interface Capabilities {
  readonly ingestStatus: () => IngestStatus;
  /** Executes calls of contracts. */
  readonly callContract: ContractCaller;
  /** Traces recorded transactions. */
  readonly traceTransaction: TransactionTracer;
  /** Executes calls that are not sent, and shows what they do. */
  readonly simulate: Simulate;
  /** Answers gRPC calls, whatever way they come. */
  readonly grpcCalls: Calls;
}

export type CapabilityName = keyof Capabilities;

/** Those of some names that there are: a role may not run, and its settings may leave one out. */
export type Offered<Name extends CapabilityName> = Readonly<Partial<Pick<Capabilities, Name>>>;

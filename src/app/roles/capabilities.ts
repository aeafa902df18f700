import type { ContractCaller } from '../../api/route/contract-caller.ts';
import type { OpcodeTracer } from '../../api/route/opcode-tracer.ts';
import type { Calls } from '../../live/grpc/calls.ts';

/**
 * Whether an ingest writes, stands by while that of another process does, or cannot know, since the database does not
 * answer it.
 */
export type IngestState = 'writing' | 'standby' | 'disconnected';

/** What an ingest says of itself. */
export interface IngestStatus {
  /** Why it waits, in a sentence that clients may see; null while it does not. */
  readonly problem: string | null;
  /** Null where it is the only one that there can be. */
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
  readonly traceOpcodes: OpcodeTracer;
  /** Answers gRPC calls, whatever way they come. */
  readonly grpcCalls: Calls;
}

export type CapabilityName = keyof Capabilities;

/** Those of some names that there are: a role may not run, and its settings may leave one out. */
export type Offered<Name extends CapabilityName> = Readonly<Partial<Pick<Capabilities, Name>>>;

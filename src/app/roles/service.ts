import type { ContractCaller } from '../../api/route/contract-caller.ts';
import type { OpcodeTracer } from '../../api/route/opcode-tracer.ts';
import { Failure } from '../../kernel/failure.ts';

/**
 * Whether an ingest writes, stands by while that of another process does, or cannot know, since the database does not
 * answer it.
 */
export type IngestState = 'writing' | 'standby' | 'disconnected';

/** What the query service says of the ingest of the same start; nulls where there is none. */
export interface IngestStatus {
  /** Why it waits; null while it does not. */
  readonly problem: string | null;
  readonly state: IngestState | null;
}

/** A part of the process that runs until it is stopped. */
export interface Service {
  /** Settles when the service has ended; rejects when it failed. Never settles for one that only serves. */
  readonly ended: Promise<void>;
  /** Its health: what it waits for, in a sentence that clients may see; null while it does its work. */
  problem(): string | null;
  stop(): Promise<void>;
  /** Of the ingest. */
  ingestState?(): IngestState;
  /** Executes calls of contracts, for the query service. */
  readonly callContract?: ContractCaller;
  /** Traces recorded transactions, for the query service. */
  readonly traceOpcodes?: OpcodeTracer;
}

/** For a service that goes on until it is stopped. */
export const NEVER = new Promise<never>(() => undefined);

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there',
  EACCES: 'this user may not',
  EADDRNOTAVAIL: 'this machine has no such address',
};

/** One sentence for a port that cannot be had; any other error as it is. */
export function listenFailure(cause: unknown, setting: string, host: string, port: number): unknown {
  const { code } = cause as { code?: string };
  const reason = REASONS[code ?? ''];
  if (reason === undefined) return cause;
  return new Failure('usage', `Cannot listen on ${host}:${port} (${setting}): ${reason}.`, { cause });
}

import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { BlockOverrides } from '../../ledger/simulation.ts';
import type { AnswerBlock } from '../answer/ready-answer.ts';
/** A call of a contract as received over HTTP. */
export interface ContractCall {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Address of the client, by which calls are scheduled. */
  readonly client: string;
  /** Signal that is aborted when the client disconnects. */
  readonly signal: AbortSignalLike | undefined;
  /** Consensus end (nanoseconds) of the newest block that answers have shown: the call is not executed on an older state. */
  readonly since?: bigint | undefined;
  /** Number of that block. */
  readonly sinceBlock?: bigint | undefined;
  /** Whether state overrides are accepted even if the settings refuse them; never set for a REST request. */
  readonly allowsOverrides?: boolean | undefined;
  /** Values of the block that replace those of the ledger; never set for a REST request. */
  readonly blockOverrides?: BlockOverrides | undefined;
}

export interface ContractCallAnswer {
  readonly status: number;
  /** JSON of the answer. */
  readonly body: string;
  /** Whether the call was refused because of overload. */
  readonly isRefused: boolean;
  /** Whether the ledger was read for it. */
  readonly isExecuted: boolean;
  /** The last block that the execution saw, if known. */
  readonly block?: AnswerBlock | undefined;
}

/** Executes calls of contracts. The program injects it, because the query service executes nothing. Never throws. */
export type ContractCaller = (call: ContractCall) => Promise<ContractCallAnswer>;

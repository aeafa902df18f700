import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { ShownBlock } from '../answer/ready-answer.ts';
/** A call of a contract as it came over HTTP. */
export interface ContractCall {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Who asks: clients take turns. */
  readonly client: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignalLike | undefined;
  /** Consensus end (nanoseconds) of the newest block that answers have shown: it is not executed on an older state. */
  readonly since?: bigint | undefined;
  /** Its number. */
  readonly sinceBlock?: bigint | undefined;
  /** Whether state overrides are accepted whatever the settings say; never set for a REST request. */
  readonly allowsOverrides?: boolean | undefined;
}

export interface ContractCallAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  /** It was refused because too much is asked at once. */
  readonly isRefused: boolean;
  /** The ledger was read for it. */
  readonly isExecuted: boolean;
  /** The last block of the ledger that was read, where it is known. */
  readonly block?: ShownBlock | undefined;
}

/** What executes calls of contracts, handed over by the program: the query service does not know it. Never throws. */
export type ContractCaller = (call: ContractCall) => Promise<ContractCallAnswer>;

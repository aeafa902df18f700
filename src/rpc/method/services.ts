import type { Departure } from '../../kernel/departure.ts';

/** A call of a contract: the body of `POST /api/v1/contracts/call`. */
export interface GivenCall {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  readonly client: string;
  readonly signal: Departure | undefined;
  /** Consensus end (nanoseconds) and number of the newest block that the request saw. */
  readonly since?: bigint | undefined;
  readonly sinceBlock?: bigint | undefined;
  /** Whether overrides of the state are accepted whatever the settings say. */
  readonly allowsOverrides?: boolean;
}

/** Its outcome: a status of HTTP and a JSON body, as that operation answers them. */
export interface GivenCallAnswer {
  readonly status: number;
  readonly body: string;
}

/** Executes calls of contracts. Never throws. */
export type CallContract = (call: GivenCall) => Promise<GivenCallAnswer>;

/** Functions of other roles that methods call. A service that is absent does not run in this process. */
export interface RpcServices {
  readonly callContract?: CallContract | undefined;
}

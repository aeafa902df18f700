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

/** Outcome of a transaction that reached consensus. */
export interface SendOutcome {
  /** Name of the response code in its receipt. */
  readonly status: string;
  /** Consensus time in nanoseconds. */
  readonly time: bigint;
}

/** Response of the network to a transaction that was handed in. */
export interface Submission {
  /** Name of the node's response code; `OK`: the transaction will reach consensus. */
  readonly code: string;
  /** Id of the ledger's transaction around it, as the mirror's paths have it. */
  readonly transactionId: string;
  /** Its outcome once it is in a block; null: the network lost it, or does not say. Never rejects. */
  readonly outcome: Promise<SendOutcome | null>;
}

/** Hands signed Ethereum transactions to the network. */
export interface TransactionSender {
  /** Submits the bytes of a transaction for a client. Throws `RpcError` when nothing can be sent for it now. */
  submit(raw: Uint8Array, client: string): Promise<Submission>;
  /** Whether the network closes blocks by itself, so that an outcome can be waited for. */
  readonly closesBlocks: boolean;
}

/** An account that this server signs for. */
export interface UnlockedAccount {
  /** Lower-case hex with `0x`. */
  readonly address: string;
  /** Private key (secp256k1), 32 bytes. */
  readonly privateKey: Uint8Array;
}

/** Functions of other roles that methods call. A service that is absent does not run in this process. */
export interface RpcServices {
  readonly callContract?: CallContract | undefined;
  /** Absent: the service is read-only. */
  readonly sender?: TransactionSender | undefined;
  /** Published accounts of the local network; only where the service listens on the loopback interface alone. */
  readonly accounts?: readonly UnlockedAccount[] | undefined;
}

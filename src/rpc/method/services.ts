import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { TransactionReference } from '../../kernel/transaction-id.ts';

/** A call of a contract: the body of `POST /api/v1/contracts/call`. */
export interface GivenCall {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  readonly client: string;
  readonly signal: AbortSignalLike | undefined;
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

/** The local network, as methods for tests of contracts control it. */
export interface DevelopmentNetwork {
  /** Closes a block with all that waits, or an empty transfer. Resolves to its consensus time (nanoseconds); null: it failed. */
  mine(): Promise<bigint | null>;
  /** Whether what is sent makes a block by itself. */
  automine: boolean;
  /** Closes a block every so many milliseconds; 0: no longer. */
  setIntervalMining(milliseconds: number): void;
  /** The network's time, in nanoseconds since 1970. */
  now(): bigint;
  /** Sets the network's time ahead by nanoseconds; every day that passes ends. Throws `RpcError` when that is too far. */
  advance(nanos: bigint): Promise<void>;
  /**
   * Transfers tinybars from the treasury to an account, or back where they are negative. Resolves to the outcome; null: it is not known.
   * `id`: the packed id of the account; undefined: it is created. Throws `RpcError` when the account's key is not known here.
   */
  transfer(address: string, id: bigint | undefined, tinybars: bigint): Promise<SendOutcome | null>;
}

/** An account that this server signs for. */
export interface UnlockedAccount {
  /** Lower-case hex with `0x`. */
  readonly address: string;
  /** Private key (secp256k1), 32 bytes. */
  readonly privateKey: Uint8Array;
}
/** What a trace of a recorded transaction shows, as the REST API's traces. */
export type TraceOptions =
  | { readonly kind: 'opcodes'; readonly stack: boolean; readonly memory: boolean; readonly storage: boolean }
  | { readonly kind: 'prestate'; readonly diff: boolean; readonly code: boolean; readonly storage: boolean };

/** Executes a recorded transaction again and traces it. Never throws. */
export type TraceTransaction = (request: {
  readonly transaction: TransactionReference;
  readonly options: TraceOptions;
  readonly acceptEncoding: string | undefined;
  readonly client: string;
  readonly signal: AbortSignalLike | undefined;
  readonly since?: bigint | undefined;
  readonly sinceBlock?: bigint | undefined;
}) => Promise<{
  /** Status of HTTP. */
  readonly status: number;
  /** JSON in pieces, where the status is 200. Ends with an error where the trace broke off. */
  readonly pieces?: AsyncIterable<Uint8Array>;
}>;

/** The block whose state a simulation begins with. */
export type SimulatedFrom =
  | { readonly kind: 'latest' }
  | { readonly kind: 'earliest' }
  | { readonly kind: 'number'; readonly number: bigint }
  | { readonly kind: 'hash'; readonly hash: string };

/** A call that is executed without being sent. Addresses and bytes are hex digits without `0x`, amounts tinybars. */
export interface SimulatedCall {
  readonly from: string | undefined;
  /** Undefined: a creation. */
  readonly to: string | undefined;
  readonly data: string;
  readonly value: bigint;
  readonly gas: bigint | undefined;
  readonly nonce: bigint | undefined;
}

interface SimulatedSlot {
  readonly key: string;
  readonly value: string;
}

/** State of an address in place of the ledger's, in the same forms. */
export interface SimulatedOverride {
  readonly address: string;
  readonly balance: bigint | undefined;
  readonly nonce: bigint | undefined;
  readonly code: string | undefined;
  readonly state: readonly SimulatedSlot[];
  readonly stateDiff: readonly SimulatedSlot[];
}

/** Values of a block in place of its own; the time in seconds. */
export interface SimulatedBlockValues {
  readonly number?: bigint | undefined;
  readonly time?: bigint | undefined;
  readonly gasLimit?: bigint | undefined;
  readonly coinbase?: string | undefined;
  readonly prevRandao?: string | undefined;
  readonly baseFee?: bigint | undefined;
  readonly blobBaseFee?: bigint | undefined;
}

/** Form in which the answer shows a simulated call. */
export type SimulatedView =
  | TraceOptions
  | { readonly kind: 'calls'; readonly onlyTop: boolean }
  | { readonly kind: 'access-list' };

/** One call to be executed and shown. */
export interface TracedCall {
  readonly kind: 'traced-call';
  readonly block: SimulatedFrom;
  readonly call: SimulatedCall;
  readonly overrides: readonly SimulatedOverride[];
  readonly blockOverrides: SimulatedBlockValues;
  readonly view: SimulatedView;
}

/** Blocks of calls to be executed one after another. */
export interface SimulatedBlocks {
  readonly kind: 'blocks';
  readonly block: SimulatedFrom;
  readonly blocks: readonly {
    readonly overrides: readonly SimulatedOverride[];
    readonly blockOverrides: SimulatedBlockValues;
    /** Each with the weibars that a unit of gas may cost at most. */
    readonly calls: readonly (SimulatedCall & { readonly feeCap: bigint })[];
  }[];
  /** Price of gas in weibars by which calls are checked as transactions are; undefined: they are not. */
  readonly validatedPrice: bigint | undefined;
  readonly logsTransfers: boolean;
}

export type Simulation = TracedCall | SimulatedBlocks;

/** Executes calls that are not sent, and shows what they do. Never throws. */
export type Simulate = (request: {
  readonly simulation: Simulation;
  readonly client: string;
  readonly signal: AbortSignalLike | undefined;
  readonly since?: bigint | undefined;
}) => Promise<{
  /** `done`, or the kind of refusal. */
  readonly outcome: string;
  /** Reasons of a refusal. */
  readonly entries: readonly { readonly status?: string; readonly detail: string }[];
  /** JSON in pieces, where it is done. */
  readonly pieces?: AsyncIterable<Uint8Array>;
}>;

/** Functions of other roles that methods call. A service that is absent does not run in this process. */
export interface RpcServices {
  readonly callContract?: CallContract | undefined;
  /** Absent: the service is read-only. */
  readonly sender?: TransactionSender | undefined;
  /** Published accounts of the local network; only where the service listens on the loopback interface alone. */
  readonly accounts?: readonly UnlockedAccount[] | undefined;
  /** As `accounts`. */
  readonly development?: DevelopmentNetwork | undefined;
  readonly traceTransaction?: TraceTransaction | undefined;
  /** Absent also where another server executes calls. */
  readonly simulate?: Simulate | undefined;
}

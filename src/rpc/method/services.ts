import type { CallContract, Simulate, TraceTransaction } from '../../calls/contract-call.ts';
import type { AbortSignalLike } from '../../kernel/abort-signal.ts';

/** Outcome of a transaction that reached consensus. */
export interface SendOutcome {
  /** Name of the response code in its receipt. */
  readonly status: string;
  /** Consensus time in nanoseconds. */
  readonly time: bigint;
}

/** A signed Ethereum transaction that passed the checks. */
export interface OutgoingTransaction {
  readonly raw: Uint8Array;
  /** Keccak-256 of the bytes, lower-case hex with `0x`. */
  readonly hash: string;
  /** Price of one gas in weibars that the network requires; undefined where the mirror has no fee schedule. */
  readonly networkPrice: bigint | undefined;
  readonly client: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignalLike;
}

/** Response of the network to a submitted transaction. */
export interface Submission {
  /**
   * Name of the node's response code; `OK`: the transaction will reach consensus. Null: a node may have accepted it,
   * but did not respond.
   */
  readonly code: string | null;
  /** Id of the HAPI transaction that contains it, in the form of the mirror's paths. */
  readonly transactionId: string;
  /** The `SignedTransaction` that contains it, by which a local network drops it; absent on other networks. */
  readonly signedBytes?: Uint8Array;
  /**
   * Outcome once the transaction is in a block; null when the network lost it or does not report an outcome. Never
   * rejects.
   */
  readonly outcome: Promise<SendOutcome | null>;
}

/** Submits signed Ethereum transactions to the network. */
export interface TransactionSender {
  /** Submits a transaction for a client. Throws `RpcError` when nothing can be sent for this client at present. */
  submit(transaction: OutgoingTransaction): Promise<Submission>;
  /** Whether the network closes blocks by itself, so that callers can wait for an outcome. */
  readonly closesBlocks: boolean;
  /**
   * Resolves once the network accepts transactions, to a consensus time (nanoseconds) up to which blocks must be visible
   * before a transaction can be checked. Absent: the network always accepts transactions.
   */
  ready?(): Promise<bigint>;
  /** Milliseconds for which a transaction waits until the network is ready. Default: 0. */
  readonly readyTimeoutMs?: number;
  /** Milliseconds for which a transaction waits for those of its sender with lower nonces. Default: 0. */
  readonly gapTimeoutMs?: number;
  /** Maximum milliseconds for which a request waits for an outcome. Default: 30,000. */
  readonly outcomeTimeoutMs?: number | undefined;
}

/** Response to a transaction without a signature. */
export interface UnsignedSubmission extends Submission {
  /** The first 32 bytes of the ledger's hash, lower-case hex with `0x`. */
  readonly hash: string;
}

/** Call of a contract, or its creation, for an account whose key is not known. */
export interface UnsignedCall {
  /** Address of the contract; undefined: `data` is the init code of a new one. */
  readonly to: string | undefined;
  readonly data: Uint8Array;
  readonly gas: bigint;
  readonly tinybars: bigint;
}

/** Slot of a contract and its value, 32 bytes each. */
export type StoredSlot = readonly [slot: Uint8Array, value: Uint8Array];

/** Client that sets something: its address, and its WebSocket connection if it uses one. */
export interface SettingClient {
  readonly client: string;
  readonly connection: Connection | undefined;
}

/** Local network, as controlled by methods for tests of contracts. */
export interface DevelopmentNetwork {
  /**
   * Closes a block with all waiting transactions, or with an empty transfer. Resolves to its consensus time
   * (nanoseconds), or to null when it failed. Throws `RpcError` when the block would be too far ahead.
   */
  mine(): Promise<bigint | null>;
  /** Whether each transaction closes a block. */
  readonly automine: boolean;
  /** Drops those of some transactions (their `signedBytes`) that wait for a block: their outcome is then null. */
  drop(signedBytes: readonly Uint8Array[]): void;
  /**
   * Records a request of a client. Its settings of mining (`setAutomine`, `setIntervalMining`, `setBlockInterval`) end when its
   * WebSocket connection is closed, or over HTTP after a time without requests.
   */
  noteRequest(client: string): void;
  /**
   * Sets whether each transaction closes a block. If not, this also ends after a time without a call of this, `mine`, or a method
   * that closes a block.
   */
  setAutomine(isOn: boolean, by: SettingClient): void;
  /** Closes a block at an interval in milliseconds; 0 stops it. */
  setIntervalMining(milliseconds: number, by: SettingClient): void;
  /** The network's time, in nanoseconds since 1970. */
  now(): bigint;
  /**
   * Sets the network's time ahead by nanoseconds; each day that passes is ended by a block. Throws `RpcError` when that
   * is too far, and once the signal is aborted.
   */
  advance(nanos: bigint, signal: AbortSignalLike): Promise<void>;
  /**
   * Transfers tinybars from the treasury to an account, or back if they are negative. Resolves to the outcome; null: it
   * is not known. `id`: the packed id of the account; undefined: the account is created.
   */
  transfer(address: string, id: bigint | undefined, tinybars: bigint): Promise<SendOutcome | null>;
  /** Creates a contract with this code at an address without one. Resolves like `transfer`. */
  createContract(address: string, code: Uint8Array): Promise<SendOutcome | null>;
  /** Replaces the code of the contract at an address. Resolves like `transfer`. Throws `RpcError` where that is not possible. */
  replaceCode(address: string, code: Uint8Array): Promise<SendOutcome | null>;
  /** Sets slots of the contract at an address, at most 500. Resolves like `transfer`. */
  setStorage(address: string, slots: readonly StoredSlot[]): Promise<SendOutcome | null>;
  /** Sets the nonce of an account or contract, which does not become smaller. A missing account is created. Resolves like `transfer`. */
  setNonce(address: string, nonce: bigint): Promise<SendOutcome | null>;
  /**
   * Starts or stops letting an account send without its key. Throws `RpcError` when there are too many such accounts.
   */
  impersonate(address: string, isOn: boolean): void;
  /** Sets whether every account may send without its key. */
  impersonateAll(isOn: boolean): void;
  isImpersonated(address: string): boolean;
  /**
   * Gives the next block an instant (nanoseconds, whole milliseconds) that follows the last block: the clock is held there
   * until then. Returns false, without an effect, on a network with traffic of its own.
   */
  holdClock(instant: bigint): Promise<boolean>;
  /**
   * Gives each later block the second of the block before it plus an interval (nanoseconds, whole seconds); 0: the clock runs
   * again. Resolves to false, without an effect, on a network with traffic of its own. Throws `RpcError` when the next block
   * would be too far ahead.
   */
  setBlockInterval(nanos: bigint, by: SettingClient): Promise<boolean>;
  /** Runs work that takes snapshots or returns to them. One runs at a time, in order of the calls. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Takes a snapshot after the last block, and returns its id. `onExpired` is called with the id when the network removes the
   * snapshot after a time without commands; the network retains it until then. Throws `RpcError` where that is not possible.
   */
  snapshot(onExpired?: (id: bigint) => void): Promise<bigint>;
  /**
   * Returns to a snapshot, which uses up this one and all later ones. Returns false for an unknown id. Throws `RpcError`
   * where that is not possible.
   */
  revert(id: bigint): Promise<boolean>;
  /** Removes a snapshot, if it is there. Throws `RpcError` when the network ends meanwhile. */
  dropSnapshot(id: bigint): Promise<void>;
  /**
   * Returns to the state after the start, which uses up all snapshots, with automining and without impersonated accounts and
   * intervals. Throws `RpcError` where that is not possible.
   */
  reset(): Promise<void>;
  /** Submits a call or creation that an account (packed id) pays for without signing it. */
  callFor(payer: bigint, call: UnsignedCall): Promise<UnsignedSubmission>;
}

/** Compilers' files of contracts on the local network, by the contracts' addresses (lower-case hex with `0x`). */
export interface SourceStore {
  /** Stores a file as JSON, or removes it (null). The oldest files are removed when there are too many. */
  set(address: string, json: string | null): Promise<void>;
  /** Returns a file as JSON; null if there is none. */
  get(address: string): Promise<string | null>;
}

/** An account that this server signs for. */
export interface UnlockedAccount {
  /** Address, lower-case hex with `0x`. */
  readonly address: string;
  /** Private key (secp256k1), 32 bytes. */
  readonly privateKey: Uint8Array;
}

/** Functions of other roles that methods call. An absent service does not run in this process. */
export interface RpcServices {
  readonly callContract?: CallContract | undefined;
  /** Sends transactions; absent: the service is read-only. */
  readonly sender?: TransactionSender | undefined;
  /** Published accounts of the local network; undefined unless the service listens only on the loopback interface. */
  readonly accounts?: readonly UnlockedAccount[] | undefined;
  /** The local network; undefined under the same conditions as `accounts`. */
  readonly development?: DevelopmentNetwork | undefined;
  /** Sources of contracts; undefined under the same conditions as `accounts`. */
  readonly sources?: SourceStore | undefined;
  readonly traceTransaction?: TraceTransaction | undefined;
  /** Simulates calls; absent also where another server executes calls. */
  readonly simulate?: Simulate | undefined;
}

/** WebSocket connection, for methods that push to it. */
export interface Connection {
  /** Client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Number of bytes that the client has not read yet. */
  readonly buffered: number;
  /** Sends text messages. Ignored once the connection is closed. */
  push(messages: readonly string[]): void;
  /** Closes the connection with a code of RFC 6455 or one of 4000–4999. */
  close(code: number, reason: string): void;
  /** Whether it is closed, so that `onClose` would call no listener any more. */
  readonly isClosed: boolean;
  /** Calls a listener once, when the connection is closed. */
  onClose(listener: () => void): void;
}

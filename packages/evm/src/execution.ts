/**
 * Interface of the engine: the function that runs a message, and its inputs. No type of an engine's library is used
 * here, so that another engine can replace it (`docs/architecture.md`, evm).
 */
import type { MaybePromise } from './maybe-promise.ts';

/**
 * An EVM address: 40 lower-case hex digits without a prefix. A text is used, because keys of maps must compare by
 * content.
 */
export type Address = string;

/** A 32-byte word: 64 lower-case hex digits without a prefix. */
export type Word = string;

/** Account of the engine. Balances are in wei for Ethereum, in tinybars for the ledger. */
export interface EngineAccount {
  readonly nonce: bigint;
  readonly balance: bigint;
  /** Whether there is code at its address: set by `setCode`, ignored by `setAccount`. */
  readonly hasCode: boolean;
  /** Whether storage exists although there is neither code nor nonce: no contract is created there (EIP-7610). */
  readonly hasStorage?: boolean;
}

/**
 * Accounts that an execution reads and writes. Reads may query a database, writes stay in the state. `checkpoint` opens a
 * nested set of changes; `commit` merges it into the enclosing one, `revert` undoes it.
 */
export interface EngineState {
  /** Ledger-only state, required by profiles of the ledger. */
  readonly ledger?: LedgerView;
  account(address: Address): MaybePromise<EngineAccount | undefined>;
  /** Creates the account if it does not exist. */
  setAccount(address: Address, account: EngineAccount): MaybePromise<void>;
  deleteAccount(address: Address): MaybePromise<void>;
  /** Returns the code; empty if there is none. */
  code(address: Address): MaybePromise<Uint8Array>;
  setCode(address: Address, code: Uint8Array): MaybePromise<void>;
  /** Returns the value of a slot; zeros if it has none. */
  storage(address: Address, slot: Word): MaybePromise<Word>;
  /** Returns the value of a slot before this transaction (EIP-2200). */
  originalStorage(address: Address, slot: Word): MaybePromise<Word>;
  setStorage(address: Address, slot: Word, value: Word): MaybePromise<void>;
  clearStorage(address: Address): MaybePromise<void>;
  checkpoint(): MaybePromise<void>;
  commit(): MaybePromise<void>;
  revert(): MaybePromise<void>;
}

/** Kind of an address of the ledger. */
export type AddressKind = 'missing' | 'account' | 'contract' | 'token' | 'schedule';

/** State for the rules of the ledger, beyond `EngineState`. */
export interface LedgerView {
  kind(address: Address): MaybePromise<AddressKind>;
  /** Returns the result of BALANCE, which may be less than the spendable balance. */
  visibleBalance(address: Address): MaybePromise<bigint>;
  /**
   * Returns the code that a call of an address runs: for an account that of its delegate (EIP-7702), or fixed code for
   * certain selectors (HIP-906).
   */
  callCode(address: Address, input: Uint8Array): MaybePromise<Uint8Array>;
  /** Creates an account without a key at an address that is not long-zero. */
  createHollow(address: Address): MaybePromise<void>;
  /** Returns the address of a contract in its logs: the long-zero one. */
  logAddress(address: Address): MaybePromise<Address>;
  /** Returns whether a contract must not destroy itself: it is a treasury, or owns tokens. */
  ownsTokens(address: Address): MaybePromise<boolean>;
}

/** Block environment of the executed code. */
export interface BlockEnvironment {
  readonly number: bigint;
  /** Time in seconds. */
  readonly timestamp: bigint;
  readonly coinbase: Address;
  readonly gasLimit: bigint;
  readonly baseFee: bigint;
  /** Fee of a blob; 1 by default, as on the ledger. */
  readonly blobBaseFee?: bigint;
  readonly prevRandao: Word;
  readonly chainId: bigint;
  /** Returns the hash of a block by its number; zeros for an unknown block. */
  readonly blockHash: (number: bigint) => MaybePromise<Word>;
}

/**
 * Top-level message: a call, or a creation if `to` is undefined (`data` is then the init code). The caller increments
 * the sender's nonce before the execution. The address of a creation follows from the nonce before that.
 */
export interface Message {
  readonly from: Address;
  readonly to: Address | undefined;
  readonly data: Uint8Array;
  readonly value: bigint;
  /** Gas for the code itself; intrinsic gas of the transaction is already deducted. */
  readonly gas: bigint;
  readonly gasPrice: bigint;
  readonly isStatic?: boolean;
  /** Address of the created contract, when it does not follow from sender and nonce. */
  readonly createAt?: Address;
  /** Initially warm addresses and slots (EIP-2930); profiles of the ledger ignore it. */
  readonly accessList?: readonly { readonly address: Address; readonly slots: readonly Word[] }[];
  /** Versioned hashes of blobs (EIP-4844). */
  readonly blobHashes?: readonly Word[];
  /** Set when the message executes a hook of the ledger. */
  readonly hook?: HookContext;
}

/**
 * Environment of a hook (HIP-1195): its code runs at `address`, as an extension of the account `owner`. The state
 * resolves `address` to the hook's code and storage, and to the owner's balance and nonce.
 */
export interface HookContext {
  /** The ledger's address of all hooks, 0x16d. */
  readonly address: Address;
  /** EVM address of the owner, which is `msg.sender` of calls and creations of the hook's code. */
  readonly owner: Address;
}

export interface Log {
  readonly address: Address;
  readonly topics: readonly Word[];
  readonly data: Uint8Array;
}

/** Reason of a halt other than REVERT. The names are our own; reasons that only the ledger has come last. */
export type HaltReason =
  | 'INSUFFICIENT_GAS'
  | 'INVALID_OPERATION'
  | 'INSUFFICIENT_STACK_ITEMS'
  | 'TOO_MANY_STACK_ITEMS'
  | 'INVALID_JUMP_DESTINATION'
  | 'ILLEGAL_STATE_CHANGE'
  | 'OUT_OF_BOUNDS'
  | 'CODE_TOO_LARGE'
  | 'INVALID_CODE'
  | 'CREATE_COLLISION'
  | 'INSUFFICIENT_BALANCE'
  | 'TOO_MANY_CALLS'
  | 'PRECOMPILE_ERROR'
  | 'INVALID_SOLIDITY_ADDRESS'
  | 'INVALID_CONTRACT_ID'
  | 'INVALID_ALIAS_KEY'
  | 'SELF_DESTRUCT_TO_SELF'
  | 'OWNS_TOKENS'
  | 'ERROR_DECODING_PRECOMPILE_INPUT'
  | 'NOT_SUPPORTED'
  | 'INVALID_FEE_SUBMITTED'
  | 'TIMEOUT';

/** Outcome of an execution or of a call within it. */
export type Outcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'revert' }
  | { readonly kind: 'halt'; readonly reason: HaltReason };

export interface ExecutionResult {
  readonly outcome: Outcome;
  /** Gas that the code used, before refunds. */
  readonly gasUsed: bigint;
  readonly gasRefund: bigint;
  /** Returned or reverted bytes; the runtime code of a creation. */
  readonly output: Uint8Array;
  readonly logs: readonly Log[];
  readonly created: Address | undefined;
  /** Contracts that destroyed themselves; the caller deletes them, after fees were paid. */
  readonly destroyed: readonly Address[];
  /** Touched accounts. Ethereum's transaction layer deletes those that are empty afterwards (EIP-161). */
  readonly touched: readonly Address[];
}

/** Call of a system contract. */
export interface SystemCall {
  /** The system contract. */
  readonly address: Address;
  readonly input: Uint8Array;
  /** Gas that the caller gave. */
  readonly gas: bigint;
  /** Value of the call, not transferred yet, because the system contract decides. Zero for DELEGATECALL. */
  readonly value: bigint;
  /** `msg.sender` of the call; for DELEGATECALL that of the calling frame, which is the caller of redirect code. */
  readonly sender: Address;
  /** Account in whose context the call runs; differs from `address` for DELEGATECALL. */
  readonly recipient: Address;
  /** Sender of the frame that makes the call: the caller of a token's redirect code. */
  readonly parentSender: Address;
  /** Whether the frame that makes the call is itself a DELEGATECALL. */
  readonly parentIsDelegate: boolean;
  readonly origin: Address;
  readonly isStatic: boolean;
  readonly isDelegate: boolean;
  readonly depth: number;
  readonly block: BlockEnvironment;
}

/**
 * Outcome of a system contract. A halt consumes all gas of the caller, whatever `gasUsed` is. If `gasUsed` exceeds that
 * gas, the call halts with `INSUFFICIENT_GAS`. Changes of a call that reverts or halts are undone.
 */
export interface SystemResult {
  readonly outcome: Outcome;
  readonly gasUsed: bigint;
  readonly output: Uint8Array;
  readonly logs?: readonly Log[];
}

/** A contract of the ledger without code. Its changes are stored in the state that the execution runs against. */
export type SystemContract = (call: SystemCall) => MaybePromise<SystemResult>;

/**
 * One executed operation. A call or creation is reported before the operations of its callee, in the state in which the
 * callee begins: the gas of the callee is already deducted from `gas`, and the arguments are still on the stack. Code that
 * ends without a terminating operation has an implicit STOP.
 */
export interface Step {
  readonly pc: number;
  readonly op: string;
  /** Gas left after it. */
  readonly gas: bigint;
  readonly gasCost: bigint;
  /** Depth; 0 for the outermost frame. */
  readonly depth: number;
  /** Contract in whose context it ran. */
  readonly address: Address;
  /** Returns the stack, bottom first. */
  stack(): readonly bigint[];
  memory(): Uint8Array;
  /** Revert data of the frame, at its end. */
  readonly revertReason: Uint8Array | undefined;
  /** Reason why the operation halted its frame. */
  readonly halt: HaltReason | undefined;
}

/** One call within an execution, at its end, in the order in which calls began (`index`). */
export interface CallFrame {
  readonly index: number;
  readonly depth: number;
  readonly type: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2';
  readonly from: Address;
  /** Callee; undefined for a creation that failed. */
  readonly to: Address | undefined;
  readonly isSystem: boolean;
  /** Whether it is a precompiled contract of Ethereum, such as SHA-256 at 0x02. */
  readonly isPrecompiled: boolean;
  /** Whether code ran. False also for an account, and if the call ended before its first operation. */
  readonly ranCode: boolean;
  readonly value: bigint;
  readonly gas: bigint;
  readonly gasUsed: bigint;
  readonly input: Uint8Array;
  readonly output: Uint8Array;
  readonly outcome: Outcome;
}

/**
 * Observers of an execution. Each may return a promise that the execution awaits, so that a long trace is never
 * entirely in memory.
 */
export interface Watchers {
  readonly step?: (step: Step) => void | Promise<void>;
  readonly frame?: (frame: CallFrame) => void | Promise<void>;
  /** Called for each storage slot that was read or written, with its value at that time. */
  readonly storage?: (address: Address, slot: Word, value: Word, written: boolean) => void;
  /** Called with an address at its first access by an operation (EIP-2929), and again after that access was undone. */
  readonly access?: (address: Address) => void;
}

export interface ExecutionOptions {
  readonly state: EngineState;
  readonly block: BlockEnvironment;
  readonly watchers?: Watchers;
  /**
   * Ends the execution with halt `TIMEOUT`. Checked often enough to end pure computation. May be another object than an
   * `AbortSignal`: a thread that computes receives no events, so its signal reads shared memory.
   */
  readonly signal?: Pick<AbortSignal, 'aborted'>;
  /** Milliseconds since the epoch at which the execution halts with `TIMEOUT`. */
  readonly deadline?: number;
  /**
   * Called about fifty times a second. Returns a promise if the execution must pause for others, which resolves to the
   * new deadline.
   */
  readonly pause?: () => Promise<number> | undefined;
  /** Creates a log of each transfer of value, in the order of the other logs (`traceTransfers` of `eth_simulateV1`). */
  readonly transferLog?: (from: Address, to: Address, value: bigint) => Log;
  /** System contracts of the ledger by their address. */
  readonly systemContracts?: Pick<ReadonlyMap<Address, SystemContract>, 'has' | 'get'>;
  /**
   * Returns whether a system contract accepts hbar with this input; by default none does. If not, the call halts with
   * `INVALID_CONTRACT_ID`.
   */
  readonly takesValue?: (address: Address, input: Uint8Array) => boolean;
  /** Returns the gas for an account that a transfer of value creates (contract-calls facts, 2.5). */
  readonly hollowAccountGas?: (address: Address) => MaybePromise<bigint>;
}

/** Runs messages under one set of rules (Ethereum's, or a version of the ledger's). */
export interface Engine {
  run(message: Message, options: ExecutionOptions): Promise<ExecutionResult>;
  /** Returns the intrinsic gas of a message: the cost of a transaction before any code runs. */
  intrinsicGas(message: Pick<Message, 'to' | 'data'>): bigint;
  /** Minimum gas charged for a transaction with this input, whatever its code uses; 0 before EIP-7623. */
  floorGas(message: Pick<Message, 'data'>): bigint;
}

/**
 * Interface to an engine for contract code, which is provided by the caller of the network. Addresses are 40 lower-case
 * hex digits, words 64. Amounts are in tinybars.
 */

export interface CodeAccount {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly hasCode: boolean;
}

/** Kind of an address. */
export type CodeKind = 'missing' | 'account' | 'contract' | 'token' | 'schedule';

/** Accounts and contracts as code sees and changes them. `checkpoint` opens a nested set of changes. */
export interface CodeState {
  /** Returns an account; undefined if there is none. */
  account(address: string): CodeAccount | undefined;
  /** Changes an account. Creates a contract at an address without an account, unless nonce and balance are 0. */
  setAccount(address: string, nonce: bigint, balance: bigint): void;
  kind(address: string): CodeKind;
  /** Returns the code for EXTCODE*; empty for none. */
  code(address: string): Uint8Array;
  /** Returns the code that a call runs: an account may have a contract's code (EIP-7702), and has functions of its own. */
  callCode(address: string, input: Uint8Array): Uint8Array;
  setCode(address: string, code: Uint8Array): void;
  /** Creates an account without a key, as a transfer of tinybars does. */
  createHollow(address: string): void;
  /** Returns whether a contract must not destroy itself, because it owns tokens or is a treasury. */
  ownsTokens(address: string): boolean;
  storage(address: string, slot: string): string;
  /** Returns the value before the transaction. */
  originalStorage(address: string, slot: string): string;
  setStorage(address: string, slot: string, value: string): void;
  checkpoint(): void;
  commit(): void;
  revert(): void;
  /** Returns the long-zero address of a contract or token. */
  longZeroOf(address: string): string;
}

/** Ends an execution immediately, like a halt of its outermost call: a limit of the ledger was reached. */
export class CodeHalt extends Error {
  override readonly name = 'CodeHalt';
  /** Name of the status. */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

export interface CodeMessage {
  readonly from: string;
  /** Called address; undefined if `data` is the init code of a new contract. */
  readonly to: string | undefined;
  /** Address of the new contract; undefined if it is derived from sender and nonce. */
  readonly createAt: string | undefined;
  readonly data: Uint8Array;
  readonly value: bigint;
  /** Gas without the intrinsic cost. */
  readonly gas: bigint;
  readonly gasPrice: bigint;
  /** Whether state changes are forbidden. */
  readonly isStatic?: boolean;
  /** Set when the message executes a hook (HIP-1195): the address of all hooks, and that of the hook's owner. */
  readonly hook?: { readonly address: string; readonly owner: string };
}

/** A call of a system contract. */
export interface SystemCall {
  /** Address of the caller; if a proxy forwards the call (DELEGATECALL), of the proxy's caller. */
  readonly sender: string;
  /** Address whose context the call has. With DELEGATECALL it differs from the contract's own address. */
  readonly recipient: string;
  readonly isDelegate: boolean;
  readonly isStatic: boolean;
  readonly input: Uint8Array;
  readonly gas: bigint;
  /** Whether the calling code runs for another contract (DELEGATECALL). */
  readonly parentIsDelegate: boolean;
  /** Tinybars sent with the call. At this point the caller still has them. */
  readonly value: bigint;
}

export interface SystemAnswer {
  readonly output: Uint8Array;
  readonly gasUsed: bigint;
  /** Whether the call reverts with its output. */
  readonly reverts?: boolean;
  readonly logs?: readonly CodeLog[];
}

/** Runs a call. Returns undefined for an unknown method, which makes the call fail. */
export type SystemContract = (call: SystemCall) => SystemAnswer | undefined;

export interface CodeRequest {
  readonly message: CodeMessage;
  readonly state: CodeState;
  readonly blockNumber: bigint;
  /** Returns the first 32 bytes of a block's hash; zeros if the block is unknown. */
  readonly blockHash: (number: bigint) => string;
  /** Value of PREVRANDAO. */
  readonly random: string;
  /** Gas limit of the transaction. */
  readonly gasLimit: bigint;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly chainId: bigint;
  readonly systemContracts: ReadonlyMap<string, SystemContract>;
  /** Returns whether a call of a system contract may carry tinybars. Other calls that carry tinybars fail. */
  readonly takesValue?: (address: string, input: Uint8Array) => boolean;
  /** Gas price of an account that is created by a transfer of tinybars. */
  readonly hollowAccountGas: bigint;
  /** Milliseconds after which the code halts with `TIMEOUT`, however much gas is left. */
  readonly timeoutMs: number;
}

/** Outcome of code. `reason` names why a halt took all gas. */
export type CodeOutcome =
  | { readonly kind: 'success' | 'revert' }
  | { readonly kind: 'halt'; readonly reason: string };

export interface CodeLog {
  /** Long-zero address of the contract. */
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: Uint8Array;
}

/** One call or creation. */
export interface CodeFrame {
  /** 0 for the outermost one. */
  readonly depth: number;
  readonly type: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2';
  readonly from: string;
  /** Address of the callee; undefined for a creation that failed before it had an address. */
  readonly to: string | undefined;
  readonly isSystem: boolean;
  /** Whether the contract is a precompile of Ethereum, such as SHA-256 at 0x02. */
  readonly isPrecompiled: boolean;
  readonly value: bigint;
  readonly gas: bigint;
  readonly gasUsed: bigint;
  readonly input: Uint8Array;
  readonly output: Uint8Array;
  readonly outcome: CodeOutcome;
}

export interface CodeResult {
  readonly outcome: CodeOutcome;
  /** Gas used before refunds. */
  readonly gasUsed: bigint;
  readonly gasRefund: bigint;
  /** Returned or reverted bytes; for a creation the code of the new contract. */
  readonly output: Uint8Array;
  readonly logs: readonly CodeLog[];
  /** Frames in the order in which they were entered. */
  readonly frames: readonly CodeFrame[];
  /** Contracts that destroyed themselves in this execution. The caller deletes them. */
  readonly destroyed: readonly string[];
}

/** Runs a message. Changes go to the state; those of a frame that fails are undone there. */
export type RunCode = (request: CodeRequest) => Promise<CodeResult>;

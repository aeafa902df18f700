/**
 * Interface to an engine for contract code, which the caller of the network provides. Addresses are 40, words 64 lower-case
 * hex digits. Amounts are tinybars.
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
  /** Undefined where there is no account. */
  account(address: string): CodeAccount | undefined;
  /** Changes an account; creates a contract where there was none, unless it has neither nonce nor balance. */
  setAccount(address: string, nonce: bigint, balance: bigint): void;
  kind(address: string): CodeKind;
  /** Code for EXTCODE*; empty for none. */
  code(address: string): Uint8Array;
  /** Code that a call runs: an account may have a contract's code (EIP-7702). */
  callCode(address: string): Uint8Array;
  setCode(address: string, code: Uint8Array): void;
  /** Creates an account without a key, which tinybars are sent to. */
  createHollow(address: string): void;
  /** Whether a contract must not destroy itself: it is a treasury, or owns tokens. */
  ownsTokens(address: string): boolean;
  storage(address: string, slot: string): string;
  /** The value before the transaction. */
  originalStorage(address: string, slot: string): string;
  setStorage(address: string, slot: string, value: string): void;
  checkpoint(): void;
  commit(): void;
  revert(): void;
  /** The long-zero address of a contract or token. */
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
  /** Undefined: `data` is the init code of a new contract. */
  readonly to: string | undefined;
  /** Address of the new contract, unless it follows from sender and nonce. */
  readonly createAt: string | undefined;
  readonly data: Uint8Array;
  readonly value: bigint;
  /** Gas without the intrinsic cost. */
  readonly gas: bigint;
  readonly gasPrice: bigint;
  /** Whether state changes are forbidden. */
  readonly isStatic?: boolean;
}

/** A call of a contract that is part of the ledger. */
export interface SystemCall {
  /** Address of the caller; of the proxy's caller where a proxy hands a call over (DELEGATECALL). */
  readonly sender: string;
  /** Address whose context the call has: another one than the contract's own for DELEGATECALL. */
  readonly recipient: string;
  readonly isDelegate: boolean;
  readonly isStatic: boolean;
  readonly input: Uint8Array;
  readonly gas: bigint;
  /** The calling code runs for another contract (DELEGATECALL). */
  readonly parentIsDelegate: boolean;
  /** Tinybars that go with the call. They are still the caller's. */
  readonly value: bigint;
}

export interface SystemAnswer {
  readonly output: Uint8Array;
  readonly gasUsed: bigint;
  /** The call reverts with its output. */
  readonly reverts?: boolean;
  readonly logs?: readonly CodeLog[];
}

/** Undefined for an unknown method, which fails. */
export type SystemContract = (call: SystemCall) => SystemAnswer | undefined;

export interface CodeRequest {
  readonly message: CodeMessage;
  readonly state: CodeState;
  readonly blockNumber: bigint;
  /** The first 32 bytes of a block's hash; zeros where it is not known. */
  readonly blockHash: (number: bigint) => string;
  /** Value of PREVRANDAO. */
  readonly random: string;
  /** Gas limit of the transaction. */
  readonly gasLimit: bigint;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly chainId: bigint;
  readonly systemContracts: ReadonlyMap<string, SystemContract>;
  /** Whether a call of a system contract may carry tinybars. Else one that does fails. */
  readonly takesValue?: (address: string, input: Uint8Array) => boolean;
  /** Gas of an account that a transfer of tinybars creates. */
  readonly hollowAccountGas: bigint;
  /** Milliseconds after which the code halts with `TIMEOUT`, however much gas is left. */
  readonly timeoutMs: number;
}

/** Outcome of code. `reason` names why a halt took all gas. */
export type CodeOutcome =
  | { readonly kind: 'success' | 'revert' }
  | { readonly kind: 'halt'; readonly reason: string };

export interface CodeLog {
  /** Long-zero. */
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
  /** Undefined for a creation that came to nothing. */
  readonly to: string | undefined;
  readonly isSystem: boolean;
  /** A contract of Ethereum that is not code, such as SHA-256 at 0x02. */
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
  /** Before refunds. */
  readonly gasUsed: bigint;
  readonly gasRefund: bigint;
  /** Returned or reverted bytes; the code of a new contract. */
  readonly output: Uint8Array;
  readonly logs: readonly CodeLog[];
  /** Frames in the order in which they began. */
  readonly frames: readonly CodeFrame[];
  /** Contracts of this execution that destroyed themselves, to be deleted. */
  readonly destroyed: readonly string[];
}

/** Runs a message. Changes go to the state; those of a frame that fails are undone there. */
export type RunCode = (request: CodeRequest) => Promise<CodeResult>;

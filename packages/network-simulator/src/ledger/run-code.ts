/**
 * What the demo network needs of an engine that runs contract code; whoever starts the network hands one over.
 * Addresses are 40, words 64 lower-case hex digits. Amounts are tinybars.
 */

export interface CodeAccount {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly hasCode: boolean;
}

/** Accounts and contracts as code sees and changes them. `checkpoint` opens a nested set of changes. */
export interface CodeState {
  /** Undefined where there is nobody. */
  account(address: string): CodeAccount | undefined;
  /** Changes an account; creates a contract where there was nobody, unless it has neither nonce nor balance. */
  setAccount(address: string, nonce: bigint, balance: bigint): void;
  /** Empty where there is none. */
  code(address: string): Uint8Array;
  setCode(address: string, code: Uint8Array): void;
  storage(address: string, slot: string): string;
  /** The value before the transaction. */
  originalStorage(address: string, slot: string): string;
  setStorage(address: string, slot: string, value: string): void;
  checkpoint(): void;
  commit(): void;
  revert(): void;
  /** The long-zero address of a contract. */
  longZeroOf(address: string): string;
}

export interface CodeMessage {
  readonly from: string;
  /** Undefined: `data` is the init code of a new contract. */
  readonly to: string | undefined;
  /** Where a new contract is put, when not where sender and nonce say. */
  readonly createAt: string | undefined;
  readonly data: Uint8Array;
  readonly value: bigint;
  /** Without what a transaction costs before any code runs. */
  readonly gas: bigint;
  readonly gasPrice: bigint;
}

/** A call of a contract that is part of the ledger. */
export interface SystemCall {
  /** Address of the caller. */
  readonly sender: string;
  readonly input: Uint8Array;
  readonly gas: bigint;
}

/** Undefined: the call is none that the contract knows, and fails. */
export type SystemContract = (
  call: SystemCall,
) => { readonly output: Uint8Array; readonly gasUsed: bigint } | undefined;

export interface CodeRequest {
  readonly message: CodeMessage;
  readonly state: CodeState;
  readonly blockNumber: bigint;
  /** Of the transaction. */
  readonly gasLimit: bigint;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
  readonly chainId: bigint;
  readonly systemContracts: ReadonlyMap<string, SystemContract>;
}

/** How code ended. `reason` names why a halt took all gas. */
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
  /** What was returned or reverted with; the code of a new contract. */
  readonly output: Uint8Array;
  readonly logs: readonly CodeLog[];
  /** In the order in which they began. */
  readonly frames: readonly CodeFrame[];
}

/** Runs a message. Changes go to the state; those of a frame that fails are undone there. */
export type RunCode = (request: CodeRequest) => Promise<CodeResult>;

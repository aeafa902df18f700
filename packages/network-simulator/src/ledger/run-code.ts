/**
 * What the demo network needs of an engine that runs contract code; whoever starts the network hands one over.
 * Addresses are 40, words 64 lower-case hex digits. Amounts are tinybars.
 */

export interface CodeAccount {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly hasCode: boolean;
}

/** What is found at an address. */
export type CodeKind = 'missing' | 'account' | 'contract' | 'token' | 'schedule';

/** Accounts and contracts as code sees and changes them. `checkpoint` opens a nested set of changes. */
export interface CodeState {
  /** Undefined where there is nobody. */
  account(address: string): CodeAccount | undefined;
  /** Changes an account; creates a contract where there was nobody, unless it has neither nonce nor balance. */
  setAccount(address: string, nonce: bigint, balance: bigint): void;
  kind(address: string): CodeKind;
  /** What EXTCODE* show there; empty where there is none. */
  code(address: string): Uint8Array;
  /** What a call runs there: an account may have a contract's code (EIP-7702). */
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

/** Ends an execution at once, as a halt of its outermost call: a limit of the ledger was reached. */
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
  /** Where a new contract is put, when not where sender and nonce say. */
  readonly createAt: string | undefined;
  readonly data: Uint8Array;
  readonly value: bigint;
  /** Without what a transaction costs before any code runs. */
  readonly gas: bigint;
  readonly gasPrice: bigint;
  /** Nothing may be changed. */
  readonly isStatic?: boolean;
}

/** A call of a contract that is part of the ledger. */
export interface SystemCall {
  /** Address of the caller; of the proxy's caller where a proxy hands a call over (DELEGATECALL). */
  readonly sender: string;
  /** In whose context the call runs: another address than the contract's own for DELEGATECALL. */
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

/** Undefined: the call is none that the contract knows, and fails. */
export type SystemContract = (call: SystemCall) => SystemAnswer | undefined;

export interface CodeRequest {
  readonly message: CodeMessage;
  readonly state: CodeState;
  readonly blockNumber: bigint;
  /** The first 32 bytes of a block's hash; zeros where it is not known. */
  readonly blockHash: (number: bigint) => string;
  /** What PREVRANDAO gives. */
  readonly random: string;
  /** Of the transaction. */
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
  readonly patience: number;
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
  /** What was returned or reverted with; the code of a new contract. */
  readonly output: Uint8Array;
  readonly logs: readonly CodeLog[];
  /** In the order in which they began. */
  readonly frames: readonly CodeFrame[];
  /** Contracts of this execution that destroyed themselves, to be deleted. */
  readonly destroyed: readonly string[];
}

/** Runs a message. Changes go to the state; those of a frame that fails are undone there. */
export type RunCode = (request: CodeRequest) => Promise<CodeResult>;

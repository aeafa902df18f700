import type { Authorization } from '@tain/ledger/authorization';
import type { TransactionReference } from '@tain/ledger/transaction-id';

/** Requests to execute calls that are not sent, and to trace executions. Addresses, words and bytes are hex digits without `0x`. */

/** The block whose state a call sees. */
export type BlockReference =
  | { readonly kind: 'latest' }
  | { readonly kind: 'earliest' }
  | { readonly kind: 'number'; readonly number: bigint }
  /** The first 32 bytes of a block's hash, or all 48, in lower case. */
  | { readonly kind: 'hash'; readonly hash: string };

/** State of an address that replaces the ledger's in a call. */
export interface AccountOverride {
  readonly address: string;
  /** Balance in tinybars. */
  readonly balance: bigint | undefined;
  readonly nonce: bigint | undefined;
  readonly code: string | undefined;
  /** Complete storage; if it is empty, the ledger's storage applies. */
  readonly state: readonly SlotOverride[];
  /** Slots that replace those of the ledger. */
  readonly stateDiff: readonly SlotOverride[];
}

export interface SlotOverride {
  readonly key: string;
  readonly value: string;
}

/** A call that is executed without being sent. */
export interface SimulatedCall {
  readonly from: string | undefined;
  /** Address of the receiver; undefined for a creation. */
  readonly to: string | undefined;
  readonly data: string;
  /** Transferred tinybars. */
  readonly value: bigint;
  /** Gas limit; undefined for the maximum. */
  readonly gas: bigint | undefined;
  /** Nonce; undefined for the sender's next one. */
  readonly nonce: bigint | undefined;
  /** Authorizations that the call carries (EIP-7702). */
  readonly authorizations: readonly Authorization[];
}

/** Values of the block that replace those of the ledger for the executed code. */
export interface BlockOverrides {
  readonly number?: bigint | undefined;
  /** Seconds since 1970. */
  readonly time?: bigint | undefined;
  readonly gasLimit?: bigint | undefined;
  readonly coinbase?: string | undefined;
  readonly prevRandao?: string | undefined;
  readonly baseFee?: bigint | undefined;
  readonly blobBaseFee?: bigint | undefined;
}

/** Options of an opcode trace's entries. */
export interface OpcodeOptions {
  readonly stack: boolean;
  readonly memory: boolean;
  readonly storage: boolean;
}

/** Options of the accounts that an execution used. */
export interface PrestateOptions {
  /** Whether only changes are shown: accounts and slots before and after. */
  readonly diff: boolean;
  readonly code: boolean;
  readonly storage: boolean;
}

/** Form in which a trace shows an execution. */
export type TraceOptions =
  | ({ readonly kind: 'opcodes' } & OpcodeOptions)
  | ({ readonly kind: 'prestate' } & PrestateOptions);

/** A recorded transaction to be executed again. */
export interface TraceRequest {
  readonly transaction: TransactionReference;
  readonly options: TraceOptions;
}

/** Form in which the answer shows a call that is not sent. */
export type CallView =
  | TraceOptions
  /** Shows the calls that the execution made, nested. */
  | { readonly kind: 'calls'; readonly onlyTop: boolean }
  /** Shows the addresses and slots that the execution used. */
  | { readonly kind: 'access-list' };

/** One call to be executed and shown. */
export interface TracedCallRequest {
  readonly kind: 'traced-call';
  readonly block: BlockReference;
  readonly call: SimulatedCall;
  readonly overrides: readonly AccountOverride[];
  readonly blockOverrides: BlockOverrides;
  readonly view: CallView;
}

/** A block to be simulated. */
export interface SimulatedBlock {
  readonly overrides: readonly AccountOverride[];
  readonly blockOverrides: BlockOverrides;
  readonly calls: readonly (SimulatedCall & {
    /** Maximum price of a unit of gas in weibars. */
    readonly feeCap: bigint;
  })[];
}

/** Blocks to be executed one after another on the state of a stored one. */
export interface BlocksRequest {
  readonly kind: 'blocks';
  readonly block: BlockReference;
  readonly blocks: readonly SimulatedBlock[];
  /** Gas price in weibars with which calls are validated like transactions; undefined: they are not validated. */
  readonly validatedPrice: bigint | undefined;
  /** Whether transfers of hbar are among the logs. */
  readonly logsTransfers: boolean;
}

export type SimulationRequest = TracedCallRequest | BlocksRequest;

import type { BlockReference } from '../call/block-reference.ts';
import type { AccountOverride } from '../call/state-overrides.ts';
import type { Address, Word } from '../engine/execution.ts';
import type { OpcodeOptions, PrestateOptions } from '../trace/trace-request.ts';

/** A call that is executed without being sent. */
export interface SimulatedCall {
  readonly from: Address | undefined;
  /** Undefined: a creation. */
  readonly to: Address | undefined;
  /** Hex digits. */
  readonly data: string;
  /** Tinybars. */
  readonly value: bigint;
  /** Undefined: as much as there may be. */
  readonly gas: bigint | undefined;
  /** Undefined: the sender's next. */
  readonly nonce: bigint | undefined;
}

/** Values of a block that replace those that code would find. */
export interface BlockOverrides {
  readonly number?: bigint | undefined;
  /** Seconds since 1970. */
  readonly time?: bigint | undefined;
  readonly gasLimit?: bigint | undefined;
  readonly coinbase?: Address | undefined;
  readonly prevRandao?: Word | undefined;
  readonly baseFee?: bigint | undefined;
  readonly blobBaseFee?: bigint | undefined;
}

/** Form in which the answer shows a call. */
export type CallView =
  | ({ readonly kind: 'opcodes' } & OpcodeOptions)
  | ({ readonly kind: 'prestate' } & PrestateOptions)
  /** The calls that it made, nested. */
  | { readonly kind: 'calls'; readonly onlyTop: boolean }
  /** The addresses and slots that it used. */
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
    /** Weibars that a unit of gas may cost at most. */
    readonly feeCap: bigint;
  })[];
}

/** Blocks to be executed one after another on the state of a stored one. */
export interface BlocksRequest {
  readonly kind: 'blocks';
  readonly block: BlockReference;
  readonly blocks: readonly SimulatedBlock[];
  /** Price of gas in weibars by which calls are checked as transactions are; undefined: they are not. */
  readonly validatedPrice: bigint | undefined;
  /** Whether transfers of hbar are among the logs. */
  readonly logsTransfers: boolean;
}

export type SimulationRequest = TracedCallRequest | BlocksRequest;

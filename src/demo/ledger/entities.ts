import type { KeyRef } from './keys.ts';

/**
 * The rows of the demo ledger. Entities are known by their number (shard and realm are 0); times are
 * nanoseconds, amounts tinybars or the token's smallest unit.
 */

/** Who must sign: some of these keys. A single key is a requirement of one out of one. */
export interface KeySpec {
  readonly refs: readonly KeyRef[];
  /** `key`: the only ref; `list`: all refs; `threshold`: that many of them. */
  readonly form: 'key' | 'list' | 'threshold';
  readonly threshold: number;
}

export interface Account {
  num: number;
  contract: boolean;
  balance: bigint;
  key: KeySpec | null;
  alias: Uint8Array | null;
  evmAddress: Uint8Array | null;
  memo: string;
  autoRenewPeriod: number;
  expiration: bigint | null;
  receiverSigRequired: boolean;
  /** -1: without limit. */
  maxAutoAssociations: number;
  usedAutoAssociations: number;
  /** -1: not staked to a node. */
  stakedNodeId: number;
  /** 0: not staked to an account. */
  stakedAccountId: number;
  declineReward: boolean;
  /** Day (since 1970) in which the present stake began or was last rewarded to; -1: not staked. */
  stakePeriodStart: number;
  /** Balance at the start of the day `balanceDay`, in which the balance last changed. */
  balanceAtDayStart: bigint;
  balanceDay: number;
  /** What others had staked to this account when the last period ended. */
  stakedToMe: bigint;
  ethereumNonce: number;
  /** Code that an EIP-7702 authorization set; empty: none. */
  delegation: Uint8Array | null;
  obtainer: number;
  deleted: boolean;
  createdAt: bigint;
  /** Known by an EVM address alone: it gets its key with the first transaction that it signs. */
  hollow: boolean;
  /** The key that a hollow account's address belongs to; 0: not a key of this network. */
  hollowKey: KeyRef;
}

export interface FixedFee {
  readonly amount: bigint;
  readonly collector: number;
  /** 0: tinybars. */
  readonly token: number;
}

export interface FractionalFee {
  readonly numerator: number;
  readonly denominator: number;
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly netOfTransfers: boolean;
  readonly collector: number;
}

export interface RoyaltyFee {
  readonly numerator: number;
  readonly denominator: number;
  /** Tinybars that the receiver pays when nothing of value is exchanged; 0: none. */
  readonly fallback: bigint;
  readonly collector: number;
}

export interface Token {
  num: number;
  nonFungible: boolean;
  name: string;
  symbol: string;
  decimals: number;
  totalSupply: bigint;
  initialSupply: bigint;
  /** 0: no maximum. */
  maxSupply: bigint;
  treasury: number;
  adminKey: KeySpec | null;
  kycKey: KeySpec | null;
  freezeKey: KeySpec | null;
  wipeKey: KeySpec | null;
  supplyKey: KeySpec | null;
  feeScheduleKey: KeySpec | null;
  pauseKey: KeySpec | null;
  metadataKey: KeySpec | null;
  freezeDefault: boolean;
  paused: boolean;
  fixedFees: readonly FixedFee[];
  fractionalFees: readonly FractionalFee[];
  royaltyFees: readonly RoyaltyFee[];
  memo: string;
  metadata: Uint8Array;
  /** Serial number given last. */
  lastSerial: number;
  deleted: boolean;
  createdAt: bigint;
}

/** That an account is, or once was, associated with a token. */
export interface Relation {
  account: number;
  token: number;
  associated: boolean;
  balance: bigint;
  automatic: boolean;
  frozen: boolean;
  kyc: boolean;
  createdAt: bigint;
}

export interface Nft {
  token: number;
  serial: number;
  owner: number;
  metadata: Uint8Array;
  /** 0: nobody. */
  spender: number;
  delegatingSpender: number;
  deleted: boolean;
  createdAt: bigint;
}

export interface Topic {
  num: number;
  memo: string;
  adminKey: KeySpec | null;
  submitKey: KeySpec | null;
  feeScheduleKey: KeySpec | null;
  feeExempt: readonly KeyRef[];
  fees: readonly FixedFee[];
  autoRenewAccount: number;
  autoRenewPeriod: number;
  sequenceNumber: number;
  runningHash: Uint8Array;
  deleted: boolean;
  createdAt: bigint;
}

export interface File {
  num: number;
  keys: readonly KeyRef[];
  contents: Uint8Array;
  memo: string;
  expiration: bigint;
  deleted: boolean;
  createdAt: bigint;
}

/** Code and storage of a contract; the rest of it is its `Account` row. */
export interface Contract {
  num: number;
  program: string;
  fileId: number;
  /** The contract that created it, or 0. */
  creator: number;
  permanentRemoval: boolean;
  /** Deleted by the network itself, which may take it back. */
  systemDeleted: boolean;
}

/** One storage slot of a contract; `key` is 64 hex digits. */
export interface Slot {
  contract: number;
  key: string;
  value: bigint;
}

export interface Schedule {
  num: number;
  creator: number;
  payer: number;
  adminKey: KeySpec | null;
  memo: string;
  /** Serialized `SchedulableTransactionBody`. */
  body: Uint8Array;
  /** Requirements that must all be met by the keys that have signed. */
  needs: readonly KeySpec[];
  signed: readonly KeyRef[];
  waitForExpiry: boolean;
  expiration: bigint;
  /** Start of the transaction id that its execution will have: that of its creation. */
  validStart: bigint;
  executedAt: bigint | null;
  deleted: boolean;
  createdAt: bigint;
}

export interface CryptoAllowance {
  owner: number;
  spender: number;
  amount: bigint;
  granted: bigint;
}

export interface TokenAllowance {
  owner: number;
  spender: number;
  token: number;
  amount: bigint;
  granted: bigint;
}

export interface NftAllowance {
  owner: number;
  spender: number;
  token: number;
  approvedForAll: boolean;
}

export interface Airdrop {
  sender: number;
  receiver: number;
  token: number;
  /** 0: fungible. */
  serial: number;
  amount: bigint;
}

export interface Node {
  id: number;
  account: number;
  description: string;
  adminKey: KeySpec;
  declineReward: boolean;
  stake: bigint;
  stakeRewarded: bigint;
  stakeNotRewarded: bigint;
  rewardRate: bigint;
  deleted: boolean;
  createdAt: bigint;
}

export interface RegisteredNode {
  id: number;
  description: string;
  adminKey: KeySpec;
  deleted: boolean;
  createdAt: bigint;
}

export interface Hook {
  owner: number;
  id: number;
  contract: number;
  adminKey: KeySpec | null;
  deleted: boolean;
  createdAt: bigint;
}

/** A storage slot of a hook; `key` is 64 hex digits. */
export interface HookSlot {
  owner: number;
  hook: number;
  key: string;
  value: bigint;
}

export interface TopicMessage {
  readonly topic: number;
  readonly sequenceNumber: number;
  readonly consensusTimestamp: bigint;
  readonly message: Uint8Array;
  readonly runningHash: Uint8Array;
  readonly payer: number;
}

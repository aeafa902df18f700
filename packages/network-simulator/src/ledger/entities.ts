import type { KeyRef } from './keys.ts';

/**
 * Rows of the demo ledger. Entities are identified by their number (shard and realm are 0); times are nanoseconds, amounts
 * tinybars or the token's smallest unit.
 */

/** Key requirement: some of these keys must sign. A single key is one out of one. */
export interface KeySpec {
  /** The keys; all keys inside the entries when there are `parts`. */
  readonly refs: readonly KeyRef[];
  /** `key`: the only ref; `list`: all refs (or parts); `threshold`: `threshold` of them. */
  readonly form: 'key' | 'list' | 'threshold';
  readonly threshold: number;
  /** Entries of a list that contains lists. */
  readonly parts?: readonly KeySpec[];
}

/** A key that was not derived from the network's seed. */
export interface ForeignKey {
  /** Serialized `Key`. */
  message: Uint8Array;
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
  /** 0 for none; -1 after a removal by 0.0.0, an id that infos then show; only contracts have one. */
  autoRenewAccount: number;
  expiration: bigint | null;
  /** Account to which the account was proxy-staked; 0: none. */
  proxy: number;
  receiverSigRequired: boolean;
  /** -1: without limit. */
  maxAutoAssociations: number;
  usedAutoAssociations: number;
  /** -1: not staked to a node. */
  stakedNodeId: number;
  /** 0: not staked to an account. */
  stakedAccountId: number;
  declineReward: boolean;
  /** Day (since 1970) on which the present stake began, or up to which rewards were last paid; -1: not staked. */
  stakePeriodStart: number;
  /** Balance at the start of the day `balanceDay`, in which the balance last changed. */
  balanceAtDayStart: bigint;
  balanceDay: number;
  /** Stake of other accounts to this one at the end of the last period. */
  stakedToMe: bigint;
  ethereumNonce: number;
  /** Address of the contract whose code the account runs (EIP-7702); zeros after a removal. */
  delegation: Uint8Array | null;
  obtainer: number;
  deleted: boolean;
  createdAt: bigint;
  /** Whether the account is known only by an EVM address. The first transaction that it signs sets its key. */
  hollow: boolean;
  /** Key of a hollow account's address; 0: not a key of this network. */
  hollowKey: KeyRef;
}

export interface FixedFee {
  readonly amount: bigint;
  readonly collector: number;
  /** 0: tinybars. */
  readonly token: number;
  /** Whether collectors of the token's fees are exempt. */
  readonly allExempt: boolean;
}

export interface FractionalFee {
  /** A number in folders that earlier commits wrote. */
  readonly numerator: bigint | number;
  readonly denominator: bigint | number;
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly netOfTransfers: boolean;
  readonly collector: number;
  readonly allExempt: boolean;
}

export interface RoyaltyFee {
  /** A number in folders that earlier commits wrote. */
  readonly numerator: bigint | number;
  readonly denominator: bigint | number;
  /** Fee of the receiver when no value is exchanged; 0 for none. */
  readonly fallback: bigint;
  /** Token of the fallback fee; absent for tinybars. */
  readonly fallbackToken?: number;
  readonly collector: number;
  readonly allExempt: boolean;
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
  /** 0 for none. */
  autoRenewAccount: number;
  autoRenewPeriod: number | null;
  expiration: bigint | null;
  metadata: Uint8Array;
  /** Last assigned serial number. */
  lastSerial: number;
  deleted: boolean;
  createdAt: bigint;
}

/** A present or former association of an account with a token. */
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
  /** 0 for none. */
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
  feeExempt: readonly KeySpec[];
  fees: readonly FixedFee[];
  autoRenewAccount: number;
  autoRenewPeriod: number;
  expiration: bigint | null;
  sequenceNumber: number;
  runningHash: Uint8Array;
  deleted: boolean;
  createdAt: bigint;
}

export interface File {
  num: number;
  /** All keys inside the file's list of keys. */
  keys: readonly KeyRef[];
  /** Entries of the list when it contains lists; else null. */
  keyParts: readonly KeySpec[] | null;
  contents: Uint8Array;
  memo: string;
  expiration: bigint;
  deleted: boolean;
  createdAt: bigint;
}

/** Runtime code, stored once however many contracts have it. */
export interface Code {
  bytes: Uint8Array;
}

/** Code and storage of a contract. The other fields are in its `Account` row. */
export interface Contract {
  num: number;
  /** Name of the program in contracts.sol whose code the contract runs; empty: other code, or none. */
  program: string;
  /** Key of the code in the table `codes`; empty: none. */
  code: string;
  fileId: number;
  /** Whether the stream contains the initcode, and not only the file that holds it. */
  initcodeTold: boolean;
  /** The contract that created it, or 0. */
  creator: number;
  permanentRemoval: boolean;
  /** Whether the network deleted the contract. The network can restore such a contract. */
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
  /** Requirements, all of which the keys that signed must meet. */
  needs: readonly KeySpec[];
  signed: readonly KeyRef[];
  waitForExpiry: boolean;
  expiration: bigint;
  /** Whether its creator set the expiry. */
  expirationGiven: boolean;
  /** Start of the transaction id of the execution, the same as that of the creation. */
  validStart: bigint;
  executedAt: bigint | null;
  deleted: boolean;
  deletedAt: bigint | null;
  createdAt: bigint;
}

export interface CryptoAllowance {
  owner: number;
  spender: number;
  amount: bigint;
  granted: bigint;
  /** Payer of the grant. */
  payer: number;
}

export interface TokenAllowance {
  owner: number;
  spender: number;
  token: number;
  amount: bigint;
  granted: bigint;
  payer: number;
}

export interface NftAllowance {
  owner: number;
  spender: number;
  token: number;
  approvedForAll: boolean;
  payer: number;
}

export interface Airdrop {
  sender: number;
  receiver: number;
  token: number;
  /** 0: fungible. */
  serial: number;
  amount: bigint;
}

/** An airdrop that is no longer pending. */
export interface SettledAirdrop extends Airdrop {
  state: 'CLAIMED' | 'CANCELLED';
}

/** Address of a node for gRPC-web. */
export interface ProxyEndpoint {
  readonly domain: string;
  readonly port: number;
}

export interface Node {
  id: number;
  account: number;
  description: string;
  adminKey: KeySpec;
  declineReward: boolean;
  grpcProxy: ProxyEndpoint | null;
  /** Registered nodes of the same operator. */
  registered: readonly number[];
  stake: bigint;
  stakeRewarded: bigint;
  stakeNotRewarded: bigint;
  rewardRate: bigint;
  deleted: boolean;
  createdAt: bigint;
}

/** A service of a registered node, with its address (HIP-1137). */
export interface ServiceEndpoint {
  readonly kind: 'block' | 'general' | 'mirror' | 'rpcRelay';
  /** Dotted numbers, or a domain name. */
  readonly address: string;
  readonly domain: boolean;
  readonly port: number;
  readonly tls: boolean;
  /** Description of a general service. */
  readonly about: string;
  /** APIs of a block node, by number. */
  readonly apis: readonly number[];
}

export interface RegisteredNode {
  id: number;
  description: string;
  endpoints: readonly ServiceEndpoint[];
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

/** Owner and id of a hook. */
export type HookName = Pick<Hook, 'owner' | 'id'>;

/** Id of the network's ledger, as last published. */
export interface LedgerId {
  id: Uint8Array;
  verificationKey: Uint8Array;
  contributions: readonly { readonly node: number; readonly weight: number; readonly key: Uint8Array }[];
  publishedAt: bigint;
}

/** Storage slot of a hook; `key` is 64 hex digits. */
export interface HookSlot {
  owner: number;
  hook: number;
  key: string;
  value: bigint;
}

/**
 * Last emitted value of a key or singleton in the block stream, as its field of `MapChangeValue` or
 * `SingletonUpdateChange`.
 */
export interface EmittedValue {
  field: Uint8Array;
}

/** Neighbours of a key in a linked list of the state; empty: none. */
export interface Link {
  previous: string;
  next: string;
}

/** Linked list of the state: its first key (empty: none) and its length. */
export interface LinkedList {
  first: string;
  count: number;
}

export interface TopicMessage {
  readonly topic: number;
  readonly sequenceNumber: number;
  readonly consensusTimestamp: bigint;
  readonly message: Uint8Array;
  readonly runningHash: Uint8Array;
  readonly payer: number;
}

import type { Address, Word } from '@tain/evm/execution';
import type { MaybePromise } from '@tain/evm/maybe-promise';
import type {
  LedgerAccount,
  LedgerNft,
  LedgerSchedule,
  LedgerToken,
  Signatory,
  TokenRelation,
} from './ledger-objects.ts';

/**
 * Source of the ledger's objects: the database at one moment, or the objects of a test. An execution reads each key at
 * most once, and cached values are returned synchronously. `undefined` means that the object does not exist.
 */
export interface LedgerReader {
  /** Finds an account or contract by an EVM address or alias that is not long-zero. */
  idOfAlias(address: Address): MaybePromise<bigint | undefined>;
  /**
   * Throws `UnknownPast` if an address without a known entity may belong to an account older than the stored stream.
   */
  verifyAbsent(address: Address): MaybePromise<void>;
  account(id: bigint): MaybePromise<LedgerAccount | undefined>;
  /** Returns the runtime code of a contract. */
  code(id: bigint): MaybePromise<Uint8Array | undefined>;
  storage(contract: bigint, slot: Word): MaybePromise<Word | undefined>;
  token(id: bigint): MaybePromise<LedgerToken | undefined>;
  relation(account: bigint, token: bigint): MaybePromise<TokenRelation | undefined>;
  nft(token: bigint, serial: bigint): MaybePromise<LedgerNft | undefined>;
  /** Returns the tinybars that a spender may take from an owner. */
  cryptoAllowance(owner: bigint, spender: bigint): MaybePromise<bigint | undefined>;
  /** Returns the smallest units of a token that a spender may take from an owner. */
  tokenAllowance(owner: bigint, token: bigint, spender: bigint): MaybePromise<bigint | undefined>;
  /** Returns whether a spender may take all NFTs of a token from an owner. */
  nftAllowance(owner: bigint, token: bigint, spender: bigint): MaybePromise<boolean | undefined>;
  /**
   * Returns the units of a pending airdrop, 0 for one of an NFT; undefined if none is pending. The serial is 0 for
   * units.
   */
  airdrop(sender: bigint, receiver: bigint, token: bigint, serial: bigint): MaybePromise<bigint | undefined>;
  schedule(id: bigint): MaybePromise<LedgerSchedule | undefined>;
  /** Returns the keys that have signed a schedule; undefined if none has. */
  signatories(schedule: bigint): MaybePromise<readonly Signatory[] | undefined>;
  /** Returns the number of an account's automatic associations, which are its used slots. */
  automaticAssociations(account: bigint): MaybePromise<number>;
  /** Returns whether an account is the treasury of a token that is not deleted. */
  isTreasury(account: bigint): MaybePromise<boolean>;
  /** Returns the number of tokens of which an account has a positive balance. */
  positiveBalances(account: bigint): MaybePromise<number>;
  /** Returns the largest id of any entity. */
  maxId(): MaybePromise<bigint>;
}

/**
 * One kind of object: reads go through to the reader, writes are stored here. A value that was set to `undefined` does
 * not exist.
 */
export interface StateMap<Key, Value> {
  /** Returns a value, synchronously for a key that was read before. */
  get(key: Key): MaybePromise<Value | undefined>;
  set(key: Key, value: Value | undefined): void;
}

/** The ledger within one execution, which can change it. Changes end with the execution. */
export interface LedgerState {
  /** Throws `UnknownPast` like the reader's function. */
  verifyAbsent(address: Address): MaybePromise<void>;
  readonly aliases: StateMap<Address, bigint>;
  readonly accounts: StateMap<bigint, LedgerAccount>;
  readonly code: StateMap<bigint, Uint8Array>;
  readonly storage: StateMap<readonly [contract: bigint, slot: Word], Word>;
  readonly tokens: StateMap<bigint, LedgerToken>;
  readonly relations: StateMap<readonly [account: bigint, token: bigint], TokenRelation>;
  readonly nfts: StateMap<readonly [token: bigint, serial: bigint], LedgerNft>;
  readonly cryptoAllowances: StateMap<readonly [owner: bigint, spender: bigint], bigint>;
  readonly tokenAllowances: StateMap<readonly [owner: bigint, token: bigint, spender: bigint], bigint>;
  readonly nftAllowances: StateMap<readonly [owner: bigint, token: bigint, spender: bigint], boolean>;
  /** Pending airdrops, as in the reader. */
  readonly airdrops: StateMap<
    readonly [sender: bigint, receiver: bigint, token: bigint, serial: bigint],
    bigint
  >;
  readonly schedules: StateMap<bigint, LedgerSchedule>;
  readonly signatories: StateMap<bigint, readonly Signatory[]>;
  readonly automaticAssociations: StateMap<bigint, number>;
  /** Returns the schedules that were written by the execution, in order. */
  changedSchedules(): readonly LedgerSchedule[];
  /** Transfers all NFTs of a token from one account to another, as a change of its treasury does. */
  handOver(token: bigint, from: bigint, to: bigint): void;
  /** Returns whether an account is the treasury of a token, including tokens created by this execution. */
  isTreasury(account: bigint): Promise<boolean>;
  /** Returns whether an account has any token now. */
  ownsTokens(account: bigint): Promise<boolean>;
  /** Returns a new id, above all existing ones. */
  nextId(): Promise<bigint>;
  checkpoint(): void;
  commit(): void;
  revert(): void;
}

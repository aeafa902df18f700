import type { Address, Word } from '../engine/execution.ts';
import type { MaybePromise } from '../engine/maybe-promise.ts';
import type {
  LedgerAccount,
  LedgerNft,
  LedgerSchedule,
  LedgerToken,
  Signatory,
  TokenRelation,
} from './ledger-objects.ts';

/**
 * Source of the ledger's objects: the database at one moment, or the objects of a test. An execution reads each key at most
 * once; cached values are returned synchronously; `undefined` means that the object does not exist.
 */
export interface LedgerReader {
  /** Finds an account or contract by an EVM address or alias that is not long-zero. */
  idOfAlias(address: Address): MaybePromise<bigint | undefined>;
  /** Throws `UnknownPast` if an address without an entity may be that of an account older than the stored stream. */
  verifyAbsent(address: Address): MaybePromise<void>;
  account(id: bigint): MaybePromise<LedgerAccount | undefined>;
  /** Runtime code of a contract. */
  code(id: bigint): MaybePromise<Uint8Array | undefined>;
  storage(contract: bigint, slot: Word): MaybePromise<Word | undefined>;
  token(id: bigint): MaybePromise<LedgerToken | undefined>;
  relation(account: bigint, token: bigint): MaybePromise<TokenRelation | undefined>;
  nft(token: bigint, serial: bigint): MaybePromise<LedgerNft | undefined>;
  /** Tinybars that a spender may take from an owner. */
  cryptoAllowance(owner: bigint, spender: bigint): MaybePromise<bigint | undefined>;
  /** Smallest units of a token that a spender may take from an owner. */
  tokenAllowance(owner: bigint, token: bigint, spender: bigint): MaybePromise<bigint | undefined>;
  /** Whether a spender may take all NFTs of a token from an owner. */
  nftAllowance(owner: bigint, token: bigint, spender: bigint): MaybePromise<boolean | undefined>;
  /**
   * Units of a pending airdrop, 0 for one of an NFT; undefined where none is pending. The serial is 0 for units.
   */
  airdrop(sender: bigint, receiver: bigint, token: bigint, serial: bigint): MaybePromise<bigint | undefined>;
  schedule(id: bigint): MaybePromise<LedgerSchedule | undefined>;
  /** Keys that have signed a schedule; undefined where none has. */
  signatories(schedule: bigint): MaybePromise<readonly Signatory[] | undefined>;
  /** Associations of an account made automatically: used slots. */
  automaticAssociations(account: bigint): MaybePromise<number>;
  /** Whether an account is the treasury of a token that is not deleted. */
  isTreasury(account: bigint): MaybePromise<boolean>;
  /** Tokens of which an account has more than none. */
  positiveBalances(account: bigint): MaybePromise<number>;
  /** Largest id of any entity. */
  maxId(): MaybePromise<bigint>;
}

/** One kind of object: read through, written over. A value that was set to `undefined` is gone. */
export interface StateMap<Key, Value> {
  /** Synchronous for a key that was read before. */
  get(key: Key): MaybePromise<Value | undefined>;
  set(key: Key, value: Value | undefined): void;
}

/** The ledger as one execution sees and changes it. Changes end with the execution. */
export interface LedgerState {
  /** Verifies an absence like the reader. */
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
  /** The reader's own map. */
  readonly airdrops: StateMap<
    readonly [sender: bigint, receiver: bigint, token: bigint, serial: bigint],
    bigint
  >;
  readonly schedules: StateMap<bigint, LedgerSchedule>;
  readonly signatories: StateMap<bigint, readonly Signatory[]>;
  readonly automaticAssociations: StateMap<bigint, number>;
  /** Schedules that were written since the beginning, in order. */
  changedSchedules(): readonly LedgerSchedule[];
  /** Transfers all NFTs of a token from one account to another, as a change of its treasury does. */
  handOver(token: bigint, from: bigint, to: bigint): void;
  /** Whether an account is the treasury of a token, at the beginning or by a token created since. */
  isTreasury(account: bigint): Promise<boolean>;
  /** Whether an account has any token now. */
  ownsTokens(account: bigint): Promise<boolean>;
  /** A fresh id, above all that exist. */
  nextId(): Promise<bigint>;
  checkpoint(): void;
  commit(): void;
  revert(): void;
}

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
import type { LedgerReader, LedgerState, StateMap } from './ledger-state.ts';

/** Gap between the largest id and a new entity's number, as in the public mirror (`entityNumBuffer`). */
const ID_GAP = 1000n;

/** First entity number that the ledger assigns to users, with shard and realm 0. */
const FIRST_USER_ID = 1001n;

export interface OverlayOptions {
  /** Number of ids between the largest existing one and the first new one; 1000 by default. */
  readonly idGap?: bigint;
}

/**
 * The ledger within one execution. Reads go through to the reader, at most once for each key; writes are stored here
 * and undone by `revert`. One overlay serves one execution, because its cache is never invalidated.
 */
export class LedgerOverlay implements LedgerState {
  readonly #reader: LedgerReader;
  readonly #idGap: bigint;
  readonly #journal = new Journal();
  readonly #lastId: OverlayMap<'last', bigint>;
  readonly #treasuries: OverlayMap<bigint, boolean>;
  readonly #positive: OverlayMap<bigint, number>;
  readonly #handOvers: OverlayMap<bigint, readonly HandOver[]>;

  readonly aliases: StateMap<Address, bigint>;
  readonly accounts: OverlayMap<bigint, LedgerAccount>;
  readonly code: StateMap<bigint, Uint8Array>;
  readonly storage: OverlayMap<readonly [bigint, Word], Word>;
  readonly tokens: OverlayMap<bigint, LedgerToken>;
  readonly relations: OverlayMap<readonly [bigint, bigint], TokenRelation>;
  readonly nfts: StateMap<readonly [bigint, bigint], LedgerNft>;
  readonly cryptoAllowances: StateMap<readonly [bigint, bigint], bigint>;
  readonly tokenAllowances: StateMap<readonly [bigint, bigint, bigint], bigint>;
  readonly nftAllowances: StateMap<readonly [bigint, bigint, bigint], boolean>;
  readonly airdrops: StateMap<readonly [bigint, bigint, bigint, bigint], bigint>;
  readonly schedules: OverlayMap<bigint, LedgerSchedule>;
  readonly signatories: StateMap<bigint, readonly Signatory[]>;
  readonly automaticAssociations: StateMap<bigint, number>;

  verifyAbsent(address: Address): MaybePromise<void> {
    return this.#reader.verifyAbsent(address);
  }

  constructor(reader: LedgerReader, options: OverlayOptions = {}) {
    this.#reader = reader;
    this.#idGap = options.idGap ?? ID_GAP;
    const map = <Key extends MapKey, Value>(read: (key: Key) => MaybePromise<Value | undefined>) =>
      new OverlayMap(this.#journal, read);
    this.aliases = map((address: Address) => reader.idOfAlias(address));
    this.accounts = map((id: bigint) => reader.account(id));
    this.code = map((id: bigint) => reader.code(id));
    this.storage = map(([contract, slot]: readonly [bigint, Word]) => reader.storage(contract, slot));
    this.tokens = map((id: bigint) => reader.token(id));
    this.relations = map(([account, token]: readonly [bigint, bigint]) => reader.relation(account, token));
    this.#handOvers = map((_: bigint): readonly HandOver[] | undefined => undefined);
    this.nfts = this.#ownedNfts(
      map(async ([token, serial]: readonly [bigint, bigint]) => {
        const nft = await reader.nft(token, serial);
        return nft && { nft, since: 0 };
      }),
    );
    this.cryptoAllowances = map(([owner, spender]: readonly [bigint, bigint]) =>
      reader.cryptoAllowance(owner, spender),
    );
    this.tokenAllowances = map(([owner, token, spender]: readonly [bigint, bigint, bigint]) =>
      reader.tokenAllowance(owner, token, spender),
    );
    this.nftAllowances = map(([owner, token, spender]: readonly [bigint, bigint, bigint]) =>
      reader.nftAllowance(owner, token, spender),
    );
    this.airdrops = map(([sender, receiver, token, serial]: readonly [bigint, bigint, bigint, bigint]) =>
      reader.airdrop(sender, receiver, token, serial),
    );
    this.schedules = map((id: bigint) => reader.schedule(id));
    this.signatories = map((id: bigint) => reader.signatories(id));
    this.automaticAssociations = map((account: bigint) => reader.automaticAssociations(account));
    this.#treasuries = map((account: bigint) => reader.isTreasury(account));
    this.#positive = map((account: bigint) => reader.positiveBalances(account));
    this.#lastId = map((_: 'last') => this.#lastExisting());
  }

  async nextId(): Promise<bigint> {
    const id = (await this.lastId()) + 1n;
    this.#lastId.set('last', id);
    return id;
  }

  /** Returns the id before the next one. */
  async lastId(): Promise<bigint> {
    return (await this.#lastId.get('last')) ?? 0n;
  }

  changedSchedules(): readonly LedgerSchedule[] {
    return [...this.schedules.written()].flatMap(({ now }) => (now === undefined ? [] : [now]));
  }

  handOver(token: bigint, from: bigint, to: bigint): void {
    this.#handOvers.set(token, [...(this.#handOvers.known(token) ?? []), { from, to }]);
  }

  /** Yields the id of each account that was read or written, unordered. Some ids have no account. */
  *seenAccounts(): Generator<bigint> {
    for (const id of this.accounts.seen()) yield BigInt(id);
  }

  /** Yields each storage slot that was read or written, unordered. */
  *seenStorage(): Generator<readonly [contract: bigint, slot: Word]> {
    for (const key of this.storage.seen()) {
      const [contract = '', slot = ''] = String(key).split(',');
      yield [BigInt(contract), slot];
    }
  }

  /**
   * Returns the NFTs with their present owners: a transfer of a whole token changes the owner of NFTs that were written
   * before it.
   */
  #ownedNfts(
    map: OverlayMap<readonly [bigint, bigint], HeldNft>,
  ): StateMap<readonly [bigint, bigint], LedgerNft> {
    const since = (token: bigint) => this.#handOvers.known(token) ?? [];
    return {
      async get(key) {
        const held = await map.get(key);
        if (held === undefined) return undefined;
        const { nft } = held;
        const owner = since(nft.token)
          .slice(held.since)
          .reduce((last, { from, to }) => (last === from ? to : last), nft.owner);
        return owner === nft.owner ? nft : { ...nft, owner };
      },
      set(key, nft) {
        map.set(key, nft && { nft, since: since(nft.token).length });
      },
    };
  }

  async isTreasury(account: bigint): Promise<boolean> {
    for (const { now } of this.tokens.written()) {
      if (now?.treasury === account && !now.deleted) return true;
    }
    return (await this.#treasuries.get(account)) === true;
  }

  async ownsTokens(account: bigint): Promise<boolean> {
    return (await this.positiveBalances(account)) > 0;
  }

  /** Returns the number of tokens of which the account now has a positive balance. */
  async positiveBalances(account: bigint): Promise<number> {
    let positive = (await this.#positive.get(account)) ?? 0;
    for (const { before, now } of this.relations.written()) {
      if ((now ?? before)?.account !== account) continue;
      positive += Number((now?.balance ?? 0n) > 0n) - Number((before?.balance ?? 0n) > 0n);
    }
    return positive;
  }

  checkpoint(): void {
    this.#journal.checkpoint();
  }

  commit(): void {
    this.#journal.commit();
  }

  revert(): void {
    this.#journal.revert();
  }

  async #lastExisting(): Promise<bigint> {
    const last = (await this.#reader.maxId()) + this.#idGap;
    return last < FIRST_USER_ID - 1n ? FIRST_USER_ID - 1n : last;
  }
}

/** Transfer of all NFTs of a token from one account to another. */
interface HandOver {
  readonly from: bigint;
  readonly to: bigint;
}

/** An NFT, and the number of transfers of its whole token that its owner includes. */
interface HeldNft {
  readonly nft: LedgerNft;
  readonly since: number;
}

type MapKey = string | bigint | readonly (string | bigint)[];

/** Undo log of the writes since each open checkpoint. */
class Journal {
  readonly #undo: (() => void)[] = [];
  readonly #marks: number[] = [];

  /** Records how to undo a write, while a checkpoint is open. */
  write(undo: () => void): void {
    if (this.#marks.length > 0) this.#undo.push(undo);
  }

  checkpoint(): void {
    this.#marks.push(this.#undo.length);
  }

  commit(): void {
    if (this.#marks.pop() === undefined) throw new Error('commit without a checkpoint');
    if (this.#marks.length === 0) this.#undo.length = 0;
  }

  revert(): void {
    const mark = this.#marks.pop();
    if (mark === undefined) throw new Error('revert without a checkpoint');
    while (this.#undo.length > mark) this.#undo.pop()?.();
  }
}

/**
 * Overlay of one kind of object over the reader. An execution uses few kinds, so the maps are created with their first key.
 */
class OverlayMap<Key extends MapKey, Value> implements StateMap<Key, Value> {
  readonly #journal: Journal;
  readonly #read: (key: Key) => MaybePromise<Value | undefined>;
  #values: Map<string | bigint, Value | undefined> | undefined;
  /** Differs from a `SharedRead`, because one execution reads it. */
  #reading: Map<string | bigint, Promise<Value | undefined>> | undefined;
  /** Original values, from the reader, of keys that were written since. */
  #before: Map<string | bigint, Value | undefined> | undefined;

  constructor(journal: Journal, read: (key: Key) => MaybePromise<Value | undefined>) {
    this.#journal = journal;
    this.#read = read;
  }

  get(key: Key): MaybePromise<Value | undefined> {
    const flat = flatten(key);
    const value = this.#values?.get(flat);
    return value !== undefined || this.#values?.has(flat) ? value : this.#load(key, flat);
  }

  #load(key: Key, flat: string | bigint): MaybePromise<Value | undefined> {
    const reading = this.#reading?.get(flat) ?? this.#read(key);
    if (!(reading instanceof Promise)) return this.#keep(flat, reading);
    this.#reading ??= new Map();
    this.#reading.set(flat, reading);
    return reading.then((value) => this.#keep(flat, value));
  }

  #keep(flat: string | bigint, value: Value | undefined): Value | undefined {
    this.#values ??= new Map();
    // A value that was written while the read was pending takes precedence.
    if (this.#values.has(flat)) return this.#values.get(flat);
    this.#values.set(flat, value);
    if (this.#before?.has(flat)) this.#before.set(flat, value);
    return value;
  }

  set(key: Key, value: Value | undefined): void {
    const flat = flatten(key);
    this.#values ??= new Map();
    this.#before ??= new Map();
    const values = this.#values;
    const had = values.has(flat);
    const before = values.get(flat);
    if (!this.#before.has(flat)) this.#before.set(flat, before);
    this.#journal.write(() => {
      if (had) values.set(flat, before);
      else values.delete(flat);
    });
    values.set(flat, value);
  }

  /** Returns the last value read or written for a key. */
  known(key: Key): Value | undefined {
    return this.#values?.get(flatten(key));
  }

  /**
   * Yields the flat key (`flatten`) of each value that was read or written. A key that was written unread is undone with
   * its value.
   */
  seen(): Iterable<string | bigint> {
    return this.#values?.keys() ?? [];
  }

  /** Yields the written values, with those of the reader; a key that was written unread counts as new. */
  *written(): Generator<{ before: Value | undefined; now: Value | undefined }> {
    for (const [flat, before] of this.#before ?? []) yield { before, now: this.#values?.get(flat) };
  }
}

function flatten(key: MapKey): string | bigint {
  if (typeof key !== 'object') return key;
  return key.length === 2 ? `${key[0]},${key[1]}` : key.join(',');
}

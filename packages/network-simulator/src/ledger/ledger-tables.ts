import type {
  Account,
  Airdrop,
  Code,
  Contract,
  CryptoAllowance,
  EmittedValue,
  File,
  ForeignKey,
  Hook,
  HookSlot,
  LedgerId,
  Link,
  LinkedList,
  Nft,
  NftAllowance,
  Node,
  RegisteredNode,
  Relation,
  Schedule,
  SettledAirdrop,
  Slot,
  Token,
  TokenAllowance,
  Topic,
} from './entities.ts';
import { FIRST_USER_ENTITY, secondsOf } from './limits.ts';
import { sha384 } from './sha384.ts';
import { type ClientRow, Journal, Table } from './table.ts';

/** Key of a hook: `owner:id`. */
export const hookKey = (owner: number, hook: number): string => `${owner}:${hook}`;

/** Counters of the ledger, as one row, so that failed transactions undo their increments. */
export interface Counters {
  nextEntity: number;
  nextEcdsa: number;
  /** Next number of a key from outside. */
  nextForeign: number;
  nextNode: number;
  nextRegisteredNode: number;
  /** Day (since 1970) of the running staking period; -1 before genesis. */
  stakingDay: number;
  reservedRewards: bigint;
}

/** Journal that all tables of one ledger share. */
class Journaled {
  readonly journal: Journal;

  constructor(history: boolean) {
    this.journal = new Journal(history);
  }
}

type AnyTable = Table<number, object> | Table<string, object>;

/** Tables of the ledger's state. With `history` every version of every row is retained. */
export class LedgerTables extends Journaled {
  /** Created first, because the other tables look up the owners of their rows in it. */
  readonly theirs = new Table<string, ClientRow>(this.journal);
  readonly counters = new Table<number, Counters>(this.journal);
  readonly foreignKeys = new Table<number, ForeignKey>(this.journal);
  readonly accounts = new Table<number, Account>(this.journal, (num) => num >= FIRST_USER_ENTITY, {
    name: 'accounts',
    theirs: this.theirs,
  });
  readonly tokens = new Table<number, Token>(this.journal, true, { name: 'tokens', theirs: this.theirs });
  readonly relations = new Table<number, Relation>(this.journal, true, {
    name: 'relations',
    theirs: this.theirs,
  });
  /** Relations of an account, also those that ended. */
  readonly relationsOf = this.relations.groupBy(({ account }) => account);
  readonly nfts = new Table<number, Nft>(this.journal);
  readonly topics = new Table<number, Topic>(this.journal, true, { name: 'topics', theirs: this.theirs });
  readonly files = new Table<number, File>(this.journal, true, { name: 'files', theirs: this.theirs });
  readonly contracts = new Table<number, Contract>(this.journal, true, {
    name: 'contracts',
    theirs: this.theirs,
  });
  /** Runtime codes of contracts, by their keccak-256 as hex. */
  readonly codes = new Table<string, Code>(this.journal);
  /** Hashes of the last 256 blocks by number: the first 32 bytes as hex. */
  readonly blockHashes = new Table<number, { hash: string }>(this.journal);
  readonly slots = new Table<string, Slot>(this.journal);
  /** Slots of a contract. */
  readonly slotsOf = this.slots.groupBy(({ contract }) => contract);
  readonly schedules = new Table<number, Schedule>(this.journal, false, {
    name: 'schedules',
    theirs: this.theirs,
  });
  /** Newest schedule with a `scheduleContent`. */
  readonly scheduleContents = new Table<string, { num: number }>(this.journal);
  /** Schedules that are neither executed nor deleted nor expired, oldest first. */
  readonly openSchedules = new Table<number, { num: number }>(this.journal);
  /** Numbers of open schedules that expire at a time or before it, in the order of their expirations. */
  readonly schedulesExpiredBy = this.openSchedules.orderBy(({ num }) => this.schedules.need(num).expiration);
  /** Open schedules of clients (1), or of generated traffic (0), oldest first. */
  readonly openSchedulesBy = this.openSchedules.groupBy(({ num }) =>
    this.schedules.isClientRow(num) ? 1 : 0,
  );
  readonly cryptoAllowances = new Table<string, CryptoAllowance>(this.journal, true, {
    name: 'cryptoAllowances',
    theirs: this.theirs,
  });
  readonly tokenAllowances = new Table<string, TokenAllowance>(this.journal, true, {
    name: 'tokenAllowances',
    theirs: this.theirs,
  });
  readonly nftAllowances = new Table<string, NftAllowance>(this.journal, true, {
    name: 'nftAllowances',
    theirs: this.theirs,
  });
  /** Allowances of an owner. */
  readonly cryptoAllowancesOf = this.cryptoAllowances.groupBy(({ owner }) => owner);
  readonly tokenAllowancesOf = this.tokenAllowances.groupBy(({ owner }) => owner);
  readonly nftAllowancesOf = this.nftAllowances.groupBy(({ owner }) => owner);
  readonly airdrops = new Table<string, Airdrop>(this.journal);
  /** Pending airdrops of a sender. */
  readonly airdropsOf = this.airdrops.groupBy(({ sender }) => sender);
  /** Airdrops that were claimed or cancelled, and not repeated since. */
  readonly settledAirdrops = new Table<string, SettledAirdrop>(this.journal);
  readonly nodes = new Table<number, Node>(this.journal, true, { name: 'nodes', theirs: this.theirs });
  readonly registeredNodes = new Table<number, RegisteredNode>(this.journal, true, {
    name: 'registeredNodes',
    theirs: this.theirs,
  });
  readonly hooks = new Table<string, Hook>(this.journal, true, { name: 'hooks', theirs: this.theirs });
  /** Hooks of an owner, also deleted ones. */
  readonly hooksOf = this.hooks.groupBy(({ owner }) => owner);
  readonly hookSlots = new Table<string, HookSlot>(this.journal);
  /** Slots of a hook by its `hookKey`. */
  readonly slotsOfHook = this.hookSlots.groupBy(({ owner, hook }) => hookKey(owner, hook));
  /** Ledger ids by hex. */
  readonly ledgerIds = new Table<string, LedgerId>(this.journal);
  /** Reward of a node for a day, by `day:node`: tinybars for each hbar staked. */
  readonly rewardRates = new Table<string, { rate: bigint }>(this.journal);

  /**
   * Values that partial state changes are relative to, by state and key. Recorded from the first record file on, as in
   * a node, which compares with its state: after a cutover, changes can be relative to values that no block contained.
   * Empty while blocks have whole values.
   */
  readonly emittedValues = new Table<string, EmittedValue>(this.journal);
  /**
   * Linked lists of slots and of pending airdrops, as in block streams. Maintained while blocks, or partial changes,
   * are written.
   */
  readonly links = new Table<string, Link>(this.journal);
  readonly linkedLists = new Table<string, LinkedList>(this.journal);

  /** Returns every table by name, for storing the state. */
  tables(): Record<string, AnyTable> {
    const tables = Object.entries(this).filter(([, value]) => value instanceof Table);
    return Object.fromEntries(tables) as Record<string, AnyTable>;
  }

  /** Returns the number of rows that changed since they were last stored. */
  changedRows(): number {
    let changed = 0;
    for (const table of Object.values(this.tables())) changed += table.changed;
    return changed;
  }
}

/** Returns a key of the fields that equal schedules have in common: all but its creator, payer, signatures and times of the network. */
export function scheduleContent(schedule: Readonly<Schedule>): string {
  const { memo, waitForExpiry, expirationGiven, expiration, adminKey, body } = schedule;
  const expires = expirationGiven ? String(secondsOf(expiration)) : null;
  return sha384(Buffer.from(JSON.stringify([memo, waitForExpiry, expires, adminKey])), body).toString(
    'base64',
  );
}

import type { Account, KeySpec, Relation, Topic, TopicMessage } from './entities.ts';
import { StoredKeys } from './foreign-keys.ts';
import { longZero } from './ids.ts';
import { isDerived, KeyRing } from './keys.ts';
import { type Counters, hookKey, LedgerTables, scheduleContent } from './ledger-tables.ts';
import { FIRST_USER_ENTITY } from './limits.ts';
import type { StreamItem } from './recorded-item.ts';
import { typeName } from './type-name.ts';
import { CHAIN_ID } from './well-known.ts';

export const TREASURY = 2;
/** Total supply in tinybars: 50 billion hbars. */
export const TOTAL_TINYBARS = 5_000_000_000_000_000_000n;
const RETAINED_BLOCK_HASHES = 256;
const NANOS_PER_DAY = 86_400_000_000_000n;

export interface LedgerOptions {
  readonly seed: number;
  /** Chain id (EIP-155). Default: 298. */
  readonly chainId?: bigint;
  /** Retains every version of every row and all topic messages, for tests that read past state. */
  readonly history?: boolean;
}

/** Number of transactions by type and result, such as `CRYPTOTRANSFER SUCCESS`. Part of the oracle of tests. */
export type Counts = Map<string, number>;

/** Returns the day (since 1970) of a consensus time. */
export function dayOf(nanos: bigint): number {
  return Number(nanos / NANOS_PER_DAY);
}

const isSame = (a: Uint8Array | null, b: Buffer): boolean => a !== null && b.equals(a);

/** Keys of tables whose rows have more than one id. */
export const relationKey = (account: number, token: number): number => account * 0x400_0000 + token;
export const nftKey = (token: number, serial: number): number => token * 0x400_0000 + serial;
export const hookSlotKey = (owner: number, hook: number, key: string): string =>
  `${hookKey(owner, hook)}:${key}`;
export const slotKey = (contract: number, key: string): string => `${contract}:${key}`;

/**
 * The state of the demo network after the last transaction. All of it can be read, so it is the oracle of tests. Only
 * the transaction kinds change it, through `Execution`.
 */
export class Ledger extends LedgerTables {
  readonly keys: KeyRing;
  readonly chainId: bigint;
  readonly #storedKeys = new StoredKeys(this.foreignKeys, this.counters);
  /** Accounts by alias or EVM address, both as hex. Derived from `accounts`. */
  readonly #byAlias = new Map<string, number>();
  readonly counts: Counts = new Map();
  /** Topic messages; recorded only with history. */
  readonly topicMessages: TopicMessage[] = [];
  /** Consensus time of the last transaction. */
  lastConsensus = 0n;
  /** Number of the current block. */
  blockNumber = 0n;
  /**
   * Called after each transaction with its stream items, including those of its children, while the ledger has the
   * state after them.
   */
  onTransaction: ((items: readonly StreamItem[]) => void) | null = null;

  constructor(options: LedgerOptions) {
    super(options.history ?? false);
    this.chainId = options.chainId ?? CHAIN_ID;
    this.keys = new KeyRing(options.seed, undefined, this.#storedKeys);
    this.counters.put(0, {
      nextEntity: FIRST_USER_ENTITY,
      nextEcdsa: 1,
      nextForeign: 0,
      nextNode: 0,
      nextRegisteredNode: 0,
      stakingDay: -1,
      reservedRewards: 0n,
    });
  }

  /** Returns the account's relation to the token while it is associated. */
  relation(account: number, token: number): Readonly<Relation> | undefined {
    const row = this.relations.get(relationKey(account, token));
    return row?.associated ? row : undefined;
  }

  /** Returns whether an account is the treasury of a token, with which it is associated then. */
  isTreasury(account: number): boolean {
    for (const { token } of this.relationsOf(account)) {
      const { treasury, deleted } = this.tokens.need(token);
      if (treasury === account && !deleted) return true;
    }
    return false;
  }

  /** Returns whether an account owns units or NFTs of any token. */
  holdsTokens(account: number): boolean {
    for (const { associated, balance } of this.relationsOf(account))
      if (associated && balance > 0n) return true;
    return false;
  }

  get counter(): Readonly<Counters> {
    return this.counters.need(0);
  }

  /** Assigns the next entity number. */
  takeEntity(): number {
    const counters = this.counters.edit(0);
    const num = counters.nextEntity;
    counters.nextEntity = num + 1;
    return num;
  }

  /** Marks the ECDSA keys of this network among these keys as used. */
  noteKeys(keys: KeySpec | null): void {
    for (const ref of keys?.refs ?? []) {
      if (isDerived(ref) && -ref >= this.counter.nextEcdsa) this.counters.edit(0).nextEcdsa = -ref + 1;
    }
  }

  /** Indexes an account by its alias and EVM address. */
  indexAlias(account: Readonly<Account>): void {
    if (account.alias !== null) this.#byAlias.set(Buffer.from(account.alias).toString('hex'), account.num);
    if (account.evmAddress !== null) {
      this.#byAlias.set(Buffer.from(account.evmAddress).toString('hex'), account.num);
    }
  }

  /** Indexes stored accounts, keys and schedules. */
  indexStored(
    tables: Readonly<Record<string, Iterable<readonly [number | string, object | undefined]>>>,
  ): void {
    for (const [num] of tables.accounts ?? []) {
      const account = this.accounts.get(Number(num));
      if (account !== undefined) this.indexAlias(account);
    }
    this.#storedKeys.index(tables.foreignKeys ?? []);
    // An earlier release did not store the contents of schedules.
    if (tables.scheduleContents !== undefined) return;
    for (const [num] of tables.schedules ?? []) {
      const schedule = this.schedules.need(Number(num));
      this.scheduleContents.load([[scheduleContent(schedule), { num: schedule.num }]]);
    }
  }

  /** Returns the address of an account or contract as contracts see it. */
  addressOf(num: number): Uint8Array {
    return this.accounts.get(num)?.evmAddress ?? longZero(num);
  }

  /** Returns the number of the living account with an alias or EVM address (including long-zero addresses), or 0. */
  resolveAlias(alias: Uint8Array): number {
    const bytes = Buffer.from(alias);
    const account = this.accounts.get(this.#byAlias.get(bytes.toString('hex')) ?? 0);
    // The index may still contain an account whose creation was undone. Its number may belong to another account now.
    if (account !== undefined && (isSame(account.alias, bytes) || isSame(account.evmAddress, bytes))) {
      return account.deleted ? 0 : account.num;
    }
    if (bytes.length === 20 && bytes.readBigUInt64BE(0) === 0n && bytes.readUInt32BE(8) === 0) {
      const long = Number(bytes.readBigUInt64BE(12));
      return this.accounts.get(long)?.deleted === false ? long : 0;
    }
    return 0;
  }

  /**
   * Returns the number of the contract whose code runs when the account is called: the account itself, or the contract
   * that it delegates to; or 0.
   */
  codeOf(num: number): number {
    const account = this.accounts.get(num);
    if (account === undefined || account.contract) return account?.num ?? 0;
    const delegate = account.delegation === null ? 0 : this.resolveAlias(account.delegation);
    return this.accounts.get(delegate)?.contract ? delegate : 0;
  }

  /** Records the hash of a block for BLOCKHASH; the last 256 are retained. */
  noteBlockHash(number: bigint, hash: Uint8Array): void {
    const last = Number(number);
    this.blockHashes.put(last, { hash: Buffer.from(hash.subarray(0, 32)).toString('hex') });
    this.blockHashes.remove(last - RETAINED_BLOCK_HASHES);
  }

  rewardRate(day: number, node: number): bigint {
    return this.rewardRates.get(`${day}:${node}`)?.rate ?? 0n;
  }

  /** Records a topic message for tests that read history. */
  noteMessage(topic: Readonly<Topic>, message: Uint8Array, consensusTimestamp: bigint, payer: number): void {
    if (!this.journal.storesHistory) return;
    const { num, sequenceNumber, runningHash } = topic;
    this.topicMessages.push({ topic: num, sequenceNumber, consensusTimestamp, message, runningHash, payer });
  }

  /** Counts a transaction by its data field and the name of its status. */
  count(field: string, status: string): void {
    const key = `${typeName(field)} ${status}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Returns the sum of all balances: always `TOTAL_TINYBARS` after genesis. */
  totalTinybars(): bigint {
    let total = 0n;
    for (const account of this.accounts.values()) total += account.balance;
    return total;
  }
}

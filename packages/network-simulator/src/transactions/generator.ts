import type { com } from '@tain/protos/hapi';
import type { Account, KeySpec, Token, Topic } from '../ledger/entities.ts';
import type { KeyRef } from '../ledger/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { oneKey } from '../ledger/new-account.ts';
import type { Table } from '../ledger/table.ts';
import type { Random } from '../random.ts';

/** Number of keys that the accounts of a demo network share. The first ones belong to system accounts. */
const KEY_POOL = 256;
const TRIES = 12;

export interface GeneratorOptions {
  /** Whether inner transactions have real signatures like a wallet's. If not, they have placeholders. */
  readonly signInner: boolean;
  /** Share of transactions that fail on purpose. */
  readonly failures: number;
  /** Share of transactions that one single account pays for; 0: no such account. */
  readonly hotShare: number;
  /** Maximum numbers of entities that are created. */
  readonly limits: Readonly<Record<Growing, number>>;
}

/** Entities that a network accumulates unless there is a limit. */
export type Growing = 'accounts' | 'tokens' | 'nfts' | 'topics' | 'contracts' | 'files';

/**
 * Chooses transactions and their payers. Reads the ledger, and does not change it. All randomness comes from `random`.
 */
export class Generator {
  readonly ledger: Ledger;
  readonly random: Random;
  readonly options: GeneratorOptions;
  /** Consensus time of the transaction being generated, in nanoseconds. */
  at = 0n;
  /** Publication of the signing ledger; null for none. */
  ledgerPublication: com.hedera.hapi.node.tss.ILedgerIdPublicationTransactionBody | null = null;

  constructor(ledger: Ledger, random: Random, options: GeneratorOptions) {
    this.ledger = ledger;
    this.random = random;
    this.options = options;
  }

  /** Returns whether this transaction is to fail on purpose. */
  failing(): boolean {
    return this.random.chance(this.options.failures);
  }

  /** Returns whether the maximum number of these entities is not reached yet. */
  mayGrow(what: Growing): boolean {
    const table = this.ledger[what];
    const made = what === 'nfts' ? table.size : table.keys.length;
    return made < this.options.limits[what];
  }

  /**
   * Returns a matching row, or undefined after a dozen failed tries. The first rows are chosen more often, rows created
   * by outside transactions never.
   */
  find<K extends number | string, R extends object>(
    table: Table<K, R>,
    suits: (row: Readonly<R>) => boolean,
  ): Readonly<R> | undefined {
    const { keys } = table;
    for (let i = 0; i < TRIES && keys.length > 0; i++) {
      const u = this.random.unit();
      const key = keys[Math.floor(u * u * keys.length)];
      const row = key === undefined ? undefined : table.get(key);
      if (row !== undefined && suits(row)) return row;
    }
    return undefined;
  }

  /** Returns a living account of a user (not a contract) that has at least `balance` tinybars and a key. */
  payer(balance = 1_000_000_000n): Readonly<Account> {
    const { hotShare } = this.options;
    if (hotShare > 0 && this.random.chance(hotShare)) {
      const hot = this.ledger.accounts.get(this.hot());
      if (hot !== undefined && !hot.deleted && hot.balance >= balance) return hot;
    }
    return (
      this.find(this.ledger.accounts, (row) => isUser(row) && row.key !== null && row.balance >= balance) ??
      this.ledger.accounts.need(2)
    );
  }

  /** Returns the number of the account that pays more than all others. */
  hot(): number {
    return 1001;
  }

  /** Returns a living account of a user. */
  account(): Readonly<Account> {
    return this.find(this.ledger.accounts, isUser) ?? this.ledger.accounts.need(2);
  }

  /** Returns a living account other than the given one. */
  other(num: number): Readonly<Account> {
    return (
      this.find(this.ledger.accounts, (row) => isUser(row) && row.num !== num) ??
      this.ledger.accounts.need(50)
    );
  }

  topic(suits: (row: Readonly<Topic>) => boolean = () => true): Readonly<Topic> | undefined {
    return this.find(this.ledger.topics, (row) => !row.deleted && suits(row));
  }

  token(suits: (row: Readonly<Token>) => boolean = () => true): Readonly<Token> | undefined {
    return this.find(this.ledger.tokens, (row) => !row.deleted && suits(row));
  }

  /** Returns whether the account can move the token at present. */
  canMove(account: number, token: Readonly<Token>): boolean {
    const relation = this.ledger.relation(account, token.num);
    return !token.paused && !token.deleted && relation?.frozen === false && relation.kyc;
  }

  /** Returns one of the keys that accounts share. */
  pooledKey(): KeyRef {
    return 8 + this.random.below(KEY_POOL - 8);
  }

  /** Returns a typical key requirement: mostly one key, sometimes a list or a threshold. */
  keySpec(): KeySpec {
    const kind = this.random.unit();
    if (kind < 0.92) return oneKey(this.pooledKey());
    const first = this.pooledKey();
    const refs = [first, 8 + ((first - 7) % (KEY_POOL - 8)), 8 + ((first - 6) % (KEY_POOL - 8))];
    if (kind < 0.95) return { refs: refs.slice(0, 1), form: 'list', threshold: 1 };
    if (kind < 0.97) return { refs: refs.slice(0, 2), form: 'list', threshold: 2 };
    return { refs, form: 'threshold', threshold: 2 };
  }

  /** Returns an unused ECDSA key. */
  freshEcdsa(): KeyRef {
    return -this.ledger.counter.nextEcdsa;
  }

  /** Returns the keys of an account, for signing. */
  keysOf(num: number): readonly KeyRef[] {
    return this.ledger.accounts.get(num)?.key?.refs ?? [];
  }
}

/** Returns whether a living account belongs to a user: not a contract, a system account or hollow. */
export function isUser(account: Readonly<Account>): boolean {
  return account.num > 1000 && !account.deleted && !account.contract && !account.hollow;
}

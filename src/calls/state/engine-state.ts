import type { Address, AddressKind, EngineAccount, EngineState, LedgerView, Word } from '@tain/evm/execution';
import { longZeroNumber } from '@tain/evm/hex';
import { after, type MaybePromise } from '@tain/evm/maybe-promise';
import { encodeEntityId, MAX_NUM } from '@tain/ledger/entity-id';
import { longZeroHex, ZERO_ADDRESS } from '@tain/ledger/evm-address';
import { DEFAULT_AUTO_RENEW_SECONDS } from '@tain/ledger/expiry';
import { emptyAccount, type LedgerAccount } from './ledger-objects.ts';
import type { LedgerState } from './ledger-state.ts';
import { accountProxyCode, isAccountCall, scheduleProxyCode, tokenProxyCode } from './proxy-code.ts';
import { unknownBalance } from './unknown-past.ts';

const ZERO = '0'.repeat(64);
const NO_CODE = new Uint8Array(0);

export interface EngineStateOptions {
  readonly shard?: bigint;
  readonly realm?: bigint;
  /**
   * Minimum spendable balance of accounts that are not contracts, in tinybars. It is not visible to BALANCE. Spending
   * beyond the true balance makes that balance negative (contract-calls facts, 2.4).
   */
  readonly minimumBalance?: bigint;
}

/**
 * Accounts of the ledger in the form for an engine: by address, with the code of tokens, schedules and accounts
 * (HIP-719, HIP-906) in addition to that of contracts. Serves one transaction, because it caches original storage
 * values.
 */
export class LedgerEngineState implements EngineState {
  readonly #ledger: LedgerState;
  readonly #shard: bigint;
  readonly #realm: bigint;
  readonly #minimumBalance: bigint;
  readonly #originals = new Map<string, Word>();
  readonly ledger: LedgerView;

  constructor(ledger: LedgerState, options: EngineStateOptions = {}) {
    this.#ledger = ledger;
    this.#shard = options.shard ?? 0n;
    this.#realm = options.realm ?? 0n;
    this.#minimumBalance = options.minimumBalance ?? 0n;
    this.ledger = {
      kind: (address) =>
        after(this.#kind(address), (kind) =>
          kind === 'missing' ? after(this.#verifyAbsent(address), () => kind) : kind,
        ),
      visibleBalance: (address) =>
        after(this.#account(address), (account) => {
          if (account === undefined) return after(this.#verifyAbsent(address), () => 0n);
          if (account.hasUnknownBalance) throw unknownBalance(account.id);
          return account.balance > 0n ? account.balance : 0n;
        }),
      callCode: (address, input) => this.#callCode(address, input),
      createHollow: (address) => this.#create(address, 'ACCOUNT', 0n, 0n),
      logAddress: async (address) => {
        const id = await this.idOf(address);
        return id === undefined ? address : longZeroHex(id);
      },
      ownsTokens: async (address) => {
        const id = await this.idOf(address);
        if (id === undefined) return false;
        return (await this.#ledger.isTreasury(id)) || (await this.#ledger.ownsTokens(id));
      },
    };
  }

  /**
   * Returns the entity of an address, if it is visible: an entity with an alias is not visible at its long-zero
   * address.
   */
  idOf(address: Address): MaybePromise<bigint | undefined> {
    const num = longZeroNumber(address);
    if (num === undefined) return this.#ledger.aliases.get(address);
    const id = this.#idOfNumber(num);
    if (id === undefined) return undefined;
    return after(this.#ledger.accounts.get(id), (account) => {
      if (account === undefined) return id;
      return account.evmAddress === undefined || account.evmAddress === address ? id : undefined;
    });
  }

  account(address: Address): MaybePromise<EngineAccount | undefined> {
    return after(this.#account(address), (account) => {
      if (account !== undefined) {
        return {
          nonce: account.nonce,
          balance: this.#spendable(account),
          hasCode: account.type === 'CONTRACT',
        };
      }
      return after(this.#kind(address), (kind) =>
        kind === 'missing' ? undefined : { nonce: 0n, balance: 0n, hasCode: true },
      );
    });
  }

  setAccount(address: Address, { nonce, balance }: EngineAccount): MaybePromise<void> {
    return after(this.#account(address), (account) => {
      if (account === undefined) {
        // A call touches its callee, but creates it only with a balance or a nonce.
        if (nonce === 0n && balance === 0n) return undefined;
        return after(this.#kind(address), (kind) => {
          if (kind !== 'missing') throw new Error(`${address} holds no hbar`);
          return this.#create(address, 'CONTRACT', nonce, balance);
        });
      }
      const change = balance - this.#spendable(account);
      if (change === 0n && nonce === account.nonce) return undefined;
      this.#ledger.accounts.set(account.id, { ...account, nonce, balance: account.balance + change });
    });
  }

  async deleteAccount(address: Address): Promise<void> {
    const account = await this.#account(address);
    if (account !== undefined) {
      this.#ledger.accounts.set(account.id, { ...account, balance: 0n, deleted: true });
    }
  }

  code(address: Address): MaybePromise<Uint8Array> {
    return after(this.#account(address), (account) => {
      if (account !== undefined) {
        if (account.type === 'CONTRACT') {
          return after(this.#ledger.code.get(account.id), (code) => code ?? NO_CODE);
        }
        return delegationCode(account.delegation);
      }
      return after(this.#kind(address), (kind) => {
        if (kind === 'token') return tokenProxyCode(address);
        if (kind === 'schedule') return scheduleProxyCode(address);
        return kind === 'missing' ? after(this.#verifyAbsent(address), () => NO_CODE) : NO_CODE;
      });
    });
  }

  async setCode(address: Address, code: Uint8Array): Promise<void> {
    const account = await this.#account(address);
    if (account === undefined) throw new Error(`no contract at ${address}`);
    if (account.type !== 'CONTRACT') this.#ledger.accounts.set(account.id, { ...account, type: 'CONTRACT' });
    this.#ledger.code.set(account.id, code);
  }

  storage(address: Address, slot: Word): MaybePromise<Word> {
    return after(this.idOf(address), (id) => this.#stored(id, slot));
  }

  originalStorage(address: Address, slot: Word): MaybePromise<Word> {
    return this.#originals.get(`${address},${slot}`) ?? this.storage(address, slot);
  }

  setStorage(address: Address, slot: Word, value: Word): MaybePromise<void> {
    return after(this.idOf(address), (id) => {
      if (id === undefined) throw new Error(`no contract at ${address}`);
      const key = `${address},${slot}`;
      const write = () => this.#ledger.storage.set([id, slot], value);
      if (this.#originals.has(key)) return write();
      return after(this.#stored(id, slot), (before) => {
        this.#originals.set(key, before);
        write();
      });
    });
  }

  /** Does nothing: a created contract has no storage, because its number is new, or that of an account without code. */
  clearStorage(): void {}

  checkpoint(): void {
    this.#ledger.checkpoint();
  }

  commit(): void {
    this.#ledger.commit();
  }

  revert(): void {
    this.#ledger.revert();
  }

  #stored(id: bigint | undefined, slot: Word): MaybePromise<Word> {
    return id === undefined ? ZERO : after(this.#ledger.storage.get([id, slot]), (value) => value ?? ZERO);
  }

  #account(address: Address): MaybePromise<LedgerAccount | undefined> {
    return after(this.idOf(address), (id) =>
      id === undefined
        ? undefined
        : after(this.#ledger.accounts.get(id), (account) =>
            account?.deleted === true ? undefined : account,
          ),
    );
  }

  #kind(address: Address): MaybePromise<AddressKind> {
    return after(this.idOf(address), (id) => {
      if (id === undefined) return 'missing';
      return after(this.#ledger.accounts.get(id), (account): MaybePromise<AddressKind> => {
        if (account !== undefined) {
          if (account.deleted) return 'missing';
          return account.type === 'CONTRACT' ? 'contract' : 'account';
        }
        return after(this.#ledger.tokens.get(id), (token): MaybePromise<AddressKind> => {
          if (token !== undefined) return 'token';
          return after(this.#ledger.schedules.get(id), (schedule) =>
            schedule === undefined ? 'missing' : 'schedule',
          );
        });
      });
    });
  }

  /**
   * Functions of an account go to the account service whatever the account delegates to. Only one delegation is
   * followed: the code of a delegate that delegates is its designator, which fails (HIP-1340).
   */
  #callCode(address: Address, input: Uint8Array): MaybePromise<Uint8Array> {
    return after(this.#account(address), (account) => {
      if (account?.type === 'ACCOUNT' && isAccountCall(input)) return accountProxyCode(address);
      const delegate = account?.delegation;
      if (delegate === undefined) return this.code(address);
      return after(this.#kind(delegate), (kind) =>
        kind === 'contract' || kind === 'account' ? this.code(delegate) : NO_CODE,
      );
    });
  }

  async #create(
    address: Address,
    type: LedgerAccount['type'],
    nonce: bigint,
    balance: bigint,
  ): Promise<void> {
    const id = this.#idOfLongZero(address) ?? (await this.#ledger.nextId());
    const evmAddress = longZeroNumber(address) !== undefined ? undefined : address;
    if (evmAddress !== undefined) this.#ledger.aliases.set(evmAddress, id);
    this.#ledger.accounts.set(id, {
      ...emptyAccount(id),
      type,
      evmAddress,
      balance,
      nonce,
      maxAutomaticTokenAssociations: type === 'ACCOUNT' ? -1 : 0,
      autoRenewPeriod: DEFAULT_AUTO_RENEW_SECONDS,
    });
  }

  /** Returns the spendable balance; an unknown balance counts as the minimum. */
  #spendable({ id, type, balance, hasUnknownBalance }: LedgerAccount): bigint {
    if (type !== 'ACCOUNT') return balance;
    if (hasUnknownBalance && this.#minimumBalance === 0n) throw unknownBalance(id);
    return balance < this.#minimumBalance ? this.#minimumBalance : balance;
  }

  /**
   * Throws `UnknownPast` if an address without a known entity may belong to one that is older than the stored stream. A
   * long-zero address is not checked here, because its number shows whether the entity is known.
   */
  #verifyAbsent(address: Address): MaybePromise<void> {
    if (longZeroNumber(address) !== undefined) return undefined;
    return after(this.#ledger.aliases.get(address), (id) =>
      id === undefined ? this.#ledger.verifyAbsent(address) : undefined,
    );
  }

  #idOfLongZero(address: Address): bigint | undefined {
    const num = longZeroNumber(address);
    return num === undefined ? undefined : this.#idOfNumber(num);
  }

  #idOfNumber(num: bigint): bigint | undefined {
    return num > MAX_NUM ? undefined : encodeEntityId(this.#shard, this.#realm, num);
  }
}

/** Returns the code of an account for EXTCODE*: a designator of its delegate, not the delegate's code (EIP-7702). */
export function delegationCode(delegate: Address | undefined): Uint8Array {
  // The zero address means that a delegation was removed.
  if (delegate === undefined || delegate === ZERO_ADDRESS) return NO_CODE;
  return Buffer.from(`ef0100${delegate}`, 'hex');
}

import type { StateManagerInterface } from '@ethereumjs/common';
import { Account, type Address as LibraryAddress } from '@ethereumjs/util';
import type { EngineState } from './execution.ts';
import { fromHex, toHex } from './hex.ts';

/**
 * Stands for the hash of code and the root of storage: the library only compares with those of nothing. EXTCODEHASH
 * hashes the code itself.
 */
const SOMETHING = new Uint8Array(32).fill(0xc0);

const NOTHING = new Uint8Array(0);

/** What the library reads and writes, over an `EngineState`. Counts checkpoints, so that an abort can undo them. */
export class StateAdapter implements StateManagerInterface {
  #state: EngineState | undefined;
  #open = 0;

  get state(): EngineState {
    if (this.#state === undefined) throw new Error('no execution');
    return this.#state;
  }

  set state(state: EngineState | undefined) {
    this.#state = state;
    this.#open = 0;
  }

  readonly originalStorageCache = {
    get: async (address: LibraryAddress, key: Uint8Array) =>
      strip(await this.state.originalStorage(toHex(address.bytes), toHex(key))),
    clear() {},
  };

  async getAccount(address: LibraryAddress): Promise<Account | undefined> {
    const account = await this.state.account(toHex(address.bytes));
    if (account === undefined) return undefined;
    const storageRoot = account.hasStorage === true ? SOMETHING : undefined;
    return new Account(account.nonce, account.balance, storageRoot, account.hasCode ? SOMETHING : undefined);
  }

  async putAccount(address: LibraryAddress, account?: Account): Promise<void> {
    if (account === undefined) return this.deleteAccount(address);
    const { nonce, balance } = account;
    await this.state.setAccount(toHex(address.bytes), { nonce, balance, hasCode: account.isContract() });
  }

  async deleteAccount(address: LibraryAddress): Promise<void> {
    await this.state.deleteAccount(toHex(address.bytes));
  }

  async modifyAccountFields(
    address: LibraryAddress,
    fields: { nonce?: bigint; balance?: bigint },
  ): Promise<void> {
    const account = (await this.getAccount(address)) ?? new Account();
    account.nonce = fields.nonce ?? account.nonce;
    account.balance = fields.balance ?? account.balance;
    await this.putAccount(address, account);
  }

  async putCode(address: LibraryAddress, value: Uint8Array): Promise<void> {
    await this.state.setCode(toHex(address.bytes), value);
  }

  getCode(address: LibraryAddress): Promise<Uint8Array> {
    return this.state.code(toHex(address.bytes));
  }

  async getCodeSize(address: LibraryAddress): Promise<number> {
    return (await this.getCode(address)).length;
  }

  async getStorage(address: LibraryAddress, key: Uint8Array): Promise<Uint8Array> {
    return strip(await this.state.storage(toHex(address.bytes), toHex(key)));
  }

  async putStorage(address: LibraryAddress, key: Uint8Array, value: Uint8Array): Promise<void> {
    await this.state.setStorage(toHex(address.bytes), toHex(key), toHex(value).padStart(64, '0'));
  }

  async clearStorage(address: LibraryAddress): Promise<void> {
    await this.state.clearStorage(toHex(address.bytes));
  }

  async checkpoint(): Promise<void> {
    this.#open += 1;
    await this.state.checkpoint();
  }

  async commit(): Promise<void> {
    this.#open -= 1;
    await this.state.commit();
  }

  async revert(): Promise<void> {
    this.#open -= 1;
    await this.state.revert();
  }

  /** Undoes what an execution that was cut off had begun. */
  async revertAll(): Promise<void> {
    while (this.#open > 0) await this.revert();
  }

  getStateRoot(): Promise<Uint8Array> {
    return Promise.reject(new Error('the engine knows no state root'));
  }

  setStateRoot(): Promise<void> {
    return Promise.reject(new Error('the engine knows no state root'));
  }

  hasStateRoot(): Promise<boolean> {
    return Promise.resolve(false);
  }

  clearCaches(): void {}

  shallowCopy(): StateManagerInterface {
    throw new Error('the engine copies no state');
  }
}

/** Without leading zeros, as the library holds what is stored. */
function strip(word: string): Uint8Array {
  const digits = word.replace(/^(?:00)+/, '');
  return digits === '' ? NOTHING : fromHex(digits);
}

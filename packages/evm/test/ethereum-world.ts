import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Address, EngineAccount, EngineState, Word } from '../src/execution.ts';
import type { MaybePromise } from '../src/maybe-promise.ts';

const ZERO = '0'.repeat(64);
const NO_CODE = new Uint8Array(0);

/** An account, with hex digits without a prefix. */
export interface WorldAccount {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly code: Uint8Array;
  readonly storage: Readonly<Record<Word, Word>>;
}

/** Accounts of Ethereum in memory, with a state root. */
export class EthereumWorld implements EngineState {
  readonly #accounts = new Map<Address, { nonce: bigint; balance: bigint }>();
  readonly #code = new Map<Address, Uint8Array>();
  readonly #storage = new Map<Address, Map<Word, Word>>();
  /** Storage at the start of the transaction. */
  readonly #original = new Map<Address, ReadonlyMap<Word, Word>>();
  #undo: (() => void)[] = [];
  readonly #marks: number[] = [];

  constructor(accounts: Readonly<Record<Address, WorldAccount>>) {
    for (const [address, { nonce, balance, code, storage }] of Object.entries(accounts)) {
      this.#accounts.set(address, { nonce, balance });
      if (code.length > 0) this.#code.set(address, code);
      this.#storage.set(address, new Map(Object.entries(storage).filter(([, value]) => value !== ZERO)));
      this.#original.set(address, new Map(this.#storage.get(address)));
    }
  }

  async account(address: Address): Promise<EngineAccount | undefined> {
    const found = this.#accounts.get(address);
    if (found === undefined) return undefined;
    const hasStorage = (this.#storage.get(address)?.size ?? 0) > 0;
    return { ...found, hasCode: this.#code.has(address), hasStorage };
  }

  async setAccount(address: Address, { nonce, balance }: EngineAccount): Promise<void> {
    this.#set(this.#accounts, address, { nonce, balance });
  }

  async deleteAccount(address: Address): Promise<void> {
    this.#set(this.#accounts, address, undefined);
    this.#set(this.#code, address, undefined);
    this.#set(this.#storage, address, undefined);
  }

  async code(address: Address): Promise<Uint8Array> {
    return this.#code.get(address) ?? NO_CODE;
  }

  async setCode(address: Address, code: Uint8Array): Promise<void> {
    this.#set(this.#code, address, code.length === 0 ? undefined : code);
  }

  storage(address: Address, slot: Word): MaybePromise<Word> {
    return returned(slot, this.#storage.get(address)?.get(slot) ?? ZERO);
  }

  originalStorage(address: Address, slot: Word): MaybePromise<Word> {
    return returned(slot, this.#original.get(address)?.get(slot) ?? ZERO);
  }

  setStorage(address: Address, slot: Word, value: Word): MaybePromise<void> {
    this.#store(address, slot, value);
    return returned(slot, undefined);
  }

  #store(address: Address, slot: Word, value: Word): void {
    let slots = this.#storage.get(address);
    if (slots === undefined) {
      slots = new Map();
      this.#set(this.#storage, address, slots);
    }
    this.#set(slots, slot, value === ZERO ? undefined : value);
  }

  async clearStorage(address: Address): Promise<void> {
    this.#set(this.#storage, address, undefined);
  }

  async checkpoint(): Promise<void> {
    this.#marks.push(this.#undo.length);
  }

  async commit(): Promise<void> {
    this.#marks.pop();
  }

  async revert(): Promise<void> {
    const mark = this.#marks.pop() ?? 0;
    for (const undo of this.#undo.splice(mark).reverse()) undo();
  }

  /** Returns whether the account is empty as defined by EIP-161. */
  async isEmpty(address: Address): Promise<boolean> {
    const found = this.#accounts.get(address);
    return found !== undefined && found.nonce === 0n && found.balance === 0n && !this.#code.has(address);
  }

  async root(): Promise<string> {
    const trie = await createMPT({ useKeyHashing: true });
    for (const [address, { nonce, balance }] of this.#accounts) {
      const storage = await createMPT({ useKeyHashing: true });
      for (const [slot, value] of this.#storage.get(address) ?? []) {
        await storage.put(bytes(slot), RLP.encode(BigInt(`0x${value}`)));
      }
      const codeHash = keccak_256(this.#code.get(address) ?? NO_CODE);
      await trie.put(bytes(address), RLP.encode([nonce, balance, storage.root(), codeHash]));
    }
    return Buffer.from(trie.root()).toString('hex');
  }

  #set<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
    const before = map.get(key);
    const had = map.has(key);
    this.#undo.push(() => {
      if (had) map.set(key, before as Value);
      else map.delete(key);
    });
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }
}

/** Returns every second slot synchronously, like a ledger that has cached some. */
function returned<Value>(slot: Word, value: Value): MaybePromise<Value> {
  return Number.parseInt(slot.slice(-1), 16) % 2 === 0 ? value : Promise.resolve(value);
}

export function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

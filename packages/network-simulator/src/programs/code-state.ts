import type { Adjustments } from '../ledger/adjustments.ts';
import { type Execution, revertedChild } from '../ledger/execution.ts';
import { contractId, duration } from '../ledger/ids.ts';
import { slotKey } from '../ledger/ledger.ts';
import { AUTO_RENEW_SECONDS, newAccount } from '../ledger/new-account.ts';
import { type CodeAccount, CodeHalt, type CodeKind, type CodeState } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { ownCopy } from '../ledger/table.ts';
import { createByAlias } from '../ledger/transfer-hbar.ts';
import { isAccountFunction } from './account-service.ts';
import {
  accountAt,
  accountProxy,
  delegationCode,
  hex,
  kindAt,
  longZeroAt,
  scheduleProxy,
  tokenProxy,
} from './code-addresses.ts';
import { runtimeOf, setRuntime } from './code-store.ts';

const NO_CODE = new Uint8Array();

/** Returns the code of an entity that is neither an account nor a contract. */
function proxyAt(kind: CodeKind, address: string): Uint8Array {
  if (kind === 'token') return tokenProxy(address);
  return kind === 'schedule' ? scheduleProxy(address) : NO_CODE;
}

/** Maximum number of child transactions of a contract's transaction. */
const MAX_CHILDREN = 50;

/** State to which an open checkpoint reverts. */
interface Checkpoint {
  readonly end: (holds: boolean) => void;
  readonly hbar: Adjustments;
  readonly children: number;
  readonly writes: number;
}

/** A contract that a transaction or its code created. The creation may have been undone. */
export interface CreatedContract {
  readonly num: number;
  readonly address: string;
  /** Transaction or child whose record contains the creation. */
  readonly recorder: Execution;
}

/** A slot that the code read or wrote. */
export interface TouchedSlot {
  readonly contract: number;
  readonly key: string;
  readonly original: bigint;
  /** Written value; null if the slot was only read. */
  readonly written: bigint | null;
}

/** Options of the state of a transaction's code. */
interface CodeStateOptions {
  /** Whether the first created contract is that of the transaction itself, which has no child record. Default false. */
  readonly ownCreation?: boolean;
  /** Code that runs when an address is called, instead of its own. */
  readonly runs?: { readonly address: string; readonly code: Uint8Array } | null;
}

/** The demo ledger as seen and changed by the code of one transaction. */
export class LedgerCodeState implements CodeState {
  readonly #x: Execution;
  readonly #ownCreation: boolean;
  readonly #runs: CodeStateOptions['runs'];
  readonly #open: Checkpoint[] = [];
  readonly #originals = new Map<string, { contract: number; key: string; value: bigint }>();
  /** Slots written and not undone. */
  readonly #writes: string[] = [];
  /** Nonces of contracts before the transaction, by number; undefined for accounts that were no contracts. */
  readonly #nonces = new Map<number, number | undefined>();
  readonly created: CreatedContract[] = [];

  constructor(x: Execution, { ownCreation = false, runs = null }: CodeStateOptions = {}) {
    this.#x = x;
    this.#ownCreation = ownCreation;
    this.#runs = runs;
  }

  /**
   * Returns the entity number of an address; 0: none. The long-zero address of an account with another address does not
   * count.
   */
  numOf(address: string): number {
    return accountAt(this.#x.ledger, address);
  }

  kind(address: string): CodeKind {
    return kindAt(this.#x.ledger, address);
  }

  account(address: string): CodeAccount | undefined {
    const { ledger } = this.#x;
    const row = ledger.accounts.get(this.numOf(address));
    if (row !== undefined) {
      const { num, ethereumNonce, balance } = row;
      return { nonce: BigInt(ethereumNonce), balance, hasCode: ledger.codeOf(num) !== 0 };
    }
    const kind = this.kind(address);
    return kind === 'token' || kind === 'schedule' ? { nonce: 0n, balance: 0n, hasCode: true } : undefined;
  }

  setAccount(address: string, nonce: bigint, balance: bigint): void {
    const { accounts } = this.#x.ledger;
    const before = accounts.get(this.numOf(address));
    if (before === undefined && nonce === 0n && balance === 0n) return;
    const num = before?.num ?? this.#create(address);
    if (!this.#nonces.has(num)) this.#nonces.set(num, before?.contract ? before.ethereumNonce : undefined);
    const row = accounts.need(num);
    if (row.ethereumNonce !== Number(nonce)) accounts.edit(num).ethereumNonce = Number(nonce);
    this.#x.addHbar(num, balance - row.balance);
  }

  code(address: string): Uint8Array {
    const { ledger } = this.#x;
    const row = ledger.accounts.get(this.numOf(address));
    if (row === undefined) return proxyAt(this.kind(address), address);
    return row.contract ? runtimeOf(ledger, row.num) : delegationCode(row.delegation);
  }

  callCode(address: string, input: Uint8Array): Uint8Array {
    const { ledger } = this.#x;
    if (this.#runs?.address === address) return this.#runs.code;
    const num = this.numOf(address);
    const row = ledger.accounts.get(num);
    if (row === undefined || row.contract) return this.code(address);
    // They are an account's whatever it delegates to (HIP-1340).
    if (isAccountFunction(input)) return accountProxy(address);
    if (row.delegation === null) return this.code(address);
    // The code of a delegate that delegates itself is its designator, which fails (HIP-1340).
    const delegate = ledger.accounts.get(ledger.resolveAlias(row.delegation));
    return delegate === undefined ? NO_CODE : this.code(hex(ledger.addressOf(delegate.num)));
  }

  setCode(address: string, code: Uint8Array): void {
    const { ledger } = this.#x;
    const num = this.numOf(address);
    if (!ledger.contracts.has(num)) this.#adopt(num, address);
    setRuntime(ledger, num, code);
  }

  createHollow(address: string): void {
    this.#requireCapacity();
    createByAlias(this.#x, Buffer.from(address, 'hex'), null, 'following');
  }

  ownsTokens(address: string): boolean {
    const { ledger } = this.#x;
    const num = this.numOf(address);
    return ledger.isTreasury(num) || ledger.holdsTokens(num);
  }

  storage(address: string, slot: string): string {
    return word(this.#slot(address, slot).value);
  }

  originalStorage(address: string, slot: string): string {
    return word(this.#slot(address, slot).original);
  }

  setStorage(address: string, slot: string, value: string): void {
    const { contract, key } = this.#slot(address, slot);
    this.#writes.push(key);
    this.#x.ledger.slots.put(key, { contract, key: slot, value: BigInt(`0x${value}`) });
  }

  checkpoint(): void {
    const { ledger, hbar, following } = this.#x;
    this.#open.push({
      end: ledger.journal.begin(),
      hbar: hbar.copy(),
      children: following.length,
      writes: this.#writes.length,
    });
  }

  commit(): void {
    this.#close().end(true);
  }

  revert(): void {
    const { end, hbar, children, writes } = this.#close();
    end(false);
    this.#x.hbar = hbar;
    this.#writes.length = writes;
    const { following } = this.#x;
    following.splice(children, Number.POSITIVE_INFINITY, ...following.slice(children).map(revertedChild));
  }

  longZeroOf(address: string): string {
    return longZeroAt(this.#x.ledger, address);
  }

  /** Returns the contracts that were created and not undone. */
  lasting(): CreatedContract[] {
    return this.created.filter(({ recorder }) => recorder.status === Status.SUCCESS);
  }

  /**
   * Returns the contracts with a changed nonce, including those of new ones and of creators whose creation failed. Source:
   * the services' `WritableAccountStore.summarizeContractChanges`, which omits destroyed contracts.
   */
  changedNonces(): { readonly num: number; readonly nonce: number }[] {
    return [...this.#nonces].flatMap(([num, before]) => {
      const row = this.#x.ledger.accounts.get(num);
      const isListed = row?.contract && !row.deleted && row.ethereumNonce !== before;
      return isListed ? [{ num, nonce: row.ethereumNonce }] : [];
    });
  }

  /** Returns the slots that were read or written, by contract and key. */
  touched(): TouchedSlot[] {
    const written = new Set(this.#writes);
    return [...this.#originals]
      .map(([id, { contract, key, value }]) => ({
        contract,
        key,
        original: value,
        written: written.has(id) ? this.#valueOf(id) : null,
      }))
      .sort((a, b) => a.contract - b.contract || (a.key < b.key ? -1 : 1));
  }

  #close(): Checkpoint {
    const last = this.#open.pop();
    if (last === undefined) throw new Error('no checkpoint is open');
    return last;
  }

  #valueOf(key: string): bigint {
    return this.#x.ledger.slots.get(key)?.value ?? 0n;
  }

  #slot(address: string, slot: string) {
    const contract = this.numOf(address);
    const key = slotKey(contract, slot);
    const value = this.#valueOf(key);
    let original = this.#originals.get(key);
    if (original === undefined) {
      original = { contract, key: slot, value };
      this.#originals.set(key, original);
    }
    return { contract, key, value, original: original.value };
  }

  /** Whether the next creation is the transaction's own. */
  get #isOwn(): boolean {
    return this.#ownCreation && this.created.length === 0;
  }

  #create(address: string): number {
    const { ledger } = this.#x;
    if (!this.#isOwn) this.#requireCapacity();
    const num = ledger.takeEntity();
    const recorder = this.#isOwn ? this.#x : this.#creation(num);
    const account = newAccount(num, recorder.at, null);
    account.contract = true;
    account.evmAddress = ownCopy(Buffer.from(address, 'hex'));
    ledger.accounts.put(num, account);
    ledger.indexAlias(account);
    this.#noteContract(num, address, recorder);
    return num;
  }

  /**
   * Converts an account that was created by a transfer to the address into the contract that is now at the address
   * (HIP-583).
   */
  #adopt(num: number, address: string): void {
    if (!this.#isOwn) this.#requireCapacity();
    const recorder = this.#isOwn ? this.#x : this.#creation(num);
    const account = this.#x.ledger.accounts.edit(num);
    account.contract = true;
    account.hollow = false;
    account.hollowKey = 0;
    account.maxAutoAssociations = 0;
    account.memo = '';
    this.#noteContract(num, address, recorder);
  }

  /** Returns the child that records a contract's creation. */
  #creation(num: number): Execution {
    const body = { adminKey: { contractID: contractId(num) }, autoRenewPeriod: duration(AUTO_RENEW_SECONDS) };
    return this.#x.child('contractCreateInstance', { contractCreateInstance: body }, 'following');
  }

  #noteContract(num: number, address: string, recorder: Execution): void {
    this.#x.ledger.contracts.put(num, {
      num,
      program: '',
      code: '',
      fileId: 0,
      initcodeTold: true,
      creator: 0,
      permanentRemoval: false,
      systemDeleted: false,
    });
    this.created.push({ num, address, recorder });
  }

  #requireCapacity(): void {
    if (this.#x.childCount >= MAX_CHILDREN) throw new CodeHalt('MAX_CHILD_RECORDS_EXCEEDED');
  }
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

import type { Adjustments } from '../ledger/adjustments.ts';
import { type Execution, revertedChild } from '../ledger/execution.ts';
import { contractId, duration, longZero } from '../ledger/ids.ts';
import { slotKey } from '../ledger/ledger.ts';
import { AUTO_RENEW_PERIOD, newAccount } from '../ledger/new-account.ts';
import type { CodeAccount, CodeState } from '../ledger/run-code.ts';
import { Status } from '../ledger/status.ts';
import { keep } from '../ledger/table.ts';
import { programNamed, programWith } from './programs.ts';

const NO_CODE = new Uint8Array();
const LONG_ZERO = '0'.repeat(24);

/** What an open checkpoint goes back to. */
interface Checkpoint {
  readonly end: (holds: boolean) => void;
  readonly hbar: Adjustments;
  readonly children: number;
  readonly writes: number;
}

/** A contract that code, or a transaction, created; perhaps undone. */
export interface CreatedContract {
  readonly num: number;
  readonly address: string;
  /** The transaction, or child, whose record is that of its creation. */
  readonly recorder: Execution;
}

/** A slot that code read or wrote. */
export interface TouchedSlot {
  readonly contract: number;
  readonly key: string;
  readonly original: bigint;
  /** Null: it was only read. */
  readonly written: bigint | null;
}

/** The demo ledger as the code of one transaction sees and changes it. */
export class LedgerCodeState implements CodeState {
  readonly #x: Execution;
  /** Whether the first contract that is created is what the transaction is for, and has no child record. */
  readonly #ownCreation: boolean;
  readonly #open: Checkpoint[] = [];
  readonly #originals = new Map<string, { contract: number; key: string; value: bigint }>();
  /** Slots written and not undone. */
  readonly #writes: string[] = [];
  readonly created: CreatedContract[] = [];

  constructor(x: Execution, ownCreation = false) {
    this.#x = x;
    this.#ownCreation = ownCreation;
  }

  /** By its address, which is not the long-zero one of an account that has another; 0 where there is nobody. */
  numOf(address: string): number {
    const { ledger } = this.#x;
    if (!address.startsWith(LONG_ZERO)) return ledger.resolveAlias(Buffer.from(address, 'hex'));
    const num = Number(BigInt(`0x${address}`));
    const account = ledger.accounts.get(num);
    if (account === undefined || account.deleted) return 0;
    return account.evmAddress === null || hex(account.evmAddress) === address ? num : 0;
  }

  account(address: string): CodeAccount | undefined {
    const { ledger } = this.#x;
    const row = ledger.accounts.get(this.numOf(address));
    if (row === undefined) return undefined;
    const { num, ethereumNonce, balance } = row;
    return { nonce: BigInt(ethereumNonce), balance, hasCode: ledger.codeOf(num) !== 0 };
  }

  setAccount(address: string, nonce: bigint, balance: bigint): void {
    const { accounts } = this.#x.ledger;
    let num = this.numOf(address);
    if (num === 0) {
      if (nonce === 0n && balance === 0n) return;
      num = this.#create(address);
    }
    const row = accounts.need(num);
    if (row.ethereumNonce !== Number(nonce)) accounts.edit(num).ethereumNonce = Number(nonce);
    this.#x.addHbar(num, balance - row.balance);
  }

  code(address: string): Uint8Array {
    const { ledger } = this.#x;
    const contract = ledger.codeOf(this.numOf(address));
    if (contract === 0) return NO_CODE;
    const { program } = ledger.contracts.need(contract);
    return program === '' ? NO_CODE : programNamed(program).runtime;
  }

  setCode(address: string, code: Uint8Array): void {
    this.#x.ledger.contracts.edit(this.numOf(address)).program = programWith(code).name;
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
    return hex(longZero(this.numOf(address)));
  }

  /** Contracts that were created and not undone. */
  lasting(): CreatedContract[] {
    return this.created.filter(({ recorder }) => recorder.status === Status.SUCCESS);
  }

  /** Slots by contract and key. */
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

  #create(address: string): number {
    const { ledger } = this.#x;
    const num = ledger.takeEntity();
    const isOwn = this.#ownCreation && this.created.length === 0;
    const body = { adminKey: { contractID: contractId(num) }, autoRenewPeriod: duration(AUTO_RENEW_PERIOD) };
    const recorder = isOwn
      ? this.#x
      : this.#x.child('contractCreateInstance', { contractCreateInstance: body }, 'following');
    const account = newAccount(num, recorder.at, null);
    account.contract = true;
    account.evmAddress = keep(Buffer.from(address, 'hex'));
    ledger.accounts.put(num, account);
    ledger.indexAlias(account);
    ledger.contracts.put(num, {
      num,
      program: '',
      fileId: 0,
      initcodeTold: true,
      creator: 0,
      permanentRemoval: false,
      systemDeleted: false,
    });
    this.created.push({ num, address, recorder });
    return num;
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

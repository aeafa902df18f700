import type { Hook } from '../ledger/entities.ts';
import type { Execution } from '../ledger/execution.ts';
import { longZero } from '../ledger/ids.ts';
import { hookSlotKey } from '../ledger/ledger.ts';
import type { CodeAccount, CodeKind } from '../ledger/run-code.ts';
import { LedgerCodeState, type TouchedSlot } from './code-state.ts';
import { runtimeOf } from './code-store.ts';

/** Number of the contract as which every hook runs (`HookDispatchUtils.HTS_HOOKS_CONTRACT_NUM`). */
export const HOOK_NUMBER = 365;
/** Address of every hook (hex): 0x16d. */
export const HOOK_ADDRESS = longZero(HOOK_NUMBER).toString('hex');

/**
 * The ledger as the code of one hook call sees it. At 0x16d is the code of the hook's contract, with the storage of the
 * hook, and balance and nonce of the hook's owner. Source: consensus node, `HookEvmFrameState` and `ProxyEvmHook`.
 */
export class HookCodeState extends LedgerCodeState {
  readonly #x: Execution;
  readonly #hook: Readonly<Hook>;
  /** Values of the written slots before the call. */
  readonly #originals = new Map<string, bigint>();

  constructor(x: Execution, hook: Readonly<Hook>) {
    super(x);
    this.#x = x;
    this.#hook = hook;
  }

  override numOf(address: string): number {
    return address === HOOK_ADDRESS ? this.#hook.owner : super.numOf(address);
  }

  override kind(address: string): CodeKind {
    return address === HOOK_ADDRESS ? 'contract' : super.kind(address);
  }

  override account(address: string): CodeAccount | undefined {
    const account = super.account(address);
    return account !== undefined && address === HOOK_ADDRESS ? { ...account, hasCode: true } : account;
  }

  override code(address: string): Uint8Array {
    if (address !== HOOK_ADDRESS) return super.code(address);
    return runtimeOf(this.#x.ledger, this.#hook.contract);
  }

  override callCode(address: string, input: Uint8Array): Uint8Array {
    return address === HOOK_ADDRESS ? this.code(address) : super.callCode(address, input);
  }

  override storage(address: string, slot: string): string {
    return address === HOOK_ADDRESS ? wordText(this.#valueOf(slot)) : super.storage(address, slot);
  }

  override originalStorage(address: string, slot: string): string {
    if (address !== HOOK_ADDRESS) return super.originalStorage(address, slot);
    return wordText(this.#originals.get(slot) ?? this.#valueOf(slot));
  }

  override setStorage(address: string, slot: string, value: string): void {
    if (address !== HOOK_ADDRESS) {
      super.setStorage(address, slot, value);
      return;
    }
    const { owner, id } = this.#hook;
    if (!this.#originals.has(slot)) this.#originals.set(slot, this.#valueOf(slot));
    const row = { owner, hook: id, key: slot, value: BigInt(`0x${value}`) };
    this.#x.ledger.hookSlots.put(hookSlotKey(owner, id, slot), row);
  }

  override longZeroOf(address: string): string {
    return address === HOOK_ADDRESS ? address : super.longZeroOf(address);
  }

  /** Returns the slots of contracts that were read or written, and those of the hook that were written. */
  override touched(): TouchedSlot[] {
    const own = [...this.#originals].map(([key, original]) => ({
      contract: HOOK_NUMBER,
      key,
      original,
      written: this.#valueOf(key),
    }));
    own.sort((a, b) => (a.key < b.key ? -1 : 1));
    return [...own, ...super.touched()];
  }

  #valueOf(slot: string): bigint {
    const { owner, id } = this.#hook;
    return this.#x.ledger.hookSlots.get(hookSlotKey(owner, id, slot))?.value ?? 0n;
  }
}

function wordText(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

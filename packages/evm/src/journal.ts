import type { Address, Log } from './execution.ts';

/** A storage slot that an execution has read or written. */
export interface Slot {
  value: bigint;
  /** Value before the transaction; unknown until the slot is written. */
  original: bigint | undefined;
  isWarm: boolean;
  isWritten: boolean;
}

/** State of the journal at the start of a frame. */
export interface Mark {
  readonly undo: number;
  readonly logs: number;
  readonly refund: number;
}

/** Address that stays touched although its call failed, as it once did on Ethereum. */
const RIPEMD160 = '3'.padStart(40, '0');

/**
 * Changes of an execution besides accounts and code: storage, warm addresses (EIP-2929), logs, refunds, transient
 * storage (EIP-1153), touched, created and destroyed accounts. A frame that fails undoes its changes. Each execution
 * has a new journal, because the content of a cleared old map stays in memory until a full collection.
 */
export class Journal {
  readonly #undo: (() => void)[] = [];
  readonly #alwaysWarm: ReadonlySet<Address>;
  readonly #warm = new Set<Address>();
  readonly #storage = new Map<Address, Map<bigint, Slot>>();
  readonly #transient = new Map<Address, Map<bigint, bigint>>();
  readonly touched = new Set<Address>();
  readonly created = new Set<Address>();
  readonly destroyed = new Set<Address>();
  readonly logs: Log[] = [];
  refund = 0;

  /** @param alwaysWarm addresses that are warm from the start of each execution */
  constructor(alwaysWarm: ReadonlySet<Address>) {
    this.#alwaysWarm = alwaysWarm;
  }

  mark(): Mark {
    return { undo: this.#undo.length, logs: this.logs.length, refund: this.refund };
  }

  undoTo({ undo, logs, refund }: Mark): void {
    while (this.#undo.length > undo) this.#undo.pop()?.();
    this.logs.length = logs;
    this.refund = refund;
  }

  isWarm(address: Address): boolean {
    return this.#warm.has(address) || this.#alwaysWarm.has(address);
  }

  warm(address: Address): void {
    this.#add(this.#warm, address);
  }

  touch(address: Address): void {
    if (address === RIPEMD160) this.touched.add(address);
    else this.#add(this.touched, address);
  }

  create(address: Address): void {
    this.#add(this.created, address);
  }

  destroy(address: Address): void {
    this.#add(this.destroyed, address);
  }

  /** Returns the slots of an address, by number. */
  slots(address: Address): Map<bigint, Slot> {
    let slots = this.#storage.get(address);
    if (slots === undefined) {
      slots = new Map();
      this.#storage.set(address, slots);
    }
    return slots;
  }

  /** Yields all slots by their address. */
  storage(): Iterable<readonly [Address, ReadonlyMap<bigint, Slot>]> {
    return this.#storage;
  }

  warmSlot(slot: Slot): void {
    if (slot.isWarm) return;
    slot.isWarm = true;
    this.#undo.push(() => {
      slot.isWarm = false;
    });
  }

  write(slot: Slot, value: bigint): void {
    const { value: before, isWritten } = slot;
    if (before === value && isWritten) return;
    slot.value = value;
    slot.isWritten = true;
    this.#undo.push(() => {
      slot.value = before;
      slot.isWritten = isWritten;
    });
  }

  transient(address: Address, key: bigint): bigint {
    return this.#transient.get(address)?.get(key) ?? 0n;
  }

  setTransient(address: Address, key: bigint, value: bigint): void {
    let slots = this.#transient.get(address);
    if (slots === undefined) {
      slots = new Map();
      this.#transient.set(address, slots);
    }
    const of = slots;
    const before = of.get(key) ?? 0n;
    of.set(key, value);
    this.#undo.push(() => of.set(key, before));
  }

  #add(set: Set<Address>, address: Address): void {
    if (set.has(address)) return;
    set.add(address);
    this.#undo.push(() => set.delete(address));
  }
}

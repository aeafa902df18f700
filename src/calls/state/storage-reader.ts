import type { Word } from '@tain/evm/execution';
import { printEntityId } from '@tain/ledger/entity-id';
import { dropOldest } from '../../kernel/limits/bounded-cache.ts';
import type { Select } from '../../store/connections/select.ts';
import { selectSlots } from '../../store/reads/storage-at.ts';
import type { StateCache } from './state-cache.ts';
import type { StateCompleteness } from './state-completeness.ts';
import { UnknownPast } from './unknown-past.ts';

/** Maximum number of contracts with cached slots, and of slots of each. */
const MAX_CONTRACTS = 500;
const MAX_SLOTS = 200;

/** Maximum number of slots read ahead. */
const MAX_AHEAD = 255;

/** Estimated size of a cached slot: its key, its value, and the promise. */
const SLOT_BYTES = 300;

function wordAfter(slot: Word, steps: number): Word {
  return BigInt.asUintN(256, BigInt(`0x${slot}`) + BigInt(steps))
    .toString(16)
    .padStart(64, '0');
}

/**
 * Slots of contracts that calls have read, because they are likely to be read again. The memory is retained when a new
 * block comes.
 */
export class SlotMemory {
  readonly #slots = new Map<bigint, Set<Word>>();

  /** Adds a slot, and returns all recorded slots of its contract, which becomes the most recent one. */
  add(contract: bigint, slot: Word): ReadonlySet<Word> {
    const slots = this.#slots.get(contract) ?? new Set();
    this.#slots.delete(contract);
    this.#slots.set(contract, slots);
    slots.delete(slot);
    slots.add(slot);
    dropOldest(slots, MAX_SLOTS);
    dropOldest(this.#slots, MAX_CONTRACTS);
    return slots;
  }
}

/** Reads storage now or at an instant: all slots of a contract that are likely to be needed, in one statement. */
export class StorageReader {
  readonly #select: Select;
  readonly #at: bigint | undefined;
  readonly #memory: SlotMemory;
  readonly #history: StateCompleteness;
  readonly #cache: StateCache;
  /** Differs from a `SharedRead`, because one statement reads many slots. */
  readonly #values = new Map<string, Promise<Word | undefined>>();
  /** Slot after the last loaded ones, and the number of slots that were read ahead with the last load. */
  #run = { contract: -1n, next: '', ahead: 0 };

  /** `cache` bounds the values that are read ahead. */
  constructor(
    select: Select,
    at: bigint | undefined,
    memory: SlotMemory,
    history: StateCompleteness,
    cache: StateCache,
  ) {
    this.#cache = cache;
    this.#history = history;
    this.#select = select;
    this.#at = at;
    this.#memory = memory;
  }

  /**
   * Returns the value of a slot; undefined if it was never set. Throws `UnknownPast` if the contract is older than the
   * retained history and its earlier value cannot be derived.
   */
  async read(contract: bigint, slot: Word): Promise<Word | undefined> {
    const known = this.#values.get(`${contract},${slot}`);
    const value = await (known ?? this.#load(contract, slot));
    if (value !== undefined) return value;
    if (await this.#history.isComplete(contract)) return undefined;
    throw new UnknownPast(
      `Contract ${printEntityId(contract)} is older than the retained history: its earlier storage is unknown`,
    );
  }

  #load(contract: bigint, slot: Word): Promise<Word | undefined> {
    const likely = new Set([...this.#memory.add(contract, slot), ...this.#following(contract, slot)]);
    const missing = [...likely].filter((each) => !this.#values.has(`${contract},${each}`));
    const loading = selectSlots(this.#select, contract, missing, this.#at);
    for (const each of missing) {
      const value = loading.then((values) => values.get(each));
      // The caller that awaits the value receives the failure.
      value.catch(() => undefined);
      this.#cache.count(this.#values, SLOT_BYTES);
      this.#values.set(`${contract},${each}`, value);
    }
    return loading.then((values) => values.get(slot));
  }

  /** Returns the slots to read ahead when code reads slot after slot: twice as many each time. */
  #following(contract: bigint, slot: Word): Word[] {
    const goesOn = this.#run.contract === contract && this.#run.next === slot;
    const ahead = goesOn ? Math.min(MAX_AHEAD, 2 * this.#run.ahead + 1) : 0;
    const words = Array.from({ length: ahead + 1 }, (_, index) => wordAfter(slot, index + 1));
    this.#run = { contract, next: words[ahead] ?? '', ahead };
    return words.slice(0, ahead);
  }
}

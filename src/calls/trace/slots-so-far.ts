import type { Address, Outcome, Word } from '@tain/evm/execution';

interface Change {
  readonly slots: Map<Word, Word>;
  readonly slot: Word;
  /** Value before the write; undefined if the slot had not been used. */
  readonly before: Word | undefined;
}

/** Storage that an execution has read and written so far. A failed frame undoes its writes. */
export class SlotsSoFar {
  readonly #contracts = new Map<Address, Map<Word, Word>>();
  /** Writes, oldest first, and their number when the frame of each depth began. */
  readonly #changes: Change[] = [];
  readonly #begins: number[] = [];
  #json: string | undefined;

  /** Begins a frame at this depth. */
  enter(depth: number): void {
    while (this.#begins.length <= depth) this.#begins.push(this.#changes.length);
  }

  /** Ends the frame at this depth. */
  leave(depth: number, outcome: Outcome): void {
    const begin = this.#begins[depth];
    if (begin === undefined) return;
    this.#begins.length = depth;
    if (outcome.kind === 'success') return;
    for (const { slots, slot, before } of this.#changes.splice(begin).reverse()) {
      if (before === undefined) slots.delete(slot);
      else slots.set(slot, before);
      this.#json = undefined;
    }
  }

  note(address: Address, slot: Word, value: Word, isWritten: boolean): void {
    const slots = this.#contracts.get(address) ?? new Map<Word, Word>();
    this.#contracts.set(address, slots);
    const before = slots.get(slot);
    if (isWritten) this.#changes.push({ slots, slot, before });
    if (before === value) return;
    slots.set(slot, value);
    this.#json = undefined;
  }

  /** Returns the slots of all contracts as JSON; of two contracts with the same slot, the one used first. */
  json(): string {
    if (this.#json === undefined) {
      const first = new Map<Word, Word>();
      for (const slots of this.#contracts.values()) {
        for (const [slot, value] of slots) if (!first.has(slot)) first.set(slot, value);
      }
      const entries = [...first].sort(([a], [b]) => (a < b ? -1 : 1));
      this.#json = `{${entries.map(([slot, value]) => `"0x${slot}":"0x${value}"`).join(',')}}`;
    }
    return this.#json;
  }
}

import { sql } from '../../access/sql.ts';
import { leftJoinTable } from '../../access/table-join.ts';
import type { Select } from '../../db/connections/select.ts';
import { printEntityId } from '../../kernel/entity-id.ts';
import type { Word } from '../engine/execution.ts';
import type { KeptHistory } from './kept-history.ts';
import { UnknownPast } from './unknown-past.ts';

/** Contracts whose slots are remembered, and slots of each. */
const MOST_CONTRACTS = 500;
const MOST_SLOTS = 200;

/** Slots that are read ahead at most. */
const MOST_AHEAD = 255;

function wordAfter(slot: Word, steps: number): Word {
  return BigInt.asUintN(256, BigInt(`0x${slot}`) + BigInt(steps))
    .toString(16)
    .padStart(64, '0');
}

/** Slots of contracts that calls have asked for: likely to be asked again. Outlives the blocks. */
export class SlotMemory {
  readonly #slots = new Map<bigint, Set<Word>>();

  /** The slots of a contract that were asked for, with this one, the most recent contract last. */
  add(contract: bigint, slot: Word): ReadonlySet<Word> {
    const slots = this.#slots.get(contract) ?? new Set();
    this.#slots.delete(contract);
    this.#slots.set(contract, slots);
    slots.delete(slot);
    slots.add(slot);
    drop(slots, MOST_SLOTS);
    drop(this.#slots, MOST_CONTRACTS);
    return slots;
  }
}

/** Takes the oldest out of a full set or map. */
function drop<Key>(
  from: { size: number; delete(key: Key): boolean; keys(): Iterator<Key> },
  most: number,
): void {
  if (from.size <= most) return;
  const { value, done } = from.keys().next();
  if (done !== true) from.delete(value);
}

/** Reads storage now or at an instant: of one contract all slots that are likely to be needed at once. */
export class StorageReader {
  readonly #select: Select;
  readonly #at: bigint | undefined;
  readonly #memory: SlotMemory;
  readonly #history: KeptHistory;
  readonly #values = new Map<string, Promise<Word | undefined>>();
  /** What was last loaded, and how many slots that follow were loaded with it. */
  #run = { contract: -1n, next: '', ahead: 0 };

  constructor(select: Select, at: bigint | undefined, memory: SlotMemory, history: KeptHistory) {
    this.#history = history;
    this.#select = select;
    this.#at = at;
    this.#memory = memory;
  }

  /**
   * The value of a slot; undefined where nothing was stored. Throws `UnknownPast` where the contract is older than the
   * history that is kept and nothing tells what it stored before.
   */
  async read(contract: bigint, slot: Word): Promise<Word | undefined> {
    const known = this.#values.get(`${contract},${slot}`);
    const value = await (known ?? this.#load(contract, slot));
    if (value !== undefined) return value;
    if (await this.#history.knows(contract)) return undefined;
    throw new UnknownPast(
      `Contract ${printEntityId(contract)} began before the history that is kept here: what it stored then is not known`,
    );
  }

  #load(contract: bigint, slot: Word): Promise<Word | undefined> {
    const likely = new Set([...this.#memory.add(contract, slot), ...this.#following(contract, slot)]);
    const wanted = [...likely].filter((each) => !this.#values.has(`${contract},${each}`));
    const loading =
      this.#at === undefined ? this.#selectNow(contract, wanted) : this.#selectAt(contract, wanted, this.#at);
    for (const each of wanted) {
      const value = loading.then((values) => values.get(each));
      // Whoever waits for it hears of a failure.
      value.catch(() => undefined);
      this.#values.set(`${contract},${each}`, value);
    }
    return loading.then((values) => values.get(slot));
  }

  /** Slots that are read ahead where code asks slot after slot: twice as many each time. */
  #following(contract: bigint, slot: Word): Word[] {
    const goesOn = this.#run.contract === contract && this.#run.next === slot;
    const ahead = goesOn ? Math.min(MOST_AHEAD, 2 * this.#run.ahead + 1) : 0;
    const words = Array.from({ length: ahead + 1 }, (_, index) => wordAfter(slot, index + 1));
    this.#run = { contract, next: words[ahead] ?? '', ahead };
    return words.slice(0, ahead);
  }

  async #selectNow(contract: bigint, slots: readonly Word[]): Promise<Map<Word, Word>> {
    const rows = await this.#select(
      sql`select encode(slot, 'hex'), encode(value, 'hex') from contract_state
        where contract_id = ${contract} and slot = any(${slots.map((slot) => Buffer.from(slot, 'hex'))}::bytea[])`,
    );
    return valuesOf(rows);
  }

  /** What was last written or read until then, else what the first later change found, else what is there now. */
  async #selectAt(contract: bigint, slots: readonly Word[], at: bigint): Promise<Map<Word, Word>> {
    const whole = slots.map((slot) => Buffer.from(slot, 'hex'));
    // Changes are kept without the zeros before a slot; the current state with them.
    const trimmed = slots.map((slot) => Buffer.from(slot.replace(/^(00)+/, ''), 'hex'));
    const rows = await this.#select(
      sql`select encode(w.slot, 'hex'), encode(coalesce(before.value, after.value, now.value), 'hex')
        from unnest(${whole}::bytea[], ${trimmed}::bytea[]) w (slot, trimmed)
        left join lateral (
          select coalesce(c.value_written, c.value_read) as value from contract_state_change c
          where c.contract_id = ${contract} and c.slot = w.trimmed and c.consensus_timestamp <= ${at}
          order by c.consensus_timestamp desc limit 1) before on true
        left join lateral (
          select c.value_read as value from contract_state_change c
          where c.contract_id = ${contract} and c.slot = w.trimmed and c.consensus_timestamp > ${at}
            and before.value is null
          order by c.consensus_timestamp limit 1) after on true
        ${leftJoinTable('contract_state now', [sql`now.contract_id = ${contract}`, sql`now.slot = w.slot`])}`,
    );
    return valuesOf(rows);
  }
}

/** Values as words by slot; nothing where none is stored. */
function valuesOf(rows: readonly (readonly (string | null)[])[]): Map<Word, Word> {
  return new Map(
    rows.flatMap(([slot, value]) =>
      slot === null || slot === undefined || value === null || value === undefined
        ? []
        : [[slot.padStart(64, '0'), value.padStart(64, '0')] as const],
    ),
  );
}

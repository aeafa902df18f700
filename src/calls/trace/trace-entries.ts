import type { Address, CallFrame, Outcome, Step, Watchers, Word } from '@tain/evm/execution';
import { asBuffer, prefixedHex } from '@tain/ledger/integer-bytes';
import type { OpcodeOptions } from '../../calls/simulation.ts';
import type { RecordedReasons } from './recorded-reasons.ts';

/** Names of operations that differ between the ledger and Ethereum. */
const NAMES: Readonly<Record<string, string>> = {
  CREATE: 'ħCREATE',
  CREATE2: 'ħCREATE2',
  PREVRANDAO: 'PRNGSEED',
};

const WORD_DIGITS = 64;

/** Writes an entry of a trace, as JSON. May wait until there is room for more. */
export type EntryWriter = (entry: string) => void | Promise<void>;

/** Returns watchers that write an entry for each operation, after it. */
export function traceWatchers(
  options: OpcodeOptions,
  reasons: RecordedReasons,
  write: EntryWriter,
): Watchers {
  const slots = new SlotsSoFar();
  const stacks = new StackTexts();
  const memory = new MemoryTexts();
  const storage = () => (options.storage ? slots.json() : '{}');
  return {
    step(step) {
      slots.enter(step.depth);
      return write(
        entryOf(step, {
          stack: options.stack ? stacks.json(step) : '[]',
          memory: options.memory ? memory.json(step) : '[]',
          storage: storage(),
        }),
      );
    },
    frame(frame) {
      slots.leave(frame.depth, frame.outcome);
      const entry = entryOfFrame(frame, reasons, storage);
      return entry === undefined ? undefined : write(entry);
    },
    ...(options.storage
      ? {
          storage: (address, slot, value, isWritten) => slots.note(address, slot, value, isWritten),
        }
      : {}),
  };
}

interface StateTexts {
  readonly stack: string;
  readonly memory: string;
  readonly storage: string;
}

const NOTHING: StateTexts = { stack: '[]', memory: '[]', storage: '{}' };

function entryOf(step: Step, texts: StateTexts): string {
  const { revertReason } = step;
  return entry(step, revertReason === undefined ? null : prefixedHex(revertReason), texts);
}

/**
 * Returns the entry of a call without operations. A system contract has one entry; a call of an account without code
 * stops immediately.
 */
function entryOfFrame(
  { depth, gas, gasUsed, outcome, isSystem, isPrecompiled, ranCode, type, output }: CallFrame,
  reasons: RecordedReasons,
  storage: () => string,
): string | undefined {
  if (isSystem || isPrecompiled) {
    const left = outcome.kind === 'halt' ? 0n : gas - gasUsed;
    const reverted = outcome.kind === 'revert' ? prefixedHex(output) : null;
    const reason = isSystem ? reasons.next(depth) : reverted;
    return entry({ pc: 0, op: '', gas: left, gasCost: gas - left, depth }, reason, NOTHING);
  }
  const isCreation = type === 'CREATE' || type === 'CREATE2';
  if (ranCode || isCreation || outcome.kind !== 'success') return undefined;
  return entry({ pc: 0, op: 'STOP', gas, gasCost: 0n, depth }, null, { ...NOTHING, storage: storage() });
}

function entry(
  { depth, gas, gasCost, op, pc }: Pick<Step, 'depth' | 'gas' | 'gasCost' | 'op' | 'pc'>,
  reason: string | null,
  { stack, memory, storage }: StateTexts,
): string {
  const why = reason === null ? 'null' : `"${reason}"`;
  return `{"depth":${depth},"gas":${gas},"gas_cost":${gasCost},"memory":${memory},"op":"${NAMES[op] ?? op}","pc":${pc},"reason":${why},"stack":${stack},"storage":${storage}}`;
}

/** Stacks as JSON. Most items are unchanged from one operation to the next, so their texts are reused. */
class StackTexts {
  readonly #items: bigint[] = [];
  readonly #texts: string[] = [];

  /** Returns the stack as JSON, bottom first; each item as a whole word (`docs/differences.md`). */
  json(step: Step): string {
    const stack = step.stack();
    for (const [at, item] of stack.entries()) {
      if (this.#items[at] === item) continue;
      this.#items[at] = item;
      this.#texts[at] = `"0x${item.toString(16).padStart(WORD_DIGITS, '0')}"`;
    }
    return `[${this.#texts.slice(0, stack.length).join(',')}]`;
  }
}

/** Memory as JSON, which few operations change. */
class MemoryTexts {
  #bytes: Uint8Array = new Uint8Array(0);
  #json = '[]';

  json(step: Step): string {
    const bytes = step.memory();
    if (Buffer.compare(bytes, this.#bytes) !== 0) {
      this.#bytes = bytes;
      this.#json = wordsJson(bytes);
    }
    return this.#json;
  }
}

function wordsJson(bytes: Uint8Array): string {
  const digits = asBuffer(bytes).toString('hex');
  const words: string[] = [];
  for (let at = 0; at < digits.length; at += WORD_DIGITS) {
    words.push(`"0x${digits.slice(at, at + WORD_DIGITS)}"`);
  }
  return `[${words.join(',')}]`;
}

interface Change {
  readonly slots: Map<Word, Word>;
  readonly slot: Word;
  /** Value before the write; undefined if the slot had not been used. */
  readonly before: Word | undefined;
}

/** Storage that an execution has read and written so far. A failed frame undoes its writes. */
class SlotsSoFar {
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

import type { Frame } from './frame.ts';
import { OUT_OF_GAS, STATIC_CHANGE } from './halt.ts';
import { wordOf } from './hex.ts';
import type { Slot } from './journal.ts';
import type { Execution, Operation } from './operation.ts';

const WARM = 100;
const COLD = 2_100;
/** Gas of the first change of a slot whose value before the transaction was zero. */
const INIT = 20_000;
/** Gas of the first change of a slot whose value before the transaction was not zero. */
const CHANGE = 2_900;
const CLEARED = 4_800;
/** Minimum gas left for SSTORE (EIP-2200); the ledger requires none. */
const SENTRY = 2_300;

export const STORAGE_OPERATIONS: readonly (readonly [opcode: number, operation: Operation])[] = [
  [0x54, load],
  [0x55, store],
  [0x5c, loadTransient],
  [0x5d, storeTransient],
];

/** Returns the slot of the running contract, read if necessary. */
function slotOf(machine: Execution, frame: Frame, key: bigint): Slot {
  const known = frame.slots.get(key);
  if (known !== undefined) return known;
  const { state } = machine.options;
  const address = frame.call.to;
  const value = BigInt(`0x${machine.resolve(() => state.storage(address, wordOf(key)))}`);
  const slot = { value, original: undefined, isWarm: machine.isListed(address, key), isWritten: false };
  frame.slots.set(key, slot);
  // The journal has the slot now, so a restarted operation does not read it again.
  machine.forget();
  return slot;
}

function load(machine: Execution, frame: Frame): undefined {
  frame.need(1);
  const key = frame.peek(0);
  const slot = slotOf(machine, frame, key);
  const cost = slot.isWarm ? WARM : COLD;
  machine.journal.warmSlot(slot);
  frame.charge(cost);
  frame.replace(1, slot.value);
  const report = machine.options.watchers?.storage;
  report?.(frame.call.to, wordOf(key), wordOf(slot.value), false);
}

function store(machine: Execution, frame: Frame): undefined {
  if (frame.call.isStatic) throw STATIC_CHANGE;
  frame.need(2);
  const key = frame.peek(0);
  const value = frame.peek(1);
  const slot = slotOf(machine, frame, key);
  if (slot.original === undefined) {
    const { state } = machine.options;
    slot.original = BigInt(`0x${machine.resolve(() => state.originalStorage(frame.call.to, wordOf(key)))}`);
  }
  if (!machine.profile.isLedger && frame.gas <= SENTRY) throw OUT_OF_GAS;
  const { journal } = machine;
  const cold = slot.isWarm ? 0 : COLD;
  journal.warmSlot(slot);
  frame.charge(cold + changeGas(machine, slot, slot.original, value));
  journal.write(slot, value);
  frame.height -= 2;
  const report = machine.options.watchers?.storage;
  report?.(frame.call.to, wordOf(key), wordOf(value), true);
}

/** Computes cost and refund of a change of a warm slot (EIP-2200, with the prices of EIP-2929 and EIP-3529). */
function changeGas({ journal }: Execution, { value: now }: Slot, original: bigint, next: bigint): number {
  if (now === next) return WARM;
  if (original === now) {
    if (original === 0n) return INIT;
    if (next === 0n) journal.refund += CLEARED;
    return CHANGE;
  }
  if (original !== 0n) {
    if (now === 0n) journal.refund -= CLEARED;
    else if (next === 0n) journal.refund += CLEARED;
  }
  if (original === next) journal.refund += (original === 0n ? INIT : CHANGE) - WARM;
  return WARM;
}

function loadTransient({ journal }: Execution, frame: Frame): undefined {
  frame.charge(WARM);
  frame.need(1);
  frame.replace(1, journal.transient(frame.call.to, frame.peek(0)));
}

function storeTransient({ journal }: Execution, frame: Frame): undefined {
  if (frame.call.isStatic) throw STATIC_CHANGE;
  frame.charge(WARM);
  frame.need(2);
  journal.setTransient(frame.call.to, frame.peek(0), frame.peek(1));
  frame.height -= 2;
}

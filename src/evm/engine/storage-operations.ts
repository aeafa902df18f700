import type { Common } from '@ethereumjs/common';
import { EVMError } from '@ethereumjs/evm';
import { type AtOnce, after } from './at-once.ts';
import type { Address, Word } from './execution.ts';
import { toHex } from './hex.ts';
import type { RunState } from './library-inside.ts';
import { executionOf, type Operation } from './operation.ts';

/** SLOAD and SSTORE: at once where the state knows the slot, which the library waits for several times. */
export const STORAGE_OPERATIONS: ReadonlyMap<number, Partial<Operation>> = new Map([
  [0x54, { gas: loadGas, run: load }],
  [0x55, { gas: storeGas, run: store }],
] satisfies [number, Partial<Operation>][]);

const { errorMessages: messages } = EVMError;
const WORD_DIGITS = 64;
const ZERO: Word = '0'.repeat(WORD_DIGITS);
/** Slots as the journal takes them; it keeps no view of it. */
const slotBytes = Buffer.alloc(WORD_DIGITS / 2);

const wordOf = (value: bigint): Word => value.toString(16).padStart(WORD_DIGITS, '0');

function addressOf(frame: RunState): Address {
  return toHex(frame.env.address.bytes);
}

/** Makes a slot warm (EIP-2929); whether it was. */
function warm({ env, interpreter: { journal } }: RunState, slot: Word): boolean {
  const address = env.address.bytes;
  slotBytes.write(slot, 'hex');
  if (journal.isWarmedStorage(address, slotBytes)) return true;
  journal.addWarmedStorage(address, slotBytes);
  return false;
}

function loadGas(frame: RunState, fee: bigint, common: Common): bigint {
  const [key = 0n] = frame.stack.peek(1);
  return fee + common.param(warm(frame, wordOf(key)) ? 'warmstoragereadGas' : 'coldsloadGas');
}

function load(frame: RunState): AtOnce<void> {
  const { state, watchers } = executionOf(frame).options;
  const address = addressOf(frame);
  const slot = wordOf(frame.stack.pop());
  return after(state.storage(address, slot), (value) => {
    frame.stack.push(BigInt(`0x${value}`));
    watchers?.storage?.(address, slot, value, false);
  });
}

function store(frame: RunState): AtOnce<void> {
  const { state, watchers } = executionOf(frame).options;
  const address = addressOf(frame);
  const slot = wordOf(frame.stack.pop());
  const value = wordOf(frame.stack.pop());
  return after(state.setStorage(address, slot, value), () => {
    watchers?.storage?.(address, slot, value, true);
  });
}

function storeGas(frame: RunState, fee: bigint, common: Common): AtOnce<bigint> {
  if (frame.interpreter.isStatic()) throw new EVMError(messages.STATIC_STATE_CHANGE);
  const [key = 0n, next = 0n] = frame.stack.peek(2);
  const { state } = executionOf(frame).options;
  const address = addressOf(frame);
  const slot = wordOf(key);
  return after(state.storage(address, slot), (now) =>
    after(state.originalStorage(address, slot), (original) => {
      if (frame.interpreter.getGasLeft() <= common.param('sstoreSentryEIP2200Gas')) {
        throw new EVMError(messages.OUT_OF_GAS);
      }
      const cold = warm(frame, slot) ? 0n : common.param('coldsloadGas');
      return fee + cold + changeGas(frame, { original, now, next: wordOf(next) }, common);
    }),
  );
}

/** A slot before the transaction, before the operation, and after it. */
interface Change {
  readonly original: Word;
  readonly now: Word;
  readonly next: Word;
}

/** What a change of a warm slot costs, and gives back (EIP-2200, with the prices of EIP-2929 and EIP-3529). */
function changeGas({ interpreter }: RunState, { original, now, next }: Change, common: Common): bigint {
  const clearing = common.param('sstoreClearRefundEIP2200Gas');
  if (now === next) return common.param('sstoreNoopEIP2200Gas');
  if (original === now) {
    if (original === ZERO) return common.param('sstoreInitEIP2200Gas');
    if (next === ZERO) interpreter.refundGas(clearing);
    return common.param('sstoreCleanEIP2200Gas');
  }
  if (original !== ZERO) {
    if (now === ZERO) interpreter.subRefund(clearing);
    else if (next === ZERO) interpreter.refundGas(clearing);
  }
  if (original === next) {
    const read = common.param('warmstoragereadGas');
    const written =
      original === ZERO
        ? common.param('sstoreInitEIP2200Gas')
        : common.param('sstoreResetGas') - common.param('coldsloadGas');
    interpreter.refundGas(written - read);
  }
  return common.param('sstoreDirtyEIP2200Gas');
}

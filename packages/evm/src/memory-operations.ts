import type { Frame } from './frame.ts';
import { OUT_OF_GAS, STATIC_CHANGE } from './halt.ts';
import { keccakWord } from './keccak.ts';
import { wordsFor } from './memory.ts';
import type { Operation } from './operation.ts';
import { byteLength, exponent } from './words.ts';

const WORD_BYTES = 32n;
const COPY_GAS = 3;
const HASH_GAS = 6;
const LOG_GAS = 375;
const LOG_BYTE_GAS = 8;

/** Operations whose cost follows from their arguments and that use only the frame. */
export const MEMORY_OPERATIONS: readonly (readonly [opcode: number, operation: Operation])[] = [
  [0x0a, (_, frame) => exponentiate(frame)],
  [0x20, (_, frame) => keccak(frame)],
  [0x37, (_, frame) => copy(frame, frame.input)],
  [0x39, (_, frame) => copy(frame, frame.code)],
  [0x3e, (_, frame) => copyReturned(frame)],
  [0x51, (_, frame) => load(frame)],
  [0x52, (_, frame) => store(frame)],
  [0x53, (_, frame) => storeByte(frame)],
  [0x5e, (_, frame) => copyWithin(frame)],
  [0xf3, (_, frame) => end(frame, 'stop')],
  [0xfd, (_, frame) => end(frame, 'revert')],
  ...[0, 1, 2, 3, 4].map((topics) => [0xa0 + topics, log(topics)] as const),
];

/** Returns the number of words of a byte range, which was checked before. */
export function wordsOf(size: bigint): number {
  return Number((size + WORD_BYTES - 1n) / WORD_BYTES);
}

function exponentiate(frame: Frame): undefined {
  frame.need(2);
  const power = frame.peek(1);
  frame.charge(10 + 50 * byteLength(power));
  frame.replace(2, exponent(frame.peek(0), power));
}

function keccak(frame: Frame): undefined {
  frame.need(2);
  const offset = frame.peek(0);
  const size = frame.peek(1);
  frame.chargeWithMemory(30 + HASH_GAS * wordsOf(size), wordsFor(offset, size));
  frame.replace(2, keccakWord(bytesAt(frame, offset, size)));
}

/** Returns a view of allocated memory. */
export function bytesAt(frame: Frame, offset: bigint, size: bigint): Uint8Array {
  const from = size === 0n ? 0 : Number(offset);
  return frame.memory.bytes.subarray(from, from + Number(size));
}

function copy(frame: Frame, source: Uint8Array): undefined {
  frame.need(3);
  const to = frame.peek(0);
  const size = frame.peek(2);
  frame.chargeWithMemory(3 + COPY_GAS * wordsOf(size), wordsFor(to, size));
  if (size > 0n) frame.memory.copy(Number(to), source, frame.peek(1), Number(size));
  frame.height -= 3;
}

/** Copies returned data; reading beyond its end fails (EIP-211). */
function copyReturned(frame: Frame): undefined {
  frame.need(3);
  if (frame.peek(1) + frame.peek(2) > frame.returnData.length) throw OUT_OF_GAS;
  copy(frame, frame.returnData);
}

function load(frame: Frame): undefined {
  frame.need(1);
  const offset = frame.peek(0);
  frame.chargeWithMemory(3, wordsFor(offset, WORD_BYTES));
  frame.replace(1, frame.memory.load(Number(offset)));
}

function store(frame: Frame): undefined {
  frame.need(2);
  const offset = frame.peek(0);
  frame.chargeWithMemory(3, wordsFor(offset, WORD_BYTES));
  frame.memory.store(Number(offset), frame.peek(1));
  frame.height -= 2;
}

function storeByte(frame: Frame): undefined {
  frame.need(2);
  const offset = frame.peek(0);
  frame.chargeWithMemory(3, wordsFor(offset, 1n));
  frame.memory.bytes[Number(offset)] = Number(frame.peek(1) & 0xffn);
  frame.height -= 2;
}

/** Copies within memory: MCOPY (EIP-5656). */
function copyWithin(frame: Frame): undefined {
  frame.need(3);
  const to = frame.peek(0);
  const from = frame.peek(1);
  const size = frame.peek(2);
  frame.chargeWithMemory(3 + COPY_GAS * wordsOf(size), wordsFor(to > from ? to : from, size));
  if (size > 0n) {
    frame.memory.bytes.copyWithin(Number(to), Number(from), Number(from) + Number(size));
  }
  frame.height -= 3;
}

function end(frame: Frame, how: 'stop' | 'revert'): 'stop' | 'revert' {
  frame.need(2);
  const offset = frame.peek(0);
  const size = frame.peek(1);
  frame.chargeWithMemory(0, wordsFor(offset, size));
  // The output is copied, because the next frame reuses the memory.
  frame.output = bytesAt(frame, offset, size).slice();
  frame.height -= 2;
  return how;
}

function log(count: number): Operation {
  return ({ journal }, frame) => {
    if (frame.call.isStatic) throw STATIC_CHANGE;
    frame.need(count + 2);
    const offset = frame.peek(0);
    const size = frame.peek(1);
    frame.chargeWithMemory(LOG_GAS * (1 + count) + LOG_BYTE_GAS * Number(size), wordsFor(offset, size));
    const topics = Array.from({ length: count }, (_, topic) =>
      frame
        .peek(2 + topic)
        .toString(16)
        .padStart(64, '0'),
    );
    journal.logs.push({ address: frame.call.to, topics, data: bytesAt(frame, offset, size).slice() });
    frame.height -= count + 2;
    return undefined;
  };
}

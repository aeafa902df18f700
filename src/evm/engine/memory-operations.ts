import type { Common } from '@ethereumjs/common';
import { EVMError } from '@ethereumjs/evm';
import { addressOfWord } from './hex.ts';
import { keccakWord } from './keccak.ts';
import { bytesOf, type RunState } from './library-inside.ts';
import { executionOf, type Operation } from './operation.ts';

/**
 * Operations that hash or fill memory: done on the memory itself, where the library makes padded copies of what is
 * copied, and their cost reckoned at once, where the library's is waited for without need.
 */
export const MEMORY_OPERATIONS: ReadonlyMap<number, Partial<Operation>> = new Map([
  [0x20, { gas: keccakGas, run: keccak }],
  [0x37, { gas: copyGas, run: (frame) => copy(frame, frame.interpreter.getCallData()) }],
  [0x39, { gas: copyGas, run: (frame) => copy(frame, frame.interpreter.getCode()) }],
  [0x3c, { run: extCodeCopy }],
  [0x3e, { gas: returnDataCopyGas, run: (frame) => copy(frame, frame.interpreter.getReturnData()) }],
  [0x51, { gas: wordGas }],
  [0x52, { gas: wordGas }],
  [0x53, { gas: byteGas }],
  [0x5e, { gas: memoryCopyGas, run: memoryCopy }],
  [0xf3, { gas: rangeGas }],
  [0xfd, { gas: rangeGas }],
] satisfies [number, Partial<Operation>][]);

const WORD_BYTES = 32n;
const NOTHING = new Uint8Array(0);

function keccak({ stack, memory }: RunState): void {
  const offset = stack.pop();
  const length = stack.pop();
  const data = length === 0n ? NOTHING : memory.read(Number(offset), Number(length), true);
  stack.push(keccakWord(data));
}

/** From a source into memory, with zeros where the source has ended. */
function copy({ stack, memory }: RunState, source: Uint8Array): void {
  const to = Number(stack.pop());
  const from = stack.pop();
  const size = Number(stack.pop());
  if (size === 0) return;
  memory.extend(to, size);
  const bytes = bytesOf(memory);
  const begin = from < source.length ? Number(from) : source.length;
  const end = Math.min(begin + size, source.length);
  bytes.set(source.subarray(begin, end), to);
  bytes.fill(0, to + end - begin, to + size);
}

async function extCodeCopy(frame: RunState): Promise<void> {
  const [address = 0n, , , size = 0n] = frame.stack.peek(4);
  const { state } = executionOf(frame).options;
  const code = size === 0n ? NOTHING : await state.code(addressOfWord(address));
  frame.stack.pop();
  copy(frame, code);
}

function memoryCopy({ stack, memory }: RunState): void {
  const to = Number(stack.pop());
  const from = Number(stack.pop());
  const size = Number(stack.pop());
  if (size === 0) return;
  memory.extend(Math.max(to, from), size);
  bytesOf(memory).copyWithin(to, from, from + size);
}

function keccakGas(frame: RunState, fee: bigint, common: Common): bigint {
  const [offset = 0n, length = 0n] = frame.stack.peek(2);
  return fee + memoryGas(frame, offset, length, common) + common.param('keccak256WordGas') * words(length);
}

function wordGas(frame: RunState, fee: bigint, common: Common): bigint {
  return fee + memoryGas(frame, frame.stack.peek(1)[0] ?? 0n, WORD_BYTES, common);
}

function byteGas(frame: RunState, fee: bigint, common: Common): bigint {
  return fee + memoryGas(frame, frame.stack.peek(1)[0] ?? 0n, 1n, common);
}

function rangeGas(frame: RunState, fee: bigint, common: Common): bigint {
  const [offset = 0n, length = 0n] = frame.stack.peek(2);
  return fee + memoryGas(frame, offset, length, common);
}

function copyGas(frame: RunState, fee: bigint, common: Common): bigint {
  const [to = 0n, , length = 0n] = frame.stack.peek(3);
  return fee + memoryGas(frame, to, length, common) + common.param('copyGas') * words(length);
}

/** What a call returned cannot be read beyond its end (EIP-211). */
function returnDataCopyGas(frame: RunState, fee: bigint, common: Common): bigint {
  const [, from = 0n, length = 0n] = frame.stack.peek(3);
  if (from + length > frame.interpreter.getReturnDataSize()) {
    throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
  }
  return copyGas(frame, fee, common);
}

/** EIP-5656. */
function memoryCopyGas(frame: RunState, fee: bigint, common: Common): bigint {
  const [to = 0n, from = 0n, length = 0n] = frame.stack.peek(3);
  const furthest = to > from ? to : from;
  return fee + memoryGas(frame, furthest, length, common) + common.param('copyGas') * words(length);
}

function words(bytes: bigint): bigint {
  return (bytes + WORD_BYTES - 1n) / WORD_BYTES;
}

/** What the memory costs more than before, which the frame keeps count of. */
function memoryGas(frame: RunState, offset: bigint, length: bigint, common: Common): bigint {
  if (length === 0n) return 0n;
  const needed = words(offset + length);
  if (needed <= frame.memoryWordCount) return 0n;
  const cost = needed * common.param('memoryGas') + (needed * needed) / common.param('quadCoefficientDivGas');
  const more = cost > frame.highestMemCost ? cost - frame.highestMemCost : 0n;
  if (more > 0n) frame.highestMemCost = cost;
  frame.memoryWordCount = needed;
  return more;
}

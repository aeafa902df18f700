import { EVMError } from '@ethereumjs/evm';
import type { Clock } from './clock.ts';
import { bytesOf, itemsOf, type RunState, setHeight } from './library-inside.ts';

const { errorMessages: messages } = EVMError;

const STACK_LIMIT = 1024;
const BYTE_BITS = 8n;
const WORD = 256n;
const MASK = (1n << WORD) - 1n;
const SIGN = 1n << (WORD - 1n);

/** Where code may jump to, by code. Code of a contract is one array as long as a reader's cache keeps it. */
const destinations = new WeakMap<Uint8Array, Uint8Array>();

/** 1 at each JUMPDEST that is not data of a PUSH. */
export function jumpDestinations(code: Uint8Array): Uint8Array {
  let found = destinations.get(code);
  if (found === undefined) {
    found = new Uint8Array(code.length);
    for (let pc = 0; pc < code.length; pc += 1) {
      const opcode = code[pc] ?? 0;
      if (opcode === 0x5b) found[pc] = 1;
      else if (opcode >= 0x60 && opcode <= 0x7f) pc += opcode - 0x5f;
    }
    destinations.set(code, found);
  }
  return found;
}

/** Values of PUSH operations that ran, by code and place. */
const pushes = new WeakMap<Uint8Array, (bigint | undefined)[]>();

/**
 * Runs operations that need no state and have a fixed cost, until one that is not such: the library's does that, and
 * all that fails. So this leaves off before an operation that it cannot do to its end, and changes nothing by it.
 */
export function runFast(frame: RunState, jumps: Uint8Array, clock: Clock): void {
  const { code, stack } = frame;
  const store = itemsOf(stack);
  const begin = frame.gasLeft > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(frame.gasLeft);
  const memory = bytesOf(frame.memory);
  // Paid for, and there: what a call pays for, its output may not have filled.
  const memorySize = Math.min(Number(frame.memoryWordCount) * 32, memory.length);
  let view: DataView | undefined;
  let pushed = pushes.get(code);
  if (pushed === undefined) {
    pushed = [];
    pushes.set(code, pushed);
  }
  let gas = begin;
  /** Gas at the last step that the clock counted. */
  let looked = gas;
  let height = stack.length;
  let pc = frame.programCounter;

  run: for (; pc < code.length; pc += 1) {
    const opcode = code[pc] ?? 0;
    if (opcode >= 0x60 && opcode <= 0x9f) {
      if (gas < 3) break;
      if (opcode <= 0x7f) {
        if (height >= STACK_LIMIT) break;
        const value = pushed[pc] ?? readPush(code, pc, opcode - 0x5f, pushed);
        store[height++] = value;
        pc += opcode - 0x5f;
      } else if (opcode <= 0x8f) {
        const at = height - (opcode - 0x7f);
        if (at < 0 || height >= STACK_LIMIT) break;
        store[height++] = store[at] ?? 0n;
      } else {
        const at = height - 1 - (opcode - 0x8f);
        if (at < 0) break;
        const top = store[height - 1] ?? 0n;
        store[height - 1] = store[at] ?? 0n;
        store[at] = top;
      }
      gas -= 3;
      continue;
    }
    switch (opcode) {
      case 0x5b: // JUMPDEST
        if (gas < 1) break run;
        gas -= 1;
        if (clock.tick(looked - gas)) {
          pc += 1;
          break run;
        }
        looked = gas;
        break;
      case 0x50: // POP
        if (gas < 2 || height < 1) break run;
        gas -= 2;
        height -= 1;
        break;
      case 0x56: {
        // JUMP
        if (gas < 8 || height < 1) break run;
        const to = store[height - 1] ?? 0n;
        if (to >= code.length || jumps[Number(to)] !== 1) break run;
        gas -= 8;
        height -= 1;
        pc = Number(to) - 1;
        break;
      }
      case 0x57: {
        // JUMPI
        if (gas < 10 || height < 2) break run;
        if (store[height - 2] !== 0n) {
          const to = store[height - 1] ?? 0n;
          if (to >= code.length || jumps[Number(to)] !== 1) break run;
          pc = Number(to) - 1;
        }
        gas -= 10;
        height -= 2;
        break;
      }
      case 0x51: {
        // MLOAD of memory that is there
        if (gas < 3 || height < 1) break run;
        const at = store[height - 1] ?? 0n;
        if (at > 0xffffffffn || Number(at) + 32 > memorySize) break run;
        view ??= new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
        const offset = Number(at);
        store[height - 1] =
          (view.getBigUint64(offset) << 192n) |
          (view.getBigUint64(offset + 8) << 128n) |
          (view.getBigUint64(offset + 16) << 64n) |
          view.getBigUint64(offset + 24);
        gas -= 3;
        break;
      }
      case 0x52: {
        // MSTORE to memory that is there
        if (gas < 3 || height < 2) break run;
        const at = store[height - 1] ?? 0n;
        if (at > 0xffffffffn || Number(at) + 32 > memorySize) break run;
        view ??= new DataView(memory.buffer, memory.byteOffset, memory.byteLength);
        const offset = Number(at);
        const value = store[height - 2] ?? 0n;
        // Each takes the lowest 64 bits.
        view.setBigUint64(offset, value >> 192n);
        view.setBigUint64(offset + 8, value >> 128n);
        view.setBigUint64(offset + 16, value >> 64n);
        view.setBigUint64(offset + 24, value);
        gas -= 3;
        height -= 2;
        break;
      }
      case 0x15: // ISZERO
      case 0x19: {
        // NOT
        if (gas < 3 || height < 1) break run;
        const value = store[height - 1] ?? 0n;
        store[height - 1] = opcode === 0x15 ? (value === 0n ? 1n : 0n) : MASK ^ value;
        gas -= 3;
        break;
      }
      case 0x01:
      case 0x03:
      case 0x10:
      case 0x11:
      case 0x12:
      case 0x13:
      case 0x14:
      case 0x16:
      case 0x17:
      case 0x18:
      case 0x1b:
      case 0x1c: {
        if (gas < 3 || height < 2) break run;
        const a = store[height - 1] ?? 0n;
        const b = store[height - 2] ?? 0n;
        gas -= 3;
        height -= 1;
        store[height - 1] = binary(opcode, a, b);
        break;
      }
      case 0x02: // MUL
      case 0x04: // DIV
      case 0x06: {
        // MOD
        if (gas < 5 || height < 2) break run;
        const a = store[height - 1] ?? 0n;
        const b = store[height - 2] ?? 0n;
        gas -= 5;
        height -= 1;
        if (opcode === 0x02) store[height - 1] = (a * b) & MASK;
        else if (b === 0n) store[height - 1] = 0n;
        else store[height - 1] = opcode === 0x04 ? a / b : a % b;
        break;
      }
      default:
        break run;
    }
  }

  if (gas !== begin) frame.gasLeft -= BigInt(begin - gas);
  setHeight(stack, height);
  frame.programCounter = pc;
}

/** Operations of two words that cost 3 gas; the first is the top of the stack. */
function binary(opcode: number, a: bigint, b: bigint): bigint {
  switch (opcode) {
    case 0x01: // ADD
      return (a + b) & MASK;
    case 0x03: // SUB
      return (a - b) & MASK;
    case 0x10: // LT
      return a < b ? 1n : 0n;
    case 0x11: // GT
      return a > b ? 1n : 0n;
    case 0x12: // SLT
      return (a ^ SIGN) < (b ^ SIGN) ? 1n : 0n;
    case 0x13: // SGT
      return (a ^ SIGN) > (b ^ SIGN) ? 1n : 0n;
    case 0x14: // EQ
      return a === b ? 1n : 0n;
    case 0x16: // AND
      return a & b;
    case 0x17: // OR
      return a | b;
    case 0x18: // XOR
      return a ^ b;
    case 0x1b: // SHL
      return a >= WORD ? 0n : (b << a) & MASK;
    case 0x1c: // SHR
      return a >= WORD ? 0n : b >> a;
    default:
      throw new EVMError(messages.INTERNAL_ERROR);
  }
}

function readPush(code: Uint8Array, pc: number, size: number, pushed: (bigint | undefined)[]): bigint {
  let value = 0n;
  for (let at = pc + 1; at <= pc + size; at += 1) value = (value << BYTE_BITS) | BigInt(code[at] ?? 0);
  pushed[pc] = value;
  return value;
}

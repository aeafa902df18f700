import { readPush } from './code.ts';
import type { Frame } from './frame.ts';
import { BAD_JUMP, OUT_OF_GAS, OVERFLOW, UNDERFLOW } from './halt.ts';
import { FEES, FULL, NEEDS, SLOW } from './opcodes.ts';
import type { Execution, Signal } from './operation.ts';
import {
  addMod,
  byteOf,
  mulMod,
  SIGN,
  shiftLeft,
  shiftRight,
  signExtend,
  signedDiv,
  signedMod,
  signedShiftRight,
  WORD_MASK,
  wordAt,
} from './words.ts';

/** Minimum gas of an operation that may take long by itself, such as a copy of kilobytes. */
const DEAR = 100;

/**
 * Runs the code of a frame until it ends or calls another; with `isSingle` one operation. Never waits: an operation
 * that needs unread state throws (`Execution.resolve`), and the frame is restored to the state before it. Throws
 * `Halt`.
 */
export function interpret(machine: Execution, frame: Frame, isSingle: boolean): Signal {
  const { code, stack, memory, jumps, pushed, input } = frame;
  const { clock, operations } = machine;
  let { pc, height, gas } = frame;
  /** Remaining gas at the last clock tick. */
  let lastTickGas = gas;
  let isBadJump = false;
  let signal: Signal = 'step';

  for (;;) {
    const opcode = code[pc];
    if (opcode === undefined) {
      signal = 'stop';
      break;
    }
    const fee = FEES[opcode] ?? SLOW;
    let isSlow = fee === SLOW;
    if (!isSlow) {
      if (gas < fee || height < (NEEDS[opcode] ?? 0) || height >= (FULL[opcode] ?? 0)) {
        frame.pc = pc;
        throw failure(frame, opcode, fee, gas, height);
      }
      gas -= fee;
      const top = height - 1;
      if (opcode >= 0x60) {
        if (opcode <= 0x7f) {
          stack[height++] = pushed[pc] ?? readPush(code, pc, opcode - 0x5f, pushed);
          pc += opcode - 0x5f;
        } else if (opcode <= 0x8f) {
          stack[height] = stack[height - (opcode - 0x7f)] ?? 0n;
          height += 1;
        } else {
          const at = top - (opcode - 0x8f);
          const value = stack[top] ?? 0n;
          stack[top] = stack[at] ?? 0n;
          stack[at] = value;
        }
      } else {
        const a = stack[top] ?? 0n;
        switch (opcode) {
          case 0x01: // ADD
            stack[--height - 1] = (a + (stack[top - 1] ?? 0n)) & WORD_MASK;
            break;
          case 0x02: // MUL
            stack[--height - 1] = (a * (stack[top - 1] ?? 0n)) & WORD_MASK;
            break;
          case 0x03: // SUB
            stack[--height - 1] = (a - (stack[top - 1] ?? 0n)) & WORD_MASK;
            break;
          case 0x04: {
            // DIV
            const b = stack[top - 1] ?? 0n;
            stack[--height - 1] = b === 0n ? 0n : a / b;
            break;
          }
          case 0x05: // SDIV
            stack[--height - 1] = signedDiv(a, stack[top - 1] ?? 0n);
            break;
          case 0x06: {
            // MOD
            const b = stack[top - 1] ?? 0n;
            stack[--height - 1] = b === 0n ? 0n : a % b;
            break;
          }
          case 0x07: // SMOD
            stack[--height - 1] = signedMod(a, stack[top - 1] ?? 0n);
            break;
          case 0x08: // ADDMOD
            height -= 2;
            stack[height - 1] = addMod(a, stack[top - 1] ?? 0n, stack[top - 2] ?? 0n);
            break;
          case 0x09: // MULMOD
            height -= 2;
            stack[height - 1] = mulMod(a, stack[top - 1] ?? 0n, stack[top - 2] ?? 0n);
            break;
          case 0x0b: // SIGNEXTEND
            stack[--height - 1] = signExtend(a, stack[top - 1] ?? 0n);
            break;
          case 0x10: // LT
            stack[--height - 1] = a < (stack[top - 1] ?? 0n) ? 1n : 0n;
            break;
          case 0x11: // GT
            stack[--height - 1] = a > (stack[top - 1] ?? 0n) ? 1n : 0n;
            break;
          case 0x12: // SLT
            stack[--height - 1] = (a ^ SIGN) < ((stack[top - 1] ?? 0n) ^ SIGN) ? 1n : 0n;
            break;
          case 0x13: // SGT
            stack[--height - 1] = (a ^ SIGN) > ((stack[top - 1] ?? 0n) ^ SIGN) ? 1n : 0n;
            break;
          case 0x14: // EQ
            stack[--height - 1] = a === stack[top - 1] ? 1n : 0n;
            break;
          case 0x15: // ISZERO
            stack[top] = a === 0n ? 1n : 0n;
            break;
          case 0x16: // AND
            stack[--height - 1] = a & (stack[top - 1] ?? 0n);
            break;
          case 0x17: // OR
            stack[--height - 1] = a | (stack[top - 1] ?? 0n);
            break;
          case 0x18: // XOR
            stack[--height - 1] = a ^ (stack[top - 1] ?? 0n);
            break;
          case 0x19: // NOT
            stack[top] = WORD_MASK ^ a;
            break;
          case 0x1a: // BYTE
            stack[--height - 1] = byteOf(a, stack[top - 1] ?? 0n);
            break;
          case 0x1b: // SHL
            stack[--height - 1] = shiftLeft(a, stack[top - 1] ?? 0n);
            break;
          case 0x1c: // SHR
            stack[--height - 1] = shiftRight(a, stack[top - 1] ?? 0n);
            break;
          case 0x1d: // SAR
            stack[--height - 1] = signedShiftRight(a, stack[top - 1] ?? 0n);
            break;
          case 0x30: // ADDRESS
            stack[height++] = frame.addressWord();
            break;
          case 0x32: // ORIGIN
            stack[height++] = machine.originWord;
            break;
          case 0x33: // CALLER
            stack[height++] = frame.callerWord();
            break;
          case 0x34: // CALLVALUE
            stack[height++] = frame.call.value;
            break;
          case 0x35: // CALLDATALOAD
            stack[top] = wordAt(input, a);
            break;
          case 0x36: // CALLDATASIZE
            stack[height++] = BigInt(input.length);
            break;
          case 0x38: // CODESIZE
            stack[height++] = BigInt(code.length);
            break;
          case 0x3d: // RETURNDATASIZE
            stack[height++] = BigInt(frame.returnData.length);
            break;
          case 0x50: // POP
            height -= 1;
            break;
          case 0x51: {
            // MLOAD; if the memory must be expanded, it runs as a slow operation.
            const at = a > 0xffff_ffffn ? Number.POSITIVE_INFINITY : Number(a);
            if (at + 32 > memory.words * 32) isSlow = true;
            else stack[top] = memory.load(at);
            break;
          }
          case 0x52: {
            // MSTORE; if the memory must be expanded, it runs as a slow operation.
            const at = a > 0xffff_ffffn ? Number.POSITIVE_INFINITY : Number(a);
            if (at + 32 > memory.words * 32) isSlow = true;
            else {
              memory.store(at, stack[top - 1] ?? 0n);
              height -= 2;
            }
            break;
          }
          case 0x56: // JUMP
            if (a >= code.length || jumps[Number(a)] !== 1) isBadJump = true;
            else pc = Number(a) - 1;
            height -= 1;
            break;
          case 0x57: // JUMPI
            if (stack[top - 1] !== 0n) {
              if (a >= code.length || jumps[Number(a)] !== 1) isBadJump = true;
              else pc = Number(a) - 1;
            }
            height -= 2;
            break;
          case 0x58: // PC
            stack[height++] = BigInt(pc);
            break;
          case 0x59: // MSIZE
            stack[height++] = BigInt(memory.words * 32);
            break;
          case 0x5a: // GAS
            stack[height++] = BigInt(gas);
            break;
          case 0x5b: // JUMPDEST
            if (clock.tick(lastTickGas - gas) && clock.isDue()) signal = 'due';
            lastTickGas = gas;
            break;
        }
        if (isBadJump) {
          frame.pc = pc;
          frame.height = height;
          frame.gas = gas;
          throw BAD_JUMP;
        }
      }
      if (!isSlow) {
        pc += 1;
        if (isSingle || signal === 'due') break;
        continue;
      }
      gas += fee;
    }

    frame.pc = pc;
    frame.height = height;
    frame.gas = gas;
    frame.cost = 0;
    machine.rewind();
    const next = operations[opcode]?.(machine, frame);
    machine.forget();
    pc += 1;
    height = frame.height;
    const cost = gas - frame.gas;
    gas = frame.gas;
    if (next !== undefined) {
      signal = next;
      break;
    }
    if (isSingle) break;
    if ((cost > DEAR || clock.tick()) && clock.isDue()) {
      signal = 'due';
      break;
    }
  }

  frame.pc = pc;
  frame.height = height;
  frame.gas = gas;
  return signal;
}

/** Returns why an operation of the loop fails. */
function failure(frame: Frame, opcode: number, fee: number, gas: number, height: number) {
  frame.height = height;
  frame.gas = gas < fee ? 0 : gas - fee;
  if (gas < fee) return OUT_OF_GAS;
  return height < (NEEDS[opcode] ?? 0) ? UNDERFLOW : OVERFLOW;
}

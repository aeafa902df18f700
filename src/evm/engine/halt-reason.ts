import { EVMError } from '@ethereumjs/evm';
import type { HaltReason, Outcome } from './execution.ts';

type LibraryMessage = EVMError['error'];

const { errorMessages: messages } = EVMError;

const REASONS = new Map<string, HaltReason>([
  [messages.OUT_OF_GAS, 'INSUFFICIENT_GAS'],
  [messages.CODESTORE_OUT_OF_GAS, 'INSUFFICIENT_GAS'],
  [messages.CODESIZE_EXCEEDS_MAXIMUM, 'CODE_TOO_LARGE'],
  [messages.INITCODE_SIZE_VIOLATION, 'CODE_TOO_LARGE'],
  [messages.STACK_UNDERFLOW, 'STACK_UNDERFLOW'],
  [messages.STACK_OVERFLOW, 'STACK_OVERFLOW'],
  [messages.INVALID_JUMP, 'INVALID_JUMP_DESTINATION'],
  [messages.INVALID_OPCODE, 'INVALID_OPERATION'],
  [messages.OUT_OF_RANGE, 'OUT_OF_BOUNDS'],
  [messages.STATIC_STATE_CHANGE, 'ILLEGAL_STATE_CHANGE'],
  [messages.CREATE_COLLISION, 'CREATE_COLLISION'],
  [messages.VALUE_OVERFLOW, 'INSUFFICIENT_BALANCE'],
  [messages.INSUFFICIENT_BALANCE, 'INSUFFICIENT_BALANCE'],
  [messages.INVALID_BYTECODE_RESULT, 'INVALID_CODE'],
]);

/** Marks a reason of ours in an error of the library. */
const OURS = 'halt ';

/** An error that ends a frame with one of our reasons. */
export function haltError(reason: HaltReason): EVMError {
  return new EVMError(`${OURS}${reason}` as LibraryMessage);
}

/** How a frame ended, by the library's error. What it knows of precompiled contracts alone is `PRECOMPILE_ERROR`. */
export function outcomeOf(error: EVMError | undefined): Outcome {
  if (error === undefined) return { kind: 'success' };
  const message: string = error.error;
  if (message === messages.REVERT) return { kind: 'revert' };
  if (message.startsWith(OURS)) return { kind: 'halt', reason: message.slice(OURS.length) as HaltReason };
  // Invalid jumps say where.
  const reason = message.startsWith(messages.INVALID_JUMP)
    ? 'INVALID_JUMP_DESTINATION'
    : REASONS.get(message);
  return { kind: 'halt', reason: reason ?? 'PRECOMPILE_ERROR' };
}

export function isEvmError(error: unknown): error is EVMError {
  return error instanceof EVMError;
}

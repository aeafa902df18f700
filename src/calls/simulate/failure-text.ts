import type { HaltReason, Outcome } from '@tain/evm/execution';

/**
 * Texts of geth (`core/vm/errors.go`), by which clients recognize why code ended. Reasons that only the ledger has are
 * reported by name.
 */
const TEXTS: Partial<Readonly<Record<HaltReason, string>>> = {
  INSUFFICIENT_GAS: 'out of gas',
  INVALID_OPERATION: 'invalid opcode',
  INSUFFICIENT_STACK_ITEMS: 'stack underflow',
  TOO_MANY_STACK_ITEMS: 'stack limit reached',
  INVALID_JUMP_DESTINATION: 'invalid jump destination',
  ILLEGAL_STATE_CHANGE: 'write protection',
  OUT_OF_BOUNDS: 'return data out of bounds',
  CODE_TOO_LARGE: 'max code size exceeded',
  INVALID_CODE: 'invalid code: must not begin with 0xef',
  CREATE_COLLISION: 'contract address collision',
  INSUFFICIENT_BALANCE: 'insufficient balance for transfer',
  TOO_MANY_CALLS: 'max call depth exceeded',
};

/** Returns the reason of a failed call in the words of geth, or undefined for another outcome. */
export function failureText(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined || outcome.kind === 'success') return undefined;
  return outcome.kind === 'revert' ? 'execution reverted' : (TEXTS[outcome.reason] ?? outcome.reason);
}

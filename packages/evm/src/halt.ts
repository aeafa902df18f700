import type { HaltReason } from './execution.ts';

/** Ends a frame, which loses all its gas. */
export class Halt extends Error {
  override readonly name = 'Halt';
  readonly reason: HaltReason;

  constructor(reason: HaltReason) {
    super(reason);
    this.reason = reason;
  }
}

const halts = new Map<HaltReason, Halt>();

/** Returns the shared instance for a reason, because creating an error takes longer than the code that it ends. */
export function haltOf(reason: HaltReason): Halt {
  let halt = halts.get(reason);
  if (halt === undefined) {
    halt = new Halt(reason);
    halts.set(reason, halt);
  }
  return halt;
}

export const OUT_OF_GAS = haltOf('INSUFFICIENT_GAS');
export const UNDERFLOW = haltOf('INSUFFICIENT_STACK_ITEMS');
export const OVERFLOW = haltOf('TOO_MANY_STACK_ITEMS');
export const STATIC_CHANGE = haltOf('ILLEGAL_STATE_CHANGE');
export const BAD_JUMP = haltOf('INVALID_JUMP_DESTINATION');

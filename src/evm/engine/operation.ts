import type { AtOnce } from './at-once.ts';
import type { Clock } from './clock.ts';
import type { Address, ExecutionOptions, Word } from './execution.ts';
import type { Call, Frame } from './frame.ts';
import type { Journal } from './journal.ts';
import type { Precompile } from './precompiles/precompile.ts';
import type { Profile } from './profiles.ts';

/** What a frame wants after some operations: to end, to call, a look at the clock, or that one operation is told. */
export type Signal = 'stop' | 'revert' | 'call' | 'due' | 'step';

/**
 * What an operation does that is not in the loop itself: takes its cost and its arguments, and puts its result. Where it asks
 * the state (`Execution.ask`) it may be begun again, so it asks before it changes anything else. Throws `Halt`.
 */
export type Operation = (execution: Execution, frame: Frame) => Signal | undefined;

/** One message that is executed, as its operations see it. */
export interface Execution {
  readonly profile: Profile;
  readonly options: ExecutionOptions;
  readonly operations: readonly (Operation | undefined)[];
  readonly journal: Journal;
  readonly clock: Clock;
  readonly gasPrice: bigint;
  readonly originWord: bigint;
  readonly blobHashes: readonly Word[];
  /** What the state says, at once; throws where it has to be waited for, and then this step is begun again. */
  ask<Value>(read: () => AtOnce<Value>): Value;
  /** Takes the cost of an operation that asks more afterwards, and may be begun again by that: once. */
  pay(frame: Frame, take: () => void): void;
  /** A step begins, perhaps again. */
  rewind(): void;
  /** What was asked for is done with. */
  forget(): void;
  precompileAt(address: Address): Precompile | undefined;
  /** Whether a slot is warm from the start (EIP-2930). */
  isListed(address: Address, key: bigint): boolean;
  nextIndex(): number;
  /** A call or creation is entered next. */
  next(call: Call): void;
}

import type { Clock } from './clock.ts';
import type { Address, ExecutionOptions, HookContext, Word } from './execution.ts';
import type { Call, Frame } from './frame.ts';
import type { Journal } from './journal.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Precompile } from './precompiles/precompile.ts';
import type { Profile } from './profiles.ts';

/** Reason why a frame leaves the loop: an end, a call, a clock check, or an observed operation. */
export type Signal = 'stop' | 'revert' | 'call' | 'due' | 'step';

/**
 * Effect of an operation outside of the loop: takes its cost and its arguments, and pushes its result. It may be
 * restarted when it reads the state (`Execution.resolve`), so it reads before it changes anything. Throws `Halt`.
 */
export type Operation = (execution: Execution, frame: Frame) => Signal | undefined;

/** The execution of one message, with the functions that operations use. */
export interface Execution {
  readonly profile: Profile;
  readonly options: ExecutionOptions;
  readonly operations: readonly (Operation | undefined)[];
  readonly journal: Journal;
  readonly clock: Clock;
  readonly gasPrice: bigint;
  readonly originWord: bigint;
  readonly blobHashes: readonly Word[];
  /** Hook that the message executes; undefined for other messages. */
  readonly hook: HookContext | undefined;
  /** Reads the state. Throws if the value must be awaited; then this step is restarted. */
  resolve<Value>(read: () => MaybePromise<Value>): Value;
  /** Charges the cost of an operation that reads state afterwards. A restart does not charge it again. */
  pay(frame: Frame, take: () => void): void;
  /** Begins a step, or restarts it. */
  rewind(): void;
  /** Drops the read values. */
  forget(): void;
  precompileAt(address: Address): Precompile | undefined;
  /** Returns whether a slot is warm from the start (EIP-2930). */
  isListed(address: Address, key: bigint): boolean;
  nextIndex(): number;
  /** Logs a transfer of value, if requested. */
  logTransfer(from: Address, to: Address, value: bigint): void;
  /** Enters a call or creation next. */
  next(call: Call): void;
}

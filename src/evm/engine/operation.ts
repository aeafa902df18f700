import type { Common } from '@ethereumjs/common';
import type { EVM } from '@ethereumjs/evm';
import type { AtOnce } from './at-once.ts';
import type { Clock } from './clock.ts';
import type { ExecutionOptions } from './execution.ts';
import { evmOfFrame, type RunState } from './library-inside.ts';

/** One operation: what it costs, and what it does. */
export interface Operation {
  readonly name: string;
  readonly fee: bigint;
  /** Its whole cost, where that is not `fee` alone. */
  readonly gas: ((frame: RunState, fee: bigint, common: Common) => AtOnce<bigint>) | undefined;
  readonly run: (frame: RunState, common: Common) => AtOnce<void>;
}

/** What frames of one execution share. */
export interface Execution extends EVM {
  readonly options: ExecutionOptions;
  readonly operations: readonly Operation[];
  readonly clock: Clock;
}

/** The execution that a frame is part of: all machines are ours. */
export function executionOf(frame: RunState): Execution {
  return evmOfFrame(frame) as Execution;
}

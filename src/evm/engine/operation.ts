import type { Common } from '@ethereumjs/common';
import type { EVM, EVMOpts } from '@ethereumjs/evm';
import type { Clock } from './clock.ts';
import type { ExecutionOptions } from './execution.ts';

type LibraryHandler = Extract<
  NonNullable<EVMOpts['customOpcodes']>[number],
  { logicFunction: unknown }
>['logicFunction'];

/** A frame as the library's operations see it. */
export type RunState = Parameters<LibraryHandler>[0];

export type LibraryInterpreter = RunState['interpreter'];

/** One operation: what it costs, and what it does. */
export interface Operation {
  readonly name: string;
  readonly fee: bigint;
  /** Its whole cost, where that is not `fee` alone. */
  readonly gas: ((frame: RunState, fee: bigint, common: Common) => bigint | Promise<bigint>) | undefined;
  readonly run: (frame: RunState, common: Common) => void | Promise<void>;
}

/** What frames of one execution share. */
export interface Machine extends EVM {
  readonly options: ExecutionOptions;
  readonly operations: readonly Operation[];
  readonly clock: Clock;
}

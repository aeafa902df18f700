import {
  type AccountOverrideObject,
  BLOCK_OVERRIDES,
  type BlockOverridesObject,
  CALL_OBJECT,
  type CallObject,
  STATE_OVERRIDES,
} from './call-types.ts';
import { type ObjectValues, objectType } from './object-type.ts';
import type { ParameterType } from './parameter.ts';
import { BOOLEAN, listType } from './parameter-types.ts';

/** Maximum number of blocks of one simulation, as in geth. */
const MAX_BLOCKS = 256;
/** Maximum number of calls in one block of a simulation. */
const MAX_CALLS = 1_000;

const BLOCK_PROPERTIES = {
  blockOverrides: { type: BLOCK_OVERRIDES, nullable: true },
  stateOverrides: { type: STATE_OVERRIDES, nullable: true },
  calls: { type: listType(CALL_OBJECT, MAX_CALLS), nullable: true },
} as const;

/** One block of a simulation. */
export interface SimulatedBlockObject {
  readonly blockOverrides?: BlockOverridesObject | undefined;
  readonly stateOverrides?: ReadonlyMap<string, AccountOverrideObject> | undefined;
  readonly calls?: readonly CallObject[] | undefined;
}

const BLOCK: ParameterType<SimulatedBlockObject> = objectType({
  name: 'BlockStateCall',
  closed: true,
  properties: BLOCK_PROPERTIES,
});

const PROPERTIES = {
  blockStateCalls: { type: listType(BLOCK, MAX_BLOCKS), required: true },
  traceTransfers: { type: BOOLEAN },
  validation: { type: BOOLEAN },
  returnFullTransactions: { type: BOOLEAN },
} as const;

/** Blocks of calls that are executed one after another without being sent. */
export const SIMULATION: ParameterType<ObjectValues<typeof PROPERTIES>> = objectType({
  name: 'SimulationObject',
  closed: true,
  properties: PROPERTIES,
});

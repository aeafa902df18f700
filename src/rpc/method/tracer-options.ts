import type { TraceOptions } from '../../calls/simulation.ts';
import {
  type AccountOverrideObject,
  BLOCK_OVERRIDES,
  type BlockOverridesObject,
  STATE_OVERRIDES,
} from './call-types.ts';
import type { ParameterType } from './parameter.ts';
import { BOOLEAN, type ObjectValues, objectType } from './parameter-types.ts';
import { ERRORS } from './rpc-error.ts';

const TRACERS = ['callTracer', 'opcodeLogger', 'prestateTracer'] as const;
export type Tracer = (typeof TRACERS)[number];
/** A tracer for which a transaction is executed again. */
export type ReplayTracer = Exclude<Tracer, 'callTracer'>;

const TRACER: ParameterType<Tracer> = {
  expected: 'Expected TracerType',
  parse: (value) => TRACERS.find((tracer) => tracer === value),
  schema: { type: 'string', enum: TRACERS },
};

const FLAG = { type: BOOLEAN } as const;
const OPCODE_PROPERTIES = {
  enableMemory: FLAG,
  disableStack: FLAG,
  disableStorage: FLAG,
  fullStorage: FLAG,
} as const;
const CALL_PROPERTIES = { onlyTopCall: FLAG } as const;
const PRESTATE_PROPERTIES = { diffMode: FLAG, disableCode: FLAG, includeEmpty: FLAG } as const;

const CONFIG_PROPERTIES = {
  ...CALL_PROPERTIES,
  ...OPCODE_PROPERTIES,
  ...PRESTATE_PROPERTIES,
  disableMemory: FLAG,
} as const;

/** Settings of all tracers; each uses its own. */
export type TracerConfig = ObjectValues<typeof CONFIG_PROPERTIES>;

const CONFIG = objectType({ name: 'TracerConfig', closed: false, properties: CONFIG_PROPERTIES });

const WRAPPER_PROPERTIES = {
  tracer: { type: TRACER },
  tracerConfig: { type: CONFIG },
  ...OPCODE_PROPERTIES,
} as const;
const NAME = 'TracerConfigWrapper';
const WRAPPER = objectType({ name: NAME, closed: false, properties: WRAPPER_PROPERTIES });

/** A tracer with its settings. */
export interface TracerOptions {
  /** Tracer; undefined: the method's default. */
  readonly tracer: Tracer | undefined;
  readonly config: TracerConfig;
}

/** Returns the settings of a tracer in the form of role `evm`. */
export function traceOptionsOf(
  tracer: ReplayTracer,
  { diffMode = false, disableStorage = false, enableMemory = false, disableStack = false }: TracerConfig,
): TraceOptions {
  const storage = !disableStorage;
  // The code tells whether an account is empty, also where the answer has none.
  if (tracer === 'prestateTracer') return { kind: 'prestate', diff: diffMode, code: true, storage };
  return { kind: 'opcodes', memory: enableMemory, stack: !disableStack, storage };
}

/** Tracer of a call that is not sent, and overrides of the ledger's state and of the block's values for it. */
export interface TracedCallOptions extends TracerOptions {
  readonly stateOverrides: ReadonlyMap<string, AccountOverrideObject>;
  readonly blockOverrides: BlockOverridesObject;
}

const CALL_OVERRIDES = {
  stateOverrides: { type: STATE_OVERRIDES },
  blockOverrides: { type: BLOCK_OVERRIDES },
} as const;
const OF_CALL = objectType({
  name: NAME,
  closed: false,
  properties: { ...WRAPPER_PROPERTIES, ...CALL_OVERRIDES },
});

/** Position of the options in `debug_traceCall`, whose second parameter is the block. */
const POSITION_IN_CALL = 2;

/** Options of `debug_traceCall`: those of a tracer, and overrides. */
export const TRACED_CALL_OPTIONS: ParameterType<TracedCallOptions> = {
  expected: `Expected ${NAME}`,
  schema: OF_CALL.schema,
  parse(value) {
    const given = OF_CALL.parse(value);
    if (given === undefined) return undefined;
    const { stateOverrides = new Map(), blockOverrides = {}, ...wrapper } = given;
    return { ...tracerOf(wrapper, POSITION_IN_CALL), stateOverrides, blockOverrides };
  },
};

/**
 * Tracer and its settings. Settings of the opcode logger may be next to `tracer`, as in geth, or in `tracerConfig`, but
 * not in both. Refuses the settings of another tracer with the relay's texts.
 */
export const TRACER_OPTIONS: ParameterType<TracerOptions> = {
  expected: `Expected ${NAME} which contains a valid TracerType and/or TracerConfig`,
  schema: WRAPPER.schema,
  parse(value) {
    const given = WRAPPER.parse(value);
    return given !== undefined && hasAny(given, WRAPPER_PROPERTIES) ? tracerOf(given, 1) : undefined;
  },
};

/**
 * Returns the tracer and its settings from the parameter at a position. Throws `RpcError` for settings of another
 * tracer.
 */
function tracerOf(
  { tracer, tracerConfig, ...beside }: ObjectValues<typeof WRAPPER_PROPERTIES>,
  position: number,
): TracerOptions {
  const refused = (problem: string) => ERRORS.invalidParameter(position, problem);
  if (hasAny(beside, OPCODE_PROPERTIES)) {
    if (tracerConfig !== undefined) {
      throw refused(
        `Cannot specify tracer config properties both at top level and in 'tracerConfig' for ${NAME}`,
      );
    }
    if (tracer !== undefined) {
      throw refused(
        `Cannot specify tracer config properties at top level when 'tracer' is explicitly set for ${NAME}`,
      );
    }
    return { tracer, config: beside };
  }
  const config = tracerConfig ?? {};
  if (hasAny(config, CALL_PROPERTIES) && tracer === 'opcodeLogger') {
    throw refused(`callTracer config properties for ${NAME} are only valid when tracer=callTracer`);
  }
  if (config.diffMode && config.includeEmpty) {
    throw refused(`cannot use diffMode with includeEmpty for ${NAME}`);
  }
  const hasOpcodes = tracer === 'opcodeLogger' || tracer === 'prestateTracer';
  if (hasAny(config, OPCODE_PROPERTIES) && !hasOpcodes) {
    throw refused(`opcodeLogger config properties for ${NAME} are only valid when tracer=opcodeLogger`);
  }
  return { tracer, config };
}

function hasAny(object: Readonly<Record<string, unknown>>, properties: object): boolean {
  return Object.keys(properties).some((key) => object[key] !== undefined);
}

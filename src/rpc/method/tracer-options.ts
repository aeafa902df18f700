import { type ObjectValues, objectType } from './object-type.ts';
import type { ParameterType } from './parameter.ts';
import { BOOLEAN, isObject } from './parameter-types.ts';
import { ERRORS } from './rpc-error.ts';

const TRACERS = ['callTracer', 'opcodeLogger', 'prestateTracer'] as const;
type Tracer = (typeof TRACERS)[number];

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
const PRESTATE_PROPERTIES = { diffMode: FLAG, disableCode: FLAG } as const;

const CONFIG_PROPERTIES = {
  ...CALL_PROPERTIES,
  ...OPCODE_PROPERTIES,
  ...PRESTATE_PROPERTIES,
  disableMemory: FLAG,
} as const;

/** Settings of a tracer; each has those that it knows. */
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
  /** Undefined: the method's default. */
  readonly tracer: Tracer | undefined;
  readonly config: TracerConfig;
}

/**
 * A tracer and its settings. Settings of the opcode logger may stand beside `tracer`, as geth has them, or in `tracerConfig`, but not
 * in both. Refuses the settings of another tracer with the relay's texts.
 */
export const TRACER_OPTIONS: ParameterType<TracerOptions> = {
  expected: `Expected ${NAME} which contains a valid TracerType and/or TracerConfig`,
  schema: WRAPPER.schema,
  parse(value) {
    const given = WRAPPER.parse(value);
    if (given === undefined || !isObject(value) || !hasAny(value, WRAPPER_PROPERTIES)) return undefined;
    const { tracer, tracerConfig, ...beside } = given;
    if (hasAny(value, OPCODE_PROPERTIES)) {
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
    const knowsOpcodes = tracer === 'opcodeLogger' || tracer === 'prestateTracer';
    if (hasAny(config, OPCODE_PROPERTIES) && !knowsOpcodes) {
      throw refused(`opcodeLogger config properties for ${NAME} are only valid when tracer=opcodeLogger`);
    }
    return { tracer, config };
  },
};

function hasAny(object: Readonly<Record<string, unknown>>, properties: object): boolean {
  return Object.keys(properties).some((key) => object[key] !== undefined);
}

function refused(problem: string) {
  return ERRORS.invalidParameter(1, problem);
}

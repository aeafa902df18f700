import type { JsonSchema } from './json-schema.ts';
import type { ParameterType } from './parameter.ts';
import { ERRORS, RpcError, shown } from './rpc-error.ts';

/** Texts of the relay, by which clients recognize the error. */
const EXPECTED = {
  hex: 'Expected 0x prefixed hexadecimal value',
  hash: 'Expected 0x prefixed string representing the hash (32 bytes)',
  address: 'Expected 0x prefixed string representing the address (20 bytes)',
} as const;

/** Declares a text of a pattern, as lower-case hex with `0x`. */
function hexType(pattern: RegExp, expected: string, schema: JsonSchema): ParameterType<string> {
  return {
    expected,
    parse: (value) => (typeof value === 'string' && pattern.test(value) ? value.toLowerCase() : undefined),
    schema,
  };
}

/** Hex number with any number of digits, including none, as lower-case hex. */
export const HEX = hexType(/^0[xX][0-9a-fA-F]*$/, EXPECTED.hex, {
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]*$',
});

/** Hex number of at most 32 bytes, as lower-case hex. A longer one would take long to print in decimal. */
export const HEX_256 = hexType(/^0[xX][0-9a-fA-F]{0,64}$/, EXPECTED.hex, {
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]{0,64}$',
});

/** Bytes in hex. */
export const HEX_BYTES = hexType(/^0[xX](?:[0-9a-fA-F]{2})*$/, `${EXPECTED.hex} with even length`, {
  type: 'string',
  pattern: '^0[xX]([0-9a-fA-F]{2})*$',
});

/** A word of at most 32 bytes: the number of a storage slot. */
export const HEX_WORD = hexType(/^0[xX][0-9a-fA-F]{1,64}$/, EXPECTED.hash, {
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]{1,64}$',
});

const HASH_SCHEMA: JsonSchema = { type: 'string', pattern: '^0[xX][0-9a-fA-F]{64}$' };
const HASH_PATTERN = /^0[xX][0-9a-fA-F]{64}$/;

/** A 32-byte hash of a block. */
export const BLOCK_HASH = hexType(HASH_PATTERN, `Expected ${EXPECTED.hash} of a block`, HASH_SCHEMA);
/** A 32-byte hash of a transaction. */
export const TRANSACTION_HASH = hexType(
  HASH_PATTERN,
  `Expected ${EXPECTED.hash} of a transaction`,
  HASH_SCHEMA,
);

/** A 20-byte address. */
export const ADDRESS = hexType(/^0[xX][0-9a-fA-F]{40}$/, EXPECTED.address, {
  type: 'string',
  pattern: '^0[xX][0-9a-fA-F]{40}$',
});

export const BOOLEAN: ParameterType<boolean> = {
  expected: 'Expected boolean type',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
  schema: { type: 'boolean' },
};

/** Any object, whose fields are not checked. */
export const ANY_OBJECT: ParameterType<Readonly<Record<string, unknown>>> = {
  expected: 'Expected object',
  parse: (value) => (isObject(value) ? value : undefined),
  schema: { type: 'object' },
};

/** Any array, whose elements are not checked. */
export const ANY_ARRAY: ParameterType<readonly unknown[]> = {
  expected: 'Expected Array',
  parse: (value) => (Array.isArray(value) ? value : undefined),
  schema: { type: 'array' },
};

/** Declares an array of at most `max` values of a type. */
export function listType<T>(element: ParameterType<T>, max: number): ParameterType<readonly T[]> {
  return {
    expected: `Expected an array of at most ${max}: ${element.expected}`,
    schema: { type: 'array', maxItems: max, items: element.schema },
    parse(value) {
      if (!Array.isArray(value) || value.length > max) return undefined;
      const parsed: T[] = [];
      for (const one of value) {
        const found = element.parse(one);
        if (found === undefined) return undefined;
        parsed.push(found);
      }
      return parsed;
    },
  };
}

/** Maximum number of percentiles in one request (`eth_feeHistory`). */
const MAX_PERCENTILES = 100;

/** Percentiles of priority fees. */
export const PERCENTILES: ParameterType<readonly number[]> = {
  expected: `Expected an array of up to ${MAX_PERCENTILES} numbers, each between 0 and 100`,
  parse: (value) => (isPercentiles(value) ? value : undefined),
  schema: { type: 'array', maxItems: MAX_PERCENTILES, items: { type: 'number', minimum: 0, maximum: 100 } },
};

function isPercentiles(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_PERCENTILES &&
    value.every((one) => typeof one === 'number' && one >= 0 && one <= 100)
  );
}

/** Returns whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Maximum of a number, such as a time in seconds: the network refuses larger ones anyway. */
const MAX_NUMBER = 10n ** 12n;

/** Number, or hex: tools send either. */
export const NUMBER: ParameterType<bigint> = {
  expected: `Expected a number from 0 to ${MAX_NUMBER}, or such a hexadecimal value`,
  parse(value) {
    const digits = HEX.parse(value);
    if (!Number.isSafeInteger(value) && !(digits !== undefined && /^0x[0-9a-f]{1,16}$/.test(digits))) {
      return undefined;
    }
    const number = BigInt(value as string | number);
    return number >= 0n && number <= MAX_NUMBER ? number : undefined;
  },
  schema: { oneOf: [{ type: 'integer' }, HEX.schema] },
};

/** Weibars, as hex. */
export const WEIBARS: ParameterType<bigint> = {
  expected: HEX.expected,
  parse(value) {
    const digits = HEX.parse(value);
    return digits !== undefined && /^0x[0-9a-f]{1,64}$/.test(digits) ? BigInt(digits) : undefined;
  },
  schema: HEX.schema,
};

/** One key of an object parameter. */
interface Property<T> {
  readonly type: ParameterType<T>;
  /** Whether `null` counts as absent; else it is refused. */
  readonly nullable?: boolean;
  readonly required?: boolean;
}

type Properties = Readonly<Record<string, Property<unknown>>>;

/** Values of an object parameter's keys. */
export type ObjectValues<P extends Properties> = {
  readonly [Key in keyof P]?: (P[Key] extends Property<infer T> ? T : never) | undefined;
};

/** Declaration of an object parameter. */
interface ObjectDeclaration<P extends Properties> {
  /** Name in errors: `Invalid parameter 'address' for FilterObject: …`. */
  readonly name: string;
  readonly properties: P;
  /** Whether other keys are refused; else they are ignored. */
  readonly closed: boolean;
}

/**
 * Declares an object whose keys are checked one by one. Errors name the key: `Invalid parameter 'key' for Name: …`, as
 * the relay's do.
 */
export function objectType<const P extends Properties>({
  name,
  properties,
  closed,
}: ObjectDeclaration<P>): ParameterType<ObjectValues<P>> {
  const parse = (value: unknown): ObjectValues<P> | undefined => {
    if (!isObject(value)) return undefined;
    const unknown = closed ? Object.keys(value).find((key) => !Object.hasOwn(properties, key)) : undefined;
    if (unknown !== undefined) {
      throw ERRORS.invalidParameter(`'${shown(unknown)}' for ${name}`, 'Unknown parameter');
    }
    const entries = Object.entries(properties).map(([key, property]) => {
      const given = Object.hasOwn(value, key) ? value[key] : undefined;
      return [key, readProperty(property, `'${key}' for ${name}`, given)] as const;
    });
    return Object.fromEntries(entries) as ObjectValues<P>;
  };
  return { expected: `Expected ${name}`, parse, schema: schemaOf(name, properties, closed) };
}

function readProperty(
  { type, nullable, required }: Property<unknown>,
  position: string,
  value: unknown,
): unknown {
  if (value === undefined) {
    if (required === true) throw ERRORS.missingParameter(position);
    return undefined;
  }
  if (value === null && nullable === true) return undefined;
  const parsed = parsedOf(type, value);
  if (parsed === undefined)
    throw ERRORS.invalidParameter(position, `${type.expected}, value: ${shown(value)}`);
  return parsed;
}

/** Parses the value of a key. An error inside the value counts as an error of the key. */
function parsedOf(type: ParameterType<unknown>, value: unknown): unknown {
  try {
    return type.parse(value);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

function schemaOf(title: string, properties: Properties, closed: boolean): JsonSchema {
  const required = Object.entries(properties).flatMap(([key, one]) => (one.required === true ? [key] : []));
  return {
    title,
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, { type, nullable }]) => [
        key,
        nullable === true ? { anyOf: [type.schema, { type: 'null' }] } : type.schema,
      ]),
    ),
    ...(required.length > 0 && { required }),
    ...(closed && { additionalProperties: false }),
  };
}

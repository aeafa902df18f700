import type { JsonSchema } from './json-schema.ts';
import type { ParameterType } from './parameter.ts';
import { isObject } from './parameter-types.ts';
import { ERRORS, RpcError, shown } from './rpc-error.ts';

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

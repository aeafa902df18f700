import type { JsonSchema } from './json-schema.ts';
import { ERRORS, shown } from './rpc-error.ts';

/** Type of a parameter: its check, and its schema. */
export interface ParameterType<T> {
  /** Description of the expected value in errors. */
  readonly expected: string;
  /** Returns the value, or undefined when it is not valid. Throws `RpcError` for a more precise error. */
  parse(value: unknown): T | undefined;
  readonly schema: JsonSchema;
}

/** One positional parameter of a method. */
export interface Parameter<T> {
  readonly name: string;
  readonly description: string;
  readonly types: readonly ParameterType<unknown>[];
  readonly required: boolean;
  /** Value of an omitted parameter. */
  readonly fallback: T;
}

/** Declares a required parameter. If it has several types, the first one that accepts the value is used. */
export function required<T>(
  name: string,
  types: ParameterType<T> | readonly ParameterType<T>[],
  description: string,
): Parameter<T> {
  // This value is never used, because a missing parameter is refused before.
  const fallback = undefined as T;
  return { name, description, types: listOf(types), required: true, fallback };
}

/** Declares an optional parameter. */
export function optional<T, const Fallback>(
  name: string,
  types: ParameterType<T> | readonly ParameterType<T>[],
  fallback: Fallback,
  description: string,
): Parameter<T | Fallback> {
  return { name, description, types: listOf(types), required: false, fallback };
}

function listOf<T>(types: ParameterType<T> | readonly ParameterType<T>[]): readonly ParameterType<T>[] {
  return Array.isArray(types) ? types : [types as ParameterType<T>];
}

/** Values of a method's parameters, in their order. */
export type ValuesOf<Parameters extends readonly Parameter<unknown>[]> = {
  readonly [Position in keyof Parameters]: Parameters[Position] extends Parameter<infer T> ? T : never;
};

/**
 * Checks the parameters of a request against the declared ones. Throws `RpcError` (-32602) that names the first
 * invalid one by its position, with the relay's texts.
 */
export function readParameters(
  declared: readonly Parameter<unknown>[],
  given: readonly unknown[],
): unknown[] {
  if (given.length > declared.length) throw ERRORS.invalidParams();
  return declared.map((parameter, position) => readParameter(parameter, position, given[position]));
}

function readParameter(
  { types, required, fallback }: Parameter<unknown>,
  position: number,
  value: unknown,
): unknown {
  if (value === undefined) {
    if (required) throw ERRORS.missingParameter(position);
    return fallback;
  }
  if (value === null) throw ERRORS.invalidParameter(position, 'The value passed is not valid: null.');
  for (const type of types) {
    const parsed = type.parse(value);
    if (parsed !== undefined) return parsed;
  }
  const expected = types.map((type) => type.expected).join(' OR ');
  throw ERRORS.invalidParameter(
    position,
    types.length > 1
      ? `The value passed is not valid: ${shownInList(value)}. ${expected}`
      : `${expected}, value: ${shown(value)}`,
  );
}

/** Formats a value as a JavaScript template literal does. */
function shownInList(value: unknown): string {
  if (Array.isArray(value)) {
    // `join` would call `toString`, which may be a property of a client's object.
    const texts = value.flat(Number.POSITIVE_INFINITY).map((one) => (one === null ? '' : shownInList(one)));
    return shown(texts.join(','));
  }
  return typeof value === 'object' ? '[object Object]' : shown(value);
}

import { type Filter, OPERATORS, type Operator } from './operator.ts';
import type { ParameterType, ValueContext } from './parameter-type.ts';

/**
 * Form in which a route receives a parameter: every value with its operator, or one value (the last), which may be missing
 * unless there is a default.
 */
export type Repetition = 'list' | 'single' | 'defaulted';

/** One query parameter of a route, as declared in the route's table. */
export interface Parameter<Value = unknown, How extends Repetition = Repetition> {
  readonly type: ParameterType<Value>;
  readonly how: How;
  /** Operators accepted; with any other the value is invalid. */
  readonly operators: readonly Operator[];
  /** One sentence for the interface description, written by us. */
  readonly description: string;
  /** Value of an absent parameter, for `defaulted`. */
  readonly default?: Value | 'page size';
  /**
   * Ledger dialects: values are compared in lower case, and appear so in `links.next`. Network dialects:
   * operators are accepted in lower case alone.
   */
  readonly lowerCase?: boolean;
  /** Network dialects: the maximum number of values, and the name under which a surplus is reported. */
  readonly max?: { readonly values: number; readonly as: string };
  /** Lookup dialect: values written as a list count as absent. */
  readonly absentWhenRepeated?: boolean;
}

export type ParameterTable = Readonly<Record<string, Parameter>>;

/** The values of a table's parameters in a request, by name. */
export type Values<Table extends ParameterTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Parameter<infer Value, infer How>
    ? How extends 'list'
      ? readonly Filter<Value>[]
      : How extends 'defaulted'
        ? Value
        : Value | undefined
    : never;
};

export const ALL: readonly Operator[] = OPERATORS;
export const WITHOUT_NE: readonly Operator[] = ['eq', 'gt', 'gte', 'lt', 'lte'];
export const EQ: readonly Operator[] = ['eq'];

type Extras = Partial<Pick<Parameter, 'operators' | 'lowerCase' | 'max' | 'absentWhenRepeated'>>;

/** A parameter all of whose values count, each with its operator. */
export function list<Value>(
  type: ParameterType<Value>,
  description: string,
  extras: Extras = {},
): Parameter<Value, 'list'> {
  return { type, how: 'list', operators: ALL, description, ...extras };
}

/** A parameter of which one value counts and that may be missing. Operators: `eq` unless said. */
export function single<Value>(
  type: ParameterType<Value>,
  description: string,
  extras: Extras = {},
): Parameter<Value, 'single'> {
  return { type, how: 'single', operators: EQ, description, ...extras };
}

/** Declares a `single` parameter with a default. */
export function defaulted<Value>(
  type: ParameterType<Value>,
  value: Value,
  description: string,
  extras: Extras = {},
): Parameter<Value, 'defaulted'> {
  return { type, how: 'defaulted', operators: EQ, default: value, description, ...extras };
}

/** The values of a request with the defaults of those that were not given. */
export function withDefaults<Table extends ParameterTable>(
  table: Table,
  values: Record<string, unknown>,
  context: ValueContext,
): Values<Table> {
  for (const [name, parameter] of Object.entries(table)) {
    if (values[name] !== undefined) continue;
    if (parameter.how === 'list') values[name] = [];
    else if (parameter.default === 'page size') values[name] = context.defaultLimit;
    else values[name] = parameter.default;
  }
  return values as Values<Table>;
}

import type { Order } from '../../store/access/order.ts';
import type { Schema } from './json-schema.ts';

/** Comparison operators of the parameter language: `gte:5`. A value without one means `eq`. */
export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
export type Operator = (typeof OPERATORS)[number];

const KNOWN: ReadonlySet<string> = new Set(OPERATORS);

export function isOperator(text: string): text is Operator {
  return KNOWN.has(text);
}

/** Returns whether an operator bounds the values from the side where a scan in this order begins. */
export function goesWith(operator: Operator, order: Order): boolean {
  return order === 'asc' ? operator === 'gt' || operator === 'gte' : operator === 'lt' || operator === 'lte';
}

export interface Operand {
  /** The operator as written; it may be unknown. */
  readonly operator: string;
  readonly text: string;
}

/**
 * Splits `op:value`. `lenient` takes the last two parts and ignores earlier ones, as the list routes do; otherwise a
 * second colon makes the value invalid (undefined).
 */
export function splitOperand(text: string, lenient: boolean): Operand | undefined {
  const last = text.lastIndexOf(':');
  if (last < 0) return { operator: 'eq', text };
  const value = text.slice(last + 1);
  const before = last === 0 ? -1 : text.lastIndexOf(':', last - 1);
  if (before >= 0 && !lenient) return undefined;
  return { operator: text.slice(before + 1, last), text: value };
}

/** A condition that a client requested. */
export interface Filter<Value> {
  readonly operator: Operator;
  readonly value: Value;
}

/** Context of a value that its meaning may depend on. */
export interface ValueContext {
  /** Shard and realm of the network, which apply to an id without them. */
  readonly shard: bigint;
  readonly realm: bigint;
  readonly defaultLimit: number;
  /** Maximum page size of this client. */
  readonly maxLimit: number;
}

/** A well-formed value that breaks a rule; rules are checked only once all values are well-formed. */
export class RuleBroken {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Type of a parameter: the parser of its text, and its schema in the interface description. */
export interface ParameterType<Value> {
  /**
   * Returns the value; undefined when the text does not have the type's form; or the rule that a well-formed text
   * breaks. `operator` is passed because some forms are allowed only with `eq`.
   */
  readonly parse: (text: string, context: ValueContext, operator: Operator) => Value | RuleBroken | undefined;
  readonly schema: Schema;
  /** Whether the interface writes values with an operator before them (`gte:5`). */
  readonly compared?: boolean;
  /** Regular expression of the text, if the schema has no such pattern. */
  readonly form?: string;
}

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
  /** Sentence for the interface description. */
  readonly description: string;
  /** Value of an absent parameter, for `defaulted`. */
  readonly default?: Value | 'page size';
  /**
   * Ledger dialects: values are compared in lower case, and are lower-case in `links.next`. Network dialects: operators
   * are accepted only in lower case.
   */
  readonly lowerCase?: boolean;
  /**
   * Network dialects: the maximum number of values, and the name under which a surplus is reported. `bounds`: a larger
   * maximum if all of them are bounds, as in some links to next pages.
   */
  readonly max?: { readonly values: number; readonly as: string; readonly bounds?: number };
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

/** Declares a parameter whose values are all used, each with its operator. */
export function list<Value>(
  type: ParameterType<Value>,
  description: string,
  extras: Extras = {},
): Parameter<Value, 'list'> {
  return { type, how: 'list', operators: ALL, description, ...extras };
}

/** Declares an optional parameter with one value. Operators: `eq` by default. */
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

/** Returns the values of a request, with defaults for missing ones. */
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

/** One parameter in a route's path. */
export interface PathParameter<Value = unknown> {
  readonly type: ParameterType<Value>;
  /** Sentence for the interface description. */
  readonly description: string;
  /** Message for a wrong value. Default: `Invalid parameter: <name>`. */
  readonly message?: string;
  /** Name of the parameter in the message, where it is not the path's own. */
  readonly name?: string;
}

export type PathTable = Readonly<Record<string, PathParameter>>;

/** The values of a path's parameters in a request, by name. */
export type PathValues<Table extends PathTable> = {
  readonly [Name in keyof Table]: Table[Name] extends PathParameter<infer Value> ? Value : never;
};

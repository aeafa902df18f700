import type { Order } from '../../../store/access/order.ts';
import { type LinkRules, nextLink } from '../next-link.ts';
import {
  defaulted,
  type Filter,
  isOperator,
  list,
  type Parameter,
  type ParameterTable,
  type PathTable,
  type PathValues,
  RuleBroken,
  single,
  splitOperand,
  type ValueContext,
  type Values,
  WITHOUT_NE,
  withDefaults,
} from '../parameter.ts';
import { invalidParameters, type Problem } from '../problem.ts';
import { parseQueryString, type RequestParameter } from '../query-string.ts';
import type { CheckedRequest, DeclaredRequest, Dialect, UncheckedRequest } from './dialect.ts';
import {
  badRequestDetail,
  executionErrorAnswer,
  methodNotAllowed,
  networkErrorAnswer,
  notFoundDetail,
  unknownNetworkPath,
} from './network-problems.ts';
import * as types from './network-types.ts';

/** Differences of the network dialects in reading a query. */
export interface NetworkRules {
  /**
   * Whether every invalid parameter is reported, by its name. Otherwise the first failed conversion is the only
   * message; when all convert, surplus values and broken bounds are reported, one message each.
   */
  readonly reportsAllInvalid: boolean;
}

/**
 * Checks path and query by the rules of the network dialects: they are one list of parameters, the path's
 * first, and are checked in the order of their declaration; unknown names are ignored. A path's value is
 * reported by the name that its declaration gives it. Throws `Problem` (400).
 */
export function readNetworkRequest<Table extends ParameterTable, Path extends PathTable>(
  rules: NetworkRules,
  declared: DeclaredRequest<Table, Path>,
  { pathTexts, given, query }: UncheckedRequest,
): CheckedRequest<Table, Path> {
  const table: Record<string, Parameter> = {};
  const path: RequestParameter[] = [];
  const named = Object.entries(declared.pathParameters).map(
    ([own, parameter]) => [own, parameter.name ?? own, parameter] as const,
  );
  for (const [own, name, { type, description }] of named) {
    table[name] = single({ parse: type.parse, schema: type.schema }, description);
    path.push({ name, values: [pathTexts[own] ?? ''], list: false, nested: false });
  }
  const others = given.filter(({ name }) => !Object.hasOwn(table, name));
  Object.assign(table, declared.parameters);
  const read = readParameters(rules, table, [...path, ...others], query);
  const values: Record<string, unknown> = withDefaults(table, read, query);
  const pathValues: Record<string, unknown> = {};
  for (const [own, name] of named) pathValues[own] = values[name];
  // The casts are safe, because both were read from these tables.
  return {
    pathValues: pathValues as PathValues<Path>,
    values: values as Values<Table>,
    given,
  };
}

function readValue(
  parameter: Parameter,
  text: string,
  context: ValueContext,
): Filter<unknown> | RuleBroken | undefined {
  const compared = parameter.type.compared === true;
  const operand = compared ? splitOperand(text, false) : { operator: 'eq', text };
  if (operand === undefined) return undefined;
  const operator = parameter.lowerCase ? operand.operator : operand.operator.toLowerCase();
  if (!isOperator(operator) || !parameter.operators.includes(operator)) return undefined;
  const value = parameter.type.parse(operand.text, context, operator);
  if (value === undefined || value instanceof RuleBroken) return value;
  return { operator, value };
}

/** A list given once is split at its commas; empty values count as absent. */
function textsOf(parameter: Parameter, given: RequestParameter): readonly string[] {
  const [first = ''] = given.values;
  const texts = given.values.length === 1 && parameter.how === 'list' ? first.split(',') : given.values;
  return texts.filter((text) => text !== '');
}

function readParameters(
  { reportsAllInvalid }: NetworkRules,
  table: ParameterTable,
  given: readonly RequestParameter[],
  context: ValueContext,
): Record<string, unknown> {
  const byName = new Map(given.map((parameter) => [parameter.name, parameter]));
  const broken: string[] = [];
  const bad = new Set<string>();
  const repeated: string[] = [];
  const values: Record<string, unknown> = {};

  for (const [name, parameter] of Object.entries(table)) {
    const present = byName.get(name);
    if (present === undefined) continue;
    const texts = textsOf(parameter, present);
    if (parameter.how !== 'list' && reportsAllInvalid && present.values.length > 1) repeated.push(name);
    const filters: Filter<unknown>[] = [];
    for (const text of parameter.how === 'list' ? texts : texts.slice(0, 1)) {
      const filter = present.nested ? undefined : readValue(parameter, text, context);
      if (filter === undefined) {
        if (!reportsAllInvalid) throw badRequestDetail(`Failed to convert '${name}'`);
        bad.add(name);
      } else if (filter instanceof RuleBroken) {
        if (reportsAllInvalid) bad.add(name);
        else broken.push(filter.message);
      } else filters.push(filter);
    }
    if (parameter.max !== undefined && texts.length > maxOf(parameter.max, filters)) {
      if (reportsAllInvalid) bad.add(name);
      else broken.push(`${parameter.max.as} size must be between 0 and ${parameter.max.values}`);
    }
    values[name] = parameter.how === 'list' ? filters : filters[0]?.value;
  }

  const [firstRepeated] = repeated;
  if (firstRepeated !== undefined) {
    throw badRequestDetail(`Only a single instance is supported for ${firstRepeated}`);
  }
  if (bad.size > 0) throw invalidParameters(...bad);
  if (broken.length > 0) throw badRequestDetail(...broken);
  return values;
}

function maxOf(
  { values, bounds = values }: NonNullable<Parameter['max']>,
  filters: readonly Filter<unknown>[],
): number {
  return filters.every(({ operator }) => operator !== 'eq' && operator !== 'ne') ? bounds : values;
}

/** The maximum number of values of one parameter, whatever the server's setting. */
const MAX_REPEATED = 1000;
const LINKS: LinkRules = { anyCase: true, movesLists: true, comparesWords: false };

/** Additional members of the network dialects. */
export interface NetworkDialect extends Dialect {
  readonly types: typeof types;
  /** `timestamp` of a state: at most two values. `as` is the name under which a surplus is reported. */
  readonly stateTimestamp: (as: string) => Parameter<bigint, 'list'>;
  /** 400 with one entry for each reason. */
  readonly badRequest: (...reasons: readonly string[]) => Problem;
}

/**
 * Dialect of the network's routes and of later additions: fees, rates, stakes and supply, single topics, airdrops,
 * NFT allowances, hooks. Names are case-sensitive, unknown ones are ignored, a limit out of range is an error, and
 * errors have the reason phrase as message with the reason as `detail`.
 */
export const NETWORK: NetworkDialect = {
  types,
  limit: defaulted(types.LIMIT, 25, 'Maximum number of items in the answer, from 1 to 100.'),
  order: (byDefault) =>
    defaulted<Order>(types.ORDER, byDefault, 'Whether items come in ascending or descending order.'),
  stateTimestamp: (as) =>
    list(
      types.TIMESTAMP,
      'Time of the state: one without an operator means the state at that instant. Digits after the dot are nanoseconds.',
      { operators: WITHOUT_NE, max: { values: 2, as } },
    ),

  readQueryString: (text) => parseQueryString(text, { maxRepeated: MAX_REPEATED, caseSensitive: true }),
  readRequest: (declared, request) => readNetworkRequest({ reportsAllInvalid: false }, declared, request),
  readPath: (pathParameters, request) =>
    readNetworkRequest({ reportsAllInvalid: false }, { pathParameters, parameters: {} }, request).pathValues,

  accountLookup: {
    deletionMayBeUnknown: false,
    notFound: () => notFoundDetail('No account found for the given ID'),
  },

  nextLink: (page) => nextLink(page, LINKS),
  contentType: 'application/json;charset=UTF-8',

  badRequest: badRequestDetail,
  notFound: notFoundDetail,
  errorAnswer: networkErrorAnswer,
  anyCasePaths: false,
  unknownPath: unknownNetworkPath,
  methodNotAllowed,
};

/**
 * Dialect of the routes that execute contracts: calls and traces. It is the dialect of the network, but each entry of
 * an error has `detail` and `data`.
 */
export const EXECUTION: NetworkDialect = { ...NETWORK, errorAnswer: executionErrorAnswer };

/**
 * The dialect of the lists of nodes and registered nodes. It is the dialect of the network, but every invalid parameter
 * is reported, by its name, and a parameter with one value must not be repeated.
 */
export const NODES: NetworkDialect = {
  ...NETWORK,
  readRequest: (declared, request) => readNetworkRequest({ reportsAllInvalid: true }, declared, request),
  readPath: (pathParameters, request) =>
    readNetworkRequest({ reportsAllInvalid: true }, { pathParameters, parameters: {} }, request).pathValues,
};

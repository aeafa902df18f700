import type { Order } from '../../../store/access/order.ts';
import { type LinkRules, nextLink } from '../next-link.ts';
import {
  ALL,
  defaulted,
  EQ,
  type Filter,
  isOperator,
  type Parameter,
  type ParameterTable,
  type PathTable,
  type PathValues,
  RuleBroken,
  splitOperand,
  type ValueContext,
  withDefaults,
} from '../parameter.ts';
import { badRequest, invalidParameter, JSON_TYPE, notFound, problemJson, problemOf } from '../problem.ts';
import { parseQueryString, type RequestParameter } from '../query-string.ts';
import type { CheckedRequest, DeclaredRequest, Dialect, QueryContext, UncheckedRequest } from './dialect.ts';
import * as types from './ledger-types.ts';

/** Differences of the ledger dialects in reading a query. */
export interface LedgerRules {
  /** Whether the last two parts of `a:gt:5` count; otherwise a second colon makes the value invalid. */
  readonly lenientOperands: boolean;
  /**
   * Whether messages are grouped: surplus values, then invalid ones, then unknown names, one for each of their values.
   * Otherwise messages are in the order of the request, one for each unknown name.
   */
  readonly groupedMessages: boolean;
}

/**
 * Checks path and query by the rules of the ledger dialects: first `checkGiven` of the route, then the forms of the
 * path's values, then the query (with `queryFirst` before the path); last the rules of well-formed values of the
 * path. Throws `Problem` (400).
 */
export function readLedgerRequest<Table extends ParameterTable, Path extends PathTable>(
  rules: LedgerRules,
  declared: DeclaredRequest<Table, Path>,
  request: UncheckedRequest,
): CheckedRequest<Table, Path> {
  const { checkGiven, checkQuery, queryFirst, parameters } = declared;
  checkGiven?.(request.given);
  const pathFirst = queryFirst ? undefined : readForms(declared, request);
  const query = readQuery(rules, parameters, request);
  checkQuery?.({ ...query, pathTexts: request.pathTexts });
  return { ...query, pathValues: validValues(pathFirst ?? readForms(declared, request)) };
}

/** Checks the values of a path, with one message for each invalid one. Throws `Problem` (400). */
function readLedgerPath<Path extends PathTable>(
  pathParameters: Path,
  request: UncheckedRequest,
): PathValues<Path> {
  return validValues(readForms({ pathParameters }, request));
}

/** The well-formed values of a path, and the first broken rule. */
interface ReadForms<Path extends PathTable> {
  readonly values: PathValues<Path>;
  readonly broken: string | undefined;
}

/** Reads the values of a path. Throws `Problem` (400) unless all are well-formed. */
function readForms<Path extends PathTable>(
  {
    pathParameters,
    pathOneByOne,
  }: Pick<DeclaredRequest<ParameterTable, Path>, 'pathParameters' | 'pathOneByOne'>,
  { pathTexts, query }: UncheckedRequest,
): ReadForms<Path> {
  const values: Record<string, unknown> = {};
  const messages: string[] = [];
  let broken: string | undefined;
  for (const [name, parameter] of Object.entries(pathParameters)) {
    const value = parameter.type.parse(pathTexts[name] ?? '', query, 'eq');
    if (value === undefined) messages.push(parameter.message ?? invalidParameter(parameter.name ?? name));
    else if (value instanceof RuleBroken) broken ??= value.message;
    else values[name] = value;
  }
  if (messages.length > 0) throw badRequest(...(pathOneByOne ? messages.slice(0, 1) : messages));
  // The cast is safe, because the values were read from this table of parameters.
  return { values: values as PathValues<Path>, broken };
}

/** Returns the values if they break no rule. Throws `Problem` (400). */
function validValues<Path extends PathTable>({ values, broken }: ReadForms<Path>): PathValues<Path> {
  if (broken !== undefined) throw badRequest(broken);
  return values;
}

/** One checked value. */
type ReadValue = { readonly filter: Filter<unknown> } | { readonly broken: string } | 'invalid';

function readValue(parameter: Parameter, text: string, lenient: boolean, context: ValueContext): ReadValue {
  const operand = splitOperand(text, lenient);
  if (
    operand === undefined ||
    !isOperator(operand.operator) ||
    !parameter.operators.includes(operand.operator)
  ) {
    return 'invalid';
  }
  const value = parameter.type.parse(operand.text, context, operand.operator);
  if (value === undefined) return 'invalid';
  if (value instanceof RuleBroken) return { broken: value.message };
  return { filter: { operator: operand.operator, value } };
}

function tooManyValues({ name, values }: RequestParameter, { maxRepeated }: QueryContext): string {
  return `Parameter values count exceeds maximum number allowed: ${name} count: ${values.length} max: ${maxRepeated}`;
}

/**
 * Checks the given parameters against a route's table. Throws `Problem` (400) with one message for each problem.
 * Rules beyond a value's form are checked only when all values are well-formed, and only the first broken rule is
 * reported.
 */
function readQuery<Table extends ParameterTable>(
  { lenientOperands, groupedMessages }: LedgerRules,
  table: Table,
  { given, query: context }: UncheckedRequest,
): Pick<CheckedRequest<Table>, 'values' | 'given'> {
  const inOrder: string[] = [];
  const surplus = groupedMessages ? [] : inOrder;
  const invalid = groupedMessages ? [] : inOrder;
  const unknown = groupedMessages ? [] : inOrder;
  let broken: string | undefined;
  const values: Record<string, unknown> = {};

  for (const present of given) {
    const { name, values: texts, nested, list } = present;
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
    if (parameter === undefined && groupedMessages && texts.length > context.maxRepeated) {
      surplus.push(tooManyValues(present, context));
      continue;
    }
    if (parameter === undefined) {
      const message = `Unknown query parameter: ${name}`;
      unknown.push(...(groupedMessages ? texts.map(() => message) : [message]));
      continue;
    }
    if (nested) {
      invalid.push(invalidParameter(name));
      continue;
    }
    if (texts.length > context.maxRepeated) {
      surplus.push(tooManyValues(present, context));
      continue;
    }
    const filters: Filter<unknown>[] = [];
    for (const text of texts) {
      const compared = parameter.lowerCase ? text.toLowerCase() : text;
      const read = readValue(parameter, compared, lenientOperands, context);
      if (read === 'invalid') invalid.push(invalidParameter(name));
      else if ('broken' in read) broken ??= read.broken;
      else filters.push(read.filter);
    }
    if (parameter.absentWhenRepeated && list) continue;
    values[name] = parameter.how === 'list' ? filters : filters.at(-1)?.value;
  }

  const messages = groupedMessages ? [...surplus, ...invalid, ...unknown] : inOrder;
  if (messages.length > 0) throw badRequest(...messages);
  if (broken !== undefined) throw badRequest(broken);
  return { values: withDefaults(table, values, context), given: inLowerCase(table, given) };
}

/** Returns the given parameters, with the values of case-insensitive ones in lower case. */
function inLowerCase(table: ParameterTable, given: readonly RequestParameter[]): readonly RequestParameter[] {
  return given.map((parameter) =>
    table[parameter.name]?.lowerCase
      ? { ...parameter, values: parameter.values.map((value) => value.toLowerCase()) }
      : parameter,
  );
}

/** `limit`: the server's default, cut to the client's maximum, any operator ignored. */
const limit: Parameter<number, 'defaulted'> = {
  type: types.LIMIT,
  how: 'defaulted',
  operators: ALL,
  default: 'page size',
  description:
    'Maximum number of items in the answer. Larger values are reduced to the maximum of the server.',
};

const LINKS: LinkRules = { anyCase: false, movesLists: false, comparesWords: true };

/** Additional members of the ledger dialects. */
export interface LedgerDialect extends Dialect {
  readonly types: typeof types;
}

/**
 * Dialect of most of the ledger: lists of blocks, contracts, results, logs, tokens, topic messages and transactions,
 * the lists of an account, and single accounts, contracts, tokens and transactions. Errors are short messages, with
 * all problems of a query, grouped by kind.
 */
export const LEDGER: LedgerDialect = {
  types,
  limit,
  /** Any operator is ignored, and the last value counts. */
  order: (byDefault) =>
    defaulted<Order>(types.ORDER, byDefault, 'Whether items come in ascending or descending order.', {
      operators: ALL,
      lowerCase: true,
    }),

  readQueryString: (text, maxRepeated) => parseQueryString(text, { maxRepeated, caseSensitive: false }),
  readRequest: (declared, request) =>
    readLedgerRequest({ lenientOperands: true, groupedMessages: true }, declared, request),
  readPath: readLedgerPath,

  accountLookup: {
    deletionMayBeUnknown: true,
    notFound: (by) => (by === 'address' ? notFound() : notFound('No account with a matching alias found')),
  },

  nextLink: (page) => nextLink(page, LINKS),
  contentType: JSON_TYPE,

  notFound,
  errorAnswer(error) {
    const { status, messages, headers } = problemOf(error);
    return { status, body: problemJson(messages), headers: { 'content-type': JSON_TYPE, ...headers } };
  },
  anyCasePaths: true,
  unknownPath: () => UNKNOWN_PATH,
};

const UNKNOWN_PATH = {
  status: 404,
  body: problemJson([{ message: 'Not found' }]),
  headers: { 'content-type': JSON_TYPE },
};

/**
 * Dialect of lookups: single blocks, contract results, schedules and topic messages, and the lists of accounts and
 * balances. It is the dialect of the ledger, but stricter: operators are not ignored, a second colon is invalid, and
 * problems are reported in the order of the request.
 */
export const LOOKUP: LedgerDialect = {
  ...LEDGER,
  /** No operator is accepted. */
  limit: { ...LEDGER.limit, operators: EQ },
  /** No operator is accepted, and a repeated value counts as absent. */
  order: (byDefault) =>
    defaulted<Order>(LEDGER.types.ORDER, byDefault, LEDGER.order(byDefault).description, {
      lowerCase: true,
      absentWhenRepeated: true,
    }),
  readRequest: (declared, request) =>
    readLedgerRequest({ lenientOperands: false, groupedMessages: false }, declared, request),
};

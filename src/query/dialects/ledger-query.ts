import { type Filter, isOperator, splitOperand } from '../operator.ts';
import { type Parameter, type ParameterTable, withDefaults } from '../parameter.ts';
import { RuleBroken, type ValueContext } from '../parameter-type.ts';
import type { PathTable, PathValues } from '../path-parameter.ts';
import { badRequest, invalidParameter } from '../problem.ts';
import type { GivenParameter } from '../query-string.ts';
import type { CheckedRequest, DeclaredRequest, QueryContext, UncheckedRequest } from './dialect.ts';

/** How the ledger dialects differ in reading a query. */
export interface LedgerRules {
  /** Whether of `a:gt:5` the last two parts count; otherwise a second colon makes the value invalid. */
  readonly lenientOperands: boolean;
  /**
   * Whether messages are grouped: surplus values, then invalid ones, then unknown names. Otherwise all come
   * in the order given.
   */
  readonly groupedMessages: boolean;
}

/**
 * Checks path and query by the rules of the ledger dialects: first what the route refuses at once, then the
 * path, then the query, unless the route wants the query first. Throws `Problem` (400).
 */
export function readLedgerRequest<Table extends ParameterTable, Path extends PathTable>(
  rules: LedgerRules,
  declared: DeclaredRequest<Table, Path>,
  request: UncheckedRequest,
): CheckedRequest<Table, Path> {
  declared.checkGiven?.(request.given);
  if (declared.queryFirst) {
    const query = readQuery(rules, declared.parameters, request);
    return { ...query, pathValues: readLedgerPath(declared.pathParameters, request) };
  }
  const pathValues = readLedgerPath(declared.pathParameters, request);
  return { ...readQuery(rules, declared.parameters, request), pathValues };
}

/** Checks the values of a path, with one message for each that is wrong. Throws `Problem` (400). */
export function readLedgerPath<Path extends PathTable>(
  path: Path,
  { pathTexts, query }: UncheckedRequest,
): PathValues<Path> {
  const values: Record<string, unknown> = {};
  const messages: string[] = [];
  for (const [name, parameter] of Object.entries(path)) {
    const value = parameter.type.parse(pathTexts[name] ?? '', query, 'eq');
    if (value === undefined || value instanceof RuleBroken) {
      messages.push(parameter.message ?? invalidParameter(parameter.name ?? name));
    } else values[name] = value;
  }
  if (messages.length > 0) throw badRequest(...messages);
  // Read from this very table.
  return values as PathValues<Path>;
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

function tooManyValues({ name, values }: GivenParameter, { maxRepeated }: QueryContext): string {
  return `Parameter values count exceeds maximum number allowed: ${name} count: ${values.length} max: ${maxRepeated}`;
}

/**
 * Checks what was given against a route's table. Throws `Problem` (400) with one message for each thing
 * wrong. Rules beyond a value's form are looked at only when all forms are right, and only the first broken
 * one is reported.
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
    if (parameter === undefined) {
      unknown.push(`Unknown query parameter: ${name}`);
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
    if (parameter.absentWhenRepeated && list && texts.length > 1) continue;
    values[name] = parameter.how === 'list' ? filters : filters.at(-1)?.value;
  }

  const messages = groupedMessages ? [...surplus, ...invalid, ...unknown] : inOrder;
  if (messages.length > 0) throw badRequest(...messages);
  if (broken !== undefined) throw badRequest(broken);
  return { values: withDefaults(table, values, context), given: inLowerCase(table, given) };
}

/** The given parameters with those values in lower case that are compared so. */
function inLowerCase(table: ParameterTable, given: readonly GivenParameter[]): readonly GivenParameter[] {
  return given.map((parameter) =>
    table[parameter.name]?.lowerCase
      ? { ...parameter, values: parameter.values.map((value) => value.toLowerCase()) }
      : parameter,
  );
}

import type { ValueContext } from './kind.ts';
import { RuleBroken } from './kind.ts';
import { type Filter, isOperator, splitOperand } from './operator.ts';
import type { Parameter, ParameterTable, Values } from './parameter.ts';
import { badRequest, invalidParameter } from './problem.ts';
import type { GivenParameter } from './query-string.ts';

/**
 * Which rules a route's parameters follow. `filters` and `plain` are those of the JavaScript module
 * of the public mirror (list routes that build filters; routes that check values plainly), `java`
 * those of its Java module, `javaBound` those of the Java module's routes with bound objects.
 */
export type Family = 'filters' | 'plain' | 'java' | 'javaBound';

export function isJava(family: Family): boolean {
  return family === 'java' || family === 'javaBound';
}

/** A request's parameters, checked. */
export interface RequestQuery<Table extends ParameterTable> {
  readonly values: Values<Table>;
  /** As given, in order, for `links.next`. */
  readonly given: readonly GivenParameter[];
}

export interface QueryContext extends ValueContext {
  /** Most values of one parameter. */
  readonly maxRepeated: number;
}

/** One checked value. */
export type Reading<Value> = { readonly filter: Filter<Value> } | { readonly broken: string } | 'invalid';

/** Reads one value of a parameter of the JavaScript families. */
function readValue(
  parameter: Parameter,
  text: string,
  lenient: boolean,
  context: ValueContext,
): Reading<unknown> {
  const operand = splitOperand(text, lenient);
  if (
    operand === undefined ||
    !isOperator(operand.operator) ||
    !parameter.operators.includes(operand.operator)
  ) {
    return 'invalid';
  }
  const value = parameter.kind.parse(operand.text, context, operand.operator);
  if (value === undefined) return 'invalid';
  if (value instanceof RuleBroken) return { broken: value.message };
  return { filter: { operator: operand.operator, value } };
}

/**
 * Checks what was given against a route's table by the rules of the JavaScript families.
 * Throws `Problem` (400) with one message for each thing wrong: in `filters` surplus values, then
 * invalid ones, then unknown names, each in the order given; in `plain` all in the order given.
 * Rules beyond a value's form are looked at only when all forms are right, and the first is told.
 */
export function readQuery<Table extends ParameterTable>(
  table: Table,
  family: 'filters' | 'plain',
  given: readonly GivenParameter[],
  context: QueryContext,
): RequestQuery<Table> {
  const filters = family === 'filters';
  const inOrder: string[] = [];
  const surplus = filters ? [] : inOrder;
  const invalid = filters ? [] : inOrder;
  const unknown = filters ? [] : inOrder;
  let broken: string | undefined;
  const values: Record<string, unknown> = {};

  for (const { name, values: texts, nested, list } of given) {
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
      surplus.push(
        `Parameter values count exceeds maximum number allowed: ${name} count: ${texts.length} max: ${context.maxRepeated}`,
      );
      continue;
    }
    const readings: Filter<unknown>[] = [];
    for (const text of texts) {
      const reading = readValue(parameter, parameter.lowerCase ? text.toLowerCase() : text, filters, context);
      if (reading === 'invalid') invalid.push(invalidParameter(name));
      else if ('broken' in reading) broken ??= reading.broken;
      else readings.push(reading.filter);
    }
    if (parameter.absentWhenRepeated && list && texts.length > 1) continue;
    values[name] = parameter.how === 'list' ? readings : readings.at(-1)?.value;
  }

  const messages = filters ? [...surplus, ...invalid, ...unknown] : inOrder;
  if (messages.length > 0) throw badRequest(...messages);
  if (broken !== undefined) throw badRequest(broken);
  return { values: withDefaults(table, values, context), given: inLowerCase(table, given) };
}

/** Fills in what was not given. */
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

/** The given parameters with those values in lower case that are compared so. */
function inLowerCase(table: ParameterTable, given: readonly GivenParameter[]): readonly GivenParameter[] {
  return given.map((parameter) =>
    table[parameter.name]?.lowerCase
      ? { ...parameter, values: parameter.values.map((value) => value.toLowerCase()) }
      : parameter,
  );
}

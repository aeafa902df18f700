import { type Filter, isOperator, splitOperand } from '../operator.ts';
import { type Parameter, type ParameterTable, single, type Values, withDefaults } from '../parameter.ts';
import { RuleBroken, type ValueContext } from '../parameter-type.ts';
import type { PathTable, PathValues } from '../path-parameter.ts';
import { invalidParameters } from '../problem.ts';
import type { GivenParameter } from '../query-string.ts';
import type { CheckedRequest, DeclaredRequest, UncheckedRequest } from './dialect.ts';
import { badRequestDetail } from './network-problems.ts';

/** Differences of the network dialects in reading a query. */
export interface NetworkRules {
  /**
   * Whether every bad parameter is reported, by its name. Otherwise the first failed conversion is the only
   * message; when all convert, surplus values and broken bounds are reported, one message each.
   */
  readonly namesAllBad: boolean;
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
  const path: GivenParameter[] = [];
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
  // Both were read from these very tables.
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

/** A list given once is split at its commas; empty values mean that nothing was given. */
function textsOf(parameter: Parameter, given: GivenParameter): readonly string[] {
  const [first = ''] = given.values;
  const texts = given.values.length === 1 && parameter.how === 'list' ? first.split(',') : given.values;
  return texts.filter((text) => text !== '');
}

function readParameters(
  { namesAllBad }: NetworkRules,
  table: ParameterTable,
  given: readonly GivenParameter[],
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
    if (parameter.how !== 'list' && namesAllBad && present.values.length > 1) repeated.push(name);
    const filters: Filter<unknown>[] = [];
    for (const text of parameter.how === 'list' ? texts : texts.slice(0, 1)) {
      const filter = present.nested ? undefined : readValue(parameter, text, context);
      if (filter === undefined) {
        if (!namesAllBad) throw badRequestDetail(`Failed to convert '${name}'`);
        bad.add(name);
      } else if (filter instanceof RuleBroken) {
        if (namesAllBad) bad.add(name);
        else broken.push(filter.message);
      } else filters.push(filter);
    }
    if (parameter.max !== undefined && texts.length > parameter.max.values) {
      if (namesAllBad) bad.add(name);
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

import { RuleBroken, type ValueContext } from './kind.ts';
import { type Filter, isOperator, splitOperand } from './operator.ts';
import type { Parameter, ParameterTable } from './parameter.ts';
import { badRequestDetail, invalidParameters } from './problem.ts';
import type { GivenParameter } from './query-string.ts';
import { type QueryContext, type RequestQuery, withDefaults } from './request-query.ts';

/** A value a path holds, to be checked together with the query's, before them. */
export interface PathValue {
  readonly name: string;
  readonly text: string;
  readonly kind: Parameter['kind'];
}

function readValue(
  parameter: Parameter,
  text: string,
  context: ValueContext,
): Filter<unknown> | RuleBroken | undefined {
  const compared = parameter.kind.compared === true;
  const operand = compared ? splitOperand(text, false) : { operator: 'eq', text };
  if (operand === undefined) return undefined;
  const operator = parameter.lowerCase ? operand.operator : operand.operator.toLowerCase();
  if (!isOperator(operator) || !parameter.operators.includes(operator)) return undefined;
  const value = parameter.kind.parse(operand.text, context, operator);
  if (value === undefined || value instanceof RuleBroken) return value;
  return { operator, value };
}

/** A list given once is split at its commas; empty values mean that nothing was given. */
function textsOf(parameter: Parameter, given: GivenParameter): readonly string[] {
  const [first = ''] = given.values;
  const texts = given.values.length === 1 && parameter.how === 'list' ? first.split(',') : given.values;
  return texts.filter((text) => text !== '');
}

/**
 * Checks what was given against a route's table by the rules of the Java families, in the order of
 * the table: unknown names are ignored. In `java` the first failed conversion is the only message;
 * when all convert, surplus values and broken bounds are told, one message each. In `javaBound`
 * every bad parameter is told by its name. Throws `Problem` (400).
 * `lowerCase` of a parameter means here that its operators are in lower case alone.
 */
export function readJavaQuery<Table extends ParameterTable>(
  table: Table,
  family: 'java' | 'javaBound',
  given: readonly GivenParameter[],
  context: QueryContext,
): RequestQuery<Table> {
  const byName = new Map(given.map((parameter) => [parameter.name, parameter]));
  const bound = family === 'javaBound';
  const broken: string[] = [];
  const bad = new Set<string>();
  const repeated: string[] = [];
  const values: Record<string, unknown> = {};

  for (const [name, parameter] of Object.entries(table)) {
    const present = byName.get(name);
    if (present === undefined) continue;
    const texts = textsOf(parameter, present);
    if (parameter.how !== 'list' && bound && present.values.length > 1) repeated.push(name);
    const filters: Filter<unknown>[] = [];
    for (const text of parameter.how === 'list' ? texts : texts.slice(0, 1)) {
      const filter = present.nested ? undefined : readValue(parameter, text, context);
      if (filter === undefined) {
        if (!bound) throw badRequestDetail(`Failed to convert '${name}'`);
        bad.add(name);
      } else if (filter instanceof RuleBroken) {
        if (bound) bad.add(name);
        else broken.push(filter.message);
      } else filters.push(filter);
    }
    if (parameter.most !== undefined && texts.length > parameter.most.values) {
      if (bound) bad.add(name);
      else broken.push(`${parameter.most.as} size must be between 0 and ${parameter.most.values}`);
    }
    values[name] = parameter.how === 'list' ? filters : filters[0]?.value;
  }

  const [firstRepeated] = repeated;
  if (firstRepeated !== undefined) {
    throw badRequestDetail(`Only a single instance is supported for ${firstRepeated}`);
  }
  if (bad.size > 0) throw invalidParameters(...bad);
  if (broken.length > 0) throw badRequestDetail(...broken);
  return { values: withDefaults(table, values, context), given };
}

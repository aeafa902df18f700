import type { Schema } from '../query/json-schema.ts';
import type { Operator, Parameter, ParameterType, PathParameter } from '../query/parameter.ts';
import type { Route } from '../route/route.ts';

/** A parameter object of OpenAPI 3.0.3. */
export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required: boolean;
  readonly style?: 'form' | 'simple';
  readonly explode?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** Parameters of every read in addition to its own: those that make it wait (`rest/http/waiting`). */
const OF_READS: readonly ParameterObject[] = [
  {
    name: 'waitFor',
    in: 'query',
    description:
      'Block or transaction that must be visible before the request is answered: the number of a block, or the id or a hash of a transaction (32 or 48 bytes in hex, or 48 in base64). The request waits for it up to 10 seconds, or the time in `Prefer`, and is then answered as usual; the header `Tain-Wait` reports whether it is visible.',
    required: false,
    schema: {
      type: 'string',
      pattern: '^(\\d{1,18}|\\d+\\.\\d+\\.\\d+-\\d+-\\d+|(0x)?[0-9A-Fa-f]{64,96}|[A-Za-z0-9+/_-]{64})$',
    },
  },
  {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=N` (RFC 7240): maximum number of seconds to wait for the block or transaction in `waitFor`, or, instead of a 404, for the object in the path.',
    required: false,
    schema: { type: 'string' },
  },
];

/** Returns the parameters of a route: those of its path, of its query, and of every read. */
export function parametersOf(
  route: Pick<Route, 'pathParameters' | 'parameters'> & Partial<Pick<Route, 'method'>>,
): ParameterObject[] {
  return [
    ...Object.entries(route.pathParameters).map(([name, parameter]) => pathParameter(name, parameter)),
    ...Object.entries(route.parameters).map(([name, parameter]) => queryParameter(name, parameter)),
    ...(route.method === 'GET' ? OF_READS : []),
  ];
}

function pathParameter(name: string, { type, description }: PathParameter): ParameterObject {
  const { example: _, ...schema } = type.schema;
  return { name, in: 'path', description, required: true, schema };
}

function queryParameter(name: string, parameter: Parameter): ParameterObject {
  const { type, how, description } = parameter;
  const operators = comparisonsOf(parameter);
  const { example: _, ...own } = operators.length === 0 ? type.schema : compared(type, operators);
  const shown = {
    name,
    in: 'query',
    description: sentences(description, operators),
    required: false,
  } as const;
  if (how === 'list') {
    return {
      ...shown,
      style: 'form',
      explode: true,
      schema: {
        type: 'array',
        items: own,
        ...(parameter.max === undefined ? {} : { maxItems: parameter.max.values }),
      },
    };
  }
  const value = parameter.default;
  const schema =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value === 'page size'
        ? own
        : { ...own, default: value }
      : typeof value === 'bigint'
        ? { ...own, default: Number(value) }
        : own;
  return { ...shown, schema };
}

/** Returns the operators that may precede a value and change its meaning; `eq` is the default. */
export function comparisonsOf({ type, how, operators }: Parameter): readonly Operator[] {
  return how === 'list' && type.compared && operators.length > 1 ? operators : [];
}

/** Schema of a value with an operator before it. */
function compared({ schema, form }: ParameterType<unknown>, operators: readonly Operator[]): Schema {
  const text = form ?? schema.pattern?.replace(/^\^|\$$/g, '') ?? '.+';
  return { type: 'string', pattern: `^((${operators.join('|')}):)?(${text})$` };
}

function sentences(description: string, operators: readonly Operator[]): string {
  if (operators.length === 0) return description;
  const names = operators.map((operator) => `\`${operator}:\``).join(', ');
  return `${description} Values may begin with ${names}; the default is \`eq\`.`;
}

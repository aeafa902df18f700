import { CLIENT_NAMES } from '../../src/rest/openapi/client-names.ts';
import { type Components, componentsOf } from '../../src/rest/openapi/components.ts';
import { itemsOf, operationName, pascalCase } from '../../src/rest/openapi/operation-names.ts';
import type { Schema } from '../../src/rest/query/json-schema.ts';
import type { ListRoute } from '../../src/rest/route/list-route.ts';
import type { Route } from '../../src/rest/route/route.ts';
import { ClientTypes, comment, parameterType } from './client-types.ts';

/** Parameters that the client omits, because they request an answer that is not JSON. */
const CLIENT_OMITS: Readonly<Record<string, readonly string[]>> = {
  getNetworkSupply: ['q'],
};

const HEAD =
  '// Made from the routes by `npm run build`: not to be edited.\n' +
  '// biome-ignore-all format: made\n// biome-ignore-all lint: made\n\n';

interface ClientOperation {
  readonly route: Route;
  readonly id: string;
  readonly group: string;
  readonly method: string;
  readonly items: string | undefined;
  readonly query: string;
  readonly answer: Schema;
}

/** Generates the two files of the TypeScript client: its types, and the table of its operations. */
export function clientSources(routes: readonly Route[]): { readonly types: string; readonly table: string } {
  const components = componentsOf(routes, {});
  const types = new ClientTypes(components);
  const operations = routes.flatMap((route) => clientOperation(route, components) ?? []);
  const names = reachable(operations, components);
  const groups = [...new Set(operations.map(({ group }) => group))].sort();
  const parts = [
    ...names.map((name) => types.declaration(name)),
    ...operations.map(queryDeclaration),
    ...groups.map((group) => groupDeclaration(group, operations, types, components)),
    `/** Every operation, by subject. */\nexport interface Operations<I = number> {\n${groups
      .map((group) => `  readonly ${group}: ${groupType(group, operations, types)};\n`)
      .join('')}}\n`,
  ];
  const imports =
    "import type { Pages } from './pages.ts';\nimport type { StreamedPages } from './streams.ts';\nimport type { CallOptions, Compared, Several, Value } from './values.ts';\n\n";
  return {
    types: `${HEAD}${imports}${parts.join('\n')}`,
    table: `${HEAD}import type { OperationRow } from './values.ts';\n\n/** Group, method, HTTP method, path, list of a page, content type of a body, whether there is a stream. */\nexport const OPERATIONS: readonly OperationRow[] = [\n${operations.map(tableRow).join('')}];\n`,
  };
}

/** The type of a group, generic if one of its answers has large integers. */
function groupType(group: string, operations: readonly ClientOperation[], types: ClientTypes): string {
  const large = operations.some((one) => one.group === group && types.isLarge(one.answer));
  return `${pascalCase(group)}Operations${large ? '<I>' : ''}`;
}

function groupDeclaration(
  group: string,
  operations: readonly ClientOperation[],
  types: ClientTypes,
  components: Components,
): string {
  const name = groupType(group, operations, types).replace('<I>', '<I = number>');
  const methods = operations
    .filter((one) => one.group === group)
    .map((one) => methodDeclaration(one, types, components));
  return `export interface ${name} {\n${methods.join('')}}\n`;
}

function clientOperation(route: Route, components: Components): ClientOperation | undefined {
  const { id, noun } = operationName(route);
  const name = id in CLIENT_NAMES ? CLIENT_NAMES[id] : `${route.tag}.${id}`;
  if (name === null || name === undefined) return undefined;
  const [group = '', method = ''] = name.split('.');
  return {
    route,
    id,
    group,
    method,
    items: itemsOf(route),
    query: `${noun}${route.method === 'POST' ? 'Post' : ''}Query`,
    answer: components.refer(route.answers[200] ?? {}),
  };
}

/** The components that the client's operations need, including nested ones. */
function reachable(operations: readonly ClientOperation[], components: Components): string[] {
  const found = new Set<string>();
  const collect = (schema: Schema): void => {
    for (const reference of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      const name = reference[1] ?? '';
      if (found.has(name)) continue;
      found.add(name);
      collect(components.schemas[name] ?? {});
    }
  };
  for (const { answer, route } of operations) {
    collect(answer);
    if (route.requestBody !== undefined) collect(components.refer(route.requestBody.schema));
  }
  return [...found].sort();
}

function queryParameters({ route, id }: ClientOperation) {
  return Object.entries(route.parameters).filter(([name]) => !CLIENT_OMITS[id]?.includes(name));
}

function queryDeclaration(operation: ClientOperation): string {
  const parameters = queryParameters(operation);
  if (parameters.length === 0) return '';
  const lines = parameters.map(
    ([name, parameter]) =>
      `${comment(parameter.description, '  ')}  readonly ${/^\w+$/.test(name) ? name : `'${name}'`}?: ${parameterType(parameter)} | undefined;\n`,
  );
  return `export interface ${operation.query} {\n${lines.join('')}}\n`;
}

function methodDeclaration(operation: ClientOperation, types: ClientTypes, components: Components): string {
  const { route, method, items, answer } = operation;
  const values = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: Value`);
  if (route.requestBody !== undefined) {
    const { schema } = route.requestBody;
    values.push(schema.format === 'binary' ? 'body: Uint8Array' : `body: ${types.of(schema, '  ')}`);
  }
  values.push(`query?: ${queryParameters(operation).length > 0 ? operation.query : 'undefined'}`);
  values.push('options?: CallOptions');
  const page = types.of(answer, '  ');
  const item = items === undefined ? undefined : itemSchema(route, items);
  const answered =
    item === undefined
      ? `Promise<${page}>`
      : `${isStreamed(route) ? 'StreamedPages' : 'Pages'}<${types.of(components.refer(item), '  ')}, ${page}>`;
  const about = [route.summary, route.description].filter((text) => text !== undefined).join('. ');
  return `${comment(about, '  ')}  ${method}(${values.join(', ')}): ${answered};\n`;
}

/** Returns whether a list has a stream. */
function isStreamed(route: ListRoute): boolean {
  return route.stream !== undefined;
}

function itemSchema(route: Route, items: string): Schema | undefined {
  return route.answers[200]?.properties?.[items]?.items;
}

function tableRow({ group, method, route, items }: ClientOperation): string {
  const contentType = route.requestBody?.contentTypes[0];
  const streamed = isStreamed(route) ? 'stream' : '';
  const cells = [group, method, route.method, route.path, items ?? '', contentType ?? '', streamed];
  while (cells.at(-1) === '') cells.pop();
  return `  [${cells.map((cell) => `'${cell}'`).join(', ')}],\n`;
}

import type { Schema } from '../query/json-schema.ts';
import type { RequestBody, Route } from '../route/route.ts';
import { INTERFACE_VERSION } from '../route/settings.ts';
import type { StreamRoute } from '../route/stream.ts';
import { type Components, componentsOf } from './components.ts';
import type { Example, Examples } from './examples.ts';
import { itemsOf, operationName } from './operation-names.ts';
import { type ParameterObject, parametersOf } from './parameters.ts';
import { RESUMED, streamContent, streamDescription, streamedObjects, streamName } from './streams.ts';

/** The parts of OpenAPI 3.0.3 that the document uses. */
export interface OpenApiDocument {
  readonly openapi: '3.0.3';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly object[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, object>>;
  };
}

export interface Tag {
  readonly name: string;
  readonly description: string;
}

export type PathItem = Readonly<Partial<Record<'get' | 'post', Operation>>>;

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly ParameterObject[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
  /** True for extensions, which the public mirror node lacks. */
  readonly 'x-tain-extension'?: true;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}

const TAGS: Readonly<Record<string, string>> = {
  accounts: 'Accounts with their tokens, NFTs, allowances, rewards and hooks.',
  airdrops: 'Tokens sent to accounts that have not claimed them yet.',
  balances: 'Balances of hbars and tokens, now and in the past.',
  blocks: 'Blocks of the network, in order.',
  contracts: 'Smart contracts: results, logs, actions and storage.',
  network: 'The network itself: its nodes, stakes, fees, rates and supply.',
  schedules: 'Transactions that wait for signatures.',
  tokens: 'Fungible tokens and NFTs.',
  topics: 'Topics of the consensus service and their messages.',
  transactions: 'Every transaction, successful or not.',
};

const DESCRIPTION = `The history and state of the ledger, from its signed streams. Each answer shows one snapshot of the database.

Lists come in pages. \`links.next\` is the path of the next page and carries every parameter of the first request; it is null at the end. A parameter that may be given several times is repeated (\`timestamp=gte:1&timestamp=lt:2\`). Integers may be greater than 2^53.`;

const ERROR: Schema = {
  type: 'object',
  properties: {
    _status: {
      type: 'object',
      properties: {
        messages: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              message: { type: 'string', description: 'Description of the problem.' },
              detail: { type: 'string', nullable: true, description: 'More detailed description.' },
              data: {
                type: 'string',
                nullable: true,
                pattern: '^(0x[0-9a-fA-F]*)?$',
                description: 'Data returned by the contract that reverted; empty without any.',
              },
            },
            required: ['message'],
          },
        },
      },
      required: ['messages'],
    },
  },
  required: ['_status'],
};

const SERVERS = [
  { url: '', description: 'This server' },
  {
    url: '{scheme}://{network}.mirrornode.hedera.com',
    description: 'The public mirror nodes of a network',
    variables: {
      scheme: { enum: ['http', 'https'], default: 'https', description: 'Scheme of the connection.' },
      network: {
        enum: ['mainnet-public', 'mainnet', 'previewnet', 'testnet'],
        default: 'testnet',
        description: 'Network to query.',
      },
    },
  },
];

/** Returns the interface description, generated from the routes' declarations. */
export function openApiDocument(
  routes: readonly Route[],
  examples: Examples = {},
  streams: readonly StreamRoute[] = [],
): OpenApiDocument {
  const components = componentsOf(routes, { Error: ERROR, ...streamedObjects(streams) });
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(route, components, examples),
    };
  }
  for (const stream of streams) paths[stream.path] = { get: streamOperation(stream, components) };
  const used = [...new Set(routes.map(({ tag }) => tag))].sort();
  return {
    openapi: '3.0.3',
    info: {
      title: 'Tain: queries about a ledger',
      version: INTERFACE_VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: SERVERS,
    tags: used.map((name) => ({ name, description: TAGS[name] ?? '' })),
    paths,
    components: {
      schemas: components.schemas,
      responses: {
        BadRequest: errorResponse(
          'A parameter is invalid: one message for each problem.',
          'Invalid parameter: limit',
        ),
        NotFound: errorResponse('The requested object does not exist.', 'Not found'),
        Unavailable: {
          ...errorResponse(
            'Too many concurrent requests, or a time limit was reached: try again.',
            'Service unavailable',
          ),
          headers: {
            ...ANSWER_HEADERS,
            'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
          },
        },
        Failed: errorResponse('Any other error.', 'Internal error'),
      },
      headers: {
        'Cache-Control': {
          description:
            'How long the answer may be cached; absent from some errors, `no-store` if it must not.',
          schema: { type: 'string', example: 'public, max-age=1' },
        },
        ETag: {
          description: 'Weak tag of the body, for `If-None-Match`; absent from answers sent in parts.',
          schema: { type: 'string', example: 'W/"1a-2jmj7l5rSw0yVb"' },
        },
        'Tain-Block': {
          description: 'Number of the last block that the answer shows; absent where it shows none.',
          schema: { type: 'integer', format: 'int64', minimum: 0 },
        },
        'Preference-Applied': {
          description: 'The applied preference `wait`; absent without one.',
          schema: { type: 'string', example: 'wait=10' },
        },
        'Tain-Wait': {
          description: 'How a requested wait ended, with its milliseconds; absent without one.',
          schema: { type: 'string', example: 'met;ms=120' },
        },
        Link: {
          description: 'The next page, with `rel="next"`; absent at the end.',
          schema: { type: 'string' },
        },
        'Tain-History-From': {
          description:
            'On the last page: the consensus time before which this mirror has no data; absent if it has all.',
          schema: { type: 'string' },
        },
      },
    },
  };
}

function errorResponse(description: string, message: string): ResponseObject {
  return {
    description,
    headers: ANSWER_HEADERS,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { _status: { messages: [{ message }] } },
      },
    },
  };
}

/** Returns references to headers of the document. */
function headersNamed(...names: readonly string[]): Readonly<Record<string, object>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers of every answer and error. */
const ANSWER_HEADERS = headersNamed('Cache-Control', 'ETag', 'Preference-Applied', 'Tain-Block', 'Tain-Wait');
const LIST_HEADERS = { ...ANSWER_HEADERS, ...headersNamed('Link', 'Tain-History-From') };

const ANSWERS: Readonly<Record<string, string>> = {
  200: 'Success.',
  206: 'Partial answer: the rest is unknown.',
};

function operation(route: Route, components: Components, examples: Examples): Operation {
  const { id } = operationName(route);
  const example = examples[id];
  const responses: Record<string, ResponseObject | { $ref: string }> = {};
  for (const [status, schema] of Object.entries(route.answers)) {
    responses[status] = answerResponse(route, status, components.refer(schema), example);
  }
  const refused = (name: string) => ({ $ref: `#/components/responses/${name}` });
  responses[400] = refused('BadRequest');
  if (mayBeMissing(route)) responses[404] = refused('NotFound');
  for (const [status, why] of Object.entries(route.refusals ?? {})) responses[status] = refusal(why);
  responses[503] = refused('Unavailable');
  responses.default = refused('Failed');
  return {
    operationId: id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    parameters: parametersOf(route).map((parameter) => ({
      ...parameter,
      ...shownValue(parameter, example),
    })),
    ...(route.requestBody === undefined
      ? {}
      : { requestBody: requestBody(route.requestBody, components, example) }),
    responses,
    ...(route.isExtension && { 'x-tain-extension': true }),
  };
}

function refusal(description: string): ResponseObject {
  return {
    description,
    headers: ANSWER_HEADERS,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

function streamOperation(stream: StreamRoute, components: Components): Operation {
  const refused = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    operationId: streamName(stream),
    tags: [stream.tag],
    summary: stream.summary,
    description: streamDescription(stream),
    parameters: [...parametersOf(stream), RESUMED],
    responses: {
      200: {
        description: 'Endless sequence of events.',
        content: streamContent(components.refer(stream.schema)),
      },
      204: { description: 'The stream was resumed after its last event.', content: {} },
      400: refused('BadRequest'),
      404: refused('NotFound'),
      410: {
        description:
          'The events after the cursor were removed by retention. `cursor` is the oldest valid one.',
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Error' },
                {
                  type: 'object',
                  properties: { cursor: { type: 'string', description: 'The oldest valid cursor.' } },
                  required: ['cursor'],
                },
              ],
            },
          },
        },
      },
      429: refused('Unavailable'),
      503: refused('Unavailable'),
      default: refused('Failed'),
    },
    'x-tain-extension': true,
  };
}

/** Returns whether the thing named by a request may not exist. A list of all things always exists. */
function mayBeMissing(route: Route): boolean {
  return (
    Object.keys(route.pathParameters).length > 0 || (route.tag === 'network' && itemsOf(route) === undefined)
  );
}

function answerResponse(
  route: Route,
  status: string,
  schema: Schema,
  example: Example | undefined,
): ResponseObject {
  const shown =
    example?.status === Number(status) && example.body !== undefined ? { example: example.body } : {};
  const text = status === '200' ? route.plainText : undefined;
  return {
    description: ANSWERS[status] ?? 'Success.',
    headers: route.answers[200]?.properties?.links === undefined ? ANSWER_HEADERS : LIST_HEADERS,
    content: {
      'application/json': { schema, ...shown },
      ...(text === undefined ? {} : { 'text/plain': { schema: text } }),
      ...Object.fromEntries(
        Object.entries(route.forms ?? {}).map(([type, form]) => [type, { schema: form }]),
      ),
    },
  };
}

/** Value of a parameter in the example. Without one, the form of the documentation page is empty. */
function shownValue(
  { name, in: location, schema }: ParameterObject,
  example: Example | undefined,
): { example?: unknown } {
  const text = (location === 'path' ? example?.path : example?.query)?.[name];
  if (text === undefined) return {};
  const { type } = schema.items ?? schema;
  const value = type === 'integer' || type === 'number' ? Number(text) : text;
  return { example: schema.type === 'array' ? [value] : value };
}

function requestBody(body: RequestBody, components: Components, example: Example | undefined): object {
  const { description, contentTypes, schema, examples } = body;
  // The example that this server answered comes first.
  const known = example?.sent === undefined ? examples : { live: example.sent, ...examples };
  const shown = { schema: components.refer(schema), ...(known && { examples: known }) };
  const content = Object.fromEntries(contentTypes.map((contentType) => [contentType, shown]));
  return { description, required: true, content };
}

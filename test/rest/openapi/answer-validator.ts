import { Ajv, type ValidateFunction } from 'ajv';
import type { OpenApiDocument, Operation } from '../../../src/rest/openapi/document.ts';

type Method = 'get' | 'post';

/** An operation of the document and the parameter values in a path. */
export interface FoundOperation {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
  readonly pathValues: Readonly<Record<string, string>>;
}

/** A response as it was received. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Headers of HTTP that an interface description need not name. */
const TRANSPORT: ReadonlySet<string> = new Set([
  'accept',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'allow',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);

/** Validates answers against the document. Fields that the document lacks are errors. */
export class AnswerValidator {
  readonly #document: OpenApiDocument;
  readonly #ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = JSON.parse(JSON.stringify(document)) as OpenApiDocument;
    this.#ajv.addSchema(closed(this.#document) as object, 'document');
  }

  /** Returns the operation of a path. Literal segments take precedence over parameters, as in the server. */
  find(method: Method, url: string): FoundOperation | undefined {
    const [text = ''] = url.split('?');
    const parts = text.replace(/\/$/, '').split('/');
    let best: (FoundOperation & { literals: number }) | undefined;
    for (const [path, item] of Object.entries(this.#document.paths)) {
      const operation = item[method];
      const template = path.split('/');
      if (operation === undefined || template.length !== parts.length) continue;
      const pathValues: Record<string, string> = {};
      let literals = 0;
      const matches = template.every((part, index) => {
        const given = parts[index] ?? '';
        if (!part.startsWith('{')) {
          literals += 1;
          return part === given;
        }
        pathValues[part.slice(1, -1)] = decodeURIComponent(given);
        return given !== '';
      });
      if (matches && literals > (best?.literals ?? -1)) {
        best = { path, method, operation, pathValues, literals };
      }
    }
    return best;
  }

  /** Returns the problems of an answer. `body` is text unless the content type is JSON. */
  check(
    method: Method,
    url: string,
    status: number,
    body: unknown,
    contentType = 'application/json',
  ): string[] {
    const found = this.find(method, url);
    if (found === undefined) return [`no operation for ${method} ${url}`];
    const { responses } = found.operation;
    const key = responses[status] === undefined ? 'default' : String(status);
    const response = responses[key];
    const pointer =
      response !== undefined && '$ref' in response
        ? response.$ref.slice(1)
        : `/paths/${escaped(found.path)}/${method}/responses/${key}`;
    return this.#problems(`${pointer}/content/${escaped(contentType)}/schema`, body);
  }

  /**
   * Returns the problems of a whole response: its body, and headers that its operation does not describe. Outside of all
   * operations it must be an error.
   */
  checkResponse(method: Method, url: string, response: ReceivedResponse): string[] {
    const { status, headers, text } = response;
    const contentType = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    const isJson = contentType.endsWith('json');
    const body: unknown = isJson ? JSON.parse(text) : text;
    if (this.find(method, url) === undefined) return this.checkError(body);
    const described = this.#headersOf(method, url, status);
    return [
      ...this.check(method, url, status, body, contentType),
      ...[...headers.keys()]
        .filter((name) => !TRANSPORT.has(name) && !described.has(name))
        .map((name) => `header ${name} is not described`),
    ];
  }

  #headersOf(method: Method, url: string, status: number): ReadonlySet<string> {
    const responses = this.find(method, url)?.operation.responses;
    const response = responses?.[status] ?? responses?.default;
    const named = response !== undefined && '$ref' in response ? response.$ref.split('/').at(-1) : undefined;
    const resolved = named === undefined ? response : this.#document.components.responses[named];
    const headers = resolved !== undefined && 'headers' in resolved ? resolved.headers : {};
    return new Set(Object.keys(headers ?? {}).map((name) => name.toLowerCase()));
  }

  /** Returns the problems of an error answer outside of all operations. */
  checkError(body: unknown): string[] {
    return this.#problems('/components/schemas/Error', body);
  }

  #problems(pointer: string, body: unknown): string[] {
    const validate = this.#validator(pointer);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  #validator(pointer: string): ValidateFunction {
    let compiled = this.#compiled.get(pointer);
    if (compiled === undefined) {
      compiled = this.#ajv.compile({ $ref: `document#${encodeURI(pointer)}` });
      this.#compiled.set(pointer, compiled);
    }
    return compiled;
  }
}

function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns a schema in which no object may have more than its declared properties. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  if (
    copy.type === 'object' &&
    typeof copy.properties === 'object' &&
    copy.additionalProperties === undefined
  ) {
    copy.additionalProperties = false;
  }
  return copy;
}

import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.ts';
import { readJavaQuery } from '../query/java-query.ts';
import { RuleBroken } from '../query/kind.ts';
import { type ParameterTable, single } from '../query/parameter.ts';
import { badRequest, invalidParameter, Problem, unavailable } from '../query/problem.ts';
import { type GivenParameter, parseQueryString } from '../query/query-string.ts';
import { isJava, type QueryContext, readQuery } from '../query/request-query.ts';
import { utf8Bytes } from './answer-bytes.ts';
import type { AnswerCache, ReadyAnswer } from './answer-cache.ts';
import type { ServerCapabilities } from './capabilities.ts';
import { errorAnswer } from './error-answers.ts';
import { Overload, type Turn } from './query-gate.ts';
import type { Answer, ApiContext, ApiRequest, Route } from './route.ts';
import type { Selector } from './select.ts';
import type { ApiSettings } from './settings.ts';
import type { UserDirectory } from './users.ts';

/** The way of one request: what became of it is noted here as it goes. */
export interface Course extends Turn {
  /** An answer was made for it: none was kept, nobody else had the same made. */
  made: boolean;
  asked: boolean;
  refused: boolean;
}

/** The way of a request that begins. `client` is who asks; `reserved`: the service itself. */
export function beginCourse(client: string, reserved = false): Course {
  return { client, reserved, waiting: 0, givenUp: false, made: false, asked: false, refused: false };
}

/**
 * What an answer says about this service: it asked the database and had what it needs, or failed; it
 * was refused for overload; or it says nothing (kept answers and wrong requests can be had at will).
 */
export type Outcome = 'done' | 'failed' | 'refused' | 'unasked';

const NOT_IMPLEMENTED = 501;

/** What became of a request that was answered with this status. */
export function outcomeOf(course: Course, status: number): Outcome {
  if (course.refused) return 'refused';
  // What this server does not do at all is no failure of what it does.
  if (course.made && status >= 500 && status !== NOT_IMPLEMENTED) return 'failed';
  return course.asked ? 'done' : 'unasked';
}

/** A request as it came over HTTP, without the framework. */
export interface HttpRequest {
  /** Path and query as they were sent. */
  readonly url: string;
  /** Decoded values of the path's parameters, by name. */
  readonly pathTexts: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer | undefined;
}

export interface AnswererOptions {
  readonly settings: ApiSettings;
  readonly clock: Clock;
  readonly selector: Selector;
  readonly users: UserDirectory;
  readonly cache: AnswerCache | undefined;
  readonly log: Logger;
  readonly ingestProblem: () => string | null;
  readonly capabilities: () => ServerCapabilities;
}

/** Answers requests to routes: checks, cache, route, errors. Never throws. */
export class Answerer {
  readonly #options: AnswererOptions;

  constructor(options: AnswererOptions) {
    this.#options = options;
  }

  async answer(route: Route, http: HttpRequest, course: Course): Promise<ReadyAnswer> {
    try {
      const { key, make } = this.#begin(route, http, course);
      const { cache } = this.#options;
      if (cache === undefined || key === null) return await this.#withinBudget(make(), course);
      const isImmutable = ({ status }: ReadyAnswer) => route.immutable && status === 200;
      // What is kept takes no time: a timer for it would cost as much as the answer.
      return cache.kept(key) ?? (await this.#withinBudget(cache.answer(key, isImmutable, make), course));
    } catch (error) {
      course.refused = error instanceof Overload;
      return this.failure(route, http.url, error);
    }
  }

  /** The answer to what a route threw. Errors of ours are logged. */
  failure(route: Pick<Route, 'family' | 'maxAge'>, url: string, error: unknown): ReadyAnswer {
    if (!(error instanceof Problem)) this.#options.log.error({ err: error, url }, 'request failed');
    const { status, body, headers } = errorAnswer(error, route.family);
    return ready(body, status, {
      'content-type': isJava(route.family) ? 'application/json' : JSON_TYPE,
      // What must not be kept is said where answers are sent.
      ...(isJava(route.family) ? { 'cache-control': `public, max-age=${route.maxAge}` } : {}),
      ...headers,
    });
  }

  /** Reads a request as far as to know whose answer it shares (null: nobody's). Throws `Problem`. */
  #begin(
    route: Route,
    http: HttpRequest,
    course: Course,
  ): { readonly key: string | null; readonly make: () => Promise<ReadyAnswer> } {
    const { settings, users } = this.#options;
    const user = users.find(http.authorization, course.client);
    const mark = http.url.indexOf('?');
    const path = withoutTrailingSlash(mark < 0 ? http.url : http.url.slice(0, mark));
    const given = parseQueryString(mark < 0 ? '' : http.url.slice(mark + 1), {
      maxRepeated: isJava(route.family) ? 1000 : settings.maxRepeatedParameters,
      caseSensitive: isJava(route.family),
    });
    const query: QueryContext = {
      shard: settings.shard,
      realm: settings.realm,
      defaultLimit: settings.limitDefault,
      maxLimit: user?.limit ?? settings.limitMax,
      maxRepeated: settings.maxRepeatedParameters,
    };
    const make = async () => {
      course.made = true;
      const context = this.#context(route, course);
      route.checkBody?.({ body: http.body, contentType: http.contentType });
      const request = await this.#checked(route, { ...http, path, given, query }, context);
      return this.#ready(route, await route.answer(request, context));
    };
    const keeps = route.cached && route.method === 'GET' && !course.reserved;
    return { key: keeps ? cacheKey(path, given, query.maxLimit) : null, make };
  }

  /** The checked request; what its path names is looked up before an error of its query is told. */
  async #checked(route: Route, request: UncheckedRequest, context: ApiContext): Promise<ApiRequest> {
    try {
      return checkRequest(route, request);
    } catch (error) {
      await route.resolve?.(checkPath(route, request), context);
      throw error;
    }
  }

  #context(route: Route, course: Course): ApiContext {
    const { selector, settings, clock, ingestProblem, capabilities } = this.#options;
    return {
      select(statement) {
        course.asked = true;
        return selector.select(route.path, statement, course);
      },
      settings,
      clock,
      ingestProblem,
      capabilities,
    };
  }

  #ready(route: Route, answer: Answer): ReadyAnswer {
    const java = isJava(route.family);
    return ready(answer.body, answer.status ?? 200, {
      'content-type': answer.contentType ?? (java ? 'application/json;charset=UTF-8' : JSON_TYPE),
      'cache-control': `public, max-age=${answer.maxAge ?? route.maxAge}`,
      ...(answer.next ? { link: `<${answer.next}>; rel="next"` } : {}),
    });
  }

  /** Gives up after the request's time; what still runs ends by the statement's own time. */
  async #withinBudget(work: Promise<ReadyAnswer>, course: Course): Promise<ReadyAnswer> {
    const { requestTimeout } = this.#options.settings;
    if (requestTimeout === 0) return work;
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        course.givenUp = true;
        const detail = 'The time budget of the request ended';
        reject(course.waiting > 0 ? new Overload(detail) : unavailable(detail));
      }, requestTimeout);
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      clearTimeout(timer);
      // If the budget ended first, the failure that follows is nobody's.
      work.catch(() => undefined);
    }
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Makes an answer ready to be sent, with its weak tag. */
export function ready(body: string, status: number, headers: Record<string, string>): ReadyAnswer {
  const bytes = utf8Bytes(body);
  const digest = createHash('sha1').update(bytes).digest('base64url');
  return {
    status,
    headers: { ...headers, etag: `W/"${bytes.length.toString(16)}-${digest}"` },
    body: bytes,
    encoded: new Map(),
  };
}

/** One text for all spellings of a request that have the same answer. */
function cacheKey(path: string, given: readonly GivenParameter[], maxLimit: number): string {
  const query = given.map(({ name, values, list, nested }) => [name, values, list, nested] as const);
  return `${maxLimit} ${path} ${query.length === 0 ? '' : JSON.stringify(query)}`;
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

interface UncheckedRequest extends HttpRequest {
  readonly path: string;
  readonly given: readonly GivenParameter[];
  readonly query: QueryContext;
}

/** Checks path and query by the rules of the route's family. Throws `Problem` (400). */
export function checkRequest(route: Route, request: UncheckedRequest): ApiRequest {
  const { path, query, body, contentType } = request;
  const rest = { path, query, body, contentType };
  const { family } = route;
  if (family === 'java' || family === 'javaBound') {
    return { ...rest, ...checkJava(route, family, request) };
  }
  route.checkGiven?.(request.given);
  const readPath = () => checkPath(route, request);
  const readValues = () => readQuery(route.parameters, family, request.given, query);
  if (route.queryFirst) {
    const { values, given } = readValues();
    return { ...rest, values, given, pathValues: readPath() };
  }
  const pathValues = readPath();
  return { ...rest, pathValues, ...readValues() };
}

function checkPath(route: Route, { pathTexts, query }: UncheckedRequest): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const messages: string[] = [];
  for (const [name, parameter] of Object.entries(route.pathParameters)) {
    const value = parameter.kind.parse(pathTexts[name] ?? '', query, 'eq');
    if (value === undefined || value instanceof RuleBroken) {
      messages.push(parameter.message ?? invalidParameter(parameter.name ?? name));
    } else values[name] = value;
  }
  if (messages.length > 0) throw badRequest(...messages);
  return values;
}

/**
 * In the Java families path and query are one list of parameters, the path's first; a path's value
 * is told by the name that its declaration gives it.
 */
function checkJava(
  route: Route,
  family: 'java' | 'javaBound',
  { given, pathTexts, query }: UncheckedRequest,
): Pick<ApiRequest, 'pathValues' | 'values' | 'given'> {
  const table: Record<string, ParameterTable[string]> = {};
  const path: GivenParameter[] = [];
  const named = Object.entries(route.pathParameters).map(
    ([own, parameter]) => [own, parameter.name ?? own, parameter] as const,
  );
  for (const [own, name, { kind, description }] of named) {
    table[name] = single({ parse: kind.parse, schema: kind.schema }, description);
    path.push({ name, values: [pathTexts[own] ?? ''], list: false, nested: false });
  }
  const others = given.filter(({ name }) => !Object.hasOwn(table, name));
  Object.assign(table, route.parameters);
  const { values } = readJavaQuery(table, family, [...path, ...others], query);
  const pathValues: Record<string, unknown> = {};
  for (const [own, name] of named) pathValues[own] = values[name];
  return { pathValues, values, given };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { AbortSignalLike } from '../../kernel/abort-signal.ts';
import type { Limiter } from '../../net/limiter.ts';
import type { DeclaredRequest, QueryContext, UncheckedRequest } from '../query/dialects/dialect.ts';
import { Problem } from '../query/problem.ts';
import type { RequestParameter } from '../query/query-string.ts';
import type { ApiContext, ApiRequest, Route } from '../route/route.ts';
import type { ApiSettings, ApiUser } from '../route/settings.ts';

const BASIC = /^basic +([A-Za-z0-9+/_-]*={0,2})$/i;

/** The configured users, with protection against password guessing. */
export class UserDirectory {
  readonly #users: readonly { readonly user: ApiUser; readonly digest: Buffer }[];
  readonly #failures: Limiter;

  /** `failures` counts wrong passwords by client. */
  constructor(users: readonly ApiUser[], failures: Limiter) {
    this.#users = users.map((user) => ({ user, digest: digestOf(`${user.username}:${user.password}`) }));
    this.#failures = failures;
  }

  /**
   * Returns the user of basic-auth credentials; undefined without credentials, with another scheme, and when no users
   * are configured. Throws `Problem` for wrong credentials: 401, and 429 after too many attempts of the client.
   * Correct credentials are accepted even then, so that other clients at the address cannot lock a user out.
   */
  find(header: string | undefined, client: string): ApiUser | undefined {
    if (header === undefined || this.#users.length === 0) return undefined;
    const encoded = BASIC.exec(header.trimEnd())?.[1];
    if (encoded === undefined) return undefined;
    const given = digestOf(Buffer.from(encoded, 'base64').toString());
    let found: ApiUser | undefined;
    // All users are compared, in constant time, so that the duration reveals nothing.
    for (const { user, digest } of this.#users) if (timingSafeEqual(given, digest)) found = user;
    if (found !== undefined) return found;
    const wait = this.#failures.waitSecondsOf(client);
    if (wait > 0) {
      throw new Problem(429, [{ message: 'Too many failed attempts' }], { 'retry-after': String(wait) });
    }
    this.#failures.count(client);
    throw new Problem(401, [{ message: 'Invalid credentials' }]);
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A request as received over HTTP, independent of the framework. */
export interface HttpRequest {
  /** Path and query as they were sent. */
  readonly url: string;
  /** Decoded values of the path's parameters, by name. */
  readonly pathTexts: Readonly<Record<string, string>>;
  /** Address of the client, as `ownerOf` identifies it. */
  readonly client: string;
  /** Whether the service sends it to itself. */
  readonly isOwn?: boolean;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly acceptEncoding: string | undefined;
  /** The header `Accept`. */
  readonly accept?: string | undefined;
  readonly body: Buffer | undefined;
  /** Header with the number of a block that the client has seen. */
  readonly block?: string | readonly string[] | undefined;
  /** The header `Prefer`. */
  readonly prefer?: string | undefined;
  /** Returns a signal that is aborted when the client disconnects. Called only for responses that take time. */
  readonly clientSignal?: () => AbortSignalLike;
}

/** The parts of a route that determine the meaning of a request to it. */
export type RequestedRoute = DeclaredRequest & Pick<Route, 'path' | 'dialect' | 'resolve'>;

/** A request whose query string was read. */
export interface ReceivedRequest extends HttpRequest, UncheckedRequest {
  /** Path of the request without a trailing slash. */
  readonly path: string;
  /** Form of the answer, as in `ApiRequest`. */
  readonly form?: string | undefined;
}

/** Reads the user and the query string of a request. Throws `Problem`. */
export function receive(
  { dialect }: Pick<RequestedRoute, 'dialect'>,
  http: HttpRequest,
  settings: ApiSettings,
  users: UserDirectory,
): ReceivedRequest {
  const user = users.find(http.authorization, http.client);
  const mark = http.url.indexOf('?');
  const path = withoutTrailingSlash(mark < 0 ? http.url : http.url.slice(0, mark));
  const given = dialect.readQueryString(
    mark < 0 ? '' : http.url.slice(mark + 1),
    settings.maxRepeatedParameters,
  );
  const query: QueryContext = {
    shard: settings.shard,
    realm: settings.realm,
    defaultLimit: settings.limitDefault,
    maxLimit: user?.limit ?? settings.limitMax,
    maxRepeated: settings.maxRepeatedParameters,
  };
  return { ...http, path, given, query };
}

/** Checks a request. An entity of its path that does not exist is reported before an error of its query. Throws `Problem`. */
export async function checkRequest(
  route: RequestedRoute,
  request: ReceivedRequest,
  context: ApiContext,
): Promise<ApiRequest> {
  try {
    const { path, query, body, contentType, acceptEncoding, form } = request;
    const values = route.dialect.readRequest(route, request);
    return { path, query, body, contentType, acceptEncoding, form, ...values };
  } catch (error) {
    await route.resolve?.(route.dialect.readPath(route.pathParameters, request), context);
    throw error;
  }
}

/** Returns whether a request passes `checkRequest`, except for checks that need the database. */
export function isValid(route: RequestedRoute, request: UncheckedRequest): boolean {
  try {
    route.dialect.readRequest(route, request);
    return true;
  } catch {
    return false;
  }
}

/** Values of the path; empty where they are invalid. */
export function pathValuesOf(
  route: RequestedRoute,
  request: UncheckedRequest,
): Readonly<Record<string, unknown>> {
  try {
    return route.dialect.readPath(route.pathParameters, request);
  } catch {
    return {};
  }
}

/** Cache key of a response: one text for all spellings of a request that have the same response. */
export function cacheKey({ path, given, query, form }: ReceivedRequest): string {
  const key = `${query.maxLimit} ${path} ${given.length === 0 ? '' : JSON.stringify(given.map(partsOf))}`;
  return form === undefined ? key : `${key} ${form}`;
}

function partsOf({ name, values, list, nested }: RequestParameter): readonly unknown[] {
  return [name, values, list, nested];
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

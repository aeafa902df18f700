import { parseExactJson } from '@tain/client/exact-json';
import { config } from './config.ts';
import { noteAnswer } from './connection.ts';

/** Error response of the mirror, or no response (status 0). */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Returns whether an error may be gone when the request is repeated: no or a broken answer, or an overloaded mirror. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status === 0 || status === 429 || (status >= 500 && status !== 501);
}

/** Milliseconds after which a request counts as unanswered. */
export const TIMEOUT_MS = 20_000;
/** Statuses of a proxy whose mirror does not answer. */
const PROXY_STATUSES = new Set([502, 504]);
const cache = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();
/** Milliseconds for which a response is reused without a request. */
const REUSE_MS = 2_000;
const MAX_CACHED = 200;

/** Returns the URL of an API path. */
export function apiUrl(path: string): string {
  return config().mirror + path;
}

/** Requests a path of the API; integers beyond 2^53 are `bigint`. Throws `ApiError`. */
export function get<T>(path: string): Promise<T> {
  const known = cache.get(path);
  if (known !== undefined && Date.now() - known.at < REUSE_MS) return known.answer as Promise<T>;
  return load<T>(path, {});
}

/** Requests a path like `get`, but never reuses an earlier response, nor does the browser, though responses have an age. */
export function getAnew<T>(path: string): Promise<T> {
  return load<T>(path, { cache: 'no-cache' });
}

function load<T>(path: string, init: RequestInit): Promise<T> {
  const answer = request<T>(path, init);
  cache.set(path, { at: Date.now(), answer });
  answer.catch(() => cache.delete(path));
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break;
    cache.delete(oldest);
  }
  return answer;
}

/** Finds out whether the mirror answers, which `connection.ts` then knows. */
export async function probe(): Promise<void> {
  await getAnew('/api/v1/blocks?limit=1').catch(() => undefined);
}

/** Requests a path of the API; null if the mirror has no such entity (404, 400, 501). */
export async function find<T>(path: string): Promise<T | null> {
  try {
    return await get<T>(path);
  } catch (error) {
    if (error instanceof ApiError && [400, 404, 406, 409, 410, 501].includes(error.status)) return null;
    throw error;
  }
}

/** Saves a list, from a page on, as a file. Throws `ApiError`. */
export async function saveCsv(path: string, file: string): Promise<void> {
  const response = await fetch(apiUrl(path), { headers: { accept: 'text/csv' } }).catch(() => null);
  if (!response?.headers.get('content-type')?.startsWith('text/csv')) {
    throw new ApiError(response?.status ?? 0, 'The mirror did not send a file.');
  }
  const link = document.createElement('a');
  // A connection that breaks makes this throw, so that no part of a list passes for all of it.
  link.href = URL.createObjectURL(await response.blob());
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Sends a JSON body. Throws `ApiError`, whose message is the detail of the mirror's error. */
export function post<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Sends serialized protobuf messages. Throws `ApiError`. */
export function postProtobuf<T>(path: string, body: Uint8Array<ArrayBuffer>): Promise<T> {
  return request<T>(path, { method: 'POST', headers: { 'content-type': 'application/protobuf' }, body });
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  // The next page of a list is a path of the mirror's API, or none that a page may request.
  if (!path.startsWith('/api/')) throw new TypeError(`${path} is no path of the API.`);
  let response: Response;
  try {
    response = await fetch(apiUrl(path), {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    noteAnswer(false);
    throw new ApiError(0, `${config().mirror} does not answer.`);
  }
  noteAnswer(!PROXY_STATUSES.has(response.status));
  try {
    const text = await response.text();
    if (response.ok) return parseExactJson(text) as T;
    throw new ApiError(response.status, messageOf(text) ?? `The mirror answered ${response.status}.`);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, 'The answer is incomplete, or no JSON.');
  }
}

function messageOf(text: string): string | null {
  try {
    const { _status } = JSON.parse(text) as {
      _status?: { messages?: readonly { message?: string; detail?: string; data?: string }[] };
    };
    const parts = (_status?.messages ?? []).map(({ message, detail, data }) =>
      [message, detail, data].filter((part) => part !== undefined && part !== '' && part !== null).join(': '),
    );
    return parts.length === 0 ? null : parts.join('; ');
  } catch {
    return null;
  }
}

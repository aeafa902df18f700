import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { PAGE_HEADERS } from './page.ts';

/** A complete response, rendered once and sent for every request. */
export interface Answer {
  readonly type: string;
  readonly body: Buffer;
  readonly gzip: Buffer | null;
  readonly etag: string;
  readonly cacheControl: string;
}

/** Minimum size in bytes of compressed responses: below it compression costs more time than it saves. */
const MIN_COMPRESSED_BYTES = 1024;

/** Prepares a response from its text. */
function prepareAnswer(type: string, text: string, cacheControl = 'public, max-age=5'): Answer {
  const body = Buffer.from(text);
  return {
    type,
    body,
    gzip: body.length < MIN_COMPRESSED_BYTES ? null : gzipSync(body),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    cacheControl,
  };
}

/**
 * Responses to public requests, by path. They are served before any router or framework, so that their speed does not
 * depend on one.
 */
export class Answers {
  #byPath: ReadonlyMap<string, Answer> = new Map();
  #staleSince: string | null = null;

  /** Replaces all responses. Unchanged ones are retained, with their compressed form. */
  replace(texts: ReadonlyMap<string, { type: string; text: string }>, staleSince: string | null): void {
    const next = new Map<string, Answer>();
    for (const [path, { type, text }] of texts) {
      const before = this.#byPath.get(path);
      const same =
        before !== undefined &&
        before.type === type &&
        before.body.length === Buffer.byteLength(text) &&
        before.body.equals(Buffer.from(text));
      next.set(path, same ? before : prepareAnswer(type, text));
    }
    this.#byPath = next;
    this.#staleSince = staleSince;
  }

  /** Responds to a request for one of our paths; returns false for all others. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const method = request.method;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const url = request.url ?? '/';
    const query = url.indexOf('?');
    const answer = this.#byPath.get(query < 0 ? url : url.slice(0, query));
    if (answer === undefined) return false;
    send(request, response, answer, this.#staleSince);
    return true;
  }
}

/** Sends a prepared response: 304 when the client has it, compressed when accepted. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  staleSince: string | null,
): void {
  const headers: Record<string, string | number> = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, x-tain-stale-since',
    'cache-control': answer.cacheControl,
    etag: answer.etag,
    'x-content-type-options': 'nosniff',
  };
  if (answer.gzip !== null) headers.vary = 'accept-encoding';
  if (staleSince !== null) headers['x-tain-stale-since'] = staleSince;
  if (answer.type.startsWith('text/html')) Object.assign(headers, PAGE_HEADERS);
  if (matches(request.headers['if-none-match'], answer.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  headers['content-type'] = answer.type;
  let body = answer.body;
  if (answer.gzip !== null && acceptsGzip(request.headers['accept-encoding'])) {
    headers['content-encoding'] = 'gzip';
    body = answer.gzip;
  }
  headers['content-length'] = body.length;
  response.writeHead(200, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  const text = String(header ?? '');
  return /\bgzip\b/i.test(text) && !/\bgzip\s*;\s*q=0(?:\.0*)?(?:,|\s|$)/i.test(text);
}

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { PAGE_HEADERS } from './page.ts';

/** A complete response, rendered once and sent for every request. */
interface Answer {
  readonly text: string;
  readonly body: Buffer;
  readonly gzip: Buffer | null;
  readonly etag: string;
  /** Headers of every response, also of 304. */
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
}

/** Minimum size in bytes of compressed responses: below it compression costs more time than it saves. */
const MIN_COMPRESSED_BYTES = 1024;

/** Prepares a response from its text. */
function prepareAnswer(type: string, text: string): Answer {
  const body = Buffer.from(text);
  const gzip = body.length < MIN_COMPRESSED_BYTES ? null : gzipSync(body);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, x-tain-stale-since',
    'cache-control': 'public, max-age=5',
    etag,
    'x-content-type-options': 'nosniff',
    ...(gzip === null ? {} : { vary: 'accept-encoding' }),
    ...(type.startsWith('text/html') ? PAGE_HEADERS : {}),
  };
  return { text, body, gzip, etag, headers, type };
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
      next.set(path, before?.text === text && before.type === type ? before : prepareAnswer(type, text));
    }
    this.#byPath = next;
    this.#staleSince = staleSince;
  }

  /**
   * Responds to a request for one of our paths: 304 when the client has the response, compressed when accepted. Returns
   * false for all others.
   */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '/' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const query = url.indexOf('?');
    const answer = this.#byPath.get(query < 0 ? url : url.slice(0, query));
    if (answer === undefined) return false;
    const headers: Record<string, string | number> = { ...answer.headers };
    if (this.#staleSince !== null) headers['x-tain-stale-since'] = this.#staleSince;
    if (matches(request.headers['if-none-match'], answer.etag)) {
      response.writeHead(304, headers).end();
      return true;
    }
    headers['content-type'] = answer.type;
    let { body } = answer;
    if (answer.gzip !== null && acceptsGzip(request.headers['accept-encoding'])) {
      headers['content-encoding'] = 'gzip';
      body = answer.gzip;
    }
    headers['content-length'] = body.length;
    response.writeHead(200, headers).end(method === 'HEAD' ? undefined : body);
    return true;
  }
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  const text = String(header ?? '');
  return /\bgzip\b/i.test(text) && !/\bgzip\s*;\s*q=0(?:\.0*)?(?:,|\s|$)/i.test(text);
}

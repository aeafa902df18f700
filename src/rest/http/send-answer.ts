import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { COMPRESS_FROM_BYTES, compress, compressor, negotiateEncoding } from '../answer/negotiation.ts';
import type { ReadyAnswer } from '../answer/ready-answer.ts';
import { problemJson } from '../query/problem.ts';
import { BLOCK_HEADER } from './block-header.ts';

/** Returns whether a status depends on the client or on the moment, so that no cache may store it. */
const isOfTheMoment = (status: number): boolean => status >= 500 || status === 401 || status === 429;

/** Maximum body size for which copying costs less than another write. */
const SHORT_BYTES = 8 * 1024;

/** Destination of an answer: the framework's reply, detached by `hijack`. */
interface Reply {
  readonly raw: ServerResponse;
  hijack(): unknown;
}

/**
 * Sends an answer: 304 when the client has it, compressed when the client accepts that. Bypasses the framework's
 * sending, whose hooks and type checks take a third of the cost of a short answer. `hasUsers`: answers may differ
 * between clients. Returns a promise only if a compressed form has to be made first.
 */
export function sendAnswer(
  request: IncomingMessage,
  reply: Reply,
  answer: ReadyAnswer,
  hasUsers: boolean,
): Promise<void> | undefined {
  const requestHeaders = request.headers;
  const { status, body } = answer;
  const headers: Headers = { 'access-control-allow-origin': '*', ...answer.headers };
  if (answer.block !== undefined) {
    headers[BLOCK_HEADER] = answer.block.number.toString();
    add(headers, 'access-control-expose-headers', BLOCK_HEADER);
  }
  if (isOfTheMoment(status)) headers['cache-control'] = 'no-store';
  if (answer.chunks !== undefined)
    return sendChunks(request, reply, status, headers, answer.chunks, hasUsers);
  const compressible = body.length >= COMPRESS_FROM_BYTES;
  if (compressible || hasUsers) {
    const on = !compressible
      ? 'authorization'
      : hasUsers
        ? 'accept-encoding, authorization'
        : 'accept-encoding';
    add(headers, 'vary', on);
  }
  if (status === 200 && hasValid(requestHeaders, answer.headers.etag)) {
    delete headers['content-type'];
    finish(reply, 304, headers, undefined);
    return undefined;
  }
  const encoding = compressible ? negotiateEncoding(requestHeaders['accept-encoding']) : undefined;
  if (encoding === undefined) {
    finish(reply, status, headers, body);
    return undefined;
  }
  headers['content-encoding'] = encoding;
  const cached = answer.encoded.get(encoding);
  if (cached !== undefined) {
    finish(reply, status, headers, cached);
    return undefined;
  }
  return compress(body, encoding).then((made) => {
    answer.encoded.set(encoding, made);
    finish(reply, status, headers, made);
  });
}

type Headers = Record<string, string | number>;

/** Adds a name to a list header, which the answer may already have. */
function add(headers: Headers, name: string, text: string): void {
  const before = headers[name];
  headers[name] = before === undefined ? text : `${text}, ${before}`;
}

/** Sends an answer in chunks, no faster than the client reads it. If it breaks off, the connection is destroyed. */
async function sendChunks(
  request: IncomingMessage,
  reply: Reply,
  status: number,
  headers: Headers,
  chunks: AsyncIterable<Uint8Array>,
  hasUsers: boolean,
): Promise<void> {
  add(headers, 'vary', hasUsers ? 'accept-encoding, authorization' : 'accept-encoding');
  const encoding = negotiateEncoding(request.headers['accept-encoding']);
  if (encoding !== undefined) headers['content-encoding'] = encoding;
  reply.raw.writeHead(status, headers);
  reply.hijack();
  if (request.method === 'HEAD') {
    // The body is not read, so its producer ends with the response.
    if (chunks instanceof Readable) chunks.destroy();
    reply.raw.end();
    return;
  }
  const source = chunks instanceof Readable ? chunks : Readable.from(chunks, { objectMode: false });
  const sent =
    encoding === undefined ? pipeline(source, reply.raw) : pipeline(source, compressor(encoding), reply.raw);
  // The producer of the chunks has reported the error.
  await sent.catch(() => reply.raw.destroy());
}

function finish(reply: Reply, status: number, headers: Headers, body: Buffer | undefined): void {
  if (body !== undefined) headers['content-length'] = body.length;
  reply.raw.writeHead(status, headers);
  reply.hijack();
  // A short body sent as text shares a write with the head, which costs less than two writes.
  if (body !== undefined && body.length <= SHORT_BYTES) reply.raw.end(body.toString('latin1'), 'latin1');
  else reply.raw.end(body);
}

/**
 * Returns whether the client has an entity tag, compared weakly. As in the public mirror node, a request with
 * `Cache-Control: no-cache` (a reload) gets the whole answer.
 */
function hasValid(headers: IncomingHttpHeaders, tag: string | undefined): boolean {
  const header = headers['if-none-match'];
  if (header === undefined || tag === undefined) return false;
  if (/(?:^|,)\s*no-cache\s*(?:,|$)/.test(headers['cache-control'] ?? '')) return false;
  if (header.trim() === '*') return true;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}

/** Responds to a request that was not parsable as HTTP, or did not arrive in time, and ends its connection. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'Request Timeout']
        : ['400 Bad Request', 'Bad Request'];
  const body = problemJson([{ message }]);
  socket.write(
    `HTTP/1.1 ${status}\r\naccess-control-allow-origin: *\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `cache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // The connection is closed without waiting for the client to close it.
  socket.destroySoon();
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { problemJson } from '../../query/error-answer.ts';
import { COMPRESS_FROM_BYTES, compress, compressor, negotiateEncoding } from '../answer/compression.ts';
import type { ReadyAnswer } from '../answer/ready-answer.ts';
import { BLOCK_HEADER } from './asked-block.ts';

/** Statuses that say something about the client, or about a moment: no cache may keep them. */
const isOfTheMoment = (status: number): boolean => status >= 500 || status === 401 || status === 429;

/** Up to here copying a body takes less than another piece to write. */
const SHORT_BYTES = 8 * 1024;

/** Where an answer goes: a reply of the framework's, which `hijack` takes from it. */
interface Reply {
  readonly raw: ServerResponse;
  hijack(): unknown;
}

/**
 * Sends an answer: 304 when the client has it, compressed when the client accepts it. It goes past the framework's own
 * sending, whose hooks and checks of types take a third of what a short answer costs. `hasUsers`:
 * answers may differ from client to client. Gives a promise only where a compressed form has to be made first.
 */
export function sendAnswer(
  request: IncomingMessage,
  reply: Reply,
  answer: ReadyAnswer,
  hasUsers: boolean,
): Promise<void> | undefined {
  const wanted = request.headers;
  const { status, body } = answer;
  const headers: Headers = { 'access-control-allow-origin': '*', ...answer.headers };
  if (answer.block !== undefined) {
    headers[BLOCK_HEADER] = answer.block.number.toString();
    add(headers, 'access-control-expose-headers', BLOCK_HEADER);
  }
  if (isOfTheMoment(status)) headers['cache-control'] = 'no-store';
  if (answer.pieces !== undefined)
    return sendPieces(request, reply, status, headers, answer.pieces, hasUsers);
  const compressible = body.length >= COMPRESS_FROM_BYTES;
  if (compressible || hasUsers) {
    const on = !compressible
      ? 'authorization'
      : hasUsers
        ? 'accept-encoding, authorization'
        : 'accept-encoding';
    add(headers, 'vary', on);
  }
  if (status === 200 && isKnown(wanted['if-none-match'], answer.headers.etag)) {
    delete headers['content-type'];
    finish(reply, 304, headers, undefined);
    return undefined;
  }
  const encoding = compressible ? negotiateEncoding(wanted['accept-encoding']) : undefined;
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

/** Adds to a header that is a list; the answer may have begun it. */
function add(headers: Headers, name: string, text: string): void {
  const before = headers[name];
  headers[name] = before === undefined ? text : `${text}, ${before}`;
}

/** Sends an answer as it comes, no faster than the client takes it. One that breaks off takes the connection with it. */
async function sendPieces(
  request: IncomingMessage,
  reply: Reply,
  status: number,
  headers: Headers,
  pieces: AsyncIterable<Uint8Array>,
  hasUsers: boolean,
): Promise<void> {
  add(headers, 'vary', hasUsers ? 'accept-encoding, authorization' : 'accept-encoding');
  const encoding = negotiateEncoding(request.headers['accept-encoding']);
  if (encoding !== undefined) headers['content-encoding'] = encoding;
  reply.raw.writeHead(status, headers);
  reply.hijack();
  if (request.method === 'HEAD') {
    // Nothing is read: what makes the pieces ends with the connection's answer.
    reply.raw.end();
    return;
  }
  const source = Readable.from(pieces, { objectMode: false });
  const sent =
    encoding === undefined ? pipeline(source, reply.raw) : pipeline(source, compressor(encoding), reply.raw);
  // Why it broke off is known to who made the pieces.
  await sent.catch(() => reply.raw.destroy());
}

function finish(reply: Reply, status: number, headers: Headers, body: Buffer | undefined): void {
  if (body !== undefined) headers['content-length'] = body.length;
  reply.raw.writeHead(status, headers);
  reply.hijack();
  // As text a short body goes into one piece with the head, which takes less to write than two.
  if (body !== undefined && body.length <= SHORT_BYTES) reply.raw.end(body.toString('latin1'), 'latin1');
  else reply.raw.end(body);
}

/** Whether one of the tags that a client has is this one, compared weakly. */
function isKnown(header: string | undefined, tag: string | undefined): boolean {
  if (header === undefined || tag === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}

/** Answers what could not be parsed as HTTP, or did not come in time, and ends its connection. */
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
  // Its other side need not close for us to be rid of it.
  socket.destroySoon();
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ReadyAnswer } from './answer-cache.ts';
import { COMPRESS_FROM_BYTES, compress, negotiateEncoding } from './compression.ts';
import { problemJson } from './error-answers.ts';

/** Statuses that say something about who asks, or about a moment: no cache may keep them. */
const isOfTheMoment = (status: number): boolean => status >= 500 || status === 401 || status === 429;

/**
 * Sends an answer: 304 when the client has it, compressed when asked. It goes past the framework's own
 * sending, whose hooks and checks of types take a third of what a short answer costs. `hasUsers`:
 * answers may differ by who asks. `begun` is called once nothing else may answer any more.
 */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReadyAnswer,
  hasUsers: boolean,
  begun: () => void,
): Promise<void> {
  const asked = request.headers;
  const { status, body } = answer;
  const headers: Record<string, string | number> = {
    'access-control-allow-origin': '*',
    ...answer.headers,
  };
  if (isOfTheMoment(status)) headers['cache-control'] = 'no-store';
  const compressible = body.length >= COMPRESS_FROM_BYTES;
  if (compressible || hasUsers) {
    headers.vary = !compressible
      ? 'authorization'
      : hasUsers
        ? 'accept-encoding, authorization'
        : 'accept-encoding';
  }
  let sent: Buffer | undefined;
  if (status === 200 && isKnown(asked['if-none-match'], answer.headers.etag)) {
    delete headers['content-type'];
    response.writeHead(304, headers);
  } else {
    const encoding = compressible ? negotiateEncoding(asked['accept-encoding']) : undefined;
    sent = body;
    if (encoding !== undefined) {
      sent = answer.encoded.get(encoding) ?? (await compress(body, encoding));
      answer.encoded.set(encoding, sent);
      headers['content-encoding'] = encoding;
    }
    headers['content-length'] = sent.length;
    response.writeHead(status, headers);
  }
  begun();
  response.end(sent);
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

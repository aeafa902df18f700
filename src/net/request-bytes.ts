import type { IncomingMessage } from 'node:http';

/** Maximum number of header lines of a request. Proxies pass on 100 to 200. */
export const MAX_HEADER_LINES = 200;

/** Bytes of the objects of a request and its response, and of one string, besides its text. */
const OBJECT_BYTES = 4_096;
const STRING_BYTES = 32;
/** Maximum part of a body that Node.js reads before anything asks for it: the buffer of a message and one chunk. */
const MAX_READ_AHEAD_BYTES = 128 * 1024;
/** Bytes of an input's parts (`transfer-encoding: chunked`), each of which may have one byte: 2,730 of 330 bytes in 16 KB. */
const MAX_PARTS_BYTES = 1024 * 1024;

/** Returns whether a request has more than `MAX_HEADER_LINES` lines. */
export function hasTooManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > 2 * MAX_HEADER_LINES;
}

/** Returns whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns the estimated bytes of a request that waits: its head, and the part of its body that is read ahead. */
export function waitingBytesOf({ url = '', rawHeaders, headers }: IncomingMessage): number {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  const body = encoding === undefined ? Math.min(Number(length), MAX_READ_AHEAD_BYTES) : MAX_PARTS_BYTES;
  const head = rawHeaders.reduce((sum, text) => sum + text.length + STRING_BYTES, url.length);
  return OBJECT_BYTES + head + body;
}

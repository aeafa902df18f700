import { hash } from 'node:crypto';
import type { ReportedBlock } from '../../calls/contract-call.ts';
import type { Encoding } from './negotiation.ts';

/** Bodies with fewer characters are allocated from the runtime's own pool. */
const SHORT_CHARACTERS = 2048;
/** Maximum number of bytes of a UTF-16 code unit in UTF-8 (a character beyond the basic plane has two units). */
const MAX_UNIT_BYTES = 3;
/** Larger bodies are encoded without the reused buffer. */
const MAX_REUSED_BYTES = 4 * 1024 * 1024;

let scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** An answer ready to be sent. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Body in chunks, instead of `body`, if it is too long to be cached. */
  readonly chunks?: AsyncIterable<Uint8Array>;
  /** The last block that the answer shows; undefined when the database was not queried. */
  readonly block?: ReportedBlock;
  /** Whether the request was refused because of overload. */
  readonly isRefused?: boolean;
  /** The compressed forms made so far. */
  readonly encoded: Map<Encoding, Buffer>;
}

/** Makes an answer ready to be sent, with a weak ETag. */
export function ready(body: string | Buffer, status: number, headers: Record<string, string>): ReadyAnswer {
  const bytes = typeof body === 'string' ? utf8Bytes(body) : body;
  const digest = hash('sha1', bytes, 'base64url');
  return {
    status,
    headers: { ...headers, etag: `W/"${bytes.length.toString(16)}-${digest}"` },
    body: bytes,
    encoded: new Map(),
  };
}

/**
 * Encodes a text as UTF-8. For a page of 100 KB this is four times as fast as `Buffer.from`, which first measures the
 * text and then encodes it with checks for broken surrogates: here it is encoded into a buffer that is always large
 * enough, and copied.
 */
export function utf8Bytes(text: string): Buffer {
  if (text.length < SHORT_CHARACTERS) return Buffer.from(text);
  const max = text.length * MAX_UNIT_BYTES;
  if (max > MAX_REUSED_BYTES) return Buffer.from(text);
  if (scratch.length < max) scratch = Buffer.allocUnsafeSlow(max * 2);
  const size = scratch.write(text, 0, 'utf8');
  const bytes = Buffer.allocUnsafeSlow(size);
  scratch.copy(bytes, 0, 0, size);
  return bytes;
}

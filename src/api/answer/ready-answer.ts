import { hash } from 'node:crypto';
import type { BlockMark } from '../../reads/block-mark.ts';
import { utf8Bytes } from './answer-bytes.ts';
import type { Encoding } from './compression.ts';

/** The last block that an answer shows; only its number may be known if another server made the answer. */
export type ShownBlock = Pick<BlockMark, 'number'> & Partial<BlockMark>;

/** An answer ready to be sent. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Body in chunks, in place of `body`, if it is too long to be cached. */
  readonly pieces?: AsyncIterable<Uint8Array>;
  /** The last block that the answer shows; undefined when the database was not queried. */
  readonly block?: ShownBlock;
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

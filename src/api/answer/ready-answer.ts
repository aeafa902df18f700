import { hash } from 'node:crypto';
import type { BlockMark } from '../../reads/block-mark.ts';
import { utf8Bytes } from './answer-bytes.ts';
import type { Encoding } from './compression.ts';

/** The last block of what an answer shows; of one that another server made only its number may be known. */
export type ShownBlock = Pick<BlockMark, 'number'> & Partial<BlockMark>;

/** An answer ready to be sent. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** In place of `body`, where that is too long to be kept. */
  readonly pieces?: AsyncIterable<Uint8Array>;
  /** The last block of what it shows; undefined where the database was not asked. */
  readonly block?: ShownBlock;
  /** The compressed forms made so far. */
  readonly encoded: Map<Encoding, Buffer>;
}

/** Makes an answer ready to be sent, with its weak tag. */
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

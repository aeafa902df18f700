import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { sha384 } from '@tain/ledger/record-stream';
import { messageOf } from '../../kernel/failure.ts';
import { StreamFileError } from './stream-error.ts';
import { TooLargeError, unzstd } from './unzstd.ts';

/**
 * Maximum size of a data or sidecar file, compressed. Consensus nodes close a block at 50 MiB by default; its proof,
 * and the framing of incompressible content, are added.
 */
export const MAX_OBJECT_BYTES = 64 * 1024 * 1024;
/** Maximum size of a data or sidecar file, decompressed; real ones are far below. */
export const MAX_INFLATED_BYTES = 128 * 1024 * 1024;
/** Maximum size of a signature file, compressed or not; real ones are about 1 KB. */
export const MAX_SIGNATURE_BYTES = 64 * 1024;

/**
 * Content above this size is hashed before it is buffered: real content is smaller, and anyone can forge a larger file.
 */
const LARGE_BYTES = 16 * 1024 * 1024;
/** Size of a chunk while a file is hashed. */
const CHUNK_BYTES = 1024 * 1024;

const gunzipAsync = promisify(gunzip);

/**
 * Returns the content of a stream file: decompressed if its name ends in `.gz` or `.zstd` (the name decides, not the
 * bytes), else as it is. Never allocates more than `maxBytes`. gzip runs off the main thread. Throws `StreamFileError`.
 */
export async function inflateFile(name: string, bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  const content = asBuffer(bytes);
  if (name.endsWith('.zstd')) return inflateZstd(name, content, maxBytes);
  if (!name.endsWith('.gz')) {
    if (bytes.length > maxBytes) throw tooLarge(name, maxBytes);
    return content;
  }
  try {
    return await gunzipAsync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(name, maxBytes);
    throw notInflated(name, error);
  }
}

/**
 * Returns the SHA-384 of the content of a stream file, as returned by `inflateFile`, without buffering the content.
 * Throws `StreamFileError`.
 */
export async function hashFile(name: string, bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  if (!name.endsWith('.gz')) return sha384(await inflateFile(name, bytes, maxBytes));
  const hash = createHash('sha384');
  const inflater = createGunzip({ chunkSize: CHUNK_BYTES });
  let length = 0;
  try {
    inflater.end(bytes);
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge(name, maxBytes);
      hash.update(chunk);
    }
  } catch (error) {
    throw error instanceof StreamFileError ? error : notInflated(name, error);
  }
  return hash.digest();
}

/**
 * Returns the content of a stream file whose SHA-384 is known, as `inflateFile` does. Content larger than any real one
 * is buffered only if it has that hash, because a few kilobytes of a forged file may decompress to 128 MiB. Throws
 * `StreamFileError`; small content with another hash is returned.
 */
export async function inflateHashed(
  name: string,
  bytes: Uint8Array,
  maxBytes: number,
  hash: Uint8Array,
): Promise<Buffer> {
  if (!name.endsWith('.gz')) return inflateFile(name, bytes, maxBytes);
  try {
    return await inflateFile(name, bytes, Math.min(LARGE_BYTES, maxBytes));
  } catch (error) {
    if (!(error instanceof StreamFileError && error.code === 'too-large') || maxBytes <= LARGE_BYTES)
      throw error;
  }
  if (!(await hashFile(name, bytes, maxBytes)).equals(hash)) {
    throw new StreamFileError(
      'hash-mismatch',
      name,
      null,
      'is large, and differs from the hash that names it',
    );
  }
  return inflateFile(name, bytes, maxBytes);
}

async function inflateZstd(name: string, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unzstd(bytes, maxBytes);
  } catch (error) {
    throw error instanceof TooLargeError ? tooLarge(name, maxBytes) : notInflated(name, error);
  }
}

function notInflated(name: string, error: unknown): StreamFileError {
  const reason = messageOf(error);
  return new StreamFileError('malformed', name, null, `cannot be decompressed: ${reason}`, { cause: error });
}

function tooLarge(name: string, maxBytes: number): StreamFileError {
  return new StreamFileError('too-large', name, null, `is larger than ${maxBytes} bytes once decompressed`);
}

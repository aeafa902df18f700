import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { messageOf } from '../../kernel/failure.ts';
import { sha384 } from '../../kernel/record-stream.ts';
import { StreamFileError } from './stream-error.ts';
import { TooLargeError, unzstd } from './unzstd.ts';

/**
 * Largest size of a data or sidecar file, compressed. Consensus nodes close a block at 50 MiB by default; its proof, and the framing of
 * content that cannot be compressed, come on top.
 */
export const MAX_OBJECT_BYTES = 64 * 1024 * 1024;
/** Largest size of a data or sidecar file, decompressed; real ones are far below. */
export const MAX_INFLATED_BYTES = 128 * 1024 * 1024;
/** Largest size of a signature file, compressed or not; real ones are about 1 KB. */
export const MAX_SIGNATURE_BYTES = 64 * 1024;

/** Content of a file that is larger is hashed before it is held: real ones are smaller, and anybody can make a larger one. */
const LARGE_BYTES = 16 * 1024 * 1024;
/** Content held at once while a file is hashed. */
const CHUNK_BYTES = 1024 * 1024;

const gunzipAsync = promisify(gunzip);

/**
 * The content of a stream file: decompressed where its name ends in `.gz` or `.zstd` (the name decides, not
 * the bytes), else as it is. Never makes more than `maxBytes`. gzip works off the main thread. Throws
 * `StreamFileError`.
 */
export async function inflateFile(name: string, bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
 * SHA-384 of the content of a stream file, as `inflateFile` gives it, without holding the content.
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
 * The content of a stream file whose SHA-384 is known, as `inflateFile` gives it. What is larger than any real one is held
 * only if it has that hash: a few kilobytes of a stranger's may become 128 MiB. Throws `StreamFileError`; content that is small
 * and has another hash is given.
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

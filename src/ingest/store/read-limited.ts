import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { messageOf } from '../../kernel/failure.ts';
import { isMissing } from '../../kernel/missing.ts';
import { StreamFileError } from '../decode/stream-error.ts';

/**
 * Reads a regular file of at most `maxBytes`. Never blocks on a pipe or device, and never reads more than `maxBytes`,
 * even if the file grows in the meantime. Throws `StreamFileError` `missing`, `too-large` or `unreadable`. The error
 * has a cause when no file descriptor was left.
 */
export async function readOnce(
  path: string,
  name: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error)) throw new StreamFileError('missing', name, null, 'is missing', { cause: error });
    throw unreadable(name, error);
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new StreamFileError('missing', name, null, 'is not a regular file');
    if (stat.size > maxBytes) throw tooLarge(name, stat.size, maxBytes);
    return await readWhole(handle, name, stat.size, maxBytes, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof StreamFileError ? error : unreadable(name, error);
  } finally {
    await handle.close();
  }
}

async function readWhole(
  handle: FileHandle,
  name: string,
  size: number,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  // One byte more than expected shows that the file has grown.
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > maxBytes) throw tooLarge(name, length, maxBytes);
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
  }
}

function tooLarge(name: string, size: number, maxBytes: number): StreamFileError {
  return new StreamFileError('too-large', name, null, `has ${size} bytes, more than ${maxBytes}`);
}

/** Returns the error for a file system error at a file or folder. */
export function unreadable(name: string, error: unknown, what: 'read' | 'written' = 'read'): StreamFileError {
  const reason = messageOf(error);
  return new StreamFileError('unreadable', name, null, `cannot be ${what}: ${reason}`, { cause: error });
}

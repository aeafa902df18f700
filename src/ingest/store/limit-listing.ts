import { withFiles } from '../../kernel/file-shortage.ts';
import { StreamFileError } from '../decode/stream-error.ts';
import { limitTime } from '../store/limit-time.ts';
import { unreadable } from './read-limited.ts';

const LIST_TIMEOUT_MS = 300_000;

/**
 * Lists a folder, which may take long. Waits while no file descriptor is left. A failure of the file system is reported
 * for the folder. Throws `StreamFileError`, or the signal's reason.
 */
export async function limitListing<T>(
  folder: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withFiles(() => limitTime(folder, LIST_TIMEOUT_MS, signal, run), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof StreamFileError ? error : unreadable(folder, error);
  }
}

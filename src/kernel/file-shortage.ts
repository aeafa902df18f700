import { retry } from './retry.ts';

/** Milliseconds between two attempts. */
const TRY_AGAIN = 200;

type Listener = (isShort: boolean) => void;

const listeners = new Set<Listener>();
let waiting = 0;

/** Whether an error, or its cause, says that the process or the machine has too many open files. */
function isFileShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) return true;
  return isFileShortage(error.cause);
}

/**
 * Does work that opens files. Retries while no more files can be opened: that is no fault of the file, and it
 * passes. Throws whatever else the work throws, and the signal's reason.
 */
export async function withFiles<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let waits = false;
  try {
    return await retry(work, {
      backOff: TRY_AGAIN,
      signal,
      isTransient: isFileShortage,
      onFailure: () => {
        if (waits) return;
        waits = true;
        if (++waiting === 1) for (const listener of listeners) listener(true);
      },
    });
  } finally {
    if (waits && --waiting === 0) for (const listener of listeners) listener(false);
  }
}

/**
 * Calls `listener` when work begins to wait for files, and when nothing waits any more. Returns a function
 * that stops that.
 */
export function watchFileShortage(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

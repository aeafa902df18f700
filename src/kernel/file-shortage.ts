import { retry } from './retry.ts';

const RETRY_INTERVAL_MS = 200;

type Listener = (isShort: boolean) => void;

const listeners = new Set<Listener>();
let waiting = 0;

/** Returns whether an error, or its cause, means that the process or the machine has too many open files. */
function isFileShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) return true;
  return isFileShortage(error.cause);
}

/**
 * Runs a task that opens files. Retries while the limit of open files is reached, because that is temporary. Throws
 * the task's other errors, and the signal's reason.
 */
export async function withFiles<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let waits = false;
  try {
    return await retry(task, {
      backOff: RETRY_INTERVAL_MS,
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
 * Calls `listener` with true when a task begins to wait for files, and with false when none waits any more. Returns a
 * function that removes it.
 */
export function watchFileShortage(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

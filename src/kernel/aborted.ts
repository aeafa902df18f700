/** Resolves when a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Returns the result of a task, or null when it rejects or the signal is aborted first. */
export async function untilAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let stop = () => {};
  const over = new Promise<null>((resolve) => {
    stop = () => resolve(null);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([task.catch(() => null), over]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

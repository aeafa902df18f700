/** Resolves when a signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** What work gives, or null when it throws or does not end before the signal. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let stop = () => {};
  const over = new Promise<null>((resolve) => {
    stop = () => resolve(null);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work.catch(() => null), over]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

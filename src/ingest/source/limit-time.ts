import { StreamFileError } from '../stream-error.ts';

/**
 * Runs one call to the outside, which ends on `signal` or after `milliseconds` at the latest, even
 * if the call itself cannot be stopped (a file system that hangs). Throws the signal's reason, or
 * `StreamFileError` `timeout` for `file`.
 */
export async function limitTime<T>(
  file: string,
  milliseconds: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    onAbort = () => end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    timer = setTimeout(
      () => end(new StreamFileError('timeout', file, null, `no answer within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  const result = run(controller.signal);
  // Whichever loses the race may still fail later; nobody waits for it then.
  result.catch(() => {});
  ended.catch(() => {});
  try {
    return await Promise.race([result, ended]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

import { setMaxListeners } from 'node:events';
import { StreamFileError } from '../decode/stream-error.ts';

/**
 * Runs one external call, which ends on `signal` or after at most `milliseconds`, even if the call itself cannot be
 * stopped (a file system that hangs). Throws the signal's reason, or `StreamFileError` `timeout` for `file`.
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
  // The loser of the race may still fail later. Its rejection is expected and ignored.
  result.catch(() => {});
  ended.catch(() => {});
  try {
    return await Promise.race([result, ended]);
  } finally {
    clearTimeout(timer);
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

/** Thrown when no response began within a time that may be too short for a slow server. */
export class NoResponse extends StreamFileError {
  constructor(file: string, milliseconds: number) {
    super('timeout', file, null, `no answer within ${milliseconds} ms`);
  }
}

/**
 * Runs a call that ends when it has not called `answered` after `milliseconds` (null: no limit). After `answered` its
 * time is not limited. Throws the signal's reason, or `NoResponse`.
 */
export async function limitSilence<T>(
  file: string,
  milliseconds: number | null,
  signal: AbortSignal,
  run: (signal: AbortSignal, answered: () => void) => Promise<T>,
): Promise<T> {
  if (milliseconds === null) return run(signal, () => undefined);
  const own = ownSignal(signal);
  let isSilent = true;
  let silence: (reason: NoResponse) => void = () => undefined;
  const hung = new Promise<never>((_, reject) => {
    silence = reject;
  });
  hung.catch(() => {});
  // Expiry waits for one turn of the event loop, so that a response which arrived while this process was busy counts as
  // received.
  const expire = () => setImmediate(() => isSilent && silence(new NoResponse(file, milliseconds)));
  const timer = setTimeout(expire, milliseconds);
  const result = run(own.signal, () => {
    isSilent = false;
    clearTimeout(timer);
  });
  // The loser of the race may still fail later. Its rejection is expected and ignored.
  result.catch(() => {});
  try {
    return await Promise.race([result, hung]);
  } finally {
    clearTimeout(timer);
    own.end();
  }
}

/** A signal that is aborted with another one, or by `end`. */
export interface OwnSignal {
  readonly signal: AbortSignal;
  /** Aborts all calls that still run on the signal, and detaches it from the other signal. */
  end(): void;
}

/** Derives a signal for a task whose many calls may all listen to it concurrently. */
export function ownSignal(parent: AbortSignal): OwnSignal {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const onAbort = () => controller.abort(parent.reason);
  if (parent.aborted) onAbort();
  else parent.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    end() {
      parent.removeEventListener('abort', onAbort);
      controller.abort();
    },
  };
}

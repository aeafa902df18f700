import type { EventEmitter } from 'node:events';
import { CallError } from './call.ts';

// Parts of a call that all transports share.

/** Timeout of a client for reading the end of a call, in milliseconds. */
export const END_TIMEOUT_MS = 5_000;

/** Milliseconds without any byte read by the client before its call is ended. */
export const STALL_TIMEOUT_MS = 60_000;

/**
 * Waits until a client has read the written bytes. When it reads nothing for `stallTimeoutMs` milliseconds, its call is ended and
 * `onStall` called. Rejects with the reason of `ended`.
 */
export function drained(
  stream: EventEmitter,
  ended: AbortController,
  stallTimeoutMs: number,
  onStall: () => void,
): Promise<void> {
  const { signal } = ended;
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      stream.off('drain', done);
      signal.removeEventListener('abort', abandon);
    };
    const done = () => {
      stop();
      resolve();
    };
    const abandon = () => {
      stop();
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      ended.abort(new CallError('resourceExhausted', 'Client lags too much behind. Please retry later'));
      onStall();
    }, stallTimeoutMs);
    stream.on('drain', done);
    signal.addEventListener('abort', abandon, { once: true });
  });
}

import type { Readable } from 'node:stream';
import { CallError } from './call.ts';
import { FrameParser } from './frames.ts';

/** Maximum size of a request. Requests of the served methods have less than a hundred bytes. */
export const MAX_REQUEST_BYTES = 4_096;
/** Timeout of the first message, and of the rest of one that has begun. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Messages of a client, one at a time: no more bytes are read while one waits to be consumed. Bytes after the last
 * consumed message are ignored. Throws `CallError` for bytes that are not gRPC, and when the first message does not
 * arrive in time.
 */
export async function* readMessages(
  stream: Readable,
  signal: AbortSignal,
  time = REQUEST_TIMEOUT_MS,
): AsyncGenerator<Buffer, void, void> {
  const parser = new FrameParser(MAX_REQUEST_BYTES);
  let isFirst = true;
  try {
    for (;;) {
      const chunk = await nextChunk(stream, signal, isFirst || parser.isWithin ? time : undefined);
      if (chunk === undefined) {
        if (parser.isWithin) throw new CallError('internal', 'The request ended within a message');
        return;
      }
      for (const message of parser.push(chunk)) {
        isFirst = false;
        yield message;
      }
    }
  } finally {
    // Unread bytes would stay in memory until the end of the call.
    stream.resume();
  }
}

/** Returns the next bytes of a stream in paused mode; undefined at its end. */
function nextChunk(
  stream: Readable,
  signal: AbortSignal,
  time: number | undefined,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      stream.off('readable', read);
      stream.off('end', read);
      signal.removeEventListener('abort', abandon);
    };
    const read = () => {
      const chunk = stream.read() as Buffer | null;
      if (chunk === null && !stream.readableEnded && !stream.destroyed) return;
      stop();
      resolve(chunk ?? undefined);
    };
    const abandon = () => {
      stop();
      reject(signal.reason);
    };
    const timer =
      time === undefined
        ? undefined
        : setTimeout(() => {
            stop();
            reject(new CallError('deadlineExceeded', 'The request did not arrive in time'));
          }, time);
    if (signal.aborted) return abandon();
    stream.on('readable', read);
    stream.on('end', read);
    signal.addEventListener('abort', abandon, { once: true });
    read();
  });
}

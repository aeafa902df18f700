import { JoinedBytes } from '../../kernel/joined-bytes.ts';
import type { StreamFileError } from '../decode/stream-error.ts';

/** The parts of a response that are read here. */
interface Output {
  readonly Body?: unknown;
  readonly ContentLength?: number | undefined;
}

/** Limits of the body of a response, and its errors. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Receives the number of bytes of each part. */
  readonly count: (bytes: number) => void;
  /** Returns the error for a body of more bytes than allowed. */
  readonly tooLarge: (bytes: number) => StreamFileError;
  /** Returns the error for a body that ends after so many bytes, other than announced. */
  readonly cutOff: (bytes: number, announced: number) => StreamFileError;
}

/** Reads a body, and at most `maxBytes` bytes of it. Closes its connection when it does not read all. */
export async function readS3Body(
  { Body, ContentLength }: Output,
  { maxBytes, signal, count, tooLarge, cutOff }: BodyLimits,
): Promise<Buffer> {
  const body = Body as (AsyncIterable<Uint8Array> & { destroy(): void }) | undefined;
  if (body === undefined) return Buffer.alloc(0);
  const end = (): void => body.destroy();
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    if (ContentLength !== undefined && ContentLength > maxBytes) throw tooLarge(ContentLength);
    const bytes = new JoinedBytes();
    for await (const chunk of body) {
      count(chunk.length);
      bytes.add(chunk);
      if (bytes.length > maxBytes) throw tooLarge(bytes.length);
    }
    if (ContentLength !== undefined && bytes.length !== ContentLength)
      throw cutOff(bytes.length, ContentLength);
    return bytes.bytes();
  } finally {
    signal.removeEventListener('abort', end);
    body.destroy();
  }
}

import { StreamFileError } from '../decode/stream-error.ts';

/** The parts of a `GetObject` response that are read here. */
interface ObjectOutput {
  readonly Body?: unknown;
  readonly ContentLength?: number | undefined;
}

/** Reads an object, and at most `maxBytes` bytes of it. Closes its connection when it does not read all. */
export async function readS3Body(
  { Body, ContentLength }: ObjectOutput,
  key: string,
  maxBytes: number,
  signal: AbortSignal,
  count: (bytes: number) => void,
): Promise<Uint8Array> {
  const body = Body as (AsyncIterable<Uint8Array> & { destroy(): void }) | undefined;
  if (body === undefined) return new Uint8Array();
  const end = (): void => body.destroy();
  signal.addEventListener('abort', end, { once: true });
  const tooLarge = (bytes: number): StreamFileError =>
    new StreamFileError('too-large', key, null, `has ${bytes} bytes, more than ${maxBytes}`);
  try {
    signal.throwIfAborted();
    if (ContentLength !== undefined && ContentLength > maxBytes) throw tooLarge(ContentLength);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of body) {
      length += chunk.length;
      count(chunk.length);
      if (length > maxBytes) throw tooLarge(length);
      chunks.push(chunk);
    }
    if (ContentLength !== undefined && length !== ContentLength) {
      throw new StreamFileError('unreadable', key, null, `ended after ${length} of ${ContentLength} bytes`);
    }
    return Buffer.concat(chunks, length);
  } finally {
    signal.removeEventListener('abort', end);
    body.destroy();
  }
}

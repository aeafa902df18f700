import { CallError } from './call.ts';

/** Bytes of the header of each message: a flag for compression, and four bytes of length. */
const HEAD = 5;
/** Flags of the first byte: a compressed message; in gRPC-web the last frame, with trailers. */
const COMPRESSED = 1;
export const TRAILERS = 0x80;

/** Encodes messages as gRPC frames. */
export function framesOf(messages: readonly Uint8Array[], flag = 0): Buffer {
  let size = 0;
  for (const message of messages) size += HEAD + message.length;
  const frames = Buffer.allocUnsafe(size);
  let at = 0;
  for (const message of messages) {
    frames[at] = flag;
    frames.writeUInt32BE(message.length, at + 1);
    frames.set(message, at + HEAD);
    at += HEAD + message.length;
  }
  return frames;
}

/**
 * Decodes messages from the bytes of a request as they arrive. Throws `CallError` for a message that is compressed, or
 * larger than `max` bytes, before its bytes are buffered.
 */
export class FrameParser {
  readonly #max: number;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether an incomplete message is buffered. */
  get isWithin(): boolean {
    return this.#bytes.length > 0;
  }

  /** Returns the messages that these bytes complete. */
  push(chunk: Buffer): Buffer[] {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const messages: Buffer[] = [];
    while (this.#bytes.length >= HEAD) {
      const size = this.#bytes.readUInt32BE(1);
      if (size > this.#max) {
        throw new CallError(
          'resourceExhausted',
          `The request has ${size} bytes: at most ${this.#max} are accepted`,
        );
      }
      if (this.#bytes[0] === COMPRESSED) {
        throw new CallError('unimplemented', 'Compressed requests are not supported');
      }
      if (this.#bytes[0] !== 0) throw new CallError('internal', 'The request is not gRPC');
      if (this.#bytes.length < HEAD + size) break;
      messages.push(this.#bytes.subarray(HEAD, HEAD + size));
      this.#bytes = this.#bytes.subarray(HEAD + size);
    }
    return messages;
  }
}

/** Encodes a text as `grpc-message`: printable ASCII as it is, all other bytes of its UTF-8 as `%` and hex. */
export function statusText(text: string): string {
  return text.replace(/[^ -$&-~]+/gu, (part) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

const UNITS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };
/** Maximum delay of a timer in milliseconds. */
const MAX_INT32 = 2 ** 31 - 1;

/** Parses a `grpc-timeout` to milliseconds; undefined when it is absent. Throws `CallError` for a malformed one. */
export function parseTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(text) ?? [];
  const size = UNITS[unit];
  if (count === undefined || size === undefined) throw new CallError('internal', 'grpc-timeout is malformed');
  return Math.min(MAX_INT32, Math.ceil(Number(count) * size));
}

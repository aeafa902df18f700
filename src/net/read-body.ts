import type { IncomingMessage } from 'node:http';
import { BUFFER_BYTES, type ByteHold } from '../kernel/limits/byte-account.ts';

/**
 * Maximum size of a body that is read to its end before it is refused. A client that is still writing when its
 * connection is closed gets EPIPE instead of the response.
 */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * Reads the body of a request; returns undefined when it is longer than `max` bytes or incomplete, or when its memory was
 * ended. Such a body is discarded up to `MAX_DISCARDED_BYTES`; after that the connection is closed. `hold` counts the bytes.
 */
export async function readBody(
  request: IncomingMessage,
  max: number,
  hold: ByteHold,
): Promise<Buffer | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > MAX_DISCARDED_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_DISCARDED_BYTES) return undefined;
      chunks.push(chunk);
      hold.set(size > max ? 0 : size + chunks.length * BUFFER_BYTES);
      if (size > max || hold.isEnded) chunks.length = 0;
    }
  } catch {
    return undefined;
  }
  if (size > max || hold.isEnded) return undefined;
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/**
 * Empty `schemaController` of Fastify, because no route has a schema of its kind. The default loads the schema compilers, a
 * tenth of the code of a service.
 */
export const NO_SCHEMAS = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

function refuseSchema(): never {
  throw new Error('routes have no schemas of the framework');
}

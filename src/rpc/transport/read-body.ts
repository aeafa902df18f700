import type { IncomingMessage } from 'node:http';

/**
 * Reads the body of a request; returns undefined when it is longer than `max` bytes or incomplete. Stops reading a body
 * that is too long.
 */
export async function readBody(request: IncomingMessage, max: number): Promise<Buffer | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > max) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > max) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

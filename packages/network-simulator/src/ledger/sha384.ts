import { createHash } from 'node:crypto';

/** Computes the SHA-384 (48 bytes) of the concatenated parts. */
export function sha384(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha384');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

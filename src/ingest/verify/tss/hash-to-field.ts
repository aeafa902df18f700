import { createHash } from 'node:crypto';

const LENGTH = 48;

/**
 * One element of the field of this order from a message: expand_message_xmd of RFC 9380 with SHA-256 to 48 bytes, read
 * as a big-endian number. As in arkworks, the leading zero pad has 48 bytes, where the RFC has the 64 of a block.
 */
export function hashToField(order: bigint, dst: string, message: Uint8Array): bigint {
  const tag = Buffer.concat([Buffer.from(dst), Buffer.of(Buffer.byteLength(dst))]);
  const first = sha256(Buffer.alloc(LENGTH), message, Buffer.of(0, LENGTH, 0), tag);
  const second = sha256(first, Buffer.of(1), tag);
  const mixed = first.map((byte, index) => byte ^ (second[index] ?? 0));
  const third = sha256(mixed, Buffer.of(2), tag);
  const expanded = Buffer.concat([second, third], LENGTH);
  return BigInt(`0x${expanded.toString('hex')}`) % order;
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

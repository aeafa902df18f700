import { createHash, randomBytes } from 'node:crypto';

/** Encodes a number as 32 bytes, little-endian. */
export function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

/** Decodes a little-endian number. */
export function fromLittleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** Returns a random number from 1 to `order` - 1, uniformly distributed. */
export function randomBelow(order: bigint): bigint {
  return (BigInt(`0x${randomBytes(64).toString('hex')}`) % (order - 1n)) + 1n;
}

const EXPANDED = 48;

/**
 * Hashes a message to an element of the field of this order, as the network's library does: expand_message_xmd (RFC
 * 9380) with SHA-256 to 48 bytes, but with 48 leading zeros hashed where the RFC has 64.
 */
export function fieldElement(order: bigint, domain: string, message: Uint8Array): bigint {
  const tag = Buffer.concat([Buffer.from(domain), Buffer.of(domain.length)]);
  const sha256 = (...parts: readonly Uint8Array[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const seed = sha256(Buffer.alloc(EXPANDED), message, Buffer.of(0, EXPANDED, 0), tag);
  const first = sha256(seed, Buffer.of(1), tag);
  const second = sha256(
    seed.map((byte, index) => byte ^ (first[index] ?? 0)),
    Buffer.of(2),
    tag,
  );
  return BigInt(`0x${Buffer.concat([first, second]).subarray(0, EXPANDED).toString('hex')}`) % order;
}

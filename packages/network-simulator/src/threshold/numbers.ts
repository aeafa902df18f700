import { createHash, randomBytes } from 'node:crypto';

/** The 32 bytes of a number, little-endian. */
export function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

/** The number that bytes are, little-endian. */
export function fromLittleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** A number from 1 to below `order`, drawn evenly. */
export function randomBelow(order: bigint): bigint {
  return (BigInt(`0x${randomBytes(64).toString('hex')}`) % (order - 1n)) + 1n;
}

const EXPANDED = 48;

/**
 * An element of the field of this order from a message, as the network's library makes it: expand_message_xmd (RFC 9380) with
 * SHA-256 to 48 bytes, before which 48 zeros are hashed where the RFC has 64.
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

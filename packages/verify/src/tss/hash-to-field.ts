import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const LENGTH = 48;

/**
 * Hashes a message to one element of the field of this order: expand_message_xmd of RFC 9380 with SHA-256 to 48 bytes, read as
 * a big-endian number. As in arkworks, the leading zero pad has 48 bytes, where the RFC has the 64 of a block.
 */
export function hashToField(order: bigint, dst: string, message: Uint8Array): bigint {
  const name = utf8ToBytes(dst);
  const tag = concatBytes(name, Uint8Array.of(name.length));
  const first = sha256(concatBytes(new Uint8Array(LENGTH), message, Uint8Array.of(0, LENGTH, 0), tag));
  const second = sha256(concatBytes(first, Uint8Array.of(1), tag));
  const mixed = first.map((byte, index) => byte ^ (second[index] ?? 0));
  const third = sha256(concatBytes(mixed, Uint8Array.of(2), tag));
  const expanded = concatBytes(second, third).subarray(0, LENGTH);
  return BigInt(`0x${bytesToHex(expanded)}`) % order;
}

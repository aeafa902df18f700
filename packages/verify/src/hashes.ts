import { sha384 as pureSha384 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

export const HASH_BYTES = 48;

/** Returns the SHA-384 of the concatenation of all parts. */
export function sha384(...parts: readonly Uint8Array[]): Uint8Array {
  return pureSha384(concatBytes(...parts));
}

/** Hash functions of the nodes of a block's trees: each kind of node has its own prefix byte (HIP-1056, HIP-1424). */
export interface NodeHashes {
  leaf(bytes: Uint8Array): Uint8Array;
  one(child: Uint8Array): Uint8Array;
  two(left: Uint8Array, right: Uint8Array): Uint8Array;
}

/** Hash functions in plain JavaScript, for every platform that verifies proofs. */
export const PURE_HASHES: NodeHashes = {
  leaf: (bytes) => sha384(Uint8Array.of(0), bytes),
  one: (child) => sha384(Uint8Array.of(1), child),
  two: (left, right) => sha384(Uint8Array.of(2), left, right),
};

/**
 * Returns whether two arrays have the same bytes. The comparison is not constant in time, because nothing here is
 * secret.
 */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

import { sha384 as pureSha384 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

export const HASH_BYTES = 48;

/** SHA-384 of all parts, one behind the other. */
export function sha384(...parts: readonly Uint8Array[]): Uint8Array {
  return pureSha384(concatBytes(...parts));
}

/** How the nodes of a block's trees are hashed: each kind behind a byte of its own (HIP-1056, HIP-1424). */
export interface NodeHashes {
  leaf(bytes: Uint8Array): Uint8Array;
  one(child: Uint8Array): Uint8Array;
  two(left: Uint8Array, right: Uint8Array): Uint8Array;
}

/** In plain JavaScript, for every place where a proof may be verified. */
export const PURE_HASHES: NodeHashes = {
  leaf: (bytes) => sha384(Uint8Array.of(0), bytes),
  one: (child) => sha384(Uint8Array.of(1), child),
  two: (left, right) => sha384(Uint8Array.of(2), left, right),
};

/** The root of a tree without leaves. */
export const EMPTY_TREE: Uint8Array = PURE_HASHES.leaf(new Uint8Array());

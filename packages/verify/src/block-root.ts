import { HASH_BYTES, type NodeHashes, PURE_HASHES } from './hashes.ts';

/** Kinds of block items (tags of `BlockItem.item`) that a proof may show, with the leaf of the root above their tree. */
export const ITEM_TREE: ReadonlyMap<number, number> = new Map([
  [1, 6],
  [4, 5],
  [5, 6],
  [6, 6],
  [7, 7],
  [10, 6],
  [11, 8],
]);

/** Leaves of a block's root above the trees with a proof's items. */
export const TREE = { inputs: 5, outputs: 6, stateChanges: 7, traces: 8 } as const;

/** Tags of `BlockItem.item`. */
export const KIND = { header: 1, input: 4, result: 5, output: 6, stateChanges: 7, trace: 11 } as const;

/** Returns whether blocks of a HAPI version have roots over sixteen leaves: since 0.78 (HIP-1424). */
export function hasSixteenLeaves({
  major,
  minor,
}: {
  readonly major: number;
  readonly minor: number;
}): boolean {
  return major > 0 || minor >= 78;
}

/** Returns whether the trees of a HAPI version are known. */
export function isKnownVersion({
  major,
  minor,
}: {
  readonly major: number;
  readonly minor: number;
}): boolean {
  return major > 0 || minor >= 72;
}

/**
 * Computes the root hash of a block from its leaves 1 to 8, or 1 to 16, and the bytes of its timestamp. Throws `RangeError`
 * for another number of leaves, and for a leaf that is not a hash.
 */
export function rootOfSubtrees(
  timestamp: Uint8Array,
  subtrees: readonly Uint8Array[],
  { leaf, one, two }: NodeHashes = PURE_HASHES,
): Uint8Array {
  if (subtrees.length !== 8 && subtrees.length !== 16) throw new RangeError('a root has 8 or 16 leaves');
  if (subtrees.some(({ length }) => length !== HASH_BYTES))
    throw new RangeError('a leaf of the root is not a hash');
  const balanced = (hashes: readonly Uint8Array[]): Uint8Array => {
    const [first] = hashes;
    if (first === undefined) throw new RangeError('no leaves');
    if (hashes.length === 1) return first;
    const middle = hashes.length / 2;
    return two(balanced(hashes.slice(0, middle)), balanced(hashes.slice(middle)));
  };
  return two(leaf(timestamp), subtrees.length === 8 ? one(balanced(subtrees)) : balanced(subtrees));
}

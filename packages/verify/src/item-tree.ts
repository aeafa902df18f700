import type { NodeHashes } from './hashes.ts';

/**
 * The tree over the items of one kind in a block has its leaves in order. The number of leaves below the left child of
 * a node is the largest power of two below the node's count. A proof of some leaves has, from left to right, the hash
 * of each largest subtree without any of them. Directions follow from indexes and count.
 */

/** Maximum number of leaves; no block has so many items. */
export const MAX_LEAVES = 1_000_000;

/** Returns the number of leaves below the left child of a node over `count` leaves. */
export function leftOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

/** Hashes of subtrees that were computed before, by name. */
export type KnownParts = Map<number, Uint8Array>;

/** Returns the name of the subtree with the leaves `from` to before `to`. */
export function partName(from: number, to: number): number {
  return from * (MAX_LEAVES + 1) + to;
}

/**
 * Returns the sibling hashes of the leaves at these ascending indexes, which `rootFrom` needs. `known`: cache of this
 * tree's subtrees between calls.
 */
export function siblingsOf(
  leaves: readonly Uint8Array[],
  indexes: readonly number[],
  { two }: Pick<NodeHashes, 'two'>,
  known: KnownParts = new Map(),
): Uint8Array[] {
  const siblings: Uint8Array[] = [];
  const hashOf = (from: number, to: number): Uint8Array => {
    const [leaf] = leaves.slice(from, from + 1);
    if (leaf === undefined) throw new RangeError('a tree without leaves has no paths');
    if (to - from === 1) return leaf;
    const name = partName(from, to);
    const before = known.get(name);
    if (before !== undefined) return before;
    const middle = from + leftOf(to - from);
    const hash = two(hashOf(from, middle), hashOf(middle, to));
    known.set(name, hash);
    return hash;
  };
  const visit = (from: number, to: number): void => {
    if (!indexes.some((index) => index >= from && index < to)) siblings.push(hashOf(from, to));
    else if (to - from > 1) {
      const middle = from + leftOf(to - from);
      visit(from, middle);
      visit(middle, to);
    }
  };
  visit(0, leaves.length);
  return siblings;
}

/**
 * Computes the root of a tree of `count` leaves from the hashes of some of them, by index, and their sibling hashes.
 * Null when there are too many or too few of these.
 */
export function rootFrom(
  count: number,
  leaves: ReadonlyMap<number, Uint8Array>,
  siblings: readonly Uint8Array[],
  { two }: Pick<NodeHashes, 'two'>,
): Uint8Array | null {
  const indexes = [...leaves.keys()];
  let used = 0;
  const visit = (from: number, to: number, inside: readonly number[]): Uint8Array | null => {
    if (inside.length === 0) {
      used += 1;
      return siblings[used - 1] ?? null;
    }
    if (to - from === 1) return leaves.get(from) ?? null;
    const middle = from + leftOf(to - from);
    const left = visit(
      from,
      middle,
      inside.filter((index) => index < middle),
    );
    const right = visit(
      middle,
      to,
      inside.filter((index) => index >= middle),
    );
    return left && right && two(left, right);
  };
  const root = visit(0, count, indexes);
  return used === siblings.length ? root : null;
}

import { sha384 } from '../ledger/sha384.ts';

// Merkle trees of a block and its root hash (HIP-1056, HIP-1193; sixteen leaves as in HIP-1424). Each kind of node is
// hashed with its own prefix byte.

const LEAF = Uint8Array.of(0);
const ONE_CHILD = Uint8Array.of(1);
const TWO_CHILDREN = Uint8Array.of(2);

/** Computes the hash of a leaf with these bytes. */
export function leafHash(bytes: Uint8Array): Buffer {
  return sha384(LEAF, bytes);
}

/** Computes the hash of a node with two children. */
export function twoChildrenHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha384(TWO_CHILDREN, left, right);
}

/** Root of a tree without leaves. Also the previous root hash of block 0. */
export const EMPTY_TREE_HASH: Uint8Array = leafHash(Buffer.alloc(0));

/** State of a resumable tree: the number of leaves, and the roots of its full subtrees, largest first. */
export interface TreeState {
  readonly count: number;
  readonly subtrees: readonly Uint8Array[];
}

/** Merkle tree over streamed leaves, stored as full subtrees of different sizes. */
export class LeafTree {
  readonly #subtrees: { readonly size: number; readonly hash: Uint8Array }[] = [];

  /** Creates a tree; `from` is the state of a tree to resume. */
  constructor(from: TreeState = { count: 0, subtrees: [] }) {
    let left = from.count;
    for (const hash of from.subtrees) {
      const size = 2 ** Math.floor(Math.log2(left));
      this.#subtrees.push({ size, hash: Buffer.from(hash) });
      left -= size;
    }
  }

  /** State from which another tree can resume. */
  get state(): TreeState {
    return {
      count: this.#subtrees.reduce((count, { size }) => count + size, 0),
      subtrees: this.#subtrees.map(({ hash }) => hash),
    };
  }

  /** Adds a leaf by its hash. */
  add(leaf: Uint8Array): void {
    let added = { size: 1, hash: leaf };
    for (let last = this.#subtrees.at(-1); last?.size === added.size; last = this.#subtrees.at(-1)) {
      added = { size: 2 * last.size, hash: twoChildrenHash(last.hash, added.hash) };
      this.#subtrees.pop();
    }
    this.#subtrees.push(added);
  }

  /** Returns the root over all leaves so far. Subtrees are joined starting with the smallest. */
  root(): Uint8Array {
    const [smallest, ...larger] = this.#subtrees.map(({ hash }) => hash).reverse();
    if (smallest === undefined) return EMPTY_TREE_HASH;
    return larger.reduce((right, left) => twoChildrenHash(left, right), smallest);
  }
}

/** Numbers of leaves below a block's root, counted from 1 as in the network. */
export const BLOCK_LEAF = { consensusHeaders: 4, inputs: 5, outputs: 6, stateChanges: 7, traces: 8 } as const;

/** Number of leaves below a block's root: 16; 8 up to HAPI 0.77. */
export type LeafCount = 8 | 16;

/**
 * A block's root hash, and the hashes to the right of the path from its first leaf up to the sibling of its
 * timestamp. An empty one means a node with one child, which joins eight leaves.
 */
export interface BlockRoot {
  readonly root: Buffer;
  readonly siblings: readonly Uint8Array[];
}

/**
 * Computes the root hash of a block, from the serialized timestamp of its header and its leaves: `leaves[0]` is leaf 1.
 * An omitted leaf is that of an empty tree.
 */
export function blockRoot(
  timestamp: Uint8Array,
  leaves: readonly (Uint8Array | undefined)[],
  count: LeafCount,
): BlockRoot {
  let level = Array.from({ length: count }, (_, index) => leaves[index] ?? EMPTY_TREE_HASH);
  const siblings: Uint8Array[] = [];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (const [index, right] of level.entries()) {
      const left = level[index - 1];
      if (index % 2 === 1 && left) above.push(twoChildrenHash(left, right));
    }
    siblings.push(level[1] ?? EMPTY_TREE_HASH);
    level = above;
  }
  let top = level[0] ?? EMPTY_TREE_HASH;
  if (count === 8) {
    top = sha384(ONE_CHILD, top);
    siblings.push(new Uint8Array());
  }
  return { root: twoChildrenHash(leafHash(timestamp), top), siblings };
}

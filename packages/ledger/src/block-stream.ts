import crypto from 'node:crypto';
import { HASH_LENGTH, sha384 } from './record-stream.ts';

/**
 * The Merkle trees of a block, its root hash, and file names, shared by readers and writers of block streams. Source:
 * HIP-1056 and HIP-1193; the form with sixteen leaves is HIP-1424's. All hashes are SHA-384 (48 bytes). Each kind of
 * node is hashed with its own prefix byte, so that none can be presented as another.
 */
const LEAF = 0;
const ONE_CHILD = 1;
const TWO_CHILDREN = 2;

const MAX_SCRATCH = 1 << 16;
let leafScratch = Buffer.alloc(1 << 12, LEAF);
const oneScratch = Buffer.alloc(1 + HASH_LENGTH, ONE_CHILD);
const twoScratch = Buffer.alloc(1 + 2 * HASH_LENGTH, TWO_CHILDREN);

/** The hash of a leaf with these bytes. */
export function leafHash(bytes: Uint8Array): Buffer {
  const length = 1 + bytes.length;
  let scratch = leafScratch;
  if (length > scratch.length) {
    scratch = Buffer.alloc(length, LEAF);
    if (length <= MAX_SCRATCH) leafScratch = scratch;
  }
  scratch.set(bytes, 1);
  return sha384(scratch.subarray(0, length));
}

/** The hash of a leaf, `size` bytes at a time: a leaf may have 100 MB. */
export function* leafHashInParts(bytes: Uint8Array, size: number): Generator<void, Buffer, void> {
  const hash = crypto.createHash('sha384').update(Buffer.alloc(1, LEAF));
  for (let at = 0; at < bytes.length; at += size) {
    hash.update(bytes.subarray(at, at + size));
    yield;
  }
  return hash.digest();
}

/** The hash of a node with one child. */
export function oneChildHash(child: Uint8Array): Buffer {
  oneScratch.set(hashOf(child), 1);
  return sha384(oneScratch);
}

/** The hash of a node with two children. */
export function twoChildrenHash(left: Uint8Array, right: Uint8Array): Buffer {
  twoScratch.set(hashOf(left), 1);
  twoScratch.set(hashOf(right), 1 + HASH_LENGTH);
  return sha384(twoScratch);
}

/** The three hash functions, for callers that take them as one parameter. */
export const NODE_HASHES = { leaf: leafHash, one: oneChildHash, two: twoChildrenHash } as const;

function hashOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== HASH_LENGTH)
    throw new RangeError(`a hash has ${HASH_LENGTH} bytes, not ${bytes.length}`);
  return bytes;
}

/** The root of a tree without leaves, and the previous root hash of block 0. */
export const EMPTY_TREE_HASH: Uint8Array = leafHash(Buffer.alloc(0));

/** State of a `StreamingTree`: number of leaves, and the hashes of its full subtrees, largest first. */
export interface TreeState {
  readonly count: number;
  readonly subtrees: readonly Uint8Array[];
}

/**
 * Merkle tree over leaves that are added one by one. It holds one hash for each set bit of their count: full
 * subtrees, largest first.
 */
export class StreamingTree {
  readonly #subtrees: Buffer[];
  #count: number;

  /** `from`: state of the tree to continue. */
  constructor(from: TreeState = { count: 0, subtrees: [] }) {
    this.#count = from.count;
    this.#subtrees = from.subtrees.map((hash) => Buffer.from(hash));
  }

  /** State from which another tree can continue. */
  get state(): TreeState {
    return { count: this.#count, subtrees: [...this.#subtrees] };
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Adds a leaf by its hash. `onNode` is called for each completed node, with the indexes of the leaves below it. */
  add(leaf: Buffer, onNode?: (from: number, to: number, hash: Buffer) => void): void {
    let hash = leaf;
    const to = this.#count + 1;
    let leaves = 1;
    for (let carry = this.#count; carry & 1; carry >>>= 1) {
      const left = this.#subtrees.pop();
      if (left) hash = twoChildrenHash(left, hash);
      leaves *= 2;
      onNode?.(to - leaves, to, hash);
    }
    this.#subtrees.push(hash);
    this.#count = to;
  }

  /** Root over all leaves so far: the remaining subtrees are joined from right to left. */
  root(): Uint8Array {
    const root = this.#subtrees.reduceRight<Buffer | null>(
      (right, left) => (right ? twoChildrenHash(left, right) : left),
      null,
    );
    return root ?? EMPTY_TREE_HASH;
  }
}

/** Numbers of the leaves below a block's root, as the network counts them: 1 to 16. */
export const BLOCK_LEAF = {
  previousRoot: 1,
  allPreviousRoots: 2,
  startOfBlockState: 3,
  consensusHeaders: 4,
  inputs: 5,
  outputs: 6,
  stateChanges: 7,
  traces: 8,
} as const;

/** HAPI version of the first blocks whose root has sixteen leaves; those before it have eight. */
export const SIXTEEN_LEAVES_SINCE = { major: 0, minor: 78 } as const;

export const BLOCK_LEAVES = 16;
const HALF = BLOCK_LEAVES / 2;

/** The root hash of one block in both forms; null where the form lacks a tree for some of the block's items. */
export interface BlockRoots {
  readonly eightLeaves: Buffer | null;
  readonly sixteenLeaves: Buffer;
}

/**
 * The root hash of a block from the serialized timestamp of its header and its leaves: `leaves[0]` is leaf 1. A missing
 * leaf counts as the root of an empty tree.
 */
export function blockRoots(timestamp: Uint8Array, leaves: readonly (Uint8Array | undefined)[]): BlockRoots {
  const all = Array.from({ length: BLOCK_LEAVES }, (_, index) => leaves[index] ?? EMPTY_TREE_HASH);
  const time = leafHash(timestamp);
  const first = balancedRoot(all.slice(0, HALF));
  const second = balancedRoot(all.slice(HALF));
  const fitsEight = all.slice(HALF).every((leaf) => leaf === EMPTY_TREE_HASH);
  return {
    eightLeaves: fitsEight ? twoChildrenHash(time, oneChildHash(first)) : null,
    sixteenLeaves: twoChildrenHash(time, twoChildrenHash(first, second)),
  };
}

/** The root over a number of hashes that is a power of two. */
export function balancedRoot(hashes: readonly Uint8Array[]): Uint8Array {
  const [left, right] = hashes;
  if (!left || !right) return left ?? EMPTY_TREE_HASH;
  if (hashes.length === 2) return twoChildrenHash(left, right);
  const middle = hashes.length / 2;
  return twoChildrenHash(balancedRoot(hashes.slice(0, middle)), balancedRoot(hashes.slice(middle)));
}

const PATH_DIGITS = 19;
const BLOCK_PATH = /^(\d+(?:\/\d+)*)\.blk(?:\.gz|\.zstd)?$/;
const MAX_BLOCK_NUMBER = (1n << 64n) - 1n;

/** Path of a block in a bucket: `0000/0000/0000/0000/007.blk.zstd`. */
export function blockPath(number: bigint): string {
  const digits = number.toString().padStart(PATH_DIGITS, '0');
  return `${digits.replace(/\d{4}(?=\d)/g, '$&/')}.blk.zstd`;
}

/**
 * The block number in a path below a stream's folder, or in a bare file name; null when it is no block file. The digits
 * may be spread over any number of folders. Older layouts have one name of 36 digits.
 */
export function parseBlockPath(path: string): bigint | null {
  const digits = BLOCK_PATH.exec(path)?.[1]?.replaceAll('/', '');
  if (digits === undefined || digits.length > 36) return null;
  const number = BigInt(digits);
  return number > MAX_BLOCK_NUMBER ? null : number;
}

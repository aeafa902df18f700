import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { equalBytes, HASH_BYTES, type NodeHashes, PURE_HASHES } from './hashes.ts';
import { readTimestamp } from './message-fields.ts';

/** A threshold signature over a later block's root hash, and the path to it from this block's. */
export interface StateProof {
  readonly kind: 'state';
  readonly signature: Uint8Array;
  readonly paths: readonly MerklePath[];
}

/** Siblings on the way upwards: from a leaf, or from a join of two other paths. */
export interface MerklePath {
  /** Leaf at which it starts; null at a join. */
  readonly leaf: PathLeaf | null;
  readonly siblings: readonly Sibling[];
  /** Index of the join at which it ends; null at the root. */
  readonly next: number | null;
}

/** A leaf given as its hash, or as bytes to hash. */
export interface PathLeaf {
  readonly kind: 'hash' | 'state-item' | 'block-item' | 'timestamp';
  readonly bytes: Uint8Array;
}

/** Sibling of a node; an empty hash means that it is missing. */
interface Sibling {
  readonly isLeft: boolean;
  readonly hash: Uint8Array;
}

/** The root that a state proof's signature must cover. */
export interface SignedRoot {
  readonly root: Uint8Array;
  /** Start of the block with that root hash in nanoseconds, where the proof shows it. */
  readonly time: bigint | null;
}

/**
 * Minimum number of paths: one for the block's leaf, and one for another leaf, such as the signed block's timestamp.
 */
const MIN_PATHS = 2;
const MAX_PATHS = 4096;
/**
 * Maximum number of siblings of one path. The network's longest path is in a tree of all blocks, or some hundred blocks long.
 */
const MAX_SIBLINGS = 4096;
/** Maximum number of siblings of one proof: about 0.1 s of hashing. */
const MAX_ALL_SIBLINGS = 65_536;
/** `next_path_index` of a path that ends at the root: -1 in an unsigned field. */
const ROOT_INDEX = 0xffff_ffff;

const NO_BYTES = new Uint8Array();

/** `SiblingNode` and `MerklePath` as decoders return them. */
interface SiblingMessage {
  readonly isLeft?: boolean | null;
  readonly hash?: Uint8Array | null;
}
export interface PathMessage {
  readonly siblings?: readonly SiblingMessage[] | null;
  readonly nextPathIndex?: number | null;
  readonly hash?: Uint8Array | null;
  readonly stateItemLeaf?: Uint8Array | null;
  readonly blockItemLeaf?: Uint8Array | null;
  readonly timestampLeaf?: Uint8Array | null;
}

/** Reads the bytes of a `StateProof` message. Throws `MalformedError`. */
export function readStateProof(bytes: Uint8Array): StateProof {
  const paths: PathMessage[] = [];
  // An empty sibling has two bytes, and takes sixty times as many in memory.
  let left = MAX_ALL_SIBLINGS;
  let signature: Uint8Array = NO_BYTES;
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) {
      if (paths.length >= MAX_PATHS) throw new MalformedError('its state proof has too many paths');
      const path = readPath(reader.content('a path'), left);
      left -= path.siblings?.length ?? 0;
      paths.push(path);
    } else if (reader.field === 2) {
      const signed = new WireReader(reader.content('the signed proof'));
      while (signed.next()) {
        if (signed.field === 1) signature = signed.content('the signature');
        else signed.skip();
      }
    } else reader.skip();
  }
  return { kind: 'state', signature, paths: readPaths(paths) };
}

const LEAF_FIELDS = {
  3: 'hash',
  4: 'stateItemLeaf',
  5: 'blockItemLeaf',
  6: 'timestampLeaf',
} as const;

/** Reads a path with at most `maxSiblings`. */
function readPath(bytes: Uint8Array, maxSiblings: number): PathMessage {
  const siblings: SiblingMessage[] = [];
  let nextPathIndex = 0;
  const leaves: Partial<Record<(typeof LEAF_FIELDS)[keyof typeof LEAF_FIELDS], Uint8Array>> = {};
  const reader = new WireReader(bytes);
  while (reader.next()) {
    const { field } = reader;
    if (field === 1) {
      if (siblings.length >= MAX_SIBLINGS) throw new MalformedError('a path of its state proof is too long');
      if (siblings.length >= maxSiblings) throw new MalformedError('its state proof has too many nodes');
      siblings.push(readSibling(reader.content('a sibling')));
    } else if (field === 2) nextPathIndex = Number(BigInt.asUintN(32, reader.int64('an index')));
    else if (field === 3 || field === 4 || field === 5 || field === 6)
      leaves[LEAF_FIELDS[field]] = reader.content('a leaf');
    else reader.skip();
  }
  return { siblings, nextPathIndex, ...leaves };
}

function readSibling(bytes: Uint8Array): SiblingMessage {
  let isLeft = false;
  let hash: Uint8Array = NO_BYTES;
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) isLeft = reader.int64('a side') !== 0n;
    else if (reader.field === 2) hash = reader.content('a hash');
    else reader.skip();
  }
  return { isLeft, hash };
}

/** Reads the paths of a state proof. Throws `MalformedError`. */
export function readPaths(paths: readonly PathMessage[]): readonly MerklePath[] {
  if (paths.length > MAX_PATHS) throw new MalformedError(`its state proof has ${paths.length} paths`);
  const maxLength = Math.max(0, ...paths.map(({ siblings }) => siblings?.length ?? 0));
  if (maxLength > MAX_SIBLINGS) throw new MalformedError(`a path of its state proof has ${maxLength} nodes`);
  const all = paths.reduce((sum, { siblings }) => sum + (siblings?.length ?? 0), 0);
  if (all > MAX_ALL_SIBLINGS) throw new MalformedError(`its state proof has ${all} nodes`);
  return paths.map((path) => ({
    leaf: leafOf(path),
    siblings: (path.siblings ?? []).map(siblingOf),
    next: path.nextPathIndex === ROOT_INDEX ? null : (path.nextPathIndex ?? 0),
  }));
}

function leafOf(path: PathMessage): PathLeaf | null {
  const { hash, stateItemLeaf, blockItemLeaf, timestampLeaf } = path;
  const leaves = [
    { kind: 'hash' as const, bytes: hash },
    { kind: 'state-item' as const, bytes: stateItemLeaf },
    { kind: 'block-item' as const, bytes: blockItemLeaf },
    { kind: 'timestamp' as const, bytes: timestampLeaf },
  ].flatMap(({ kind, bytes }) => (bytes ? [{ kind, bytes }] : []));
  const [leaf = null, second] = leaves;
  if (second) throw new MalformedError('a path of its state proof begins with two things');
  if (leaf?.kind === 'hash') expectHash(leaf.bytes);
  return leaf;
}

function siblingOf({ isLeft, hash }: SiblingMessage): Sibling {
  const sibling = { isLeft: isLeft ?? false, hash: hash ?? NO_BYTES };
  if (sibling.hash.length > 0) expectHash(sibling.hash);
  else if (sibling.isLeft) throw new MalformedError('a node of its state proof lacks a left sibling');
  return sibling;
}

function expectHash({ length }: Uint8Array): void {
  if (length !== HASH_BYTES) throw new MalformedError(`a node of its state proof has ${length} bytes`);
}

/** Path that reached a join first. */
interface Arrival {
  readonly hash: Uint8Array;
  /** Lowest index of a leaf below it. When two paths meet, the one with the lower index is the left child. */
  readonly start: number;
  /** Index of the timestamp if the path is only its leaf hash. */
  readonly timestamp: number | null;
}

/**
 * Returns the root hash that a state proof's signature must cover, for a block with this root hash. The paths form a
 * tree of any shape: each leaf is the start of one, two paths join and continue as one, until one reaches the root. One
 * of the leaves must be the block's root hash, and no path may be unused. Source: HIP-1193 and the messages'
 * descriptions. Throws `MalformedError`.
 */
export function signedRootOf(
  { paths }: Pick<StateProof, 'paths'>,
  blockRoot: Uint8Array,
  hashes: NodeHashes = PURE_HASHES,
): SignedRoot {
  if (paths.length < MIN_PATHS)
    throw new MalformedError(`its state proof has ${paths.length} paths, not ${MIN_PATHS} or more`);
  if (!paths.some(({ leaf }) => leaf?.kind === 'hash' && equalBytes(leaf.bytes, blockRoot)))
    throw new MalformedError('its state proof is of another block');
  const walk = new Walk(paths, hashes);
  for (const [index, path] of paths.entries()) if (path.leaf) walk.climb(index, path.leaf, path);
  return walk.end();
}

class Walk {
  readonly #paths: readonly MerklePath[];
  readonly #hashes: NodeHashes;
  /** First arrivals by index of a join; null when two have met there. */
  readonly #arrivals = new Map<number, Arrival | null>();
  #root: SignedRoot | null = null;

  constructor(paths: readonly MerklePath[], hashes: NodeHashes) {
    this.#paths = paths;
    this.#hashes = hashes;
  }

  /** Follows the path from a leaf to the first join that waits for another path, or to the root. */
  climb(index: number, leaf: PathLeaf, path: MerklePath): void {
    const isTime = leaf.kind === 'timestamp' && path.siblings.length === 0;
    let start = index;
    let hash = this.#climbed(
      leaf.kind === 'hash' ? leaf.bytes : this.#hashes.leaf(leaf.bytes),
      path.siblings,
    );
    let time: bigint | null = null;
    let timestamp = isTime ? index : null;
    for (let { next } = path; next !== null; ) {
      const join = this.#paths[next];
      if (!join)
        throw new MalformedError(`a path of its state proof continues at ${next}, which does not exist`);
      if (join.leaf) throw new MalformedError('a path of its state proof continues at a leaf');
      const first = this.#arrivals.get(next);
      if (first === undefined) {
        this.#arrivals.set(next, { hash, start, timestamp });
        return;
      }
      if (first === null) throw new MalformedError('three paths of its state proof meet at one node');
      this.#arrivals.set(next, null);
      const second = { hash, start, timestamp };
      const [left, right] = first.start < start ? [first, second] : [second, first];
      hash = this.#climbed(this.#hashes.two(left.hash, right.hash), join.siblings);
      start = left.start;
      time = join.siblings.length === 0 ? this.#timeAt(left.timestamp) : null;
      timestamp = null;
      next = join.next;
    }
    if (this.#root) throw new MalformedError('its state proof has two roots');
    this.#root = { root: hash, time };
  }

  /** Returns the root after all leaves were processed. */
  end(): SignedRoot {
    const isLeftOver = this.#paths.some(({ leaf }, index) => !leaf && this.#arrivals.get(index) !== null);
    if (isLeftOver) throw new MalformedError('its state proof has an unused path');
    if (!this.#root) throw new MalformedError('its state proof has no root');
    return this.#root;
  }

  /** Returns the time of the left child of a root, which is the leaf of its block's timestamp. */
  #timeAt(index: number | null): bigint | null {
    const leaf = index === null ? null : this.#paths[index]?.leaf;
    if (!leaf) return null;
    try {
      return readTimestamp(leaf.bytes);
    } catch (cause) {
      throw new MalformedError('its state proof names no time', { cause });
    }
  }

  #climbed(from: Uint8Array, siblings: readonly Sibling[]): Uint8Array {
    const { one, two } = this.#hashes;
    let hash = from;
    for (const { isLeft, hash: sibling } of siblings) {
      if (sibling.length === 0) hash = one(hash);
      else hash = isLeft ? two(sibling, hash) : two(hash, sibling);
    }
    return hash;
  }
}

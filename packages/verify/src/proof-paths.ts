import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { equalBytes, PURE_HASHES } from './hashes.ts';
import { leftOf } from './item-tree.ts';
import { field } from './linked-transaction.ts';
import { type BlockProofJson, bytesOf, hashOf, type TreeJson } from './proof-json.ts';
import { readStateProof } from './state-proof.ts';

/** A path of a `StateProof`: from a leaf, or from a join of two others. */
interface Path {
  /** Number of the field of the leaf, and its bytes; null at a join. */
  leaf: { readonly field: number; readonly bytes: Uint8Array } | null;
  siblings: { readonly isLeft: boolean; readonly hash: Uint8Array }[];
  next: Path | null;
}

/** A subtree: a path that leads to its top, or only its hash. */
type Part = Path | Uint8Array;

const HASH_LEAF = 3;
const ITEM_LEAF = 5;
const TIMESTAMP_LEAF = 6;
/** `next_path_index` of a path that ends at the root: -1 in an unsigned field. */
const ROOT_INDEX = 0xffff_ffff;
const LEAF_FIELD = {
  hash: HASH_LEAF,
  'state-item': 4,
  'block-item': ITEM_LEAF,
  timestamp: TIMESTAMP_LEAF,
} as const;
const NOTHING = new Uint8Array();

/**
 * Encodes a block's proof as a serialized `com.hedera.hapi.block.stream.StateProof`. It has one path for each leaf,
 * from left to right, the block's timestamp first, then the paths that begin at joins. A node with one child is a
 * sibling without a hash. The paths lead to the signed root: the block's own, or through it to that of a later block.
 * Throws `ProofRefused`.
 */
export function stateProofBytes(proof: BlockProofJson): Uint8Array {
  const leaves: Path[] = [];
  const joins: Path[] = [];
  const begin = (number: number, bytes: Uint8Array): Path => {
    const path: Path = { leaf: { field: number, bytes }, siblings: [], next: null };
    leaves.push(path);
    return path;
  };
  const meet = (left: Part, right: Part): Part => {
    if (left instanceof Uint8Array) {
      if (right instanceof Uint8Array) return PURE_HASHES.two(left, right);
      right.siblings.push({ isLeft: true, hash: left });
      return right;
    }
    if (right instanceof Uint8Array) {
      left.siblings.push({ isLeft: false, hash: right });
      return left;
    }
    const join: Path = { leaf: null, siblings: [], next: null };
    left.next = join;
    right.next = join;
    joins.push(join);
    return join;
  };
  const treeTop = ({ leaves: count, items, siblings }: TreeJson): Part => {
    let used = 0;
    const visit = (from: number, to: number): Part => {
      const shown = items.filter(({ index }) => index >= from && index < to);
      const [item] = shown;
      if (item === undefined) return hashOf(siblings[used++], 'a sibling');
      if (to - from === 1) return begin(ITEM_LEAF, bytesOf(item.bytes, 'an item'));
      const middle = from + leftOf(to - from);
      return meet(visit(from, middle), visit(middle, to));
    };
    return visit(0, count);
  };
  const balanced = (parts: readonly Part[]): Part => {
    const [first] = parts;
    if (first === undefined) throw new RangeError('no leaves');
    const middle = parts.length / 2;
    return parts.length === 1 ? first : meet(balanced(parts.slice(0, middle)), balanced(parts.slice(middle)));
  };

  const time = begin(TIMESTAMP_LEAF, bytesOf(proof.timestamp, 'the timestamp'));
  const parts = proof.subtrees.map((hash, index) => {
    const tree = proof.trees.find(({ tree: number }) => number === index + 1);
    return tree === undefined ? hashOf(hash, 'a subtree') : treeTop(tree);
  });
  const top = balanced(parts);
  if (parts.length === 8 && !(top instanceof Uint8Array)) top.siblings.push({ isLeft: false, hash: NOTHING });
  const root = meet(time, top);
  if (root instanceof Uint8Array) throw new RangeError('a proof shows something');
  const { signature } = proof;
  if (signature.kind === 'direct')
    return encode([...leaves, ...joins], bytesOf(signature.block_signature, 'the signature'));
  return throughLater(root, leaves, joins, proof);
}

/** Appends the path from the block's root hash to the signed root, as in the block's own state proof. */
function throughLater(
  root: Path,
  leaves: readonly Path[],
  joins: readonly Path[],
  { signature, block }: BlockProofJson,
): Uint8Array {
  if (signature.kind !== 'later') throw new RangeError('not signed later');
  const { paths, signature: signed } = readStateProof(bytesOf(signature.state_proof, 'the state proof'));
  const own = hexToBytes(block.hash.slice(2));
  const position = paths.findIndex(({ leaf }) => leaf?.kind === 'hash' && equalBytes(leaf.bytes, own));
  const further = paths.map(({ leaf, siblings }, index): Path => {
    if (index === position) {
      root.siblings = [...siblings];
      return root;
    }
    return {
      leaf: leaf && { field: LEAF_FIELD[leaf.kind], bytes: leaf.bytes },
      siblings: [...siblings],
      next: null,
    };
  });
  for (const [index, { next }] of paths.entries()) {
    const path = further[index];
    if (path) path.next = next === null ? null : (further[next] ?? null);
  }
  const isLeaf = ({ leaf }: Path) => leaf !== null;
  return encode(
    [
      ...further.slice(0, Math.max(position, 0)).filter(isLeaf),
      ...leaves,
      ...further.slice(position + 1).filter(isLeaf),
      ...joins,
      ...further.filter((path) => path !== root && !isLeaf(path)),
    ],
    signed,
  );
}

function encode(paths: readonly Path[], blockSignature: Uint8Array): Uint8Array {
  const encoded = paths.map(({ leaf, siblings, next }) =>
    field(
      1,
      concatBytes(
        ...siblings.map(({ isLeft, hash }) =>
          field(
            1,
            concatBytes(isLeft ? Uint8Array.of(8, 1) : NOTHING, hash.length > 0 ? field(2, hash) : NOTHING),
          ),
        ),
        index(next === null ? ROOT_INDEX : paths.indexOf(next)),
        leaf === null ? NOTHING : field(leaf.field, leaf.bytes),
      ),
    ),
  );
  return concatBytes(...encoded, field(2, field(1, blockSignature)));
}

/** Encodes field `next_path_index`. */
function index(value: number): Uint8Array {
  const bytes = [2 << 3];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

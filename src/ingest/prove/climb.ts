import { balancedRoot, EMPTY_TREE_HASH, leafHash } from '@tain/ledger/block-stream';
import { stream } from '@tain/protos/block-stream';
import { hasSixteenLeaves } from '@tain/verify/block-root';
import { equalBytes } from '@tain/verify/hashes';
import type { SignatureJson } from '@tain/verify/proof-json';
import { readStateProof } from '@tain/verify/state-proof';
import type { BlockFile } from '../decode/block/block-file.ts';
import { base64Of } from './provable-block.ts';

/** The path from the root hash of one block to that of the next block, whose first leaf it is. */
export interface Climb {
  /** Siblings on the right, from the leaf up; an empty one stands for a node with one child. */
  readonly siblings: readonly Uint8Array[];
  /** Serialized `Timestamp`, whose leaf is the left child of the root. */
  readonly timestamp: Uint8Array;
}

const NO_SIBLING = new Uint8Array();

/** Returns the path into a block from the previous one. */
export function climbInto({ header, leaves }: BlockFile): Climb {
  const balanced = (from: number, to: number): Uint8Array =>
    balancedRoot(Array.from({ length: to - from }, (_, index) => leaves[from + index] ?? EMPTY_TREE_HASH));
  const top = hasSixteenLeaves(header.hapiVersion) ? balanced(8, 16) : NO_SIBLING;
  return {
    siblings: [balanced(1, 2), balanced(2, 4), balanced(4, 8), top],
    timestamp: header.timestampBytes,
  };
}

/** `next_path_index` of the path that ends at the root: -1. */
const ROOT_INDEX = 0xffff_ffff;
/** Marks a path that joins another one: the first of the two in the list is the left child. */
const JOIN = 2;

/**
 * Extends the signature of the last of some consecutive blocks to the block before the first of them, whose root hash
 * is `root`. `climbs`: the paths into each of them; `signedRoot`: root hash of the last one. Throws `RangeError` when
 * there are none, and `MalformedError`.
 */
export function leadTo(
  root: string,
  climbs: readonly Climb[],
  signedRoot: string,
  signature: SignatureJson,
): SignatureJson {
  const hash = Buffer.from(root, 'hex');
  const last = climbs.at(-1);
  if (last === undefined) throw new RangeError('no later block');
  const siblings = climbs.flatMap((climb) => [
    ...climb.siblings.map((sibling) => ({ isLeft: false, hash: sibling })),
    { isLeft: true, hash: leafHash(climb.timestamp) },
  ]);
  if (signature.kind === 'direct') {
    const paths = [
      { timestampLeaf: last.timestamp, nextPathIndex: JOIN },
      // The last timestamp, at which the signed block began, has its own path.
      { hash, siblings: siblings.slice(0, -1), nextPathIndex: JOIN },
      { nextPathIndex: ROOT_INDEX },
    ];
    return laterSignature(paths, Buffer.from(signature.block_signature, 'base64'));
  }
  const own = readStateProof(Buffer.from(signature.state_proof, 'base64'));
  const signed = Buffer.from(signedRoot, 'hex');
  const position = own.paths.findIndex(({ leaf }) => leaf?.kind === 'hash' && equalBytes(leaf.bytes, signed));
  const paths = own.paths.map((path, index): stream.IMerklePath => {
    const nextPathIndex = path.next ?? ROOT_INDEX;
    const further = [...path.siblings];
    if (index === position) return { hash, siblings: [...siblings, ...further], nextPathIndex };
    return { siblings: further, nextPathIndex, ...leafOf(path.leaf) };
  });
  return laterSignature(paths, own.signature);
}

type Leaf = ReturnType<typeof readStateProof>['paths'][number]['leaf'];

function leafOf(leaf: Leaf): stream.IMerklePath {
  if (leaf === null) return {};
  const { kind, bytes } = leaf;
  if (kind === 'hash') return { hash: bytes };
  if (kind === 'timestamp') return { timestampLeaf: bytes };
  return kind === 'block-item' ? { blockItemLeaf: bytes } : { stateItemLeaf: bytes };
}

function laterSignature(paths: stream.IMerklePath[], blockSignature: Uint8Array): SignatureJson {
  const proof = stream.StateProof.encode({ paths, signedBlockProof: { blockSignature } }).finish();
  return { kind: 'later', state_proof: base64Of(proof) };
}

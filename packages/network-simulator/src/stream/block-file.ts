import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { long, timestamp } from '../ledger/ids.ts';
import { sha384 } from '../ledger/sha384.ts';
import type { ChainEnd } from '../state-store.ts';
import { BLOCK_LEAF, blockRoot, EMPTY_TREE_HASH, LeafTree, leafHash, twoChildrenHash } from './block-tree.ts';

/** The HAPI version that the demo network's blocks carry: the first one whose root hashes have sixteen leaves. */
const HAPI_VERSION = proto.SemanticVersion.encode({ major: 0, minor: 78, patch: 0 }).finish();

/** A block before compression. */
export interface BlockFile {
  readonly number: bigint;
  /** Serialized `BlockItem`s in order, header, footer and proof included. */
  readonly items: readonly Uint8Array[];
  /** Serialized `Block`. */
  readonly bytes: Uint8Array;
  /** What the footer of the next block names. */
  readonly end: ChainEnd;
}

/** Where a block stream begins. */
export const CHAIN_START: ChainEnd = {
  root: EMPTY_TREE_HASH,
  roots: new LeafTree().state,
  stateRoot: EMPTY_TREE_HASH,
};

/**
 * Puts a block together as the consensus nodes do (HIP-1056): header, what happened (`items`), footer, proof. The tree of all
 * root hashes is that of this stream's blocks. The demo network keeps no Merkle tree of its state: a hash over the changes
 * of all blocks stands for its root. `at`: the block's time in nanoseconds; `before`: where the stream ended. `sign` gives
 * the threshold signature of a root hash; null: a mock, which is its SHA-384.
 */
export function blockFile(
  number: bigint,
  at: bigint,
  before: ChainEnd,
  happened: readonly stream.IBlockItem[],
  sign: ((root: Uint8Array) => Uint8Array | null) | null = null,
): BlockFile {
  const blockTimestamp = proto.Timestamp.encode(timestamp(at)).finish();
  const header = {
    hapiProtoVersion: HAPI_VERSION,
    softwareVersion: HAPI_VERSION,
    number: long(number).toUnsigned(),
    blockTimestamp,
  };
  const roots = new LeafTree(before.roots);
  const footer = {
    previousBlockRootHash: before.root,
    rootHashOfAllBlockHashesTree: roots.root(),
    startOfBlockStateRootHash: before.stateRoot,
  };
  const content: stream.IBlockItem[] = [{ blockHeader: header }, ...happened];
  const trees = new Map<number, LeafTree>();
  const items = content.map((item) => {
    const bytes = stream.BlockItem.encode(item).finish();
    const leaf = leafOf(item);
    const tree = trees.get(leaf) ?? new LeafTree();
    trees.set(leaf, tree);
    tree.add(leafHash(bytes));
    return bytes;
  });
  const root = blockRoot(blockTimestamp, [
    before.root,
    footer.rootHashOfAllBlockHashesTree,
    before.stateRoot,
    ...Array.from({ length: 5 }, (_, i) => trees.get(BLOCK_LEAF.consensusHeaders + i)?.root()),
  ]);
  items.push(stream.BlockItem.encode({ blockFooter: footer }).finish());
  const blockSignature = sign?.(root) ?? sha384(root);
  const blockProof = { block: long(number).toUnsigned(), signedBlockProof: { blockSignature } };
  items.push(stream.BlockItem.encode({ blockProof }).finish());
  roots.add(root);
  const changes = trees.get(BLOCK_LEAF.stateChanges)?.root() ?? EMPTY_TREE_HASH;
  const end = { root, roots: roots.state, stateRoot: twoChildrenHash(before.stateRoot, changes) };
  return { number, items, bytes: stream.Block.encode({ items }).finish(), end };
}

/** Which leaf of the root hash an item's tree gives. */
function leafOf(item: stream.IBlockItem): number {
  if (item.signedTransaction) return BLOCK_LEAF.inputs;
  if (item.roundHeader || item.eventHeader) return BLOCK_LEAF.consensusHeaders;
  if (item.stateChanges) return BLOCK_LEAF.stateChanges;
  return item.traceData ? BLOCK_LEAF.traces : BLOCK_LEAF.outputs;
}

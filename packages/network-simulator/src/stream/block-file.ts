import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import { long, timestamp } from '../ledger/ids.ts';
import { SOFTWARE_VERSION, type Version } from '../ledger/software-version.ts';
import type { ChainEnd } from '../state-store.ts';
import { blockItemBytes, type SerializedMore } from './block-item.ts';
import type { BlockProof, Climb } from './block-proof.ts';
import {
  BLOCK_LEAF,
  blockRoot,
  EMPTY_TREE_HASH,
  type LeafCount,
  LeafTree,
  leafHash,
  twoChildrenHash,
} from './block-tree.ts';

/** HAPI versions that blocks name: the simulator's, which has eight leaves in root hashes, and 0.78, the first with sixteen. */
const BLOCK_VERSIONS: Readonly<Record<LeafCount, Version>> = {
  8: SOFTWARE_VERSION,
  16: { major: 0, minor: 78, patch: 0 },
};

/** A block before compression. */
export interface BlockFile {
  readonly number: bigint;
  /** Serialized `Block`. */
  readonly bytes: Uint8Array;
}

/** A block that waits for its proof. */
export interface UnprovenBlock {
  readonly number: bigint;
  /** Serialized `BlockItem`s in order, header and footer included. */
  readonly items: readonly Uint8Array[];
  readonly root: Uint8Array;
  /** Siblings from the previous block's root hash up to this block's: the right ones, and the timestamp at the end. */
  readonly climb: Climb;
  /** End of the stream for the footer of the next block. */
  readonly end: ChainEnd;
}

/** Start of a block stream. */
export const CHAIN_START: ChainEnd = {
  root: EMPTY_TREE_HASH,
  roots: new LeafTree().state,
  stateRoot: EMPTY_TREE_HASH,
};

/**
 * Assembles a block as the consensus nodes do (HIP-1056): header, transactions and state changes (`items`), footer. The
 * tree of all root hashes covers this stream's blocks. The demo network has no Merkle tree of its state: a hash over
 * the changes of all blocks replaces its root. `at`: the block's time in nanoseconds; `before`: the end of the stream
 * before it.
 */
export function unprovenBlock(
  number: bigint,
  at: bigint,
  before: ChainEnd,
  happened: readonly SerializedMore[],
  leafCount: LeafCount,
  version: Version = BLOCK_VERSIONS[leafCount],
): UnprovenBlock {
  const hapiProtoVersion = proto.SemanticVersion.encode(version).finish();
  const blockTimestamp = proto.Timestamp.encode(timestamp(at)).finish();
  const header = {
    hapiProtoVersion,
    softwareVersion: hapiProtoVersion,
    number: long(number).toUnsigned(),
    blockTimestamp,
  };
  const roots = new LeafTree(before.roots);
  const footer = {
    previousBlockRootHash: before.root,
    rootHashOfAllBlockHashesTree: roots.root(),
    startOfBlockStateRootHash: before.stateRoot,
  };
  const content: SerializedMore[] = [{ blockHeader: header }, ...happened];
  const trees = new Map<number, LeafTree>();
  const items = content.map((item) => {
    const bytes = blockItemBytes(item);
    const leaf = leafOf(item);
    const tree = trees.get(leaf) ?? new LeafTree();
    trees.set(leaf, tree);
    tree.add(leafHash(bytes));
    return bytes;
  });
  const leaves = [
    before.root,
    footer.rootHashOfAllBlockHashesTree,
    before.stateRoot,
    ...Array.from({ length: 5 }, (_, i) => trees.get(BLOCK_LEAF.consensusHeaders + i)?.root()),
  ];
  const { root, siblings } = blockRoot(blockTimestamp, leaves, leafCount);
  items.push(stream.BlockItem.encode({ blockFooter: footer }).finish());
  roots.add(root);
  const changes = trees.get(BLOCK_LEAF.stateChanges)?.root() ?? EMPTY_TREE_HASH;
  const end = { root, roots: roots.state, stateRoot: twoChildrenHash(before.stateRoot, changes) };
  return { number, items, root, climb: { siblings, timestamp: blockTimestamp }, end };
}

/** Returns the block with its proof. */
export function provenBlock({ number, items }: UnprovenBlock, proof: BlockProof): BlockFile {
  const blockProof = stream.BlockItem.encode({
    blockProof: { block: long(number).toUnsigned(), ...proof },
  }).finish();
  return { number, bytes: stream.Block.encode({ items: [...items, blockProof] }).finish() };
}

/** Returns the leaf of the root hash to whose tree an item belongs. */
function leafOf(item: stream.IBlockItem): number {
  if (item.signedTransaction) return BLOCK_LEAF.inputs;
  if (item.roundHeader || item.eventHeader) return BLOCK_LEAF.consensusHeaders;
  if (item.stateChanges) return BLOCK_LEAF.stateChanges;
  return item.traceData ? BLOCK_LEAF.traces : BLOCK_LEAF.outputs;
}

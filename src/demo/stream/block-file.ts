import { proto } from '@hiero-ledger/proto';
import { stream } from '#block-stream';
import {
  BLOCK_LEAF,
  blockRoots,
  EMPTY_TREE_HASH,
  leafHash,
  StreamingTree,
} from '../../kernel/block-stream.ts';
import { sha384 } from '../../kernel/record-stream.ts';
import { long, timestamp } from '../ledger/ids.ts';

/** The HAPI version that the demo network's blocks carry: the first one whose root hashes have sixteen leaves. */
const HAPI_VERSION = proto.SemanticVersion.encode({ major: 0, minor: 78, patch: 0 }).finish();

/** A block before compression. */
export interface BlockFile {
  readonly number: bigint;
  /** Serialized `BlockItem`s in order, header, footer and proof included. */
  readonly items: readonly Uint8Array[];
  /** Serialized `Block`. */
  readonly bytes: Uint8Array;
  /** Block root hash. */
  readonly root: Uint8Array;
}

/**
 * Lays out a block as the consensus nodes do (HIP-1056): header, one round with one event, the transactions' items,
 * footer, proof. The proof is a mock: the SHA-384 of the root hash in place of a threshold signature. `at` is the
 * block's time in nanoseconds, `previousRoot` the root hash
 * of the block before (of an empty tree before block 0).
 */
export function blockFile(
  number: bigint,
  at: bigint,
  previousRoot: Uint8Array,
  transactionItems: readonly stream.IBlockItem[],
): BlockFile {
  const blockTimestamp = proto.Timestamp.encode(timestamp(at)).finish();
  const header = {
    hapiProtoVersion: HAPI_VERSION,
    softwareVersion: HAPI_VERSION,
    number: long(number).toUnsigned(),
    blockTimestamp,
  };
  const footer = {
    previousBlockRootHash: previousRoot,
    // The demo network keeps neither a tree of all root hashes nor a Merkle tree of its state.
    rootHashOfAllBlockHashesTree: EMPTY_TREE_HASH,
    startOfBlockStateRootHash: EMPTY_TREE_HASH,
  };
  const content: stream.IBlockItem[] = [
    { blockHeader: header },
    { roundHeader: { roundNumber: long(number + 1n).toUnsigned() } },
    { eventHeader: new Uint8Array() },
    ...transactionItems,
  ];
  const trees = new Map<number, StreamingTree>();
  const items = content.map((item) => {
    const bytes = stream.BlockItem.encode(item).finish();
    const leaf = leafOf(item);
    const tree = trees.get(leaf) ?? new StreamingTree();
    trees.set(leaf, tree);
    tree.add(leafHash(bytes));
    return bytes;
  });
  const { sixteenLeaves: root } = blockRoots(blockTimestamp, [
    previousRoot,
    EMPTY_TREE_HASH,
    EMPTY_TREE_HASH,
    ...Array.from({ length: 5 }, (_, i) => trees.get(BLOCK_LEAF.consensusHeaders + i)?.root()),
  ]);
  items.push(stream.BlockItem.encode({ blockFooter: footer }).finish());
  const blockProof = { block: long(number).toUnsigned(), signedBlockProof: { blockSignature: sha384(root) } };
  items.push(stream.BlockItem.encode({ blockProof }).finish());
  return { number, items, bytes: stream.Block.encode({ items }).finish(), root };
}

/** Which leaf of the root hash an item's tree gives. */
function leafOf(item: stream.IBlockItem): number {
  if (item.signedTransaction) return BLOCK_LEAF.inputs;
  if (item.roundHeader || item.eventHeader) return BLOCK_LEAF.consensusHeaders;
  if (item.stateChanges) return BLOCK_LEAF.stateChanges;
  return item.traceData ? BLOCK_LEAF.traces : BLOCK_LEAF.outputs;
}

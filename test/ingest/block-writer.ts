import { createHash } from 'node:crypto';
import { stream } from '@tain/protos/block-stream';
import { proto } from '@tain/protos/hapi';
import Long from 'long';
import { timestamp } from './stream-writer.ts';

/**
 * Writes blocks for the tests of reading, by the format's description, independent of the code under test. Trees are
 * built by halving whole lists, not leaf by leaf.
 */

const sha = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha384');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const leafOf = (bytes: Uint8Array): Buffer => sha(Buffer.from([0]), bytes);
export const oneOf = (child: Uint8Array): Buffer => sha(Buffer.from([1]), child);
export const twoOf = (left: Uint8Array, right: Uint8Array): Buffer => sha(Buffer.from([2]), left, right);
export const EMPTY = leafOf(Buffer.alloc(0));

/** Computes the root over leaves. The left subtree has the largest power of two below their number. */
export function treeOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (!only) return EMPTY;
  if (leaves.length === 1) return only;
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return twoOf(treeOf(leaves.slice(0, left)), treeOf(leaves.slice(left)));
}

export interface BlockOptions {
  readonly number: bigint;
  readonly time: bigint;
  readonly hapi?: readonly [number, number, number];
  /** Items between header and footer. */
  readonly items?: readonly stream.IBlockItem[];
  readonly previousRoot?: Buffer;
  /** Proof; default: a mock signature. */
  readonly proof?: stream.IBlockProof;
}

export interface WrittenBlock {
  readonly bytes: Buffer;
  readonly eightLeaves: Buffer;
  readonly sixteenLeaves: Buffer;
  /** Raw items in order, including header, footer and proof. */
  readonly items: readonly Buffer[];
}

const TREES: readonly (readonly [keyof stream.IBlockItem, number])[] = [
  ['blockHeader', 6],
  ['eventHeader', 4],
  ['roundHeader', 4],
  ['signedTransaction', 5],
  ['transactionResult', 6],
  ['transactionOutput', 6],
  ['stateChanges', 7],
  ['recordFile', 6],
  ['traceData', 8],
];

export function makeBlock(options: BlockOptions): WrittenBlock {
  const [major, minor, patch] = options.hapi ?? [0, 78, 0];
  const time = Buffer.from(proto.Timestamp.encode(timestamp(options.time)).finish());
  const version = proto.SemanticVersion.encode({ major, minor, patch }).finish();
  const number = Long.fromString(String(options.number), true);
  const footer = {
    previousBlockRootHash: options.previousRoot ?? EMPTY,
    rootHashOfAllBlockHashesTree: EMPTY,
    startOfBlockStateRootHash: leafOf(Buffer.from('state')),
  };
  const leaves: Buffer[][] = Array.from({ length: 17 }, () => []);
  const raw: Buffer[] = [];
  const add = (item: stream.IBlockItem) => {
    const bytes = encodeItem(item);
    raw.push(bytes);
    const omitted = item.filteredSingleItem ?? item.redactedItem;
    if (omitted) leaves[omitted.tree ?? 0]?.push(Buffer.from(omitted.itemHash ?? []));
    const tree = TREES.find(([key]) => item[key])?.[1];
    if (tree !== undefined) leaves[tree]?.push(leafOf(bytes));
  };
  add({
    blockHeader: { hapiProtoVersion: version, softwareVersion: version, number, blockTimestamp: time },
  });
  for (const item of options.items ?? []) add(item);
  add({ blockFooter: footer });
  const trees = leaves.slice(1).map(treeOf);
  trees.splice(0, 3, ...Object.values(footer));
  const first = treeOf(trees.slice(0, 8));
  const eightLeaves = twoOf(leafOf(time), oneOf(first));
  const sixteenLeaves = twoOf(leafOf(time), twoOf(first, treeOf(trees.slice(8))));
  const root = minor >= 78 ? sixteenLeaves : eightLeaves;
  add({ blockProof: options.proof ?? { block: number, signedBlockProof: { blockSignature: sha(root) } } });
  return { bytes: joinItems(raw), eightLeaves, sixteenLeaves, items: raw };
}

/** Computes the root hash (sixteen leaves) of a serialized block, from the bytes of its items. */
export function rootOf(block: Uint8Array): Buffer {
  const leaves: Buffer[][] = Array.from({ length: 17 }, () => []);
  const trees = leaves.map(() => EMPTY);
  let time: Uint8Array = Buffer.alloc(0);
  for (const bytes of stream.Block.decode(block).items) {
    const item = stream.BlockItem.decode(bytes);
    const tree = TREES.find(([key]) => item[key])?.[1];
    if (tree !== undefined) leaves[tree]?.push(leafOf(bytes));
    time = item.blockHeader?.blockTimestamp ?? time;
    const { blockFooter: footer } = item;
    if (!footer) continue;
    trees[1] = Buffer.from(footer.previousBlockRootHash ?? []);
    trees[2] = Buffer.from(footer.rootHashOfAllBlockHashesTree ?? []);
    trees[3] = Buffer.from(footer.startOfBlockStateRootHash ?? []);
  }
  for (let tree = 4; tree < trees.length; tree += 1) trees[tree] = treeOf(leaves[tree] ?? []);
  return twoOf(leafOf(time), twoOf(treeOf(trees.slice(1, 9)), treeOf(trees.slice(9))));
}

export function encodeItem(item: stream.IBlockItem): Buffer {
  return Buffer.from(stream.BlockItem.encode(item).finish());
}

/** Returns the bytes of a `Block` message with these items. */
export function joinItems(items: readonly Uint8Array[]): Buffer {
  return Buffer.from(stream.Block.encode({ items: [...items] }).finish());
}

import { FIRST_NEWER_KIND, ITEM, type BlockItem as ReadItem, readBlockItem } from '@tain/ledger/block-item';
import {
  BLOCK_LEAF,
  BLOCK_LEAVES,
  leafHash,
  leafHashInParts,
  StreamingTree,
} from '@tain/ledger/block-stream';
import { HASH_LENGTH } from '@tain/ledger/record-stream';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { stream } from '@tain/protos/block-stream';
import type { Steps } from '../../../kernel/limits/in-slices.ts';

/** Leaf of the root for the tree of each kind of item; null: the kind is not hashed there. Source: HIP-1056. */
const TREE_OF_KIND: ReadonlyMap<number, number | null> = new Map<number, number | null>([
  [ITEM.header, BLOCK_LEAF.outputs],
  [ITEM.eventHeader, BLOCK_LEAF.consensusHeaders],
  [ITEM.roundHeader, BLOCK_LEAF.consensusHeaders],
  [ITEM.signedTransaction, BLOCK_LEAF.inputs],
  [ITEM.result, BLOCK_LEAF.outputs],
  [ITEM.output, BLOCK_LEAF.outputs],
  [ITEM.stateChanges, BLOCK_LEAF.stateChanges],
  [ITEM.proof, null],
  [ITEM.recordFile, BLOCK_LEAF.outputs],
  [ITEM.trace, BLOCK_LEAF.traces],
  [ITEM.footer, null],
]);

/**
 * Tree of each newer kind, by its number modulo 20. No tree covers the others, so anyone could add them to a signed
 * block.
 */
const TREE_OF_NEWER_KIND: ReadonlyMap<number, number> = new Map<number, number>([
  [3, BLOCK_LEAF.consensusHeaders],
  [4, BLOCK_LEAF.inputs],
  [5, BLOCK_LEAF.outputs],
  [6, BLOCK_LEAF.stateChanges],
  [7, BLOCK_LEAF.traces],
  ...[8, 9, 10, 11, 12, 13, 14, 15].map((kind) => [kind, kind + 1] as const),
]);

/** Maximum number of items, more than any block has: limits the cost of a hostile block of tiny items. */
export const MAX_ITEMS = 1_000_000;
/** Maximum number of fields of a `Block` besides its items, of which no version has any. */
const MAX_OTHER_FIELDS = 1_000;
/** Maximum size of a header, a footer, or the substitute of an omitted item; real ones have at most 300 bytes. */
export const MAX_PART_BYTES = 64 * 1024;
/** Bytes and items of one step. */
const STEP_BYTES = 256 * 1024;
const STEP_ITEMS = 64;

/** One item of a block, not yet decoded. */
export type BlockItem = ReadItem<Buffer>;

export interface BlockItems {
  readonly items: readonly BlockItem[];
  /** Roots of the trees of items: index 0 is leaf 1 of the block's root. Leaves 1 to 3 come from the footer. */
  readonly roots: readonly (Uint8Array | undefined)[];
}

/** Splits the bytes of a `Block` message into serialized items, one at a time. Throws `MalformedError`. */
export function* splitBlock(bytes: Buffer): Generator<Buffer, void, void> {
  const reader = new WireReader(bytes);
  let others = 0;
  while (reader.next()) {
    if (reader.field === 1) yield reader.content('an item');
    else {
      others += 1;
      if (others > MAX_OTHER_FIELDS)
        throw new MalformedError(`has more than ${MAX_OTHER_FIELDS} unknown fields`);
      reader.skip();
    }
  }
}

/** Bytes of the `Block` message with these serialized items, and nothing else. */
export function blockSize(items: readonly Buffer[]): number {
  return items.reduce((sum, { length }) => sum + 1 + varintSize(length) + length, 0);
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size += 1;
  return size;
}

/** Observes reading and hashing, for callers that need more than the roots. */
export interface BlockObserver {
  /** An item, its serialized bytes, and its leaf if it has one. */
  item(item: BlockItem, bytes: Buffer, leaf: ItemLeaf | null): void;
  /** A node of a tree over the leaves from position `from` to before `to`. */
  node(tree: number, from: number, to: number, hash: Buffer): void;
}

/** The hash of an item in the tree of its kind: a number of `BLOCK_LEAF`. */
export interface ItemLeaf {
  readonly tree: number;
  readonly hash: Buffer;
}

/** Thrown when a block has more items than allowed. */
export class TooManyItemsError extends MalformedError {}

export interface ReadItemsOptions {
  /** Receives items and hashes. */
  readonly observer?: BlockObserver | undefined;
  /** Maximum number of items; default: `MAX_ITEMS`. */
  readonly maxItems?: number | undefined;
}

/** Reads the serialized items of a block, and hashes each exactly as received. Throws `MalformedError`. */
export function* readBlockItems(
  serialized: Iterable<Buffer>,
  { observer, maxItems = MAX_ITEMS }: ReadItemsOptions = {},
): Steps<BlockItems> {
  const items: BlockItem[] = [];
  const trees: (StreamingTree | undefined)[] = new Array(BLOCK_LEAVES);
  let bytes = 0;
  for (const itemBytes of serialized) {
    if (items.length >= maxItems) throw new TooManyItemsError(`has more than ${maxItems} items`);
    try {
      const item = readBlockItem(itemBytes);
      const hash = itemBytes.length > STEP_BYTES ? yield* leafHashInParts(itemBytes, STEP_BYTES) : null;
      const leaf = addToTree(item, itemBytes, hash, trees, observer);
      observer?.item(item, itemBytes, leaf);
      items.push(item);
    } catch (error) {
      if (!(error instanceof MalformedError)) throw error;
      throw new MalformedError(`item ${items.length}: ${error.message}`, { cause: error });
    }
    bytes += itemBytes.length;
    if (bytes < STEP_BYTES && items.length % STEP_ITEMS !== 0) continue;
    bytes = 0;
    yield;
  }
  return { items, roots: trees.map((tree) => tree?.root()) };
}

/** Adds an item to the tree of its kind. `large`: the hash of its leaf, if it is known already. */
function addToTree(
  item: BlockItem,
  bytes: Buffer,
  large: Buffer | null,
  trees: (StreamingTree | undefined)[],
  observer: BlockObserver | undefined,
): ItemLeaf | null {
  const omitted = readOmitted(item);
  const leaf = omitted ? omitted.tree : treeOf(item.kind);
  if (leaf === null) return null;
  const tree = trees[leaf - 1] ?? new StreamingTree();
  trees[leaf - 1] = tree;
  const hash = omitted?.hash ?? large ?? leafHash(bytes);
  tree.add(hash, observer && ((from, to, node) => observer.node(leaf, from, to, node)));
  return { tree: leaf, hash };
}

function treeOf(kind: number): number | null {
  const tree =
    kind < FIRST_NEWER_KIND ? TREE_OF_KIND.get(kind) : TREE_OF_NEWER_KIND.get(kind % FIRST_NEWER_KIND);
  if (tree === undefined)
    throw new MalformedError(`is of kind ${kind}, which no tree of the root hash covers`);
  return tree;
}

/** Returns the substitute of an omitted item: the hash of its leaf, and its tree. */
function readOmitted({ kind, content }: BlockItem): { readonly hash: Buffer; readonly tree: number } | null {
  if (kind !== ITEM.filtered && kind !== ITEM.redacted) return null;
  expectShort(content, 'it');
  const message = kind === ITEM.filtered ? stream.FilteredSingleItem : stream.RedactedItem;
  const { itemHash, tree } = message.decode(content);
  if (itemHash.length !== HASH_LENGTH)
    throw new MalformedError(`stands for a hash of ${itemHash.length} bytes`);
  if (tree < BLOCK_LEAF.consensusHeaders || tree > BLOCK_LEAVES) {
    throw new MalformedError(`was left out of tree ${tree}, which holds no items`);
  }
  return { hash: Buffer.from(itemHash), tree };
}

/** Throws `MalformedError` when a part of a block is longer than any real one, because decoding it would take seconds. */
export function expectShort({ length }: Buffer, what: string): void {
  if (length > MAX_PART_BYTES) throw new MalformedError(`${what} has ${length} bytes`);
}

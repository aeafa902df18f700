import { ITEM } from '@tain/ledger/block-item';
import { EMPTY_TREE_HASH, NODE_HASHES } from '@tain/ledger/block-stream';
import { asBuffer } from '@tain/ledger/integer-bytes';
import { hasSixteenLeaves, TREE } from '@tain/verify/block-root';
import { type KnownParts, partName, siblingsOf } from '@tain/verify/item-tree';
import { readRepeated } from '@tain/verify/message-fields';
import type { BlockProofJson, SignatureJson, TreeJson } from '@tain/verify/proof-json';
import { MOCK_BYTES } from '@tain/verify/tss/signature';
import type { Steps } from '../../kernel/limits/in-slices.ts';
import { type BlockContent, type BlockFile, readBlockSteps } from '../decode/block/block-file.ts';
import type { BlockObserver } from '../decode/block/block-items.ts';

/** An item with its position in the tree of its kind. */
export interface ProvableItem {
  readonly kind: number;
  /** Content of the item's oneof. */
  readonly content: Buffer;
  /** The serialized `BlockItem`. */
  readonly bytes: Buffer;
  readonly tree: number;
  readonly index: number;
}

/** A block whose items can be proven to be below its root hash. */
export interface ProvableBlock {
  readonly file: BlockFile;
  /** Items that have a leaf, in the order of the stream, and headers of rounds and events. */
  readonly items: readonly ProvableItem[];
  /** Hashes of the leaves by tree. */
  readonly leaves: ReadonlyMap<number, readonly Uint8Array[]>;
  /** Hashes of parts of these trees, as they become known. */
  readonly parts: ReadonlyMap<number, KnownParts>;
  /**
   * Threshold signatures in the block, of its own root hash or of a later one, the shorter first. They are not
   * verified.
   */
  readonly signatures: readonly SignatureJson[];
}

/** Reads a block, decompressed or as items. Throws `StreamFileError`. */
export function* readProvableBlock(name: string, content: BlockContent): Steps<ProvableBlock> {
  const items: ProvableItem[] = [];
  const leaves = new Map<number, Uint8Array[]>();
  const proofs: Buffer[] = [];
  const parts = new Map<number, KnownParts>();
  const observer: BlockObserver = {
    item({ kind, content: held }, bytes, leaf) {
      if (kind === ITEM.proof) proofs.push(held);
      if (leaf === null) return;
      const { tree, hash } = leaf;
      const hashes = leaves.get(tree) ?? [];
      leaves.set(tree, hashes);
      items.push({ kind, content: held, bytes, tree, index: hashes.length });
      hashes.push(hash);
    },
    node(tree, from, to, hash) {
      const known = parts.get(tree) ?? new Map();
      parts.set(tree, known);
      known.set(partName(from, to), hash);
    },
  };
  const file = yield* readBlockSteps(name, content, { observer });
  return { file, items, leaves, parts, signatures: signaturesIn(proofs) };
}

const SIGNED_BLOCK = 2;
const STATE_PROOF = 3;

/** Returns the signatures in `BlockProof` messages, without mocks. */
function signaturesIn(proofs: readonly Buffer[]): readonly SignatureJson[] {
  const direct = proofs
    .flatMap((proof) => readRepeated(proof, SIGNED_BLOCK))
    .flatMap((signed) => readRepeated(signed, 1))
    .filter(({ length }) => length > MOCK_BYTES)
    .map((signature) => ({ kind: 'direct', block_signature: base64Of(signature) }) as const);
  const later = proofs
    .flatMap((proof) => readRepeated(proof, STATE_PROOF))
    .map((proof) => ({ kind: 'later', state_proof: base64Of(proof) }) as const);
  return [...direct, ...later];
}

export function base64Of(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('base64');
}

/** Common parts of a proof of some items of a block, including its header. */
export type BlockPart = Omit<BlockProofJson, 'ledger' | 'signature' | 'version' | 'topic' | 'transaction'>;

/** Returns the paths of some items, and of the block's header, to its root hash (lower-case hex). */
export function blockPartOf(block: ProvableBlock, root: string, items: readonly ProvableItem[]): BlockPart {
  const { header, leaves } = block.file;
  const [first] = block.items;
  if (first === undefined) throw new RangeError('a block begins with its header');
  const count = hasSixteenLeaves(header.hapiVersion) ? 16 : 8;
  const all = [first, ...items];
  const trees = Object.values(TREE).filter((tree) => all.some((item) => item.tree === tree));
  return {
    kind: 'block',
    block: { number: header.number.toString(), hash: `0x${root}` },
    timestamp: base64Of(header.timestampBytes),
    subtrees: Array.from({ length: count }, (_, index) => base64Of(leaves[index] ?? EMPTY_TREE_HASH)),
    trees: trees.map((tree) => treeJson(block, tree, all)),
  };
}

function treeJson(block: ProvableBlock, tree: number, all: readonly ProvableItem[]): TreeJson {
  const hashes = block.leaves.get(tree) ?? [];
  const items = [
    ...new Map(all.filter((item) => item.tree === tree).map((item) => [item.index, item])).values(),
  ].sort((left, right) => left.index - right.index);
  return {
    tree,
    leaves: hashes.length,
    items: items.map(({ index, bytes }) => ({ index, bytes: base64Of(bytes) })),
    siblings: siblingsOf(
      hashes,
      items.map(({ index }) => index),
      NODE_HASHES,
      block.parts.get(tree),
    ).map(base64Of),
  };
}

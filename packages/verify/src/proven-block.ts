import { type BlockItem, readBlockItem } from '@tain/ledger/block-item';
import { MalformedError } from '@tain/ledger/wire-reader';
import { hasSixteenLeaves, ITEM_TREE, isKnownVersion, KIND, rootOfSubtrees, TREE } from './block-root.ts';
import { equalBytes, PURE_HASHES } from './hashes.ts';
import { MAX_LEAVES, rootFrom } from './item-tree.ts';
import { bit32, part, read, readTimestamp, whole } from './message-fields.ts';
import { bytesOf, type Fields, fieldsOf, hashOf, listOf, malformed, readIndex } from './proof-json.ts';
import { ProofRefused } from './refusal.ts';

interface ReadHeader {
  readonly number: bigint;
  readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
  /** Bytes of the `Timestamp`, which the root also covers by itself. */
  readonly timestamp: Uint8Array;
}

/** Decodes a `BlockHeader`. */
export function readHeader(bytes: Uint8Array): ReadHeader {
  let number = 0n;
  let timestamp: Uint8Array | null = null;
  let version = { major: 0, minor: 0, patch: 0 };
  let algorithm = 0n;
  read(bytes, (reader) => {
    if (reader.field === 1) version = readVersion(part(reader));
    else if (reader.field === 3) number = BigInt.asUintN(64, whole(reader));
    else if (reader.field === 4) timestamp = part(reader);
    else if (reader.field === 5) algorithm = whole(reader);
    else return false;
    return true;
  });
  if (timestamp === null) throw new MalformedError('a header has no timestamp');
  if (algorithm !== 0n) throw new MalformedError('a header names an unknown hash algorithm');
  return { number, version, timestamp };
}

function readVersion(bytes: Uint8Array): ReadHeader['version'] {
  const parts = [0, 0, 0];
  read(bytes, (reader) => {
    if (reader.field > 3) return false;
    parts[reader.field - 1] = bit32(whole(reader));
    return true;
  });
  const [major = 0, minor = 0, patch = 0] = parts;
  return { major, minor, patch };
}

/** An item of the proof, below the root of the block. */
export type ProofItem = BlockItem<Uint8Array>;

/** Items of one tree in the proof, by index, ascending. */
export type ProofItems = ReadonlyMap<number, ProofItem>;

/** One of the trees below the root, with its items in the proof. */
export interface ProofTree {
  readonly number: number;
  readonly items: ProofItems;
  /** Hashes of the items, by index. */
  readonly hashes: ReadonlyMap<number, Uint8Array>;
  /** Number of sibling hashes. */
  readonly siblings: number;
  readonly root: Uint8Array;
}

/** Content of a block's proof. Whether its root hash is signed is verified elsewhere. */
export interface ProofBlock {
  readonly root: Uint8Array;
  readonly header: ReadHeader;
  /** Consensus time of the block in nanoseconds. */
  readonly time: bigint;
  readonly items: (tree: number) => ProofItems;
  readonly trees: readonly ProofTree[];
  /** Number of trees below its root: 8 or 16. */
  readonly form: number;
}

const NOTHING: ProofItems = new Map();

/** Runs a decoder of parts of a proof, and converts `MalformedError` to `ProofRefused` with step `leaf`. */
export function decoding<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof MalformedError)) throw cause;
    throw new ProofRefused('leaf', `An item of the proof cannot be read: ${cause.message}.`, { cause });
  }
}

/**
 * Computes the one root hash to which the paths of a block's proof lead. The header among the items names the block,
 * and its version decides the form of the root. Throws `ProofRefused`: `format`, `leaf` or `path`.
 */
export function readProofBlock(fields: Fields): ProofBlock {
  const timestamp = bytesOf(fields.timestamp, 'the timestamp');
  const subtrees = listOf(fields.subtrees, 'the subtrees', 16).map((hash) => hashOf(hash, 'a subtree'));
  if (subtrees.length !== 8 && subtrees.length !== 16) malformed(`it has ${subtrees.length} subtrees`);
  const trees = new Map<number, ProofTree>();
  for (const value of listOf(fields.trees, 'the trees', 4)) {
    const tree = fieldsOf(value, 'a tree');
    const number = readIndex(tree.tree, 'the number of a tree');
    if (number < TREE.inputs || number > TREE.traces) malformed(`tree ${number} has no items`);
    if (trees.has(number)) malformed(`tree ${number} occurs twice`);
    const read = readTree(number, tree);
    if (!equalBytes(read.root, subtrees[number - 1] ?? new Uint8Array()))
      throw new ProofRefused('path', `The items of tree ${number} do not lie below the root of the block.`);
    trees.set(number, read);
  }
  const header = decoding(() => headerIn(trees.get(TREE.outputs)?.items ?? NOTHING));
  if (!isKnownVersion(header.version))
    throw new ProofRefused('leaf', 'How blocks before HAPI 0.72 are hashed is not known.');
  if (hasSixteenLeaves(header.version) !== (subtrees.length === 16))
    throw new ProofRefused('path', 'The root does not have the form that the version of the block has.');
  if (!equalBytes(header.timestamp, timestamp))
    throw new ProofRefused('leaf', 'The timestamp below the root is not that of the header.');
  return {
    root: rootOfSubtrees(timestamp, subtrees),
    header,
    time: decoding(() => readTimestamp(timestamp)),
    items: (tree) => trees.get(tree)?.items ?? NOTHING,
    trees: [...trees.values()],
    form: subtrees.length,
  };
}

function readTree(number: number, fields: Fields): ProofTree {
  const count = readIndex(fields.leaves, 'the number of leaves');
  if (count > MAX_LEAVES) malformed(`a tree has ${count} leaves`);
  const items = new Map<number, ProofItem>();
  const hashes = new Map<number, Uint8Array>();
  let last = -1;
  for (const value of listOf(fields.items, 'the items', count)) {
    const item = fieldsOf(value, 'an item');
    const index = readIndex(item.index, 'the index of an item');
    if (index <= last || index >= count) malformed(`an item has index ${index}`);
    last = index;
    const bytes = bytesOf(item.bytes, 'an item');
    const shown = decoding(() => readBlockItem(bytes));
    if (ITEM_TREE.get(shown.kind) !== number)
      throw new ProofRefused('leaf', `An item of kind ${shown.kind} does not belong to tree ${number}.`);
    items.set(index, shown);
    hashes.set(index, PURE_HASHES.leaf(bytes));
  }
  if (items.size === 0) malformed(`tree ${number} shows no item`);
  const siblings = listOf(fields.siblings, 'the siblings').map((hash) => hashOf(hash, 'a sibling'));
  const root = rootFrom(count, hashes, siblings, PURE_HASHES);
  if (root === null) throw new ProofRefused('path', `The path of tree ${number} has another length.`);
  return { number, items, hashes, siblings: siblings.length, root };
}

function headerIn(outputs: ProofItems): ReadHeader {
  const headers = [...outputs].filter(([, { kind }]) => kind === KIND.header);
  const [first] = headers;
  if (first === undefined || headers.length > 1) throw new MalformedError('there is not one header');
  const [index, { content }] = first;
  if (index !== 0) throw new MalformedError('the header is not the first output');
  return readHeader(content);
}

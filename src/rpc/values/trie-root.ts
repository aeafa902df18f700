import { keccak256 } from '@tain/evm/keccak';
import { type Rlp, rlpBytes } from '@tain/ledger/rlp';

/** One entry of a trie: its key as nibbles, and its value. */
interface Entry {
  readonly path: readonly number[];
  readonly value: Uint8Array;
}

const HASH_BYTES = 32;
const BRANCHES = 16;

/** Returns the root of the Merkle Patricia trie (yellow paper, appendix D) of entries with distinct keys. */
export function trieRoot(entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[]): Uint8Array {
  const given = entries.map(([key, value]) => ({
    path: [...key].flatMap((byte) => [byte >> 4, byte & 15]),
    value,
  }));
  return keccak256(rlpBytes(nodeOf(given, 0)));
}

/** Returns the node of entries that have the same nibbles up to `depth`. */
function nodeOf(entries: readonly Entry[], depth: number): Rlp {
  const [first] = entries;
  if (first === undefined) return new Uint8Array();
  if (entries.length === 1) return [compact(first.path.slice(depth), true), first.value];
  const shared = sharedDepth(entries, depth);
  if (shared > depth) {
    return [compact(first.path.slice(depth, shared), false), reference(nodeOf(entries, shared))];
  }
  const branches = Array.from({ length: BRANCHES }, (_, nibble) =>
    reference(
      nodeOf(
        entries.filter(({ path }) => path[depth] === nibble),
        depth + 1,
      ),
    ),
  );
  const own = entries.find(({ path }) => path.length === depth);
  return [...branches, own?.value ?? new Uint8Array()];
}

/** Returns the number of nibbles that all entries have in common. */
function sharedDepth([first, ...others]: readonly Entry[], from: number): number {
  const path = first?.path ?? [];
  let depth = from;
  while (depth < path.length && others.every((other) => other.path[depth] === path[depth])) depth += 1;
  return depth;
}

/** Returns the form of a node inside another: itself if it is short, else its hash. */
function reference(node: Rlp): Rlp {
  if (node instanceof Uint8Array) return node;
  const bytes = rlpBytes(node);
  return bytes.length < HASH_BYTES ? node : keccak256(bytes);
}

/** Encodes nibbles as bytes, with the flags of a leaf or an extension before them. */
function compact(nibbles: readonly number[], isLeaf: boolean): Uint8Array {
  const isOdd = nibbles.length % 2 === 1;
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0);
  const padded = isOdd ? [flag, ...nibbles] : [flag, 0, ...nibbles];
  return Uint8Array.from(
    { length: padded.length / 2 },
    (_, at) => ((padded[2 * at] ?? 0) << 4) | (padded[2 * at + 1] ?? 0),
  );
}

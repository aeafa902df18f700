import { keccak256 } from '@tain/evm/keccak';
import { integerBytes, prefixedHex, shortestBytes } from '@tain/ledger/integer-bytes';
import { BLOOM_BYTES, joinBloom } from '@tain/ledger/log-bloom';
import { type Rlp, rlpBytes } from '@tain/ledger/rlp';
import type { Steps } from '../../kernel/limits/in-slices.ts';
import { mapSteps } from '../method/sliced-json.ts';
import { type BlockTransaction, type IndexedTransaction, withCumulativeGas } from '../reads/block-content.ts';
import { hexBytes, ZERO_WORD } from '../values/hex.ts';
import { bloomBytes, type LogJson } from '../values/log.ts';
import { bloomText, statusText } from './receipt.ts';

const NO_ROOT = hexBytes(ZERO_WORD);

/**
 * Returns what the header of a block says of its receipts. `receiptsRoot`: the root of a trie of them in the relay's own
 * encoding, which has a zero byte for zero gas, and a root of zeros instead of the status if no contract ran; zeros without any
 * receipt. `bloom`: bits of all their blooms, which the stored bloom of the block lacks where no contract ran.
 */
export function* receiptsOfHeader(transactions: readonly BlockTransaction[]): Steps<{
  readonly receiptsRoot: string;
  readonly bloom: Uint8Array;
}> {
  const receipts = yield* mapSteps(withCumulativeGas(transactions), receiptOf);
  const bloom = new Uint8Array(BLOOM_BYTES);
  for (const receipt of receipts) joinBloom(bloom, receipt.bloom);
  return { receiptsRoot: yield* rootOfReceipts(receipts), bloom };
}

/** Fields of a receipt that are encoded in the trie. */
export interface EncodedReceipt {
  readonly index: bigint;
  /** Whether it succeeded; undefined where no contract ran. */
  readonly isSuccess: boolean | undefined;
  readonly cumulativeGas: bigint;
  readonly bloom: Uint8Array;
  readonly logs: readonly Pick<LogJson, 'address' | 'topics' | 'data'>[];
  readonly type: number;
}

/** Returns the root of a trie of receipts, as `receiptsRoot`. */
export function* rootOfReceipts(receipts: readonly EncodedReceipt[]): Steps<string> {
  if (receipts.length === 0) return ZERO_WORD;
  const byIndex = new Map(receipts.map((receipt) => [receipt.index, receipt]));
  const list = yield* mapSteps(
    [...byIndex.values()],
    (receipt) => [rlpBytes(shortestBytes(receipt.index)), encoded(receipt)] as const,
  );
  return prefixedHex(yield* trieRoot(list));
}

function receiptOf({ index, result, logsJson: logs, cumulativeGas }: IndexedTransaction): EncodedReceipt {
  return {
    index,
    isSuccess: result === undefined ? undefined : statusText(result) !== '0x0',
    cumulativeGas,
    bloom: receiptBloom(result, logs),
    logs,
    type: result?.ethereum?.type ?? 0,
  };
}

function encoded({ isSuccess, cumulativeGas, ...rest }: EncodedReceipt): Uint8Array {
  const outcome = isSuccess === undefined ? NO_ROOT : isSuccess ? Uint8Array.of(1) : new Uint8Array();
  return receiptBytes({ ...rest, outcome, cumulativeGas: integerBytes(cumulativeGas) });
}

/** Returns the bloom of a receipt: that of its execution, else that of its logs. */
export function receiptBloom(
  result: BlockTransaction['result'],
  logs: BlockTransaction['logsJson'],
): Uint8Array {
  return result === undefined ? bloomBytes(logs) : hexBytes(bloomText(result.bloom));
}

/** Returns the bytes of a receipt (EIP-2718). `outcome`: a status or a root. */
export function receiptBytes({
  outcome,
  cumulativeGas,
  bloom,
  logs,
  type,
}: Pick<EncodedReceipt, 'bloom' | 'logs' | 'type'> & {
  readonly outcome: Uint8Array;
  readonly cumulativeGas: Uint8Array;
}): Uint8Array {
  const body = rlpBytes([
    outcome,
    cumulativeGas,
    bloom,
    logs.map(({ address, topics, data }) => [hexBytes(address), topics.map(hexBytes), hexBytes(data)]),
  ]);
  return type === 0 ? body : Buffer.concat([Uint8Array.of(type), body]);
}

/** One entry of a trie: its key as nibbles, and its value. */
interface Entry {
  readonly path: readonly number[];
  readonly value: Uint8Array;
}

const HASH_BYTES = 32;
const BRANCHES = 16;

/** Returns the root of the Merkle Patricia trie (yellow paper, appendix D) of entries with distinct keys. */
export function* trieRoot(
  entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[],
): Steps<Uint8Array> {
  const given = entries.map(([key, value]) => ({
    path: [...key].flatMap((byte) => [byte >> 4, byte & 15]),
    value,
  }));
  return keccak256(rlpBytes(yield* nodeOf(given, 0)));
}

/** Returns the node of entries that have the same nibbles up to `depth`. */
function* nodeOf(entries: readonly Entry[], depth: number): Steps<Rlp> {
  const [first] = entries;
  if (first === undefined) return new Uint8Array();
  yield;
  if (entries.length === 1) return [compact(first.path.slice(depth), true), first.value];
  const shared = sharedDepth(entries, depth);
  if (shared > depth) {
    return [compact(first.path.slice(depth, shared), false), reference(yield* nodeOf(entries, shared))];
  }
  const branches: Rlp[] = [];
  for (let nibble = 0; nibble < BRANCHES; nibble++) {
    const below = entries.filter(({ path }) => path[depth] === nibble);
    branches.push(reference(yield* nodeOf(below, depth + 1)));
  }
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

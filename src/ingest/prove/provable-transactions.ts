import { KIND, TREE } from '@tain/verify/block-root';
import {
  bit32,
  isSameId,
  type ProvenId,
  part,
  read,
  readRepeated,
  readTimestamp,
  whole,
} from '@tain/verify/message-fields';
import type { TransactionJson } from '@tain/verify/proof-json';
import { type ReceiptEntry, readReceipts } from '@tain/verify/state-changes';
import { readBody } from '@tain/verify/transaction-body';
import { ResultPairing } from '../decode/block/result-pairing.ts';
import type { ProvableBlock, ProvableItem } from './provable-block.ts';

/** Maximum bytes of results and outputs in a proof, so that no client downloads a block in parts. */
const MAX_RUN_BYTES = 1024 * 1024;

/** A result with its transaction: the transaction's own item, or its index in the batch before it. */
interface PairedResult {
  readonly item: ProvableItem;
  readonly result: ResultHead;
  readonly input: ProvableItem;
  readonly inner: number | null;
  readonly id: ProvenId | null;
}

/** Identifying part of a result. Times are nanoseconds. */
interface ResultHead {
  readonly at: bigint;
  readonly status: number;
}

/** Reads a `TransactionResult` without its transfers, because all results of a block are scanned for one. */
function readHead(bytes: Uint8Array): ResultHead {
  let [at, status] = [0n, 0];
  read(bytes, (reader) => {
    if (reader.field === 1) status = bit32(whole(reader));
    else if (reader.field === 2) at = readTimestamp(part(reader));
    else return false;
    return true;
  });
  return { at, status };
}

/** Items that prove a transaction, and the kind of proof. */
export interface TransactionItems {
  readonly items: readonly ProvableItem[];
  readonly transaction: TransactionJson;
}

/**
 * Finds the items of a block that prove the transaction with a consensus time (nanoseconds), and bind its result to it;
 * null when the block has none. Throws `MalformedError`.
 */
export function findTransaction(block: ProvableBlock, at: bigint): TransactionItems | null {
  const paired = pairResults(block);
  const position = paired.findIndex(({ result }) => result.at === at);
  const found = paired[position];
  if (found === undefined) return null;
  const { input, inner } = found;
  const none: TransactionItems = {
    items: [input],
    transaction: { input: input.index, inner, link: 'none', receipts: null, entry: null },
  };
  const unit = unitOf(block, paired, position);
  if (unit === null) return none;
  const { receipts, entry, run } = unit;
  const isSmall = run.reduce((sum, { bytes }) => sum + bytes.length, 0) <= MAX_RUN_BYTES;
  return {
    items: [input, receipts, ...(isSmall ? run : [])],
    transaction: {
      input: input.index,
      inner,
      link: isSmall ? 'run' : 'receipts',
      receipts: receipts.index,
      entry,
    },
  };
}

/** Results of scanned blocks, cached while these are in memory. */
const knownResults = new WeakMap<ProvableBlock, readonly PairedResult[]>();

/** Returns the results with their transactions, in order. Throws `MalformedError`. */
function pairResults(block: ProvableBlock): readonly PairedResult[] {
  const before = knownResults.get(block);
  if (before !== undefined) return before;
  const pairing = new ResultPairing<ProvableItem>();
  const paired: PairedResult[] = [];
  for (const item of block.items) {
    const pair = pairing.add(item);
    if (pair === null) continue;
    const { input, inner, signed } = pair;
    paired.push({ item, result: readHead(item.content), input, inner, id: readBody(signed.bodyBytes).id });
  }
  pairing.end();
  knownResults.set(block, paired);
  return paired;
}

interface Unit {
  readonly receipts: ProvableItem;
  /** Index of the transaction's receipt among the receipts. */
  readonly entry: number;
  /** Items of the tree of outputs from the first to the last result. */
  readonly run: readonly ProvableItem[];
}

interface QueuedReceipts {
  readonly item: ProvableItem;
  readonly at: bigint;
  readonly entries: readonly ReceiptEntry[];
}

const knownReceipts = new WeakMap<ProvableItem, QueuedReceipts | null>();

/** Returns the receipts that an item of state changes queues; null: none. */
function receiptsIn(item: ProvableItem): QueuedReceipts | null {
  const before = knownReceipts.get(item);
  if (before !== undefined) return before;
  const receipts = readReceipts(item.content);
  const queued = receipts && { item, ...receipts };
  knownReceipts.set(item, queued);
  return queued;
}

/** Returns the time (nanoseconds) of state changes; 0: they have none. */
function timeOf({ content }: ProvableItem): bigint {
  const time = readRepeated(content, 1).at(-1);
  return time === undefined ? 0n : readTimestamp(time);
}

/** Returns the receipts of the unit of a result; null when no receipts identify it. */
function unitOf(block: ProvableBlock, paired: readonly PairedResult[], position: number): Unit | null {
  const own = paired[position]?.result.at ?? 0n;
  for (const changes of block.items) {
    // Receipts have the time of the last result of their unit.
    if (changes.kind !== KIND.stateChanges || timeOf(changes) < own) continue;
    const receipts = receiptsIn(changes);
    if (receipts === null) continue;
    const { item, at, entries } = receipts;
    const last = paired.findIndex(({ result }) => result.at === at);
    const first = last - entries.length + 1;
    if (last < 0 || first < 0 || position < first || position > last) continue;
    const entry = position - first;
    return isUnique(entries, entry, paired[position])
      ? { receipts: item, entry, run: runOf(block, paired, first, last) }
      : null;
  }
  return null;
}

function isUnique(
  entries: readonly ReceiptEntry[],
  number: number,
  paired: PairedResult | undefined,
): boolean {
  const own = entries[number];
  if (!own || !paired?.id || own.status !== paired.result.status || !isSameId(own.id, paired.id))
    return false;
  return entries.filter(({ id }) => isSameId(id, own.id)).length === 1;
}

function runOf(
  block: ProvableBlock,
  paired: readonly PairedResult[],
  first: number,
  last: number,
): readonly ProvableItem[] {
  const [from, to] = [paired[first]?.item.index ?? 0, paired[last]?.item.index ?? 0];
  return block.items.filter(({ tree, index }) => tree === TREE.outputs && index >= from && index <= to);
}

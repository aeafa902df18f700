import { concatBytes } from '@noble/hashes/utils.js';
import { WireReader } from '@tain/ledger/wire-reader';
import { KIND, TREE } from './block-root.ts';
import { sha384 } from './hashes.ts';
import { isSameId, type ProvenId, readRepeated } from './message-fields.ts';
import { type Fields, fieldsOf, malformed, readIndex } from './proof-json.ts';
import { decoding, type ProofBlock, type ProofItem } from './proven-block.ts';
import { ProofRefused } from './refusal.ts';
import { readReceipts } from './state-changes.ts';
import { bodyOfSigned, type ReadBody, readBody } from './transaction-body.ts';
import { readResult, type TimedResult } from './transaction-result.ts';

/** Strength of the link between a transaction and its result. */
export type Link = 'record' | 'run' | 'receipts' | 'none';

/** A transaction in a block with its proven outcome. */
export interface LinkedTransaction {
  readonly link: Exclude<Link, 'record'>;
  readonly id: ProvenId;
  readonly body: ReadBody;
  /** Hash of 48 bytes, as the API shows it. */
  readonly hash: Uint8Array;
  /** Status of the transaction; null with link `none`. */
  readonly status: number | null;
  /** Result of the transaction; only with link `run`. */
  readonly result: TimedResult | null;
}

/**
 * Finds the proven outcome of a transaction in a block. The root hash does not link results to transactions. For each
 * unit of work, nodes queue a list of receipts (transaction id, status) in the order of its results, with the time of
 * the last one. So if a list has `m` entries, the last result of a run of `m` has that time, and result number k
 * belongs to entry k. Throws `ProofRefused`: `format`, `leaf` or `link`.
 */
export function readLinkedTransaction(block: ProofBlock, value: unknown): LinkedTransaction {
  const fields = fieldsOf(value, 'the transaction');
  const input = itemAt(block, TREE.inputs, KIND.input, readIndex(fields.input, 'the index of the input'));
  const { signed, body } = decoding(() => readInput(input, fields.inner ?? null));
  const { id } = body;
  if (id === null) throw new ProofRefused('leaf', 'The transaction has no id.');
  const hash = decoding(() => transactionHash(signed));
  const { link } = fields;
  if (link === 'none') return { link, id, body, hash, status: null, result: null };
  if (link !== 'run' && link !== 'receipts') return malformed('its link is of an unknown kind');
  if (body.type === STATE_SIGNATURE) throw new ProofRefused('link', 'A state signature has no result.');
  const { at, entries } = receiptsOf(block, fields);
  const number = readIndex(fields.entry, 'the number of the receipt');
  const entry = entries[number];
  if (entry === undefined || !isSameId(entry.id, id))
    throw new ProofRefused('link', 'The receipt belongs to another transaction.');
  if (entries.filter((other) => isSameId(other.id, id)).length > 1)
    throw new ProofRefused('link', 'Several receipts are of transactions with this id.');
  if (link === 'receipts') return { link, id, body, hash, status: entry.status, result: null };
  const results = runOf(block, entries.length, at);
  const result = results[number];
  if (result === undefined || result.status !== entry.status)
    throw new ProofRefused('link', 'The result has another status than the receipt.');
  return { link, id, body, hash, status: entry.status, result };
}

function itemAt(block: ProofBlock, tree: number, kind: number, index: number): ProofItem {
  const item = block.items(tree).get(index);
  if (item?.kind !== kind) malformed(`it shows no item of kind ${kind} at index ${index} of tree ${tree}`);
  return item;
}

function readInput(
  { content }: ProofItem,
  inner: unknown,
): { readonly signed: Uint8Array; readonly body: ReadBody } {
  const body = readBody(bodyOfSigned(content));
  if (inner === null) return { signed: content, body };
  const signed = body.inner[readIndex(inner, 'the index in the batch')];
  if (signed === undefined) throw new ProofRefused('leaf', 'The batch has no transaction at that index.');
  return { signed, body: readBody(bodyOfSigned(signed)) };
}

/** Field of `TransactionBody`: nodes' signatures of the state. */
const STATE_SIGNATURE = 65;
const SIGNATURES = 2;
const BARE = 3;

/**
 * Returns the hash of a transaction. If the client sent body and signatures as fields of a `Transaction`, it is the
 * hash of that message.
 */
function transactionHash(signed: Uint8Array): Uint8Array {
  if (!isBare(signed)) return sha384(signed);
  const signatures = readRepeated(signed, SIGNATURES).at(-1);
  const parts = signatures === undefined ? [] : [field(3, signatures)];
  return sha384(...parts, field(4, bodyOfSigned(signed)));
}

function isBare(signed: Uint8Array): boolean {
  let isSet = false;
  const reader = new WireReader(signed);
  while (reader.next()) {
    if (reader.field === BARE) isSet = reader.int64('a flag') !== 0n;
    else reader.skip();
  }
  return isSet;
}

/** Encodes a length-delimited field. */
export function field(number: number, bytes: Uint8Array): Uint8Array {
  const head = [(number << 3) | 2];
  let rest = bytes.length;
  for (; rest >= 0x80; rest >>>= 7) head.push((rest & 0x7f) | 0x80);
  head.push(rest);
  return concatBytes(Uint8Array.from(head), bytes);
}

function receiptsOf(block: ProofBlock, fields: Fields): NonNullable<ReturnType<typeof readReceipts>> {
  const receiptsIndex = readIndex(fields.receipts, 'the index of the receipts');
  const { content } = itemAt(block, TREE.stateChanges, KIND.stateChanges, receiptsIndex);
  const receipts = decoding(() => readReceipts(content));
  if (receipts === null)
    throw new ProofRefused('link', 'The item that should have the receipts does not push one list of them.');
  return receipts;
}

/** Returns the results of a unit, from adjacent items of the tree of outputs. */
function runOf(block: ProofBlock, count: number, at: bigint): readonly TimedResult[] {
  const outputs = [...block.items(TREE.outputs)].filter(([, { kind }]) => kind !== KIND.header);
  const [first] = outputs;
  if (first?.[1].kind !== KIND.result)
    throw new ProofRefused('link', 'The run does not begin with a result.');
  for (const [position, [index]] of outputs.entries()) {
    if (index !== first[0] + position)
      throw new ProofRefused('link', 'The results are not adjacent: one may be missing.');
  }
  const results = decoding(() =>
    outputs.filter(([, { kind }]) => kind === KIND.result).map(([, { content }]) => readResult(content)),
  );
  if (results.length !== count)
    throw new ProofRefused('link', `There are ${results.length} results for ${count} receipts.`);
  if (results.at(-1)?.at !== at)
    throw new ProofRefused('link', 'The receipts do not have the time of the last result.');
  return results;
}

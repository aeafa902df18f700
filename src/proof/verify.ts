/**
 * `tain/verify`: verifies the proofs that a Tain server gives (`…/proof`), with nothing but what the caller trusts: the id of
 * the network's ledger, or address books. No network, no Node modules: it runs in browsers, workers and Node alike.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { KIND, TREE } from './block-root.ts';
import { type Link, type LinkedTransaction, readLinkedTransaction } from './linked-transaction.ts';
import { timeText } from './message-fields.ts';
import { type NodeEvidence, type TrustedBook, verifyNodes } from './node-evidence.ts';
import { type Fields, readProof } from './proof-json.ts';
import { decoding, readShownBlock, type ShownBlock } from './proven-block.ts';
import { type ProvenMessage, readProvenMessages } from './proven-topic.ts';
import { readShownFile } from './recorded-transaction.ts';
import { ProofRefused } from './refusal.ts';
import { readMessageTrace, readTopics, type TopicState } from './state-changes.ts';
import { type LedgerTrust, type ThresholdEvidence, verifyThreshold } from './threshold-evidence.ts';
import type { ProvenResult } from './transaction-result.ts';

export type { Link } from './linked-transaction.ts';
export type { NodeEvidence, TrustedBook } from './node-evidence.ts';
export type { BlockProofJson, ProofJson, RecordProofJson } from './proof-json.ts';
export type { ProvenMessage } from './proven-topic.ts';
export { ProofRefused, type ProofStep } from './refusal.ts';
export type { ThresholdEvidence } from './threshold-evidence.ts';
export type {
  ProvenNftTransfer,
  ProvenResult,
  ProvenTokenTransfers,
  ProvenTransfer,
} from './transaction-result.ts';

/** What the caller trusts. A proof of a block needs `ledgerId`, one of a record file `addressBooks`. */
export interface VerifyOptions extends Partial<LedgerTrust> {
  /** SHA-384 of address books, in hex, alone or with the stakes of their nodes. */
  readonly addressBooks?: readonly (TrustedBook | string)[];
}

/** The block or record file, and who signed it. */
export interface ProvenBlockFacts {
  /** Null for a record file whose nodes did not sign it. */
  readonly number: string | null;
  /** Root hash of a block, hash that was signed of a record file; 48 bytes in hex. */
  readonly hash: string;
  /** When the block began; null for a record file. */
  readonly timestamp: string | null;
  readonly hapi_version: string | null;
  readonly evidence: ThresholdEvidence | NodeEvidence;
}

/** What is proven of a transaction. */
export interface ProvenTransaction {
  readonly block: ProvenBlockFacts;
  /** `shard.realm.num-seconds-nanoseconds`. */
  readonly transaction_id: string;
  readonly nonce: number;
  readonly scheduled: boolean;
  /** 48 bytes in hex. */
  readonly transaction_hash: string;
  /** Number of its type: the field of `TransactionBody.data`. */
  readonly type: number;
  readonly memo: Uint8Array;
  /** What it submits to a topic; null: nothing. */
  readonly message: { readonly topic_id: string; readonly message: Uint8Array } | null;
  /**
   * What binds the result to it. `record`, `run`: all that is here. `receipts`: the status alone. `none`: nothing, only that
   * it is in the block.
   */
  readonly link: Link;
  /** Number of its `ResponseCodeEnum`; 22 is SUCCESS. Null with link `none`. */
  readonly status: number | null;
  /** Null with links `receipts` and `none`. */
  readonly result: ProvenResult | null;
}

/** What was asked for: compared with what is proven. */
export interface AskedTransaction {
  readonly transactionId?: string;
  readonly nonce?: number;
  readonly scheduled?: boolean;
  /** 48 bytes in hex. */
  readonly hash?: string;
}

/** Verifies the proof of a transaction, and gives what is proven. Throws `ProofRefused`. */
export async function verifyTransaction(
  proof: unknown,
  options: VerifyOptions & { readonly transaction?: AskedTransaction },
): Promise<ProvenTransaction> {
  const { kind, fields } = readProof(proof);
  const proven = kind === 'block' ? inBlock(fields, options) : await inFile(fields, options);
  expectAsked(proven, options.transaction ?? {});
  return proven;
}

function inBlock(fields: Fields, options: VerifyOptions): ProvenTransaction {
  const shown = readShownBlock(fields);
  const linked = readLinkedTransaction(shown, fields.transaction);
  return { block: factsOf(shown, fields, options), ...transactionOf(linked) };
}

function transactionOf({
  id,
  body,
  hash,
  link,
  status,
  result,
}: Omit<LinkedTransaction, 'link'> & { readonly link: Link }): Omit<ProvenTransaction, 'block'> {
  return {
    transaction_id: id.id,
    nonce: id.nonce,
    scheduled: id.scheduled,
    transaction_hash: `0x${bytesToHex(hash)}`,
    type: body.type,
    memo: body.memo,
    message: body.message && { topic_id: body.message.topic, message: body.message.bytes },
    link,
    status,
    result: result && withoutTime(result),
  };
}

function withoutTime({ at: _, ...result }: ProvenResult & { readonly at: bigint }): ProvenResult {
  return result;
}

async function inFile(fields: Fields, options: VerifyOptions): Promise<ProvenTransaction> {
  const file = readShownFile(fields);
  if (file.item === null) throw new ProofRefused('format', 'The proof shows no transaction.');
  const { id, record, body } = file.item;
  const { transactionHash: hash, status, id: _, topic: __, ...outcome } = record;
  return {
    block: await fileFacts(file, fields, options),
    ...transactionOf({ id, body, hash, link: 'record', status, result: { status, ...outcome } }),
  };
}

function expectAsked(
  { transaction_id, nonce, scheduled, transaction_hash }: ProvenTransaction,
  asked: AskedTransaction,
): void {
  const isOther =
    (asked.transactionId !== undefined && asked.transactionId !== transaction_id) ||
    (asked.nonce !== undefined && asked.nonce !== nonce) ||
    (asked.scheduled !== undefined && asked.scheduled !== scheduled) ||
    (asked.hash !== undefined && asked.hash.replace(/^0x/, '').toLowerCase() !== transaction_hash.slice(2));
  if (isOther)
    throw new ProofRefused(
      'question',
      `The proof is of transaction ${transaction_id} (nonce ${nonce}${scheduled ? ', scheduled' : ''}).`,
    );
}

/** Verifies the proof of a block: its number, time and root hash are signed. Throws `ProofRefused`. */
export async function verifyBlock(
  proof: unknown,
  options: VerifyOptions & { readonly number?: bigint | number | string },
): Promise<ProvenBlockFacts> {
  const { kind, fields } = readProof(proof);
  const facts =
    kind === 'block'
      ? factsOf(readShownBlock(fields), fields, options)
      : await fileFacts(readShownFile(fields), fields, options);
  const { number } = options;
  if (number !== undefined && facts.number !== String(number))
    throw new ProofRefused('question', `The proof is of block ${facts.number ?? 'without a number'}.`);
  return facts;
}

/** Messages of a topic, each of which is proven, in order and without a gap. */
export interface ProvenMessages {
  readonly block: ProvenBlockFacts;
  readonly topic_id: string;
  readonly messages: readonly ProvenMessage[];
}

/** What was asked for: a topic, and the numbers of the first and last message. */
export interface AskedMessages {
  readonly topic?: string;
  readonly from?: bigint | number | string;
  readonly to?: bigint | number | string;
}

/**
 * Verifies the proof of messages of a topic: content, payer, time and number of each, and that none is left out between them.
 * `asked.from` and `to` must be among them; others may come with them. Throws `ProofRefused`.
 */
export async function verifyMessages(
  proof: unknown,
  options: VerifyOptions & { readonly asked?: AskedMessages },
): Promise<ProvenMessages> {
  const { kind, fields } = readProof(proof);
  let shown: readonly TopicState[];
  let block: ProvenBlockFacts;
  if (kind === 'block') {
    const read = readShownBlock(fields);
    shown = topicStatesOf(read, fields);
    block = factsOf(read, fields, options);
  } else {
    const file = readShownFile(fields);
    const state = file.item?.record.topic;
    shown = state?.version === 3n && file.item?.record.status === SUCCESS ? [state] : [];
    block = await fileFacts(file, fields, options);
  }
  const { topic, messages } = readProvenMessages(fields.topic, shown);
  const { asked = {} } = options;
  const [first, last] = [messages[0]?.sequence_number, messages.at(-1)?.sequence_number];
  const isMissing =
    (asked.topic !== undefined && asked.topic !== topic) ||
    (asked.from !== undefined && BigInt(asked.from) < BigInt(first ?? 0)) ||
    (asked.to !== undefined && BigInt(asked.to) > BigInt(last ?? 0)) ||
    BigInt(asked.from ?? asked.to ?? first ?? 0) > BigInt(asked.to ?? last ?? 0);
  if (isMissing)
    throw new ProofRefused('question', `The proof is of messages ${first} to ${last} of topic ${topic}.`);
  return { block, topic_id: topic, messages };
}

const SUCCESS = 22;

/** What the items of a block say of the running hashes of the topic that the proof is about. */
function topicStatesOf(block: ShownBlock, fields: Fields): readonly TopicState[] {
  const { topic } = fields;
  const name = typeof topic === 'object' && topic !== null ? (topic as Fields)['topic_id'] : null;
  return decoding(() => {
    const states: TopicState[] = [];
    for (const { kind, content } of block.items(TREE.stateChanges).values()) {
      const state =
        kind === KIND.stateChanges && typeof name === 'string' ? readTopics(content).get(name) : null;
      if (state) states.push(state);
    }
    for (const { kind, content } of block.items(TREE.traces).values()) {
      const state = kind === KIND.trace ? readMessageTrace(content) : null;
      if (state) states.push(state);
    }
    return states;
  });
}

function factsOf(
  { root, header, time }: ShownBlock,
  fields: Fields,
  options: VerifyOptions,
): ProvenBlockFacts {
  const { ledgerId } = options;
  if (ledgerId === undefined) throw new TypeError('a proof of a block needs the id of the ledger');
  const { major, minor, patch } = header.version;
  return {
    number: header.number.toString(),
    hash: `0x${bytesToHex(root)}`,
    timestamp: timeText(time),
    hapi_version: `${major}.${minor}.${patch}`,
    evidence: verifyThreshold(root, fields, { ...options, ledgerId }),
  };
}

async function fileFacts(
  { hash, signed, number, hapi }: ReturnType<typeof readShownFile>,
  fields: Fields,
  { addressBooks }: VerifyOptions,
): Promise<ProvenBlockFacts> {
  if (addressBooks === undefined) throw new TypeError('a proof of a record file needs address books');
  return {
    number: number === null ? null : number.toString(),
    hash: `0x${bytesToHex(hash)}`,
    timestamp: null,
    hapi_version: hapi && `${hapi.major}.${hapi.minor}.${hapi.patch}`,
    evidence: await verifyNodes(hash, signed, fields, addressBooks),
  };
}

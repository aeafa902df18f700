/**
 * `tain/verify`: verifies the proofs of a Tain server (`…/proof`) with only the caller's trusted values: the id of the
 * network's ledger, or address books. The module uses neither the network nor Node modules, so it runs in browsers,
 * workers and Node.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { followBlock, followFile, type OnStep } from './held-step.ts';
import { type Link, type LinkedTransaction, readLinkedTransaction } from './linked-transaction.ts';
import { type Fields, readProof } from './proof-json.ts';
import { ProofRefused } from './refusal.ts';
import { blockFacts, fileFacts, type ProvenBlockFacts, type VerifyOptions } from './signed-facts.ts';
import type { ProvenResult } from './transaction-result.ts';

export type { HeldStep, NamedHash, OnStep } from './held-step.ts';
export type { Link } from './linked-transaction.ts';
export type { NodeEvidence, TrustedBook } from './node-evidence.ts';
export type { BlockProofJson, ProofJson, RecordProofJson } from './proof-json.ts';
export type { ProvenMessage } from './proven-topic.ts';
export { type ClaimedTrust, claimedTrust } from './read-publication.ts';
export { ProofRefused, type ProofStep } from './refusal.ts';
export type { ProvenBlockFacts, VerifyOptions } from './signed-facts.ts';
export type { ThresholdEvidence } from './threshold-evidence.ts';
export type {
  ProvenNftTransfer,
  ProvenResult,
  ProvenTokenTransfers,
  ProvenTransfer,
} from './transaction-result.ts';
export { type AskedMessages, type ProvenMessages, verifyMessages } from './verify-messages.ts';

/** Proven facts of a transaction. */
export interface ProvenTransaction {
  readonly block: ProvenBlockFacts;
  /** Id as `shard.realm.num-seconds-nanoseconds`. */
  readonly transaction_id: string;
  readonly nonce: number;
  readonly scheduled: boolean;
  /** Hash: 48 bytes in hex. */
  readonly transaction_hash: string;
  /** Number of its type: the field of `TransactionBody.data`. */
  readonly type: number;
  readonly memo: Uint8Array;
  /** Message that it submits; null when none. */
  readonly message: { readonly topic_id: string; readonly message: Uint8Array } | null;
  /**
   * Link between transaction and result. `record`, `run`: all facts here are proven. `receipts`: only the status.
   * `none`: only the presence in the block.
   */
  readonly link: Link;
  /** Number of its `ResponseCodeEnum`; 22 is SUCCESS. Null with link `none`. */
  readonly status: number | null;
  /** Result; null with links `receipts` and `none`. */
  readonly result: ProvenResult | null;
}

/** The requested transaction, which is compared with the proven one. */
export interface AskedTransaction {
  readonly transactionId?: string;
  /**
   * Nonce. Default with `transactionId`: 0, the user's own transaction. Child transactions have the same id and other
   * nonces.
   */
  readonly nonce?: number;
  /** Whether it is scheduled. Default with `transactionId`: false. */
  readonly scheduled?: boolean;
  /** Hash: 48 bytes in hex. */
  readonly hash?: string;
}

/** Verifies the proof of a transaction, and returns its proven facts. Throws `ProofRefused`. */
export async function verifyTransaction(
  proof: unknown,
  options: VerifyOptions & { readonly transaction?: AskedTransaction },
): Promise<ProvenTransaction> {
  const { kind, fields } = readProof(proof);
  const proven = kind === 'block' ? inBlock(fields, options) : await inFile(fields, options);
  expectRequested(proven, options.transaction ?? {}, options.onStep);
  return proven;
}

function inBlock(fields: Fields, options: VerifyOptions): ProvenTransaction {
  const { onStep } = options;
  const shown = followBlock(fields, onStep);
  const linked = readLinkedTransaction(shown, fields.transaction);
  onStep?.({ step: 'link', detail: LINKS[linked.link], hashes: [] });
  return { block: blockFacts(shown, fields, options), ...transactionOf(linked) };
}

/** Descriptions of the links between transaction and result. */
const LINKS: Readonly<Record<Link, string>> = {
  record: 'Transaction and record are one item.',
  run: 'The receipts of its unit and all results of the unit, which are adjacent, bind the result to the transaction.',
  receipts: 'A receipt binds the status to the transaction.',
  none: 'Nothing in the block binds a result to the transaction: only its presence in the block is proven.',
};

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
  const file = followFile(fields, options.onStep);
  if (file.item === null) throw new ProofRefused('format', 'The proof shows no transaction.');
  const { id, record, body } = file.item;
  const { transactionHash: hash, status, id: _, topic: __, ...outcome } = record;
  return {
    block: await fileFacts(file, fields, options),
    ...transactionOf({ id, body, hash, link: 'record', status, result: { status, ...outcome } }),
  };
}

function expectRequested(
  { transaction_id, nonce, scheduled, transaction_hash }: ProvenTransaction,
  given: AskedTransaction,
  onStep: OnStep | undefined,
): void {
  const sent = given.transactionId === undefined ? {} : { nonce: 0, scheduled: false };
  const asked = { ...sent, ...withoutUndefined(given) };
  const isOther =
    (asked.transactionId !== undefined && asked.transactionId !== transaction_id) ||
    (asked.nonce !== undefined && asked.nonce !== nonce) ||
    (asked.scheduled !== undefined && asked.scheduled !== scheduled) ||
    (asked.hash !== undefined && asked.hash.replace(/^0x/, '').toLowerCase() !== transaction_hash.slice(2));
  const name = `transaction ${transaction_id} (nonce ${nonce}${scheduled ? ', scheduled' : ''})`;
  if (isOther) throw new ProofRefused('question', `The proof is of ${name}.`);
  if (Object.keys(asked).length === 0) return;
  const others =
    asked.hash === undefined
      ? ' There may be proofs of other transactions with this id: its children, with other nonces, what it scheduled, and another submission.'
      : '';
  onStep?.({ step: 'question', detail: `It is ${name}, as requested.${others}`, hashes: [] });
}

function withoutUndefined(asked: AskedTransaction): AskedTransaction {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/**
 * Reads a transaction's hash of 48 bytes in hex, with or without `0x`, or its id, which alone means the user's own transaction
 * (nonce 0, not scheduled).
 */
export function namedTransaction(idOrHash: string): Pick<AskedTransaction, 'hash' | 'transactionId'> {
  return /^(?:0x)?[0-9a-f]{96}$/i.test(idOrHash) ? { hash: idOrHash } : { transactionId: idOrHash };
}

/** Verifies the proof of a block: its number, time and root hash are signed. Throws `ProofRefused`. */
export async function verifyBlock(
  proof: unknown,
  options: VerifyOptions & { readonly number?: bigint | number | string },
): Promise<ProvenBlockFacts> {
  const { kind, fields } = readProof(proof);
  const { number, onStep } = options;
  const facts =
    kind === 'block'
      ? blockFacts(followBlock(fields, onStep), fields, options)
      : await fileFacts(followFile(fields, onStep), fields, options);
  if (number !== undefined && facts.number !== String(number))
    throw new ProofRefused('question', `The proof is of block ${facts.number ?? 'without a number'}.`);
  if (number !== undefined)
    onStep?.({ step: 'question', detail: `It is block ${number}, as requested.`, hashes: [] });
  return facts;
}

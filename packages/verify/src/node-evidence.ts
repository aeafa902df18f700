import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { sha384 } from './hashes.ts';
import type { OnStep } from './held-step.ts';
import { readId, readRepeated, timeText } from './message-fields.ts';
import { bytesOf, type Fields, fieldsOf, listOf, numberOf } from './proof-json.ts';
import type { ProofFile } from './recorded-transaction.ts';
import { ProofRefused } from './refusal.ts';

/** An address book that the caller trusts, with the time that it was in force. */
export interface TrustedBook {
  /** SHA-384 of the serialized `NodeAddressBook` (the content of file 0.0.102), in hex. */
  readonly sha384: string;
  /** Stake by node id; without it every node has weight 1. */
  readonly weights?: Readonly<Record<string, string | number | bigint>>;
  /** Time for which it is trusted: `seconds.nanoseconds`, `from` inclusive, `before` exclusive. Default: always. */
  readonly from?: string;
  readonly to?: string;
}

/** Nodes that signed the record file. */
export interface NodeEvidence {
  readonly kind: 'record-signatures';
  /** SHA-384 of the address book. */
  readonly address_book: string;
  /** The signed data: the hash of the whole file, or of its metadata. */
  readonly signed: 'metadata' | 'file';
  /** The signed hash: 48 bytes in hex. */
  readonly signed_hash: string;
  readonly signers: readonly string[];
  readonly signed_weight: string;
  readonly total_weight: string;
  readonly weights: 'given' | 'equal';
}

/** Maximum number of signatures; no network has so many nodes. */
const MAX_SIGNATURES = 1024;
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' } as const;

/**
 * Verifies that nodes with at least a third of the weight signed a hash, by the address book in the proof, which the caller
 * must trust. Throws `ProofRefused`: `format`, `ledger` or `signature`.
 */
export async function verifyNodes(
  { hash, signed, at }: Pick<ProofFile, 'hash' | 'signed' | 'at'>,
  fields: Fields,
  books: readonly (TrustedBook | string)[],
  onStep?: OnStep,
): Promise<NodeEvidence> {
  const bytes = bytesOf(fields.address_book, 'the address book');
  const digest = bytesToHex(sha384(bytes));
  const named = books
    .map((book): TrustedBook => (typeof book === 'string' ? { sha384: book } : book))
    .filter((book) => book.sha384.replace(/^0x/, '').toLowerCase() === digest);
  if (named.length === 0)
    throw new ProofRefused('ledger', `The address book with SHA-384 ${digest} is not trusted.`);
  const trusted = named.find((book) => isInForce(book, at));
  if (trusted === undefined)
    throw new ProofRefused(
      'ledger',
      `The address book with SHA-384 ${digest} is not trusted for ${at === null ? 'a file without a time' : timeText(at)}.`,
    );
  const keys = keysOf(bytes);
  const { weights } = trusted;
  onStep?.({
    step: 'ledger',
    detail: `The address book of the proof is trusted: it names ${keys.size} nodes.`,
    hashes: [{ name: 'Address book', hash: `0x${digest}` }],
  });
  const weightOf = (node: string) => (weights === undefined ? 1n : BigInt(weights[node] ?? 0));
  const signers = new Set<string>();
  for (const value of listOf(fields.signatures, 'the signatures', MAX_SIGNATURES)) {
    const given = fieldsOf(value, 'a signature');
    const node = numberOf(given.node_id, 'a node id').toString();
    const key = keys.get(node);
    if (key === undefined) throw new ProofRefused('signature', `Node ${node} is not in the address book.`);
    if (signers.has(node)) throw new ProofRefused('signature', `Node ${node} signs twice.`);
    if (!(await isSigned(key, bytesOf(given.signature, 'a signature'), hash)))
      throw new ProofRefused('signature', `The signature of node ${node} does not hold.`);
    signers.add(node);
  }
  let [signedWeight, total] = [0n, 0n];
  for (const node of keys.keys()) {
    total += weightOf(node);
    if (signers.has(node)) signedWeight += weightOf(node);
  }
  if (signedWeight <= 0n || 3n * signedWeight < total)
    throw new ProofRefused(
      'signature',
      `Nodes with a weight of ${signedWeight} of ${total} signed: less than a third.`,
    );
  onStep?.({
    step: 'signature',
    detail: `Nodes ${[...signers].join(', ')} signed it, with a weight of ${signedWeight} of ${total}.`,
    hashes: [],
  });
  return {
    kind: 'record-signatures',
    address_book: `0x${digest}`,
    signed,
    signed_hash: `0x${bytesToHex(hash)}`,
    signers: [...signers],
    signed_weight: signedWeight.toString(),
    total_weight: total.toString(),
    weights: weights === undefined ? 'equal' : 'given',
  };
}

/** Returns whether a book is trusted for a consensus time. Throws `TypeError` when its own times are malformed. */
function isInForce({ from, to }: TrustedBook, at: bigint | null): boolean {
  if (from === undefined && to === undefined) return true;
  const [first, end] = [from, to].map((text) => (text === undefined ? null : nanosOfText(text)));
  if (at === null) return false;
  return (first == null || at >= first) && (end == null || at < end);
}

function nanosOfText(text: string): bigint {
  const [, seconds, rest = ''] = /^(\d{1,19})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (seconds === undefined) throw new TypeError(`a time is seconds.nanoseconds, not ${text}`);
  return BigInt(`${seconds}${rest.padEnd(9, '0')}`);
}

async function isSigned(
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array,
  hash: Uint8Array,
): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) throw new TypeError('signatures of nodes need WebCrypto: a page over HTTPS');
  try {
    const imported = await subtle.importKey('spki', key, ALGORITHM, false, ['verify']);
    return await subtle.verify(ALGORITHM.name, imported, Uint8Array.from(signature), Uint8Array.from(hash));
  } catch {
    return false;
  }
}

/** Account of the first node: in old books node `n` is account `n + 3`, and has no id. */
const FIRST_ACCOUNT = 3n;
const END_OF_ACCOUNTS = 20n;

/** Returns RSA keys by node id; empty bytes where the book has none. Old books may name a node several times. */
function keysOf(bytes: Uint8Array): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  try {
    const keys = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const node of readRepeated(bytes, 1)) {
      const { id, key } = readNode(node);
      if (!keys.has(id)) keys.set(id, key);
    }
    return keys;
  } catch (cause) {
    if (!(cause instanceof MalformedError)) throw cause;
    throw new ProofRefused('ledger', `The address book cannot be read: ${cause.message}.`, { cause });
  }
}

function readNode(bytes: Uint8Array): { readonly id: string; readonly key: Uint8Array<ArrayBuffer> } {
  let nodeId = 0n;
  let [account, memo, key] = ['', '', ''];
  const text = new TextDecoder();
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 3) memo = text.decode(reader.content('a memo'));
    else if (reader.field === 4) key = text.decode(reader.content('a key'));
    else if (reader.field === 5) nodeId = reader.int64('a node id');
    else if (reader.field === 6) account = readId(reader.content('an account'));
    else reader.skip();
  }
  const number = /^\d+\.\d+\.(\d{1,18})$/.exec(account || memo)?.[1];
  const num = number === undefined ? 0n : BigInt(number);
  const isUnnamed = nodeId === 0n && num >= FIRST_ACCOUNT && num < END_OF_ACCOUNTS;
  return {
    id: (isUnnamed ? num - FIRST_ACCOUNT : nodeId).toString(),
    key: hexToBytes(/^(?:[0-9a-f]{2})+$/i.test(key) ? key : ''),
  };
}

import { MAX_INT64 } from '@tain/ledger/timestamp';
import { HASH_BYTES } from './hashes.ts';
import { ProofRefused } from './refusal.ts';

/** Version of the format. */
export const FORMAT = 1;

/** Encodings in all parts: bytes are base64, 64-bit integers are text, and informative hashes are hex with `0x`. */

/** Some items of one of a block's trees. Directions follow from `leaves` and `index` (see `rootFrom`). */
export interface TreeJson {
  /** Number of the tree. 5: inputs; 6: outputs; 7: state changes; 8: traces. */
  readonly tree: number;
  /** Number of leaves of the tree. */
  readonly leaves: number;
  /** Serialized `BlockItem`s, ascending by index. */
  readonly items: readonly { readonly index: number; readonly bytes: string }[];
  readonly siblings: readonly string[];
}

export type SignatureJson =
  | { readonly kind: 'direct'; readonly block_signature: string }
  /** Serialized `StateProof`, as in the block. */
  | { readonly kind: 'later'; readonly state_proof: string };

/** Link between a transaction and its result; indexes are those of items in this proof. */
export interface TransactionJson {
  /** Index of its item in tree 5. */
  readonly input: number;
  /** Index of the transaction in a batch; null if it is the item's own transaction. */
  readonly inner: number | null;
  /**
   * Proven link. `run`: by all results of its unit and the unit's receipts; receipt number `entry` is its own.
   * `receipts`: by the receipts only, so only its status is proven. `none`: no link, so only its presence in the block
   * is proven.
   */
  readonly link: 'run' | 'receipts' | 'none';
  /** Index in tree 7 of the item that adds the receipts. */
  readonly receipts: number | null;
  readonly entry: number | null;
}

export interface MessageJson {
  readonly payer: string;
  readonly consensus_timestamp: string;
  readonly message: string;
}

/** Messages of a topic in order; the last one leads to the running hash that the proof shows. */
export interface TopicJson {
  readonly topic_id: string;
  /** Number of the first message. */
  readonly sequence_number: string;
  /** Running hash before the first message; it needs no proof, because the proven hash covers it. */
  readonly previous_running_hash: string;
  readonly messages: readonly MessageJson[];
}

interface CommonJson {
  readonly version: typeof FORMAT;
  readonly topic?: TopicJson;
}

export interface BlockProofJson extends CommonJson {
  readonly kind: 'block';
  /** Number and hash of the block: informative, because the verifier computes them. */
  readonly block: { readonly number: string; readonly hash: string };
  /** Content of the timestamp's leaf. */
  readonly timestamp: string;
  /** Leaves 1 to 8 of the root, or 1 to 16. */
  readonly subtrees: readonly string[];
  readonly trees: readonly TreeJson[];
  readonly signature: SignatureJson;
  /** Serialized `LedgerIdPublicationTransactionBody`. */
  readonly ledger: { readonly publication: string };
  readonly transaction?: TransactionJson;
}

/** A transaction in a v5 or v6 file, with the other inputs of its metadata hash. */
export interface CompactFileJson {
  readonly version: 5 | 6;
  /** HAPI version of the file. */
  readonly hapi: { readonly major: number; readonly minor: number; readonly patch: number };
  /** Object stream version; v5 only. */
  readonly object_version?: number;
  /** Running hash of the previous file. */
  readonly start: string;
  /** Running hash before the item. */
  readonly before: string;
  readonly item: { readonly transaction: string; readonly record: string };
  /** Hashes of the items after it. */
  readonly after: readonly string[];
  /** Number of the block; v6 only. */
  readonly number?: string;
}

/** A whole decompressed file. */
export interface WholeFileJson {
  readonly version: 1 | 2 | 5 | 6;
  readonly bytes: string;
  /** Index of the transaction in it. */
  readonly index: number | null;
}

export interface RecordProofJson extends CommonJson {
  readonly kind: 'record-file';
  readonly block: { readonly number: string; readonly hash: string };
  readonly file: CompactFileJson | WholeFileJson;
  readonly signed: 'metadata' | 'file';
  readonly signatures: readonly { readonly node_id: string; readonly signature: string }[];
  /** Serialized `NodeAddressBook` in force. */
  readonly address_book: string;
}

export type ProofJson = BlockProofJson | RecordProofJson;

/** Maximum number of characters of a proof; bounds the cost of hostile ones. */
const MAX_TEXT = 64 * 1024 * 1024;
const MAX_ELEMENTS = 1_000_000;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** End of a text whose last character has nonzero unused bits, which would be a second encoding of the same bytes. */
const UNUSED_BITS = /(?:[^AQgw]=|[^AEIMQUYcgkosw048=])=$/;

/** Throws `ProofRefused` with step `format`. */
export function malformed(what: string): never {
  throw new ProofRefused('format', `The proof is not of the format: ${what}.`);
}

/** An object of an untrusted proof. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    malformed(`${what} is not an object`);
  return value as Fields;
}

export function listOf(value: unknown, what: string, max = MAX_ELEMENTS): readonly unknown[] {
  if (!Array.isArray(value) || value.length > max) malformed(`${what} is not a list, or is too long`);
  return value;
}

export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT) malformed(`${what} is not text`);
  return value;
}

/** Reads a nonnegative integer that JavaScript represents exactly. */
export function readIndex(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    malformed(`${what} is not an index`);
  return value;
}

/** Reads a nonnegative signed 32-bit integer: the hashed number must not be the low part of a larger one. */
export function int32Of(value: unknown, what: string): number {
  const number = readIndex(value, what);
  if (number > 0x7fff_ffff) malformed(`${what} has more than 32 bits`);
  return number;
}

/** Reads a nonnegative signed 64-bit integer, as text. */
export function numberOf(value: unknown, what: string): bigint {
  const text = textOf(value, what);
  const number = /^(?:0|[1-9]\d{0,18})$/.test(text) ? BigInt(text) : -1n;
  if (number < 0n || number > MAX_INT64) malformed(`${what} is not a number`);
  return number;
}

export function bytesOf(value: unknown, what: string): Uint8Array {
  const text = textOf(value, what);
  if (text.length % 4 !== 0 || !BASE64.test(text) || UNUSED_BITS.test(text.slice(-3)))
    malformed(`${what} is not base64`);
  const binary = atob(text);
  // `Uint8Array.from` takes a hundred times as long for megabytes.
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export function hashOf(value: unknown, what: string): Uint8Array {
  const bytes = bytesOf(value, what);
  if (bytes.length !== HASH_BYTES) malformed(`${what} has ${bytes.length} bytes, not ${HASH_BYTES}`);
  return bytes;
}

/** Returns the fields of a proof of this format. Throws `ProofRefused`. */
export function readProof(value: unknown): { readonly kind: ProofJson['kind']; readonly fields: Fields } {
  const fields = fieldsOf(value, 'the proof');
  if (fields.version !== FORMAT) malformed(`it is not of version ${FORMAT}`);
  const { kind } = fields;
  if (kind !== 'block' && kind !== 'record-file') malformed('it is of an unknown kind');
  return { kind, fields };
}

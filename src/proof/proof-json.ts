import { MAX_INT64 } from '../kernel/timestamp.ts';
import { HASH_BYTES } from './hashes.ts';
import { ProofRefused } from './refusal.ts';

/** Number of the format that is written and read here. */
export const FORMAT = 1;

/** Bytes of a proof are base64, 64-bit integers text, hashes that only a reader looks at hex behind `0x`. */

/** Some items of one of a block's trees. Directions follow from `leaves` and `index` (see `rootFrom`). */
export interface TreeJson {
  /** 5: inputs; 6: outputs; 7: state changes; 8: traces. */
  readonly tree: number;
  /** How many leaves the tree has. */
  readonly leaves: number;
  /** Serialized `BlockItem`s, ascending by place. */
  readonly items: readonly { readonly index: number; readonly bytes: string }[];
  readonly siblings: readonly string[];
}

export type SignatureJson =
  | { readonly kind: 'direct'; readonly block_signature: string }
  /** Serialized `StateProof`, as the block had it. */
  | { readonly kind: 'later'; readonly state_proof: string };

/** How a transaction's result is bound to it; places are those of items in this proof. */
export interface TransactionJson {
  /** Place of its item in tree 5. */
  readonly input: number;
  /** Place in the batch that the item is; null: it is the transaction itself. */
  readonly inner: number | null;
  /**
   * `run`: all results of its unit and the receipts of the unit, of which it is number `entry`. `receipts`: only these, so
   * its status alone is proven. `none`: neither, so only that the transaction is in the block.
   */
  readonly link: 'run' | 'receipts' | 'none';
  /** Place in tree 7 of the item that pushes the receipts. */
  readonly receipts: number | null;
  readonly entry: number | null;
}

export interface MessageJson {
  readonly payer: string;
  readonly consensus_timestamp: string;
  readonly message: string;
}

/** Messages of a topic in order, the last of which leads to the running hash that the proof shows. */
export interface TopicJson {
  readonly topic_id: string;
  /** Of the first one. */
  readonly sequence_number: string;
  /** Before the first one; it needs no proof, since what is proven was made from it. */
  readonly previous_running_hash: string;
  readonly messages: readonly MessageJson[];
}

interface CommonJson {
  readonly version: typeof FORMAT;
  readonly topic?: TopicJson;
}

export interface BlockProofJson extends CommonJson {
  readonly kind: 'block';
  /** For the reader: the verifier computes them. */
  readonly block: { readonly number: string; readonly hash: string };
  /** Content of the leaf of the block's timestamp. */
  readonly timestamp: string;
  /** Leaves 1 to 8 of the root, or 1 to 16. */
  readonly subtrees: readonly string[];
  readonly trees: readonly TreeJson[];
  readonly signature: SignatureJson;
  /** Serialized `LedgerIdPublicationTransactionBody`. */
  readonly ledger: { readonly publication: string };
  readonly transaction?: TransactionJson;
}

/** A transaction in a v5 or v6 file, with what its metadata hash covers. */
export interface CompactFileJson {
  readonly version: 5 | 6;
  /** HAPI version. */
  readonly hapi: { readonly major: number; readonly minor: number; readonly patch: number };
  /** v5: object stream version. */
  readonly object_version?: number;
  /** Running hash of the file before this one. */
  readonly start: string;
  /** Running hash before the item. */
  readonly before: string;
  readonly item: { readonly transaction: string; readonly record: string };
  /** Hashes of the items after it. */
  readonly after: readonly string[];
  /** v6 only. */
  readonly number?: string;
}

/** A whole file, decompressed. */
export interface WholeFileJson {
  readonly version: 1 | 2 | 5 | 6;
  readonly bytes: string;
  /** Place of the transaction in it. */
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

/** More than any proof holds; what hostile ones may cost. */
const MAX_TEXT = 64 * 1024 * 1024;
const MAX_ELEMENTS = 1_000_000;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** End of a text whose last character has other bits than those of the bytes: another form of the same bytes. */
const UNUSED_BITS = /(?:[^AQgw]=|[^AEIMQUYcgkosw048=])=$/;

/** Throws `ProofRefused` with step `format`. */
export function malformed(what: string): never {
  throw new ProofRefused('format', `The proof is not of the format: ${what}.`);
}

/** An object of a proof that comes from anywhere. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) malformed(`${what} is no object`);
  return value as Fields;
}

export function listOf(value: unknown, what: string, most = MAX_ELEMENTS): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most) malformed(`${what} is no list, or too long`);
  return value;
}

export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT) malformed(`${what} is no text`);
  return value;
}

/** A whole number that JavaScript holds exactly, from 0 on. */
export function placeOf(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    malformed(`${what} is no place`);
  return value;
}

/** The same, of 32 bits with a sign: what is hashed must not be the rest of a larger number. */
export function int32Of(value: unknown, what: string): number {
  const number = placeOf(value, what);
  if (number > 0x7fff_ffff) malformed(`${what} has more than 32 bits`);
  return number;
}

/** A number of 64 bits with a sign, from 0 on, as text. */
export function numberOf(value: unknown, what: string): bigint {
  const text = textOf(value, what);
  const number = /^(?:0|[1-9]\d{0,18})$/.test(text) ? BigInt(text) : -1n;
  if (number < 0n || number > MAX_INT64) malformed(`${what} is no number`);
  return number;
}

export function bytesOf(value: unknown, what: string): Uint8Array {
  const text = textOf(value, what);
  if (text.length % 4 !== 0 || !BASE64.test(text) || UNUSED_BITS.test(text.slice(-3)))
    malformed(`${what} is not base64`);
  const binary = atob(text);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function hashOf(value: unknown, what: string): Uint8Array {
  const bytes = bytesOf(value, what);
  if (bytes.length !== HASH_BYTES) malformed(`${what} has ${bytes.length} bytes, not ${HASH_BYTES}`);
  return bytes;
}

/** The fields of a proof of this format. Throws `ProofRefused`. */
export function readProof(value: unknown): { readonly kind: ProofJson['kind']; readonly fields: Fields } {
  const fields = fieldsOf(value, 'the proof');
  if (fields.version !== FORMAT) malformed(`it is not of version ${FORMAT}`);
  const { kind } = fields;
  if (kind !== 'block' && kind !== 'record-file') malformed('it is of no known kind');
  return { kind, fields };
}

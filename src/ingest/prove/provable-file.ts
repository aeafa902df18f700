import { HASH_LENGTH, itemHash, nextRunningHash } from '@tain/ledger/record-stream';
import type { CompactFileJson, RecordProofJson } from '@tain/verify/proof-json';
import { readRecord } from '@tain/verify/transaction-result';
import { atOnce } from '../../kernel/limits/in-slices.ts';
import type { AddressBookEntry } from '../decode/address-book.ts';
import { inflateFile, MAX_INFLATED_BYTES, MAX_SIGNATURE_BYTES } from '../decode/inflate.ts';
import type { RawRecordFile } from '../decode/raw-record-file.ts';
import { readRaw } from '../decode/record-file.ts';
import type { SignatureFile } from '../decode/signature-file.ts';
import { checkSignature } from '../verify/checked-signature.ts';
import { base64Of } from './provable-block.ts';

/** A stored file with its name. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A record file that was read, with its bytes. */
export interface ProvableFile {
  readonly bytes: Buffer;
  readonly raw: RawRecordFile;
}

/** Reads a stored file. Throws `StreamFileError` or `MalformedError`. */
export async function readProvableFile({ name, bytes: stored }: NamedFile): Promise<ProvableFile> {
  return readRawFile(await inflateFile(name, stored, MAX_INFLATED_BYTES));
}

/** Reads a decompressed file. Throws `MalformedError`. */
export function readRawFile(bytes: Buffer): ProvableFile {
  return { bytes, raw: atOnce(readRaw(bytes)) };
}

/** Offset of the object stream version in a v5 file. */
const OBJECT_VERSION_AT = 16;

type FilePart = Pick<RecordProofJson, 'file' | 'signed'>;

/**
 * Returns the part of a record file that a proof contains, for the transaction with a consensus time (nanoseconds);
 * without a time, for the file. Null when the file has no such transaction. For v5 and v6 this is only the parts around
 * the transaction, for v1 and v2 the whole file.
 */
export function filePartOf({ bytes, raw }: ProvableFile, at: bigint | null): FilePart | null {
  const { version, items } = raw;
  const index = at === null ? 0 : items.findIndex(({ record }) => readRecord(record).at === at);
  if (index < 0) return null;
  if (version !== 5 && version !== 6) {
    const whole = {
      version: version === 1 ? 1 : 2,
      bytes: base64Of(bytes),
      index: at === null ? null : index,
    } as const;
    return { signed: 'file', file: whole };
  }
  const item = items[index];
  const { major = 0, minor = 0, patch = 0 } = raw.hapiVersion ?? {};
  if (item === undefined) return null;
  const hashes = items.map(({ record, transaction }) => itemHash(record, transaction));
  let before: Uint8Array = raw.previousHash;
  for (const hash of hashes.slice(0, index)) before = nextRunningHash(before, hash);
  const file: CompactFileJson = {
    version,
    hapi: { major, minor, patch },
    ...(version === 5 && { object_version: bytes.readInt32BE(OBJECT_VERSION_AT) }),
    start: base64Of(raw.previousHash),
    before: base64Of(before),
    item: { transaction: base64Of(item.transaction), record: base64Of(item.record) },
    after: hashes.slice(index + 1).map(base64Of),
    ...(raw.number !== null && { number: raw.number.toString() }),
  };
  return { signed: 'metadata', file };
}

/** A node's signature file. */
export interface NodeFile extends NamedFile {
  readonly node: AddressBookEntry;
}

/**
 * Returns the valid signatures of nodes for this file: of its metadata if these prove the item (`metadata`), else of
 * the whole file.
 */
export async function signaturesOf(
  { raw }: ProvableFile,
  signed: FilePart['signed'],
  files: readonly NodeFile[],
): Promise<RecordProofJson['signatures']> {
  const signedHash = signed === 'metadata' ? raw.metadataHash : raw.fileHash;
  const found = await Promise.all(
    files.map(async ({ node, name, bytes }) => {
      const content = await inflateFile(name, bytes, MAX_SIGNATURE_BYTES).catch(() => null);
      if (content === null) return [];
      const { outcome, signature } = await checkSignature(node, name, content);
      const own = signature && partOf(signature, signed);
      const isOfFile = own && signedHash && own.hash.length === HASH_LENGTH && own.hash.equals(signedHash);
      if (outcome !== 'valid' || !isOfFile) return [];
      return [{ node_id: node.nodeId.toString(), signature: base64Of(own.signature) }];
    }),
  );
  return found.flat();
}

function partOf({ file, metadata }: SignatureFile, signed: FilePart['signed']) {
  return signed === 'metadata' ? metadata : file;
}

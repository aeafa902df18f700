import { HASH_LENGTH, sha384 } from '@tain/ledger/record-stream';
import { MalformedError } from '@tain/ledger/wire-reader';
import { ByteReader } from './byte-reader.ts';
import type { RawItem, RawRecordFile } from './raw-record-file.ts';

const PREVIOUS_HASH_MARKER = 1;
const ITEM_MARKER = 2;
/** Length of the header: version, HAPI version, marker, previous hash. */
const HEADER_LENGTH = 4 + 4 + 1 + HASH_LENGTH;
/** Maximum length of a transaction or record, in formats up to v5. */
export const MAX_ELEMENT_LENGTH = 65_536;

/** Returns the hash that nodes sign for a v1 or v2 file. */
export function fileHashV2(version: number, bytes: Buffer): Buffer {
  if (version === 1) return sha384(bytes);
  return sha384(bytes.subarray(0, HEADER_LENGTH), sha384(bytes.subarray(HEADER_LENGTH)));
}

/**
 * Reads record files v1 and v2 (2019 to 2021): the same layout, transaction before record; only their file hash
 * differs. They are chained by file hash and contain neither a block number nor a usable HAPI version. Throws
 * `MalformedError`.
 */
export function readRecordFileV2(bytes: Buffer): RawRecordFile {
  const reader = new ByteReader(bytes);
  const version = reader.int32('the version');
  reader.int32('the HAPI version');
  reader.expect(reader.byte('the marker'), PREVIOUS_HASH_MARKER, 'the marker of the previous hash');
  const previousHash = reader.take(HASH_LENGTH, 'the previous hash');
  const items: RawItem[] = [];
  while (reader.remaining > 0) {
    reader.expect(reader.byte('the marker'), ITEM_MARKER, 'the marker of a transaction');
    const transaction = reader.counted(MAX_ELEMENT_LENGTH, 'a transaction');
    const record = reader.counted(MAX_ELEMENT_LENGTH, 'a record');
    items.push({ transaction, record });
  }
  if (items.length === 0) throw new MalformedError('holds no transaction');
  const fileHash = fileHashV2(version, bytes);
  return {
    version,
    hapiVersion: null,
    previousHash,
    hash: fileHash,
    fileHash,
    metadataHash: null,
    number: null,
    items,
    sidecars: [],
  };
}

import {
  CLASS_VERSION,
  DIGEST_TYPE_SHA384,
  HASH_LENGTH,
  HASH_OBJECT_CLASS_ID,
  nextRunningHash,
  RECORD_OBJECT_CLASS_ID,
  sha384,
} from '@tain/ledger/record-stream';
import { MalformedError } from '@tain/ledger/wire-reader';
import { ByteReader } from './byte-reader.ts';
import type { RawItem, RawRecordFile } from './raw-record-file.ts';
import { MAX_ELEMENT_LENGTH } from './record-file-v2.ts';

const OBJECT_STREAM_VERSION = 1;
const HASH_OBJECT_LENGTH = 8 + 4 + 4 + 4 + HASH_LENGTH;

/** Reads a serialized hash object, in record and signature files v5. Throws `MalformedError`. */
export function readHashObject(reader: ByteReader, what: string): Buffer {
  reader.expect(reader.int64(what), HASH_OBJECT_CLASS_ID, `the class of ${what}`);
  reader.expect(reader.int32(what), CLASS_VERSION, `the class version of ${what}`);
  reader.expect(reader.int32(what), DIGEST_TYPE_SHA384, `the digest type of ${what}`);
  reader.expect(reader.int32(what), HASH_LENGTH, `the length of ${what}`);
  return reader.take(HASH_LENGTH, what);
}

/**
 * Reads record files v5 (2021 to mid-2022): record before transaction, between a start and an end running hash, which
 * is recomputed here from the bytes. Throws `MalformedError`.
 */
export function readRecordFileV5(bytes: Buffer): RawRecordFile {
  const reader = new ByteReader(bytes);
  const version = reader.int32('the version');
  const major = reader.int32('the HAPI version');
  const minor = reader.int32('the HAPI version');
  const patch = reader.int32('the HAPI version');
  reader.expect(reader.int32('the stream version'), OBJECT_STREAM_VERSION, 'the object stream version');
  const previousHash = readHashObject(reader, 'the start running hash');
  const startEnd = reader.position;

  const items: RawItem[] = [];
  let hash: Buffer = previousHash;
  while (reader.remaining > HASH_OBJECT_LENGTH) {
    const start = reader.position;
    reader.expect(reader.int64('an item'), RECORD_OBJECT_CLASS_ID, 'the class of an item');
    reader.expect(reader.int32('an item'), CLASS_VERSION, 'the class version of an item');
    const record = reader.counted(MAX_ELEMENT_LENGTH, 'a record');
    const transaction = reader.counted(MAX_ELEMENT_LENGTH, 'a transaction');
    items.push({ transaction, record });
    // The hash covers the item exactly as it is in the file.
    hash = nextRunningHash(hash, sha384(bytes.subarray(start, reader.position)));
  }
  if (items.length === 0) throw new MalformedError('holds no transaction');

  const endStart = reader.position;
  const endHash = readHashObject(reader, 'the end running hash');
  reader.expectEnd();
  if (!hash.equals(endHash))
    throw new MalformedError('its running hash does not follow from its transactions');
  return {
    version,
    hapiVersion: { major, minor, patch },
    previousHash,
    hash: endHash,
    fileHash: sha384(bytes),
    metadataHash: sha384(bytes.subarray(0, startEnd), bytes.subarray(endStart)),
    number: null,
    items,
    sidecars: [],
  };
}

import { asBuffer } from '@tain/ledger/integer-bytes';
import {
  CLASS_VERSION,
  DIGEST_TYPE_SHA384,
  HASH_LENGTH,
  HASH_OBJECT_CLASS_ID,
  RECORD_OBJECT_CLASS_ID,
} from '@tain/ledger/record-stream';
import { MalformedError, WireReader } from '@tain/ledger/wire-reader';
import { proto } from '@tain/protos/hapi';
import type { RawItem } from '../raw-record-file.ts';
import { readRawItem } from '../record-file-v6.ts';

const OBJECT_STREAM_VERSION = 1;
const PREVIOUS_HASH_MARKER = 1;
const ITEM_MARKER = 2;
/** Maximum number of transactions, twice those of a file at the network's limit: each takes 300 bytes before a proof is verified. */
const MAX_TRANSACTIONS = 100_000;

/**
 * Rebuilds the bytes that nodes wrote and signed from the `RecordStreamFile` message in a wrapped record block: the
 * message as it is for version 6; for older files, which were not messages, field by field. Throws `MalformedError`.
 */
export function recordFileBytes(version: number, content: Buffer): Buffer {
  switch (version) {
    case 2:
      return versionTwo(readContent(content));
    case 5:
      return versionFive(readContent(content));
    case 6:
      return Buffer.concat([int32(6), content]);
    default:
      throw new MalformedError(`wraps a record file of version ${version}, not 2, 5 or 6`);
  }
}

interface Content {
  readonly hapi: proto.ISemanticVersion;
  readonly startHash: Buffer;
  readonly endHash: Buffer;
  readonly items: readonly RawItem[];
}

function readContent(bytes: Buffer): Content {
  let hapi: proto.ISemanticVersion = {};
  let startHash: Buffer = Buffer.alloc(0);
  let endHash: Buffer = Buffer.alloc(0);
  const items: RawItem[] = [];
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === 1) hapi = proto.SemanticVersion.decode(reader.content('the HAPI version'));
    else if (reader.field === 2) startHash = readHash(reader.content('the start running hash'));
    else if (reader.field === 3) {
      if (items.length === MAX_TRANSACTIONS)
        throw new MalformedError(`its record file has more than ${MAX_TRANSACTIONS} transactions`);
      items.push(readRawItem(reader.content('an item')));
    } else if (reader.field === 4) endHash = readHash(reader.content('the end running hash'));
    else reader.skip();
  }
  return { hapi, startHash, endHash, items };
}

function readHash(bytes: Buffer): Buffer {
  const { hash } = proto.HashObject.decode(bytes);
  return asBuffer(hash);
}

function versionTwo({ hapi, startHash, items }: Content): Buffer {
  return Buffer.concat([
    int32(2),
    int32(hapi.minor ?? 0),
    Buffer.from([PREVIOUS_HASH_MARKER]),
    hashOf(startHash),
    ...items.flatMap(({ transaction, record }) => [
      Buffer.from([ITEM_MARKER]),
      ...counted(transaction),
      ...counted(record),
    ]),
  ]);
}

function versionFive({ hapi, startHash, endHash, items }: Content): Buffer {
  return Buffer.concat([
    ...[5, hapi.major ?? 0, hapi.minor ?? 0, hapi.patch ?? 0, OBJECT_STREAM_VERSION].map(int32),
    ...hashObject(startHash),
    ...items.flatMap(({ transaction, record }) => [
      int64(RECORD_OBJECT_CLASS_ID),
      int32(CLASS_VERSION),
      ...counted(record),
      ...counted(transaction),
    ]),
    ...hashObject(endHash),
  ]);
}

function hashObject(hash: Buffer): Buffer[] {
  const header = [CLASS_VERSION, DIGEST_TYPE_SHA384, HASH_LENGTH].map(int32);
  return [int64(HASH_OBJECT_CLASS_ID), ...header, hashOf(hash)];
}

function hashOf(hash: Buffer): Buffer {
  if (hash.length !== HASH_LENGTH) throw new MalformedError(`a running hash has ${hash.length} bytes`);
  return hash;
}

function counted(bytes: Buffer): Buffer[] {
  return [int32(bytes.length), bytes];
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

import { proto } from '@tain/protos/hapi';
import { long, timestamp } from '../ledger/ids.ts';
import type { StreamItem } from '../ledger/recorded-item.ts';
import { sha384 } from '../ledger/sha384.ts';
import { SOFTWARE_VERSION, type Version } from '../ledger/software-version.ts';
import { delimitedPair } from '../ledger/wire.ts';

// Hashes of record files (format 6, HIP-435). All are SHA-384.

const HASH_CLASS = 0xf422da83a251741en;
const RECORD_CLASS = 0xe370929ba5429d8bn;
const CLASS_VERSION = 1;

/** Computes the hash of one item of a file, from the bytes of its record and its transaction. */
function itemHash(record: Uint8Array, transaction: Uint8Array): Buffer {
  const head = Buffer.alloc(12);
  head.writeBigUInt64BE(RECORD_CLASS);
  head.writeInt32BE(CLASS_VERSION, 8);
  return sha384(head, int32(record.length), record, int32(transaction.length), transaction);
}

/** Header before each of the two hashes of a running hash: little-endian, although the files are big-endian. */
const RUNNING_HEAD = Buffer.alloc(12);
RUNNING_HEAD.writeBigUInt64LE(HASH_CLASS);
RUNNING_HEAD.writeInt32LE(CLASS_VERSION, 8);

/** Computes the running hash after an item, from the previous one and the item's hash. */
function nextRunningHash(previous: Uint8Array, item: Uint8Array): Buffer {
  return sha384(RUNNING_HEAD, previous, RUNNING_HEAD, item);
}

/** Computes the metadata hash of a file, which nodes sign in addition to the hash of the whole file. */
function metadataHash(
  hapi: { readonly major: number; readonly minor: number; readonly patch: number },
  start: Uint8Array,
  end: Uint8Array,
  blockNumber: bigint,
): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(blockNumber);
  return sha384(...[6, hapi.major, hapi.minor, hapi.patch].map(int32), start, end, number);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

const SHA_384 = proto.HashAlgorithm.SHA_384;
const Sidecar = proto.SidecarType;

/** A record file (v6) before compression, its hashes, and its sidecar file if it has one. */
export interface RecordFile {
  /** Consensus time of its first item, which is the file's name. */
  readonly start: bigint;
  readonly number: bigint;
  readonly bytes: Uint8Array;
  readonly fileHash: Uint8Array;
  readonly metadataHash: Uint8Array;
  readonly endRunningHash: Uint8Array;
  readonly sidecar: Uint8Array | null;
}

/** Encodes a block as the consensus nodes do (HIP-435). Items must be in order of consensus time. */
export function recordFile(
  number: bigint,
  startRunningHash: Uint8Array,
  items: readonly StreamItem[],
  version: Version = SOFTWARE_VERSION,
): RecordFile {
  const parts: Uint8Array[] = [];
  let running = startRunningHash;
  for (const item of items) {
    running = nextRunningHash(running, itemHash(item.record, item.transaction));
    parts.push(delimitedPair(3, [1, item.transaction], [2, item.record]));
  }
  const sidecar = sidecarFile(items);
  const head = Buffer.from([0, 0, 0, 6]);
  const begin = proto.RecordStreamFile.encode({
    hapiProtoVersion: version,
    startObjectRunningHash: hashObject(startRunningHash),
  }).finish();
  const end = proto.RecordStreamFile.encode({
    endObjectRunningHash: hashObject(running),
    blockNumber: long(number),
    ...(sidecar === null ? null : { sidecars: [sidecar.metadata] }),
  }).finish();
  const bytes = Buffer.concat([head, begin, ...parts, end]);
  return {
    start: items[0]?.at ?? 0n,
    number,
    bytes,
    fileHash: sha384(bytes),
    metadataHash: metadataHash(version, startRunningHash, running, number),
    endRunningHash: running,
    sidecar: sidecar?.bytes ?? null,
  };
}

function hashObject(hash: Uint8Array): proto.IHashObject {
  return { algorithm: SHA_384, length: hash.length, hash };
}

function sidecarFile(
  items: readonly StreamItem[],
): { readonly bytes: Uint8Array; readonly metadata: proto.ISidecarMetadata } | null {
  const sidecarRecords: proto.ITransactionSidecarRecord[] = [];
  for (const item of items) {
    for (const sidecar of item.sidecars) {
      sidecarRecords.push({ ...sidecar, consensusTimestamp: timestamp(item.at) });
    }
  }
  if (sidecarRecords.length === 0) return null;
  const types: proto.SidecarType[] = [];
  if (sidecarRecords.some((record) => record.stateChanges)) types.push(Sidecar.CONTRACT_STATE_CHANGE);
  if (sidecarRecords.some((record) => record.actions)) types.push(Sidecar.CONTRACT_ACTION);
  if (sidecarRecords.some((record) => record.bytecode)) types.push(Sidecar.CONTRACT_BYTECODE);
  const bytes = proto.SidecarFile.encode({ sidecarRecords }).finish();
  return { bytes, metadata: { hash: hashObject(sha384(bytes)), id: 1, types } };
}

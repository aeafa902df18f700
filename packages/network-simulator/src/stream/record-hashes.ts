import { sha384 } from '../ledger/sha384.ts';

// Hashes of record files (format 6, HIP-435). All are SHA-384.

const HASH_CLASS = 0xf422da83a251741en;
const RECORD_CLASS = 0xe370929ba5429d8bn;
const CLASS_VERSION = 1;

/** Computes the hash of one item of a file, from the bytes of its record and its transaction. */
export function itemHash(record: Uint8Array, transaction: Uint8Array): Buffer {
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
export function nextRunningHash(previous: Uint8Array, item: Uint8Array): Buffer {
  return sha384(RUNNING_HEAD, previous, RUNNING_HEAD, item);
}

/** Computes the metadata hash of a file, which nodes sign in addition to the hash of the whole file. */
export function metadataHash(
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

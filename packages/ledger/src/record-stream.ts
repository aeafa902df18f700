import crypto from 'node:crypto';
import { MAX_INT64 } from './timestamp.ts';

/**
 * Class ids, hashes, and file names, shared by readers and writers of record streams. Source: the record stream formats
 * v5 and v6 of the consensus node (HIP-435 for v6). All hashes are SHA-384 (48 bytes).
 */
export const HASH_LENGTH = 48;
export const HASH_OBJECT_CLASS_ID = 0xf422da83a251741en;
export const RECORD_OBJECT_CLASS_ID = 0xe370929ba5429d8bn;
export const CLASS_VERSION = 1;
export const DIGEST_TYPE_SHA384 = 0x58ff811b;

/**
 * SHA-384 by `crypto.hash` (absent before Node 20.12), a third faster on short input than a hash object. It returns a
 * string, because a buffer from OpenSSL is allocated outside of the pool: that takes a third more time, and as much
 * again to collect.
 */
const sha384Of: (bytes: Uint8Array) => Buffer = crypto.hash
  ? (bytes) => Buffer.from(crypto.hash('sha384', bytes, 'binary'), 'binary')
  : (bytes) => crypto.createHash('sha384').update(bytes).digest();

/** SHA-384 of the concatenation of `parts`. */
export function sha384(...parts: readonly Uint8Array[]): Buffer {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return sha384Of(only);
  const hash = crypto.createHash('sha384');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Length in bytes of an item's header. In a file, the record and the transaction follow it, each after its length. */
const ITEM_HEADER_LENGTH = 12;
const MAX_SCRATCH = 1 << 16;
let itemScratch = newItemScratch(1 << 12);

function newItemScratch(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeBigUInt64BE(RECORD_OBJECT_CLASS_ID, 0);
  bytes.writeInt32BE(CLASS_VERSION, 8);
  return bytes;
}

/** Hash of one record stream item, from the raw wire bytes of its record and its transaction. */
export function itemHash(record: Uint8Array, transaction: Uint8Array): Buffer {
  const length = ITEM_HEADER_LENGTH + 4 + record.length + 4 + transaction.length;
  let bytes = itemScratch;
  if (length > bytes.length) {
    bytes = newItemScratch(length);
    if (length <= MAX_SCRATCH) itemScratch = bytes;
  }
  let position = bytes.writeInt32BE(record.length, ITEM_HEADER_LENGTH);
  bytes.set(record, position);
  position = bytes.writeInt32BE(transaction.length, position + record.length);
  bytes.set(transaction, position);
  return sha384Of(bytes.subarray(0, length));
}

/**
 * Input of the hash function for the next running hash: a header, the hash before, the header again, the item's
 * hash. The header is little-endian, although the same ids are big-endian inside the files.
 */
const RUNNING_HEADER_LENGTH = 12;
const runningScratch = (() => {
  const bytes = Buffer.alloc(2 * (RUNNING_HEADER_LENGTH + HASH_LENGTH));
  for (const start of [0, RUNNING_HEADER_LENGTH + HASH_LENGTH]) {
    bytes.writeBigUInt64LE(HASH_OBJECT_CLASS_ID, start);
    bytes.writeInt32LE(CLASS_VERSION, start + 8);
  }
  return bytes;
})();

/** The running hash after an item, from the running hash before it and the item's hash (48 bytes each). */
export function nextRunningHash(previous: Uint8Array, item: Uint8Array): Buffer {
  if (previous.length !== HASH_LENGTH || item.length !== HASH_LENGTH) {
    throw new RangeError('a running hash is made of two hashes of 48 bytes');
  }
  runningScratch.set(previous, RUNNING_HEADER_LENGTH);
  runningScratch.set(item, 2 * RUNNING_HEADER_LENGTH + HASH_LENGTH);
  return sha384Of(runningScratch);
}

/** The metadata hash of a v6 file: nodes sign it in addition to the hash of the whole file. */
export function metadataHashV6(
  hapi: { readonly major: number; readonly minor: number; readonly patch: number },
  startRunningHash: Uint8Array,
  endRunningHash: Uint8Array,
  blockNumber: bigint,
): Buffer {
  const head = Buffer.alloc(16);
  head.writeInt32BE(6, 0);
  head.writeInt32BE(hapi.major, 4);
  head.writeInt32BE(hapi.minor, 8);
  head.writeInt32BE(hapi.patch, 12);
  const tail = Buffer.alloc(8);
  tail.writeBigInt64BE(blockNumber);
  return sha384(head, startRunningHash, endRunningHash, tail);
}

/** The instant part of a stream file's name: `2022-07-13T08_46_08.041986003Z`, always nine digits. */
export function streamInstant(nanos: bigint): string {
  const date = new Date(Number(nanos / 1_000_000_000n) * 1000).toISOString().slice(0, 19);
  return `${date.replaceAll(':', '_')}.${(nanos % 1_000_000_000n).toString().padStart(9, '0')}Z`;
}

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d)_(\d\d)_(\d\d)(?:\.(\d{1,9}))?Z/;

/** Nanoseconds of the instant a stream file's name begins with, or null when it begins with none. */
export function parseStreamInstant(name: string): bigint | null {
  const match = INSTANT.exec(name);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // Date.UTC carries excess into the next field, but a name has only one spelling.
  if (year < 1970 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const nanos = BigInt(date.getTime()) * 1_000_000n + BigInt((match[7] ?? '').padEnd(9, '0'));
  return nanos > MAX_INT64 ? null : nanos;
}

import { createHash } from 'node:crypto';

/**
 * What readers and writers of record streams share: class ids, hashes, file names.
 * Source: the record stream formats v5 and v6 of the consensus node (HIP-435 for v6).
 * All hashes are SHA-384 (48 bytes).
 */
export const HASH_LENGTH = 48;
export const HASH_OBJECT_CLASS_ID = 0xf422da83a251741en;
export const RECORD_OBJECT_CLASS_ID = 0xe370929ba5429d8bn;
export const CLASS_VERSION = 1;
export const DIGEST_TYPE_SHA384 = 0x58ff811b;

const HEADER_LENGTH = 12;

/** Little-endian here, although the same ids are big-endian inside the files. */
const RUNNING_HASH_HEADER = (() => {
  const bytes = Buffer.alloc(HEADER_LENGTH);
  bytes.writeBigUInt64LE(HASH_OBJECT_CLASS_ID, 0);
  bytes.writeInt32LE(CLASS_VERSION, 8);
  return bytes;
})();

const ITEM_HEADER = (() => {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(RECORD_OBJECT_CLASS_ID, 0);
  bytes.writeInt32BE(CLASS_VERSION, 8);
  return bytes;
})();

/** SHA-384 of the concatenation of `parts`. */
export function sha384(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha384');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Hash of one record stream item, from the raw wire bytes of its record and its transaction. */
export function itemHash(record: Uint8Array, transaction: Uint8Array): Buffer {
  const recordLength = Buffer.alloc(4);
  recordLength.writeInt32BE(record.length);
  const transactionLength = Buffer.alloc(4);
  transactionLength.writeInt32BE(transaction.length);
  return sha384(ITEM_HEADER, recordLength, record, transactionLength, transaction);
}

/** The running hash after an item, from the running hash before it. */
export function nextRunningHash(previous: Uint8Array, item: Uint8Array): Buffer {
  return sha384(RUNNING_HASH_HEADER, previous, RUNNING_HASH_HEADER, item);
}

/** The metadata hash of a v6 file: what nodes sign besides the hash of the whole file. */
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
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const millis = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return BigInt(millis) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

import { concatBytes } from '@noble/hashes/utils.js';
import { MalformedError } from '@tain/ledger/wire-reader';
import { HASH_BYTES, sha384 } from './hashes.ts';
import { readRepeated } from './message-fields.ts';

// Hashes of record files, in plain JavaScript. Source: the record stream formats v1 to v6 (HIP-435).

const HASH_CLASS = 0xf422da83a251741en;
const RECORD_CLASS = 0xe370929ba5429d8bn;
const CLASS_VERSION = 1;
const DIGEST_TYPE = 0x58ff811b;

/** Encodes 32-bit and 64-bit integers, big-endian. */
export function int32(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setInt32(4 * index, value);
  return bytes;
}

export function int64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt.asIntN(64, value));
  return bytes;
}

/** A transaction and its record, as bytes of a file. */
export interface RecordedBytes {
  readonly transaction: Uint8Array;
  readonly record: Uint8Array;
}

/** Returns the hash of an item of v5 and v6. */
export function recordedHash({ transaction, record }: RecordedBytes): Uint8Array {
  return sha384(
    int64(RECORD_CLASS),
    int32(CLASS_VERSION, record.length),
    record,
    int32(transaction.length),
    transaction,
  );
}

const RUNNING_HEAD = (() => {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, HASH_CLASS, true);
  view.setInt32(8, CLASS_VERSION, true);
  return bytes;
})();

/** Returns the running hash after an item, from the previous one and the item's hash. */
export function runningHash(before: Uint8Array, item: Uint8Array): Uint8Array {
  return sha384(RUNNING_HEAD, before, RUNNING_HEAD, item);
}

export interface FileHead {
  readonly version: 5 | 6;
  readonly hapi: { readonly major: number; readonly minor: number; readonly patch: number };
  /** Version of the object stream; v5 only. */
  readonly objectVersion: number;
  /** Number of the block; v6 only. */
  readonly number: bigint;
}

function hashObject(hash: Uint8Array): Uint8Array {
  return concatBytes(int64(HASH_CLASS), int32(CLASS_VERSION, DIGEST_TYPE, HASH_BYTES), hash);
}

/** Returns the metadata hash of a v5 or v6 file, which nodes sign in addition to that of the whole file. */
export function metadataHash(
  { version, hapi, objectVersion, number }: FileHead,
  start: Uint8Array,
  end: Uint8Array,
): Uint8Array {
  const head = int32(version, hapi.major, hapi.minor, hapi.patch);
  if (version === 6) return sha384(head, start, end, int64(number));
  return sha384(head, int32(objectVersion), hashObject(start), hashObject(end));
}

/** Bytes of version, HAPI version, marker and previous hash. */
const HEAD_V2 = 4 + 4 + 1 + HASH_BYTES;

/** Returns the hash of a whole file that nodes sign. */
export function fileHash(version: number, bytes: Uint8Array): Uint8Array {
  if (version !== 2) return sha384(bytes);
  return sha384(bytes.subarray(0, HEAD_V2), sha384(bytes.subarray(HEAD_V2)));
}

/** A whole decompressed file. */
export interface ReadFile {
  readonly version: number;
  readonly items: readonly RecordedBytes[];
  /** Running hash after its last item; null for versions 1 and 2, which have none. */
  readonly end: Uint8Array | null;
}

/** Reads a whole decompressed file. Throws `MalformedError`. */
export function readFile(bytes: Uint8Array): ReadFile {
  const cursor = new Cursor(bytes);
  const version = cursor.int32();
  if (version === 1 || version === 2) {
    cursor.take(HEAD_V2 - 4);
    const items: RecordedBytes[] = [];
    while (!cursor.isAtEnd) {
      if (cursor.take(1)[0] !== 2)
        throw new MalformedError('a file contains something other than transactions');
      const transaction = cursor.counted();
      items.push({ transaction, record: cursor.counted() });
    }
    return { version, items, end: null };
  }
  if (version === 6) {
    const items = readRepeated(bytes.subarray(4), 3).map((item) => ({
      transaction: onlyOne(readRepeated(item, 1)),
      record: onlyOne(readRepeated(item, 2)),
    }));
    const end = readRepeated(bytes.subarray(4), 4).at(-1) ?? new Uint8Array();
    return { version, items, end: readRepeated(end, 3).at(-1) ?? new Uint8Array() };
  }
  if (version !== 5) throw new MalformedError(`a file has version ${version}`);
  cursor.take(16 + 68);
  const items: RecordedBytes[] = [];
  while (cursor.int64() === RECORD_CLASS) {
    cursor.take(4);
    const record = cursor.counted();
    items.push({ record, transaction: cursor.counted() });
  }
  // The hash of a file without items would equal the metadata hash, which nodes sign for every file.
  if (items.length === 0) throw new MalformedError('a file of version 5 has no items');
  // Skips version, type and length of the hash object after its class.
  cursor.take(12);
  return { version, items, end: cursor.take(HASH_BYTES) };
}

function onlyOne([one, ...more]: readonly Uint8Array[]): Uint8Array {
  if (one === undefined || more.length > 0)
    throw new MalformedError('an item does not have exactly one of each part');
  return one;
}

class Cursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  take(length: number): Uint8Array {
    const from = this.#at;
    if (length < 0 || length > this.#bytes.length - from) throw new MalformedError('a file ends early');
    this.#at += length;
    return this.#bytes.subarray(from, this.#at);
  }

  int32(): number {
    const part = this.take(4);
    return new DataView(part.buffer, part.byteOffset).getInt32(0);
  }

  int64(): bigint {
    const part = this.take(8);
    return new DataView(part.buffer, part.byteOffset).getBigUint64(0);
  }

  counted(): Uint8Array {
    return this.take(this.int32());
  }
}

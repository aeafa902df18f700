import { keccak_256 } from '@noble/hashes/sha3.js';

/** Limit of cached keccak-256 hashes: contracts hash the same few addresses, topics and slots repeatedly. */
const CACHE_LIMIT = 50_000;
/** Longer input is not cached, because it rarely recurs and would fill the memory. */
const MAX_CACHED = 128;
const hashes = new Map<string, Buffer>();
const bits = new Map<string, readonly number[]>();

export function keccak(bytes: Uint8Array): Buffer {
  if (bytes.length > MAX_CACHED) return Buffer.from(keccak_256(bytes));
  const key = Buffer.from(bytes).toString('latin1');
  const known = hashes.get(key);
  if (known !== undefined) return known;
  if (hashes.size >= CACHE_LIMIT) hashes.clear();
  const digest = keccak_256(bytes);
  const hash = Buffer.from(digest.buffer, digest.byteOffset, digest.length);
  hashes.set(key, hash);
  return hash;
}

const BLOOM_BYTES = 256;

/** Computes the bloom filter (256 bytes) of log addresses and topics, as defined by the Ethereum yellow paper. */
export function bloomOf(values: readonly Uint8Array[]): Buffer {
  const bloom = Buffer.alloc(BLOOM_BYTES);
  for (const value of values) {
    for (const bit of bitsOf(value)) {
      const at = BLOOM_BYTES - 1 - (bit >> 3);
      bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7));
    }
  }
  return bloom;
}

function bitsOf(value: Uint8Array): readonly number[] {
  const key = Buffer.from(value).toString('latin1');
  const known = bits.get(key);
  if (known !== undefined) return known;
  if (bits.size >= CACHE_LIMIT) bits.clear();
  const hash = keccak(value);
  const found = [0, 2, 4].map((at) => hash.readUInt16BE(at) & 2047);
  bits.set(key, found);
  return found;
}

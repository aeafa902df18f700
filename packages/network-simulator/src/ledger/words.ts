import { keccak } from './keccak.ts';
import { integer } from './rlp.ts';

/** Encodes a 32-byte word of the EVM. */
export function word(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

/** Pads at most 32 bytes to a word, the form of slots and values in the ledger's state. */
export function padded(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]);
}

/** Encodes an address as a word. */
export function addressWord(address: Uint8Array): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.set(address, 12);
  return bytes;
}

export function wordAt(data: Uint8Array, at: number): bigint {
  const bytes = Buffer.from(data.subarray(at, at + 32));
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex').padEnd(64, '0')}`);
}

/** Returns the last 20 bytes of a word. */
export function addressOf(value: bigint): Buffer {
  return word(value).subarray(12);
}

/** Returns the slot of a mapping's entry, by Solidity's rules. */
export function mappingSlot(key: Uint8Array, slot: bigint): bigint {
  const input = Buffer.alloc(64);
  input.set(key, 32 - key.length);
  input.set(word(slot), 32);
  return BigInt(`0x${keccak(input).toString('hex')}`);
}

/** Encodes slots and values as in sidecars: big-endian without leading zeros. */
export const stripped = integer;

import { grainGenConstants, poseidon } from '@noble/curves/abstract/poseidon.js';
import { bn254 } from '@noble/curves/bn254.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { littleEndian } from './field-reader.ts';
import type { TssProfile } from './profiles.ts';

const LENGTH = 48;

/**
 * Hashes a message to one element of the field of this order: expand_message_xmd of RFC 9380 with SHA-256 to 48 bytes, read as
 * a big-endian number. As in arkworks, the leading zero pad has 48 bytes, where the RFC has the 64 of a block.
 */
export function hashToField(order: bigint, dst: string, message: Uint8Array): bigint {
  const name = utf8ToBytes(dst);
  const tag = concatBytes(name, Uint8Array.of(name.length));
  const first = sha256(concatBytes(new Uint8Array(LENGTH), message, Uint8Array.of(0, LENGTH, 0), tag));
  const second = sha256(concatBytes(first, Uint8Array.of(1), tag));
  const mixed = first.map((byte, index) => byte ^ (second[index] ?? 0));
  const third = sha256(concatBytes(mixed, Uint8Array.of(2), tag));
  const expanded = concatBytes(second, third).subarray(0, LENGTH);
  return BigInt(`0x${bytesToHex(expanded)}`) % order;
}

const CHUNK = 32;

/** Returns the hash of a hinTS key that the ledger's nodes, or the WRAPS circuit, endorse: an element of BN254's Fr. */
export function hintsKeyHash({ keyHash }: TssProfile, key: Uint8Array): bigint {
  if (keyHash.kind === 'hash-to-field') return hashToField(bn254.fields.Fr.ORDER, keyHash.dst, key);
  const chunks: bigint[] = [];
  for (let from = 0; from < key.length; from += CHUNK)
    chunks.push(littleEndian(key.subarray(from, from + CHUNK)));
  return poseidonHash(chunks);
}

const RATE = 4;
const OPTIONS = { Fp: bn254.fields.Fr, t: RATE + 1, roundsFull: 8, roundsPartial: 60, sboxPower: 5 };

let permutation: ReturnType<typeof poseidon> | undefined;

/**
 * Returns the Poseidon hash over the scalar field of BN254 with the sponge of arkworks: capacity first, rate 4, no
 * length and no padding. The constants are computed at the first call (about 20 ms).
 */
export function poseidonHash(inputs: readonly bigint[]): bigint {
  permutation ??= poseidon({ ...OPTIONS, ...grainGenConstants(OPTIONS), reversePartialPowIdx: false });
  let state: bigint[] = new Array(RATE + 1).fill(0n);
  for (let from = 0; from < inputs.length; from += RATE) {
    for (const [index, input] of inputs.slice(from, from + RATE).entries()) {
      state[index + 1] = OPTIONS.Fp.add(state[index + 1] ?? 0n, OPTIONS.Fp.create(input));
    }
    state = permutation(state);
  }
  return state[1] ?? 0n;
}

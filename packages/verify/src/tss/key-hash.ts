import { bn254 } from '@noble/curves/bn254.js';
import { littleEndian } from './field-reader.ts';
import { hashToField } from './hash-to-field.ts';
import { poseidonHash } from './poseidon.ts';
import type { TssProfile } from './profiles.ts';

const CHUNK = 32;

/** Returns the hash of a hinTS key that the ledger's nodes, or the WRAPS circuit, endorse: an element of BN254's Fr. */
export function hintsKeyHash({ keyHash }: TssProfile, key: Uint8Array): bigint {
  if (keyHash.kind === 'hash-to-field') return hashToField(bn254.fields.Fr.ORDER, keyHash.dst, key);
  const chunks: bigint[] = [];
  for (let from = 0; from < key.length; from += CHUNK)
    chunks.push(littleEndian(key.subarray(from, from + CHUNK)));
  return poseidonHash(chunks);
}

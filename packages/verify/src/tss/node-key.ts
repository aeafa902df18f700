import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { equalBytes } from '../hashes.ts';
import {
  BASE,
  compressedPointBytes,
  ORDER,
  POINT_BYTES,
  readPoint,
  type SchnorrPoint,
} from './ed-on-bn254.ts';
import { FieldReader, littleEndian } from './field-reader.ts';
import { hashToField } from './hash-to-field.ts';
import type { TssProfile } from './profiles.ts';
import { TssRefusal } from './refusal.ts';

const NODE_KEY_BYTES = 192;

/**
 * The network's placeholder for a node without a key: a point with an unknown secret, without a proof of possession. Its
 * weight counts, but it cannot sign.
 */
const SENTINEL = concatBytes(
  hexToBytes('15a85e32489c8e652e8979efd746286b8b938565fe6654074748eceef0fb4c0f'),
  hexToBytes('2f049db576ba0cd0595a4f54e4a982b46648987500342050ac77ae29ac301323'),
  new Uint8Array(32),
  Uint8Array.of(1),
  new Uint8Array(95),
);

/** A node's Schnorr key. */
export interface NodeKey {
  /** Public key; null for a node without a key. */
  readonly point: SchnorrPoint | null;
  readonly x: bigint;
  readonly y: bigint;
}

/**
 * Reads a node's `history_proof_key` and verifies its proof of possession. Throws `TssRefusal`: `encoding`, or
 * `key-proofs` when the proof is invalid under the profile.
 */
export function readNodeKey(profile: TssProfile, nodeId: bigint, bytes: Uint8Array): NodeKey {
  const what = `the key of node ${nodeId}`;
  const x = littleEndian(bytes.subarray(0, 32));
  const y = littleEndian(bytes.subarray(32, 64));
  if (equalBytes(SENTINEL, bytes)) return { point: null, x, y };
  const reader = new FieldReader(what, bytes, NODE_KEY_BYTES);
  const point = reader.point('the point', POINT_BYTES, readPoint);
  const commitment = reader.point('the commitment', POINT_BYTES, readPoint);
  const challenge = reader.scalar('the challenge', ORDER);
  const response = reader.scalar('the response', ORDER);
  const transcript = concatBytes(...[BASE, point, commitment].map(compressedPointBytes));
  const isProven =
    challenge === hashToField(ORDER, profile.keyProofDst, transcript) &&
    BASE.multiplyUnsafe(response).equals(commitment.add(point.multiplyUnsafe(challenge)));
  if (!isProven)
    throw new TssRefusal(
      'key-proofs',
      `The proof of possession of ${what} does not hold under profile ${profile.name}.`,
    );
  return { point, x, y };
}

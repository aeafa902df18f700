import { randomBytes } from 'node:crypto';
import { blake2s } from '@noble/hashes/blake2.js';
import {
  BASE,
  compressedPointBytes,
  ORDER,
  pointBytes,
  type SchnorrPoint,
  ZERO,
} from '../../src/tss/ed-on-bn254.ts';
import { littleEndian, toLittleEndian } from '../../src/tss/field-reader.ts';
import { hashToField, hintsKeyHash } from '../../src/tss/hash-to-field.ts';
import { ledgerIdOf, SLOTS } from '../../src/tss/ledger-id.ts';
import type { LedgerPublication } from '../../src/tss/ledger-publication.ts';
import type { TssProfile } from '../../src/tss/profiles.ts';

/** A node of a test network. */
export interface Signer {
  readonly nodeId: bigint;
  readonly weight: bigint;
  /** Secret; null for a node without a key. */
  readonly secret: bigint | null;
}

export const SENTINEL_KEY = Buffer.from(
  `15a85e32489c8e652e8979efd746286b8b938565fe6654074748eceef0fb4c0f2f049db576ba0cd0595a4f54e4a982b46648987500342050ac77ae29ac301323${'00'.repeat(32)}01${'00'.repeat(95)}`,
  'hex',
);

export function signers(...weights: readonly bigint[]): Signer[] {
  return weights.map((weight, index) => ({ nodeId: BigInt(index), weight, secret: randomScalar() }));
}

export function randomScalar(): bigint {
  return (littleEndian(randomBytes(32)) % (ORDER - 1n)) + 1n;
}

/** Returns a node's key with its proof of possession. */
export function attestedKey(profile: TssProfile, secret: bigint): Buffer {
  const point = BASE.multiplyUnsafe(secret);
  const nonce = randomScalar();
  const commitment = BASE.multiplyUnsafe(nonce);
  const transcript = Buffer.concat([BASE, point, commitment].map(compressedPointBytes));
  const challenge = hashToField(ORDER, profile.keyProofDst, transcript);
  return Buffer.concat([
    pointBytes(point),
    pointBytes(commitment),
    toLittleEndian(challenge),
    toLittleEndian((nonce + challenge * secret) % ORDER),
  ]);
}

/** Returns the publication of a network with these nodes. */
export function publish(
  profile: TssProfile,
  nodes: readonly Signer[],
  wrapsKey: Uint8Array = Buffer.alloc(0),
): LedgerPublication {
  const published = nodes.map(({ nodeId, weight, secret }) => ({
    nodeId,
    weight,
    key: secret === null ? SENTINEL_KEY : attestedKey(profile, secret),
  }));
  const slots = published.map(({ nodeId, weight, key }) => ({
    x: littleEndian(key.subarray(0, 32)),
    y: littleEndian(key.subarray(32, 64)),
    nodeId,
    weight,
  }));
  return { ledgerId: ledgerIdOf(slots), wrapsKey, nodes: published };
}

/** Returns the tail with which the nodes at these positions endorse a hinTS key. */
export function endorse(
  profile: TssProfile,
  publication: LedgerPublication,
  nodes: readonly Signer[],
  signers: readonly number[],
  hintsKey: Uint8Array,
): Buffer {
  let key: SchnorrPoint = ZERO;
  let secret = 0n;
  for (const index of signers) {
    const own = nodes[index]?.secret ?? 0n;
    secret += own;
    if (own !== 0n) key = key.add(BASE.multiplyUnsafe(own));
  }
  const nonce = randomScalar();
  const message = Buffer.concat([publication.ledgerId, toLittleEndian(hintsKeyHash(profile, hintsKey))]);
  const commitment = BASE.multiplyUnsafe(nonce);
  const hash = blake2s(Buffer.concat([pointBytes(key), pointBytes(commitment), message]));
  const challenge = littleEndian(hash.subarray(0, 31)) % ORDER;
  const response = (((nonce - challenge * secret) % ORDER) + ORDER) % ORDER;
  const set = Buffer.alloc(SLOTS);
  for (const index of signers) set[index] = 1;
  return Buffer.concat([set, toLittleEndian(response), toLittleEndian(challenge)]);
}

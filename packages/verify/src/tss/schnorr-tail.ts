import { blake2s } from '@noble/hashes/blake2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { BASE, ORDER, pointBytes, ZERO } from './ed-on-bn254.ts';
import { FieldReader, littleEndian, toLittleEndian } from './field-reader.ts';
import { hintsKeyHash } from './hash-to-field.ts';
import type { CheckedLedger } from './ledger.ts';
import { SLOTS } from './ledger-id.ts';
import { TssRefusal } from './refusal.ts';

export const SCHNORR_TAIL_BYTES = 192;

/** Bytes of BLAKE2s used for a challenge. */
const CHALLENGE_BYTES = 31;

/**
 * Verifies the aggregated Schnorr signature with which the nodes of the ledger's first address book endorse a hinTS key,
 * before WRAPS proofs are available. Throws `TssRefusal`: `encoding`, `weight` or `verification-key`.
 */
export function verifySchnorrTail(ledger: CheckedLedger, hintsKey: Uint8Array, tail: Uint8Array): void {
  const reader = new FieldReader('the Schnorr signature', tail, SCHNORR_TAIL_BYTES);
  const signers = readSigners(ledger, reader.bytes(SLOTS));
  const response = reader.scalar('the response', ORDER);
  const challenge = reader.scalar('the challenge', ORDER);

  let key = ZERO;
  let weight = 0n;
  for (const signer of signers) {
    key = key.add(signer.point);
    weight += signer.weight;
  }
  if (!hasEnough(ledger, weight))
    throw new TssRefusal(
      'weight',
      `Nodes with a weight of ${weight} of ${ledger.totalWeight} endorsed the hinTS key: too little under profile ${ledger.profile.name}.`,
    );
  if (key.is0())
    throw new TssRefusal(
      'verification-key',
      'The keys of the nodes that endorsed the hinTS key add up to nothing.',
    );

  const message = concatBytes(ledger.ledgerId, toLittleEndian(hintsKeyHash(ledger.profile, hintsKey)));
  const commitment = BASE.multiplyUnsafe(response).add(key.multiplyUnsafe(challenge));
  const hash = blake2s(concatBytes(pointBytes(key), pointBytes(commitment), message));
  if (littleEndian(hash.subarray(0, CHALLENGE_BYTES)) % ORDER !== challenge)
    throw new TssRefusal(
      'verification-key',
      'The Schnorr signature does not endorse the hinTS key for this ledger.',
    );
}

/**
 * Returns the selected nodes: a byte of 1 each. Unlike the network's library, refuses a set slot beyond the address
 * book.
 */
function readSigners({ nodes }: CheckedLedger, bits: Uint8Array) {
  const signers = [];
  for (const [index, bit] of bits.entries()) {
    if (bit === 0) continue;
    if (bit !== 1)
      throw new TssRefusal(
        'encoding',
        `position ${index} of the Schnorr signature has ${bit}, neither 0 nor 1`,
      );
    const node = nodes[index];
    if (node === undefined)
      throw new TssRefusal(
        'encoding',
        `the Schnorr signature selects position ${index}; the ledger has ${nodes.length}`,
      );
    const { point } = node.key;
    if (point === null)
      throw new TssRefusal('encoding', `the Schnorr signature selects node ${node.nodeId}, which has no key`);
    signers.push({ point, weight: node.weight });
  }
  return signers;
}

function hasEnough({ profile, totalWeight }: CheckedLedger, weight: bigint): boolean {
  if (weight <= 0n) return false;
  return profile.schnorrWeight === 'half' ? 2n * weight >= totalWeight : 2n * weight > totalWeight;
}

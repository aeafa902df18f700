import { concatBytes } from '@noble/hashes/utils.js';
import { bls12381, compressedG1, Fr, type G1Point, hashToG2 } from './bls12-381.ts';
import { toLittleEndian } from './field-reader.ts';
import { hashToField } from './hash-to-field.ts';
import type { HintsKey } from './hints-key.ts';
import type { HintsSignature, Opened } from './hints-signature.ts';
import { isProductOne, prepareG2, randomFactor, sumOf } from './pairing.ts';
import type { TssProfile } from './profiles.ts';
import { TssRefusal } from './refusal.ts';

/**
 * Verifies that nodes with more than half of the key's weight signed the message. Throws `TssRefusal` when not:
 * `weight`, or `signature`.
 *
 * Notation in comments: r is the challenge, z = rⁿ − 1, λ = L_{n−1}(r), e the pairing of BLS12-381.
 */
export function verifyHints(
  profile: TssProfile,
  key: HintsKey,
  proof: HintsSignature,
  message: Uint8Array,
): void {
  // The library refuses infinity since 3.15.1. Before, an outsider could sign for all: see `TssProfile`.
  if (proof.key.is0() || proof.signature.is0())
    throw wrong('its aggregate key or signature is the point at infinity');
  if (2n * proof.weight <= key.totalWeight)
    throw new TssRefusal(
      'weight',
      `The threshold signature claims a weight of ${proof.weight} of ${key.totalWeight}; more than half is needed.`,
    );
  // Where τ is in the domain (τ = 1 in the library's own test key of 3.6.0) the weight is not bound to the bitmap.
  if (key.lastSlot.is0() && proof.weight !== key.totalWeight)
    throw new TssRefusal(
      'weight',
      'The hinTS key binds no weight, and less than the whole weight is claimed.',
    );
  const r = challengeOf(profile, key, proof);
  checkIdentities(key, proof, r);
  checkPairings(profile, key, proof, r, message);
}

function wrong(detail: string): TssRefusal {
  return new TssRefusal('signature', `The threshold signature is wrong: ${detail}.`);
}

function challengeOf({ hints }: TssProfile, key: HintsKey, proof: HintsSignature): bigint {
  const { q1, q2, q3, q4 } = proof.quotients;
  const claim = hints.challengeCoversClaim;
  return hashToField(
    Fr.ORDER,
    hints.challengeDst,
    concatBytes(
      key.keysBytes,
      ...(claim ? [key.tauBytes, compressedG1(proof.key), toLittleEndian(proof.weight)] : []),
      ...[key.weights, proof.bitmap.point, proof.sums.point].map(compressedG1),
      ...[proof.byTau, proof.byVanishing, proof.byTauShifted].map(compressedG1),
      ...[q1, q2, q3, q4].map(({ point }) => compressedG1(point)),
    ),
  );
}

/**
 * Checks the polynomial identities at the challenge. 1 and 3: the running sum of weight times bit is right, and ends at zero,
 * because the last slot holds the negated claimed weight. 2 and 4: the bits are 0 or 1, and the last one is set.
 */
function checkIdentities(key: HintsKey, proof: HintsSignature, r: bigint): void {
  const { q1, q2, q3, q4 } = proof.quotients;
  const z = Fr.sub(Fr.pow(r, key.size), Fr.ONE);
  const fromLast = Fr.sub(r, key.lastElement);
  // An honest prover cannot cause this, because the challenge is a hash.
  if (Fr.is0(fromLast)) throw wrong('its challenge lies in the domain');
  const lambda = Fr.div(Fr.mul(key.lastElement, z), Fr.mul(key.size, fromLast));
  const { value: sum } = proof.sums;
  const { value: bit } = proof.bitmap;
  const step = Fr.sub(Fr.sub(sum, proof.previousSum), Fr.mul(proof.weightsValue, bit));
  const identities: readonly (readonly [bigint, bigint])[] = [
    [step, Fr.mul(q1.value, z)],
    [Fr.sub(Fr.sqr(bit), bit), Fr.mul(q2.value, z)],
    [Fr.mul(lambda, sum), Fr.mul(q3.value, z)],
    [Fr.mul(lambda, Fr.sub(bit, Fr.ONE)), Fr.mul(q4.value, z)],
  ];
  for (const [index, [left, right]] of identities.entries()) {
    if (!Fr.eql(left, right)) throw wrong(`identity ${index + 1} of its proof does not hold`);
  }
}

/**
 * Checks the five pairing equations, as one product. With M the merged opening and P the sums:
 *
 * 1. e(K, H(message)) = e(g, Σ): K signed the message;
 * 2. e(M, h) = e(π, [τ]₂ − r·h): the values at r are those of the commitments;
 * 3. e(P − p′·g, h) = e(π′, [τ]₂ − (r/ω)·h): the same at r/ω;
 * 4. e(B, S) = e(Qz, Z)·e(Qx, [τ]₂)·e(K, h): K is the sum of the keys that the bitmap selects;
 * 5. e(Qx, [τ]₂) = e(X, h): the degree of Qx is in bounds.
 *
 * Pairings with a multiple of h are moved to G1, so only the message and Σ are new in G2.
 */
function checkPairings(
  profile: TssProfile,
  key: HintsKey,
  proof: HintsSignature,
  r: bigint,
  message: Uint8Array,
): void {
  const { q1, q2, q3, q4 } = proof.quotients;
  const weights = {
    point: key.weights.subtract(key.lastSlot.multiplyUnsafe(proof.weight)),
    value: proof.weightsValue,
  };
  const merged = [proof.sums, weights, proof.bitmap, q1, q3, q2, q4];
  const s = batchFactorOf(profile, merged, r);
  const [rho2, rho3, rho4, rho5] = [randomFactor(), randomFactor(), randomFactor(), randomFactor()];

  const terms: [G1Point, bigint][] = [];
  let factor = rho2;
  let values = 0n;
  for (const { point, value } of merged) {
    terms.push([point, factor]);
    values += factor * value;
    factor = Fr.mul(factor, s);
  }
  const previous = Fr.div(r, key.omega);
  const withH = sumOf(bls12381, [
    ...terms,
    [proof.sums.point, rho3],
    [key.g, -values - rho3 * proof.previousSum],
    [proof.opening, rho2 * r],
    [proof.previousOpening, rho3 * previous],
    [proof.key, -rho4],
    [proof.byTauShifted, -rho5],
  ]);
  const withTau = sumOf(bls12381, [
    [proof.opening, -rho2],
    [proof.previousOpening, -rho3],
    [proof.byTau, rho5 - rho4],
  ]);
  const isRight = isProductOne(bls12381, [
    [proof.key, prepareG2(bls12381, hashToG2(message))],
    [key.g.negate(), prepareG2(bls12381, proof.signature)],
    [withH, key.h],
    [withTau, key.tau],
    [sumOf(bls12381, [[proof.bitmap.point, rho4]]), key.keys],
    [sumOf(bls12381, [[proof.byVanishing, -rho4]]), key.vanishing],
  ]);
  if (!isRight) throw wrong('the nodes that it names did not sign this block');
}

/** Returns the factor whose powers merge the openings: the first challenge, or one that is bound to all values. */
function batchFactorOf({ hints }: TssProfile, merged: readonly Opened[], r: bigint): bigint {
  if (hints.batchDst === null) return r;
  return hashToField(
    Fr.ORDER,
    hints.batchDst,
    concatBytes(
      ...merged.map(({ point }) => compressedG1(point)),
      ...merged.map(({ value }) => toLittleEndian(value)),
    ),
  );
}

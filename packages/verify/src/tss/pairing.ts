import type { BlsCurvePair } from '@noble/curves/abstract/bls.js';
import { mulAddUnsafe } from '@noble/curves/abstract/curve.js';
import type { Fp2 } from '@noble/curves/abstract/tower.js';
import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js';
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';

type G1Point = WeierstrassPoint<bigint>;
type G2Point = WeierstrassPoint<Fp2>;

/** Precomputed form of a point of G2 for pairings, so that a key's point is prepared once; null for infinity. */
export type PreparedG2 = ReturnType<BlsCurvePair['utils']['calcPairingPrecomputes']> | null;

export function prepareG2(curve: BlsCurvePair, point: G2Point): PreparedG2 {
  return point.is0() ? null : curve.utils.calcPairingPrecomputes(point);
}

/**
 * Returns whether the product of the pairings is one. A pair with infinity contributes nothing; the library refuses
 * such a pair, because elsewhere it is usually a mistake. Every point must be in its group.
 */
export function isProductOne(
  curve: BlsCurvePair,
  pairs: readonly (readonly [G1Point, PreparedG2])[],
): boolean {
  const { Fp12 } = curve.fields;
  const terms: Parameters<BlsCurvePair['millerLoopBatch']>[0] = [];
  for (const [point, prepared] of pairs) {
    if (prepared === null || point.is0()) continue;
    const { x, y } = point.toAffine();
    terms.push([prepared, x, y]);
  }
  return Fp12.eql(Fp12.finalExponentiate(curve.millerLoopBatch(terms)), Fp12.ONE);
}

/** Returns the sum of multiples of points. The scalars may be any numbers: they are reduced. Not constant in time. */
export function sumOf(curve: BlsCurvePair, terms: readonly (readonly [G1Point, bigint])[]): G1Point {
  return mulAddUnsafe(
    curve.G1.Point,
    terms.map(([point]) => point),
    terms.map(([, scalar]) => curve.fields.Fr.create(scalar)),
  );
}

/**
 * Returns a secret random factor of 128 bits. A sum of equations with such factors is true only if each equation is,
 * except with a probability of 2^-128, because the prover does not know the factors.
 */
export function randomFactor(): bigint {
  return BigInt(`0x${bytesToHex(randomBytes(16))}`);
}

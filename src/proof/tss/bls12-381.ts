import type { Fp2 } from '@noble/curves/abstract/tower.js';
import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';

export type G1Point = WeierstrassPoint<bigint>;
export type G2Point = WeierstrassPoint<Fp2>;

/** Bytes of uncompressed points. */
export const G1_BYTES = 96;
export const G2_BYTES = 192;

/** The scalar field. */
export const Fr = bls12_381.fields.Fr;

/**
 * An uncompressed point in the format of ZCash (big-endian, flags in the first byte), on the curve and in the subgroup
 * of prime order; infinity is one, too. Throws for other bytes.
 */
export function readG1(bytes: Uint8Array): G1Point {
  if (bytes.length !== G1_BYTES) throw new RangeError('not an uncompressed point');
  return bls12_381.G1.Point.fromBytes(bytes);
}

/** The same for G2. */
export function readG2(bytes: Uint8Array): G2Point {
  if (bytes.length !== G2_BYTES) throw new RangeError('not an uncompressed point');
  return bls12_381.G2.Point.fromBytes(bytes);
}

const MESSAGE_DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

/** The point of G2 that is signed for a message: RFC 9380, suite BLS12381G2_XMD:SHA-256_SSWU_RO_. */
export function hashToG2(message: Uint8Array): G2Point {
  return bls12_381.G2.hashToCurve(message, { DST: MESSAGE_DST });
}

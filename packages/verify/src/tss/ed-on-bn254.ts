import { type EdwardsPoint, edwards } from '@noble/curves/abstract/edwards.js';
import { bn254 } from '@noble/curves/bn254.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { littleEndian, toLittleEndian } from './field-reader.ts';

/**
 * Baby Jubjub with a = 1, the curve of nodes' Schnorr signatures: x² + y² = 1 + (168696/168700)·x²y² over the scalar
 * field of BN254. Libraries use the name Baby Jubjub for the form with a = 168700.
 */
const field = bn254.fields.Fr;

/** Order of the subgroup. */
export const ORDER = 2736030358979909402780800718157159386076813972158567259200215660948447373041n;

const Curve = edwards(
  {
    p: field.ORDER,
    n: ORDER,
    h: 8n,
    a: 1n,
    d: field.div(168696n, 168700n),
    Gx: 19698561148652590122159747500897617769866003486955115824547446575314762165298n,
    Gy: 19298250018296453272277890825869354524455968081175474282777126169995084727839n,
  },
  { Fp: field },
);

export type SchnorrPoint = EdwardsPoint;

export const { BASE, ZERO } = Curve;

/** Bytes of an uncompressed point. */
export const POINT_BYTES = 64;

/**
 * Reads an uncompressed point. It must be canonical, on the curve and in the subgroup, and not the identity. Throws for
 * other bytes.
 */
export function readPoint(bytes: Uint8Array): SchnorrPoint {
  if (bytes.length !== POINT_BYTES) throw new RangeError('not an uncompressed point');
  const [x, y] = [littleEndian(bytes.subarray(0, 32)), littleEndian(bytes.subarray(32))];
  if (x >= field.ORDER || y >= field.ORDER) throw new RangeError('a coordinate is not below the order');
  const point = Curve.fromAffine({ x, y });
  point.assertValidity();
  if (!point.isTorsionFree()) throw new RangeError('not in the subgroup');
  return point;
}

/** Encodes x and y, 32 bytes each, little-endian. */
export function pointBytes(point: SchnorrPoint): Uint8Array {
  const { x, y } = point.toAffine();
  return concatBytes(toLittleEndian(x), toLittleEndian(y));
}

/** Encodes y, little-endian, with the highest bit set when x is the larger root. */
export function compressedPointBytes(point: SchnorrPoint): Uint8Array {
  const { x, y } = point.toAffine();
  const isLarger = x > field.neg(x);
  return toLittleEndian(isLarger ? y | (1n << 255n) : y);
}

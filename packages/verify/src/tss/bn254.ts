import type { Fp2 } from '@noble/curves/abstract/tower.js';
import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js';
import { bn254 } from '@noble/curves/bn254.js';
import { littleEndian } from './field-reader.ts';

export type G1Point = WeierstrassPoint<bigint>;
export type G2Point = WeierstrassPoint<Fp2>;

const { Fp, Fp2: quadratic } = bn254.fields;

/** The scalar field. */
export const Fr = bn254.fields.Fr;

/** Bytes of compressed points. */
export const G1_BYTES = 32;
export const G2_BYTES = 64;

/** Flag: y is the larger of both roots. */
const LARGER = 0x80;
const INFINITY = 0x40;

/**
 * Reads a compressed point in the format of arkworks (little-endian, flags in the last byte). It must be canonical and
 * on the curve; infinity is accepted. Throws for other bytes.
 */
export function readG1(bytes: Uint8Array): G1Point {
  const { flags, value } = splitFlags(bytes, G1_BYTES);
  if (flags === INFINITY) return infinity(value, bn254.G1.Point.ZERO);
  const x = coordinate(value);
  const y = Fp.sqrt(Fp.add(Fp.mul(Fp.sqr(x), x), 3n));
  const point = bn254.G1.Point.fromAffine({ x, y: isLarger(y) === (flags === LARGER) ? y : Fp.neg(y) });
  point.assertValidity();
  return point;
}

/** Reads a point of G2 like `readG1`; it must also be in the subgroup of prime order. */
export function readG2(bytes: Uint8Array): G2Point {
  const { flags, value } = splitFlags(bytes, G2_BYTES);
  if (flags === INFINITY) return infinity(value, bn254.G2.Point.ZERO);
  const x = { c0: coordinate(value.subarray(0, 32)), c1: coordinate(value.subarray(32)) };
  const y = quadratic.sqrt(quadratic.add(quadratic.mul(quadratic.sqr(x), x), bn254.G2.Point.CURVE().b));
  const larger = y.c1 === 0n ? isLarger(y.c0) : isLarger(y.c1);
  const point = bn254.G2.Point.fromAffine({ x, y: larger === (flags === LARGER) ? y : quadratic.neg(y) });
  point.assertValidity();
  return point;
}

function splitFlags(bytes: Uint8Array, length: number): { flags: number; value: Uint8Array } {
  if (bytes.length !== length) throw new RangeError('not a compressed point');
  const value = Uint8Array.from(bytes);
  const last = value[length - 1] ?? 0;
  value[length - 1] = last & ~(LARGER | INFINITY);
  const flags = last & (LARGER | INFINITY);
  if (flags === (LARGER | INFINITY)) throw new RangeError('contradictory flags');
  return { flags, value };
}

function infinity<Point>(value: Uint8Array, zero: Point): Point {
  if (value.some((byte) => byte !== 0)) throw new RangeError('infinity with a coordinate');
  return zero;
}

function coordinate(bytes: Uint8Array): bigint {
  const value = littleEndian(bytes);
  if (value >= Fp.ORDER) throw new RangeError('a coordinate is not below the order');
  return value;
}

function isLarger(y: bigint): boolean {
  return y > Fp.neg(y);
}

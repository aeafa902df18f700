import { blsBasic } from '@noble/curves/abstract/bls.js';
import { hash_to_field, isogenyMap, mapToCurveSimpleSWU } from '@noble/curves/abstract/hash-to-curve.js';
import { Field } from '@noble/curves/abstract/modular.js';
import { type Fp2, type Fp12, psiFrobenius, tower12 } from '@noble/curves/abstract/tower.js';
import { type WeierstrassPoint, weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

// Curve BLS12-381, composed of parts of the library, because its own composition includes hashing to G1 and signatures:
// a tenth of the bundle, which no bundler can remove. Parameters: draft-irtf-cfrg-pairing-friendly-curves-11, 4.2.1; of
// hashing: RFC 9380, 8.8.2.

export type G1Point = WeierstrassPoint<bigint>;
export type G2Point = WeierstrassPoint<Fp2>;

/** The curve's parameter x is −X. */
const X = 0xd201000000010000n;
const P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;

/** The scalar field. */
export const Fr = Field(0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n);

const fields = tower12({
  ORDER: P,
  X_LEN: 64,
  FP2_NONRESIDUE: [1n, 1n],
  // b = 4·(1 + u)
  Fp2mulByB: (value: Fp2) => quadratic.mul(quadratic.mulByNonresidue(value), 4n),
  Fp12finalExponentiate: finalExponentiate,
});
const { Fp, Fp2: quadratic, Fp12: full } = fields;

/**
 * Raises to the power 3·(p¹² − 1)/r. The result is one exactly when it is one for the power (p¹² − 1)/r. The hard part
 * is (x − 1)²·(x + p)·(x² + p² − 1) + 3 (Hayashida, Hayasaka, Teruya, 2020/875).
 */
function finalExponentiate(value: Fp12): Fp12 {
  const byP6 = full.mul(full.conjugate(value), full.inv(value));
  const easy = full.mul(full.frobeniusMap(byP6, 2), byP6);
  const byX = (base: Fp12) => full.conjugate(full._cyclotomicExp(base, X));
  const byXMinus1 = (base: Fp12) => full.mul(byX(base), full.conjugate(base));
  const squared = byXMinus1(byXMinus1(easy));
  const second = full.mul(byX(squared), full.frobeniusMap(squared, 1));
  const third = full.mul(byX(byX(second)), full.mul(full.frobeniusMap(second, 2), full.conjugate(second)));
  return full.mul(third, full.mul(full._cyclotomicSquare(easy), easy));
}

const CUBE_ROOT = 0x5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffen;

const G1 = weierstrass<bigint>(
  {
    p: P,
    n: Fr.ORDER,
    h: 0x396c8c005555e1568c00aaab0000aaabn,
    a: 0n,
    b: 4n,
    Gx: 0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bbn,
    Gy: 0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1n,
  },
  {
    Fp,
    Fn: Fr,
    allowInfinityPoint: true,
    // Multiplication by −x² equals the endomorphism (β·x, y) in the subgroup, and nowhere else (Scott, 2021/1130).
    isTorsionFree: (Point, point) =>
      new Point(Fp.mul(point.X, CUBE_ROOT), point.Y, point.Z).equals(
        point.multiplyUnsafe(X).multiplyUnsafe(X).negate(),
      ),
  },
);

let frobenius: ReturnType<typeof psiFrobenius> | undefined;
/**
 * Returns the endomorphisms of G2; the first multiplies by x in the subgroup. Their constants are computed at the first
 * call.
 */
const endomorphisms = () => {
  frobenius ??= psiFrobenius(Fp, quadratic, quadratic.inv(quadratic.NONRESIDUE));
  return frobenius;
};
const psi = (point: G2Point): G2Point => endomorphisms().G2psi(G2, point);
const byX = (point: G2Point) => point.multiplyUnsafe(X).negate();

const G2 = weierstrass<Fp2>(
  {
    p: quadratic.ORDER,
    n: Fr.ORDER,
    h: 0x5d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef21537e293a6691ae1616ec6e786f0c70cf1c38e31c7238e5n,
    a: quadratic.ZERO,
    b: { c0: 4n, c1: 4n },
    Gx: {
      c0: 0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8n,
      c1: 0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7en,
    },
    Gy: {
      c0: 0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801n,
      c1: 0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79ben,
    },
  },
  {
    Fp: quadratic,
    Fn: Fr,
    allowInfinityPoint: true,
    isTorsionFree: (_, point): boolean => byX(point).equals(psi(point)),
  },
);

/** The curve, with the parts that pairings need. */
export const bls12381 = blsBasic({ ...fields, Fr }, G1, G2, {
  ateLoopSize: X,
  xNegative: true,
  twistType: 'multiplicative',
});

/** Bytes of uncompressed points, and of a coordinate in the base field. */
export const G1_BYTES = 96;
export const G2_BYTES = 192;
const COORDINATE = 48;

const COMPRESSED = 0x80;
const INFINITY = 0x40;
const LARGER = 0x20;

/**
 * Reads an uncompressed point in the format of ZCash (big-endian, flags in the first byte). It must be on the curve and
 * in the subgroup of prime order; infinity is accepted. Throws for other bytes.
 */
export function readG1(bytes: Uint8Array): G1Point {
  const [x, y] = coordinatesOf(bytes, G1_BYTES) ?? [];
  if (x === undefined || y === undefined) return G1.ZERO;
  const point = G1.fromAffine({ x, y });
  point.assertValidity();
  return point;
}

/** Reads a point of G2 like `readG1`. */
export function readG2(bytes: Uint8Array): G2Point {
  const [x1, x0, y1, y0] = coordinatesOf(bytes, G2_BYTES) ?? [];
  if (x1 === undefined || x0 === undefined || y1 === undefined || y0 === undefined) return G2.ZERO;
  const point = G2.fromAffine({ x: { c0: x0, c1: x1 }, y: { c0: y0, c1: y1 } });
  point.assertValidity();
  return point;
}

/** Returns elements of the base field in the order of the bytes; null for infinity. */
function coordinatesOf(bytes: Uint8Array, length: number): bigint[] | null {
  if (bytes.length !== length) throw new RangeError('not an uncompressed point');
  const isZero = bytes.every((byte, index) => byte === (index === 0 ? INFINITY : 0));
  if (isZero) return null;
  const coordinates: bigint[] = [];
  // Flags in the first byte make the first coordinate larger than the order, so it is refused here.
  for (let from = 0; from < length; from += COORDINATE)
    coordinates.push(Fp.fromBytes(bytes.subarray(from, from + COORDINATE)));
  // The library would read zeros as infinity.
  if (coordinates.every((value) => value === 0n)) throw new RangeError('infinity without its flag');
  return coordinates;
}

/** Compresses a point in the format of ZCash. */
export function compressedG1(point: G1Point): Uint8Array {
  const { x, y } = point.toAffine();
  return compressed(point.is0(), Fp.toBytes(x), [y]);
}

/** Compresses a point of G2 like `compressedG1`. */
export function compressedG2(point: G2Point): Uint8Array {
  const { x, y } = point.toAffine();
  return compressed(point.is0(), concatBytes(Fp.toBytes(x.c1), Fp.toBytes(x.c0)), [y.c1, y.c0]);
}

/** @param y parts of y; the first one that is not zero selects the root */
function compressed(isInfinity: boolean, x: Uint8Array, y: readonly bigint[]): Uint8Array {
  const sign = y.find((part) => part !== 0n) ?? 0n;
  x[0] = (x[0] ?? 0) | COMPRESSED | (isInfinity ? INFINITY : 2n * sign > P ? LARGER : 0);
  return x;
}

const HASHING = {
  DST: 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_',
  p: P,
  m: 2,
  k: 128,
  expand: 'xmd',
  hash: sha256,
} as const;

/** Returns elements from their parts over one denominator. */
const elements = (over: bigint, ...parts: readonly (readonly [bigint, bigint])[]): Fp2[] =>
  parts.map(([c0, c1]) => ({ c0: Fp.div(c0, over), c1: Fp.div(c1, over) }));

/** The isogeny from the curve that messages are mapped to: RFC 9380, appendix E.3, as fractions. */
const isogeny = isogenyMap(quadratic, [
  elements(9n, [304n, 304n], [0n, -24n], [12n, -12n], [1n, 0n]),
  elements(1n, [0n, -72n], [12n, -12n], [1n, 0n]),
  elements(27n, [752n, 752n], [0n, 264n], [-18n, 18n], [-1n, 0n]),
  elements(1n, [-432n, -432n], [0n, -216n], [18n, -18n], [1n, 0n]),
]);
let mapToCurve: ((value: Fp2) => { readonly x: Fp2; readonly y: Fp2 }) | undefined;

/** Hashes a message to G2: RFC 9380, suite BLS12381G2_XMD:SHA-256_SSWU_RO_. */
export function hashToG2(message: Uint8Array): G2Point {
  mapToCurve ??= mapToCurveSimpleSWU(quadratic, {
    A: quadratic.create({ c0: 0n, c1: 240n }),
    B: quadratic.create({ c0: 1012n, c1: 1012n }),
    Z: quadratic.neg({ c0: 2n, c1: 1n }),
  });
  let sum = G2.ZERO;
  for (const [c0 = 0n, c1 = 0n] of hash_to_field(message, 2, HASHING)) {
    const { x, y } = mapToCurve({ c0, c1 });
    sum = sum.add(G2.fromAffine(isogeny(x, y)));
  }
  // Clears the cofactor: [x² − x − 1]·sum + [x − 1]·ψ(sum) + ψ²(2·sum), appendix G.3.
  const image = psi(sum);
  const inner = byX(sum).add(image);
  return endomorphisms().G2psi2(G2, sum.double()).add(byX(inner)).subtract(inner).subtract(sum);
}

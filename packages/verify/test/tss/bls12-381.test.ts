import { bls12_381 } from '@noble/curves/bls12-381.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../test/effort.ts';
import {
  bls12381,
  compressedG1,
  compressedG2,
  Fr,
  hashToG2,
  readG1,
  readG2,
} from '../../src/tss/bls12-381.ts';
import { isProductOne, prepareG2 } from '../../src/tss/pairing.ts';

// Compares our curve operations with the library's.
const { G1, G2, fields } = bls12_381;
const scalar = fc.bigInt(0n, Fr.ORDER - 1n);

const { Fp, Fp2 } = fields;

const bytesOf = (...coordinates: readonly bigint[]) =>
  Uint8Array.from(
    Buffer.from(coordinates.map((value) => value.toString(16).padStart(96, '0')).join(''), 'hex'),
  );

/**
 * Returns the bytes of a point of the curve that follows a number. Its chance to be in the subgroup is 1 to the
 * cofactor.
 */
const beyond = fc.bigInt(1n, Fp.ORDER - 1n);

function outsideG1(from: bigint): Uint8Array {
  for (let x = from; ; x = Fp.add(x, 1n)) {
    try {
      return bytesOf(x, Fp.sqrt(Fp.add(Fp.pow(x, 3n), 4n)));
    } catch {}
  }
}

function outsideG2(from: bigint): Uint8Array {
  for (let c0 = from; ; c0 = Fp.add(c0, 1n)) {
    try {
      const x = { c0, c1: from };
      const y = Fp2.sqrt(Fp2.add(Fp2.pow(x, 3n), { c0: 4n, c1: 4n }));
      return bytesOf(x.c1, x.c0, y.c1, y.c0);
    } catch {}
  }
}

describe('points', () => {
  it('are read and compressed like the library', () => {
    fc.assert(
      fc.property(scalar, (factor) => {
        const [g1, g2] = [G1.Point.BASE.multiplyUnsafe(factor), G2.Point.BASE.multiplyUnsafe(factor)];
        expect(compressedG1(readG1(g1.toBytes(false)))).toEqual(g1.toBytes(true));
        expect(compressedG2(readG2(g2.toBytes(false)))).toEqual(g2.toBytes(true));
      }),
      { numRuns: tries(10), examples: [[0n], [1n], [Fr.ORDER - 1n]] },
    );
  });

  it('outside of the subgroup are refused', () => {
    fc.assert(
      fc.property(beyond, (from) => {
        expect(() => readG1(outsideG1(from))).toThrow(/subgroup/);
        expect(() => readG2(outsideG2(from))).toThrow(/subgroup/);
      }),
      { numRuns: tries(5) },
    );
  });

  it.each([
    ['compressed', (bytes: Uint8Array) => bytes.fill((bytes[0] ?? 0) | 0x80, 0, 1)],
    ['with the flag of a root', (bytes: Uint8Array) => bytes.fill((bytes[0] ?? 0) | 0x20, 0, 1)],
    ['infinity with a coordinate', (bytes: Uint8Array) => bytes.fill((bytes[0] ?? 0) | 0x40, 0, 1)],
    ['infinity without its flag', (bytes: Uint8Array) => bytes.fill(0)],
    ['infinity with the flag of a root', (bytes: Uint8Array) => bytes.fill(0).fill(0x60, 0, 1)],
    ['off the curve', (bytes: Uint8Array) => bytes.fill((bytes.at(-1) ?? 0) ^ 1, -1)],
    ['with a coordinate of the order', (bytes: Uint8Array) => withOrder(bytes)],
    ['too short', (bytes: Uint8Array) => bytes.subarray(1)],
  ])('in another encoding are refused: %s', (_, change) => {
    expect(() => readG1(change(G1.Point.BASE.toBytes(false)))).toThrow();
    expect(() => readG2(change(G2.Point.BASE.toBytes(false)))).toThrow();
  });
});

function withOrder(bytes: Uint8Array): Uint8Array {
  bytes.set(bytesOf(Fp.ORDER));
  return bytes;
}

it('a message is hashed like the library', () => {
  const DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (message) => {
      expect(compressedG2(hashToG2(message))).toEqual(G2.hashToCurve(message, { DST }).toBytes(true));
    }),
    { numRuns: tries(10) },
  );
});

describe('pairings', () => {
  it('are those of the library', () => {
    const { Fp12 } = bls12381.fields;
    const point = bls12381.G1.Point.BASE.toAffine();
    const lines = bls12381.utils.calcPairingPrecomputes(bls12381.G2.Point.BASE);
    const paired = Fp12.finalExponentiate(bls12381.millerLoopBatch([[lines, point.x, point.y]]));
    expect(paired).toEqual(bls12_381.pairing(G1.Point.BASE, G2.Point.BASE));
  });

  it('are bilinear', () => {
    const [g, h] = [bls12381.G1.Point.BASE, bls12381.G2.Point.BASE];
    const lines = prepareG2(bls12381, h);
    fc.assert(
      fc.property(fc.bigInt(1n, Fr.ORDER - 1n), fc.bigInt(1n, Fr.ORDER - 1n), (a, b) => {
        const left = [g.multiplyUnsafe(a), prepareG2(bls12381, h.multiplyUnsafe(b))] as const;
        const product = Fr.mul(a, b);
        expect(isProductOne(bls12381, [left, [g.multiplyUnsafe(product).negate(), lines]])).toBe(true);
        const other = g.multiplyUnsafe(Fr.add(product, 1n)).negate();
        expect(isProductOne(bls12381, [left, [other, lines]])).toBe(false);
      }),
      { numRuns: tries(5) },
    );
  });
});

import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn, tries } from '../../../../test/effort.ts';
import { sharedDir } from '../../../../test/shared.ts';
import { ORDER, readPoint } from '../../src/tss/ed-on-bn254.ts';
import { littleEndian, toLittleEndian } from '../../src/tss/field-reader.ts';
import { checkLedger } from '../../src/tss/ledger.ts';
import { SignatureVerifier } from '../../src/tss/verify-signature.ts';
import { readWrapsKey } from '../../src/tss/wraps-key.ts';
import {
  type Field,
  HINTS_KEY_FIELDS,
  HINTS_SIGNATURE_FIELDS,
  SCHNORR_FIELDS,
  WRAPS_FIELDS,
} from './layout.ts';
import { flip, outcomeOf } from './outcome.ts';
import { LIBRARY, networkVectors, type Vector } from './vectors.ts';

const network = networkVectors();
const [schnorr, wraps] = network.blocks;
if (!schnorr || !wraps) throw new Error('the fixture has a signature with either tail');

/** Vectors of a real network with the middle profile, which are always available, and one of the newest profile. */
const VECTORS: readonly Vector[] = [
  schnorr,
  wraps,
  ...LIBRARY.filter(({ expected, tail }) => expected === '3.15.1' && tail === 'wraps'),
];

const fieldsOf = ({ signature }: Vector): Field[] => [
  ...HINTS_KEY_FIELDS,
  ...HINTS_SIGNATURE_FIELDS,
  ...(signature.length === 2920 ? SCHNORR_FIELDS : WRAPS_FIELDS),
];

/** Returns a shared verifier. It caches the valid hinTS key, and must not accept a flipped one instead. */
const verifierOf = ({ publication, profile }: Vector) =>
  new SignatureVerifier(checkLedger(publication, profile));

const replaced = (signature: Uint8Array, { offset, length }: Field, bytes: Uint8Array): Uint8Array => {
  expect(bytes.length).toBe(length);
  const changed = Uint8Array.from(signature);
  changed.set(bytes, offset);
  return changed;
};

describe.each(VECTORS)('$name, changed', (vector) => {
  const verifier = verifierOf(vector);
  const verify = (signature: Uint8Array, message: Uint8Array = vector.message) =>
    outcomeOf(() => verifier.verify(message, signature));

  it('holds when unchanged, first and again', () => {
    expect(verify(vector.signature)).toBeTypeOf('object');
    expect(verify(vector.signature)).toBeTypeOf('object');
  });

  it.each(fieldsOf(vector))('no bit of $name may be flipped', ({ offset, length }) => {
    fc.assert(
      fc.property(fc.nat(length * 8 - 1), (bit) => {
        expect(verify(flip(vector.signature, offset * 8 + bit))).toBeTypeOf('string');
      }),
      { numRuns: tries(1) },
    );
  });

  it('no bit of the message may be flipped', () => {
    fc.assert(
      fc.property(fc.nat(vector.message.length * 8 - 1), (bit) => {
        expect(verify(vector.signature, flip(vector.message, bit))).toBe('signature');
      }),
      { numRuns: tries(1) },
    );
  });

  it('no scalar may be written as more than the order of its field', () => {
    const orders = {
      'bls-fr': bls12_381.fields.Fr.ORDER,
      'bn-fr': bn254.fields.Fr.ORDER,
      'ed-scalar': ORDER,
    };
    for (const field of fieldsOf(vector)) {
      const order = orders[field.kind as keyof typeof orders];
      if (order === undefined) continue;
      const value = littleEndian(vector.signature.subarray(field.offset, field.offset + field.length));
      for (const wrong of [order, ...drawn([value + order, 2n ** 256n - 1n], 1)]) {
        expect([field.name, verify(replaced(vector.signature, field, toLittleEndian(wrong)))]).toEqual([
          field.name,
          'encoding',
        ]);
      }
    }
  });

  it('no point may be anything but a point of its group in its one encoding', () => {
    for (const field of fieldsOf(vector)) {
      for (const [what, bytes] of drawn(BAD_POINTS[field.kind] ?? [], 1)) {
        expect([field.name, what, verify(replaced(vector.signature, field, bytes))]).toEqual([
          field.name,
          what,
          'encoding',
        ]);
      }
    }
  });

  it('no point may be replaced by infinity or by the generator', () => {
    for (const field of fieldsOf(vector)) {
      for (const bytes of drawn(OTHER_POINTS[field.kind] ?? [], 1)) {
        const isSame = Buffer.from(bytes).equals(
          vector.signature.subarray(field.offset, field.offset + field.length),
        );
        if (!isSame)
          expect(verify(replaced(vector.signature, field, bytes)), field.name).toBeTypeOf('string');
      }
    }
  });

  it('no two points may be swapped', () => {
    const points = HINTS_SIGNATURE_FIELDS.filter(({ kind }) => kind === 'bls-g1');
    for (const [index, first] of points.entries()) {
      const second = points[(index + 1) % points.length] ?? first;
      const at = ({ offset, length }: Field) => vector.signature.subarray(offset, offset + length);
      if (at(first).equals(at(second))) continue;
      const swapped = replaced(replaced(vector.signature, first, at(second)), second, at(first));
      expect(verify(swapped)).toBe('signature');
    }
  });

  it('no other length is accepted', () => {
    for (const length of [0, 1, 1096, 2728, 2919, 2921, 3431, 3433, 1 << 20]) {
      expect(verify(Buffer.concat([vector.signature], length))).toBe('length');
    }
    expect(verify(vector.signature.subarray(0, 48))).toBe('mock');
    expect(verify(vector.signature, Buffer.alloc(0))).toBe('length');
  });
});

describe.skipIf(sharedDir === null)('the library’s test key of 3.6.0, whose setup binds no weight', () => {
  const vector = LIBRARY.find(({ expected, tail }) => expected === '3.6.0' && tail === 'schnorr');
  const weight = HINTS_SIGNATURE_FIELDS.find(({ name }) => name === 'w');

  it('accepts only a claim of the whole weight', () => {
    if (!vector || !weight) throw new Error('the vector is there');
    const verifier = verifierOf(vector);
    const claim = (value: bigint) =>
      outcomeOf(() =>
        verifier.verify(vector.message, replaced(vector.signature, weight, toLittleEndian(value))),
      );
    expect([883n, 884n, 1765n, 1767n].map(claim)).toEqual(['weight', 'weight', 'weight', 'weight']);
    expect(claim(1766n)).toBeTypeOf('object');
  });
});

describe('a Schnorr signature', () => {
  const verifier = verifierOf(schnorr);
  const position = (index: number, value: number) => {
    const changed = Uint8Array.from(schnorr.signature);
    changed[2728 + index] = value;
    return outcomeOf(() => verifier.verify(schnorr.message, changed));
  };

  it('sets signers only with 1', () => {
    expect([0, 1, 2].map((index) => position(index, 2))).toEqual(['encoding', 'encoding', 'encoding']);
    expect(position(0, 255)).toBe('encoding');
  });

  it('sets no signer beyond the address book, unlike upstream', () => {
    expect([3, 4, 127].map((index) => position(index, 1))).toEqual(['encoding', 'encoding', 'encoding']);
  });
});

describe('tails', () => {
  it.skipIf(sharedDir === null)('from another ledger do not endorse the key', () => {
    const other = LIBRARY.find(({ tail, expected }) => tail === 'wraps' && expected === '3.7.8');
    if (other === undefined) throw new Error('the vector is there');
    const foreign = verifierOf(other);
    for (const { message, signature } of [schnorr, wraps]) {
      expect(outcomeOf(() => foreign.verify(message, signature))).toMatch(
        /^(verification-key|encoding|weight)$/,
      );
    }
  });

  it('are verified for each key: a cached one proves no other', () => {
    const verifier = verifierOf(schnorr);
    expect(verifier.verify(schnorr.message, schnorr.signature)).toBeTypeOf('object');
    expect(verifier.verify(wraps.message, wraps.signature)).toMatchObject({ tail: 'wraps' });
    // The key of one signature with the other's hinTS signature. The tail is valid, but the signature is of another
    // message.
    const mixed = Buffer.concat([wraps.signature.subarray(0, 2728), schnorr.signature.subarray(2728)]);
    expect(outcomeOf(() => verifier.verify(schnorr.message, mixed))).toBe('signature');
    expect(verifier.verify(wraps.message, mixed)).toMatchObject({ tail: 'schnorr' });
  });

  it('with WRAPS need the WRAPS key of the publication', () => {
    const changed = { ...network.publication, wrapsKey: flip(network.publication.wrapsKey, 8 * 20) };
    const verifier = new SignatureVerifier(checkLedger(changed, '3.7.8'));
    expect(outcomeOf(() => verifier.verify(wraps.message, wraps.signature))).toMatch(
      /^(publication|verification-key)$/,
    );
    const empty = new SignatureVerifier(
      checkLedger({ ...network.publication, wrapsKey: Buffer.from('later') }, '3.7.8'),
    );
    expect(outcomeOf(() => empty.verify(wraps.message, wraps.signature))).toBe('publication');
    expect(empty.verify(schnorr.message, schnorr.signature)).toMatchObject({ tail: 'schnorr' });
  });

  it('flipped in any bit of the WRAPS key are invalid, except for its one unused point', () => {
    const unused = { from: 1608, to: 1640 };
    const bits = fc.nat(1768 * 8 - 1).filter((bit) => bit >> 3 < unused.from || bit >> 3 >= unused.to);
    fc.assert(
      fc.property(bits, (bit) => {
        const changed = { ...network.publication, wrapsKey: flip(network.publication.wrapsKey, bit) };
        const verifier = new SignatureVerifier(checkLedger(changed, '3.7.8'));
        expect(outcomeOf(() => verifier.verify(wraps.message, wraps.signature))).toBeTypeOf('string');
      }),
      { numRuns: tries(6) },
    );
  });
});

describe('arbitrary bytes', () => {
  const verifier = verifierOf(schnorr);

  it.each([0x00, 0x40, 0xff])('all %i are refused', (byte) => {
    for (const length of [2920, 3432]) {
      expect(outcomeOf(() => verifier.verify(schnorr.message, Buffer.alloc(length, byte)))).toBe('encoding');
    }
  });

  it('are refused at the right length, and as a part of a valid signature', () => {
    const splice = fc.record({
      base: fc.constantFrom(schnorr.signature, wraps.signature),
      at: fc.nat(3000),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 400 }),
    });
    fc.assert(
      fc.property(splice, ({ base, at, bytes }) => {
        const changed = Uint8Array.from(base);
        changed.set(bytes.subarray(0, base.length - (at % base.length)), at % base.length);
        fc.pre(!base.equals(changed));
        expect(outcomeOf(() => verifier.verify(schnorr.message, changed))).toBeTypeOf('string');
      }),
      { numRuns: tries(20) },
    );
  });

  it('are refused as a WRAPS key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1800 }), (bytes) => {
        expect(outcomeOf(() => readWrapsKey(bytes))).toBe('encoding');
        expect(outcomeOf(() => readWrapsKey(Buffer.concat([bytes], 1768)))).toBe('encoding');
      }),
      { numRuns: 30 },
    );
  });
});

it('a point of the Schnorr group is canonical, on the curve, in the subgroup and not its identity', () => {
  const point = network.publication.nodes[0]?.key.subarray(0, 64) ?? Buffer.alloc(0);
  const [x, y] = [littleEndian(point.subarray(0, 32)), littleEndian(point.subarray(32))];
  const p = bn254.fields.Fr.ORDER;
  const write = (a: bigint, b: bigint) => Buffer.concat([toLittleEndian(a), toLittleEndian(b)]);
  expect(readPoint(write(x, y)).toAffine()).toEqual({ x, y });
  // Points: two non-canonical ones; one off the curve; one plus the point of order two; one of order two; the identity.
  for (const [a, b] of [
    [x + p, y],
    [x, y + p],
    [y, x],
    [p - x, p - y],
    [0n, p - 1n],
    [0n, 1n],
    [0n, 0n],
  ] as const) {
    expect(() => readPoint(write(a, b))).toThrow();
  }
  expect(() => readPoint(point.subarray(1))).toThrow();
});

type Bytes = Uint8Array;

function blsG1(x: bigint, y: bigint): Bytes {
  return Buffer.from(x.toString(16).padStart(96, '0') + y.toString(16).padStart(96, '0'), 'hex');
}

/** Returns the first point on the curve that is outside the subgroup. */
function outsideG1(): Bytes {
  const { Fp } = bls12_381.fields;
  for (let x = 1n; ; x += 1n) {
    const square = Fp.add(Fp.pow(x, 3n), 4n);
    if (!Fp.eql(Fp.pow(square, (Fp.ORDER - 1n) / 2n), Fp.ONE)) continue;
    const y = Fp.sqrt(square);
    const point = bls12_381.G1.Point.fromAffine({ x, y });
    if (!point.isTorsionFree()) return blsG1(x, y);
  }
}

function outsideG2(): Bytes {
  const { Fp2 } = bls12_381.fields;
  for (let c0 = 1n; ; c0 += 1n) {
    const x = { c0, c1: 1n };
    const square = Fp2.add(Fp2.mul(Fp2.sqr(x), x), Fp2.fromBigTuple([4n, 4n]));
    const y = rootOf(() => Fp2.sqrt(square));
    if (y === null) continue;
    const point = bls12_381.G2.Point.fromAffine({ x, y });
    if (!point.isTorsionFree()) return Buffer.concat([blsG1(x.c1, x.c0), blsG1(y.c1, y.c0)]);
  }
}

/** Returns a compressed point of BN254 outside the subgroup of G2; G1 has no other subgroup. */
function outsideBnG2(): Bytes {
  const { Fp2 } = bn254.fields;
  const { b } = bn254.G2.Point.CURVE();
  for (let c0 = 1n; ; c0 += 1n) {
    const x = { c0, c1: 1n };
    const y = rootOf(() => Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), b)));
    if (y === null) continue;
    const point = bn254.G2.Point.fromAffine({ x, y });
    if (!point.isTorsionFree()) return Buffer.concat([toLittleEndian(c0), toLittleEndian(1n)]);
  }
}

function rootOf<Value>(sqrt: () => Value): Value | null {
  try {
    return sqrt();
  } catch {
    return null;
  }
}

function flagged(length: number, at: number, flags: number, rest: readonly [number, number][] = []): Bytes {
  const bytes = new Uint8Array(length);
  for (const [index, value] of rest) bytes[index] = value;
  bytes[at] = (bytes[at] ?? 0) | flags;
  return bytes;
}

const G1 = bls12_381.G1.Point.BASE.toBytes(false);
const G2 = bls12_381.G2.Point.BASE.toBytes(false);
const P = bls12_381.fields.Fp.ORDER;
const Q = bn254.fields.Fp.ORDER;

const withFlags = (bytes: Bytes, flags: number) => flagged(bytes.length, 0, flags, [...bytes.entries()]);

/** Bytes that are not a point, or a point in a non-canonical encoding. */
const BAD_POINTS: Partial<Record<Field['kind'], readonly (readonly [string, Bytes])[]>> = {
  'bls-g1': [
    ['zeros, which are not infinity', new Uint8Array(96)],
    ['infinity with a coordinate', flagged(96, 0, 0x40, [[95, 1]])],
    ['infinity with a sign', flagged(96, 0, 0x60)],
    ['infinity, compressed', flagged(96, 0, 0xc0)],
    ['a sign', withFlags(G1, 0x20)],
    ['compressed', withFlags(G1, 0x80)],
    ['x of the order of the field', blsG1(P, 2n)],
    ['y negated beyond the order', blsG1(bls12_381.G1.Point.BASE.x, P + 1n)],
    ['off the curve', blsG1(1n, 1n)],
    ['outside the subgroup', outsideG1()],
  ],
  'bls-g2': [
    ['zeros, which are not infinity', new Uint8Array(192)],
    ['infinity with a coordinate', flagged(192, 0, 0x40, [[191, 1]])],
    ['a sign', withFlags(G2, 0x20)],
    ['compressed', withFlags(G2, 0x80)],
    ['a coordinate of the order of the field', Buffer.concat([blsG1(0n, P), blsG1(1n, 1n)])],
    ['off the curve', Buffer.concat([blsG1(1n, 1n), blsG1(1n, 1n)])],
    ['outside the subgroup', outsideG2()],
  ],
  'bn-g1': [
    ['infinity with a coordinate', flagged(32, 31, 0x40, [[0, 1]])],
    ['both flags', flagged(32, 31, 0xc0)],
    ['x of the order of the field', toLittleEndian(Q)],
    ['x beyond the order of the field', toLittleEndian(Q + 1n)],
    ['off the curve', toLittleEndian(4n)],
  ],
  'bn-g2': [
    ['infinity with a coordinate', flagged(64, 63, 0x40, [[0, 1]])],
    ['both flags', flagged(64, 63, 0xc0)],
    ['a coordinate of the order of the field', Buffer.concat([toLittleEndian(1n), toLittleEndian(Q)])],
    ['outside the subgroup', outsideBnG2()],
  ],
};

/** Valid points that are almost certainly wrong: infinity, and the generator. */
const OTHER_POINTS: Partial<Record<Field['kind'], readonly Bytes[]>> = {
  'bls-g1': [flagged(96, 0, 0x40), G1],
  'bls-g2': [flagged(192, 0, 0x40), G2],
  'bn-g1': [flagged(32, 31, 0x40), toLittleEndian(1n)],
  'bn-g2': [flagged(64, 63, 0x40)],
};

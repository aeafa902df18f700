import type { IField } from '@noble/curves/abstract/modular.js';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import fc from 'fast-check';

// Inputs of the precompiles of EIP-2537, as hex: a few of each kind of operand, created once, most of them valid.

const { G1, G2 } = { G1: bls12_381.G1.Point, G2: bls12_381.G2.Point };
const { Fp, Fp2, Fr } = bls12_381.fields;

const word = (value: bigint): string => value.toString(16).padStart(64, '0');
/** Encodes an element of the field in 64 bytes. */
const element = (value: bigint): string => value.toString(16).padStart(128, '0');

const FACTORS = [1n, 2n, 7n, Fr.ORDER - 1n, 0x1234_5678_9abc_def0n, Fr.ORDER >> 1n];

type Fp2Element = ReturnType<typeof Fp2.create>;
const pair = ({ c0, c1 }: Fp2Element): string => element(c0) + element(c1);

const g1Hex = (x: bigint, y: bigint): string => element(x) + element(y);
const g2Hex = (x: Fp2Element, y: Fp2Element): string => pair(x) + pair(y);
const G1_VALID = [element(0n).repeat(2), ...FACTORS.map((by) => g1Hex(...coordinates(G1.BASE.multiply(by))))];
const G2_VALID = [element(0n).repeat(4), ...FACTORS.map((by) => g2Hex(...coordinates(G2.BASE.multiply(by))))];

function coordinates<T>(point: { toAffine(): { x: T; y: T } }): [T, T] {
  const { x, y } = point.toAffine();
  return [x, y];
}

/** Returns a point on the curve outside the group. Addition accepts it; all other operations refuse it. */
function pointOutsideG1(): string {
  for (let x = 1n; ; x += 1n) {
    const square = Fp.add(Fp.pow(x, 3n), 4n);
    if (!isSquare(Fp, square)) continue;
    const y = Fp.sqrt(square);
    if (!G1.fromAffine({ x, y }).isTorsionFree()) return g1Hex(x, y);
  }
}

function pointOutsideG2(): string {
  const b = Fp2.create({ c0: 4n, c1: 4n });
  for (let n = 1n; ; n += 1n) {
    const x = Fp2.create({ c0: n, c1: 1n });
    const square = Fp2.add(Fp2.pow(x, 3n), b);
    if (!isSquare(Fp2, square)) continue;
    const y = Fp2.sqrt(square);
    if (!G2.fromAffine({ x, y }).isTorsionFree()) return g2Hex(x, y);
  }
}

type Field<T> = Pick<IField<T>, 'ORDER' | 'ONE' | 'pow' | 'eql'>;

/** Returns whether a value is a square, by Euler's criterion. */
function isSquare<T>(field: Field<T>, value: T): boolean {
  return field.eql(field.pow(value, (field.ORDER - 1n) / 2n), field.ONE);
}

const [OUTSIDE_G1, OUTSIDE_G2] = [pointOutsideG1(), pointOutsideG2()];
const [g1x, g1y] = coordinates(G1.BASE);
const [g2x, g2y] = coordinates(G2.BASE);
/**
 * Refused points: not on the curve, with a coordinate that is not below the order, and with nonzero bytes before a
 * coordinate.
 */
const G1_REFUSED = [g1Hex(g1x, g1y + 1n), g1Hex(g1x + Fp.ORDER, g1y), `01${g1Hex(g1x, g1y).slice(2)}`];
const G2_REFUSED = [
  g2Hex(g2x, Fp2.add(g2y, Fp2.ONE)),
  element(g2x.c0 + Fp.ORDER) + g2Hex(g2x, g2y).slice(128),
  `01${g2Hex(g2x, g2y).slice(2)}`,
];

const drawn = (usual: readonly string[], rare: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 24, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...rare));
const g1 = drawn(G1_VALID, [OUTSIDE_G1, ...G1_REFUSED]);
const g2 = drawn(G2_VALID, [OUTSIDE_G2, ...G2_REFUSED]);
/** Addition accepts points outside the group, too. */
const g1Summand = drawn([...G1_VALID, OUTSIDE_G1], G1_REFUSED);
const g2Summand = drawn([...G2_VALID, OUTSIDE_G2], G2_REFUSED);
const scalar = fc
  .oneof(
    { weight: 3, arbitrary: fc.bigInt(0n, 1n << 32n) },
    fc.constantFrom(0n, 1n, Fr.ORDER - 1n, Fr.ORDER, Fr.ORDER + 1n, (1n << 256n) - 1n),
    fc.bigInt(0n, (1n << 256n) - 1n),
  )
  .map(word);
const fp = fc
  .oneof(
    { weight: 12, arbitrary: fc.bigInt(0n, Fp.ORDER - 1n) },
    fc.constantFrom(0n, 1n, Fp.ORDER - 1n, Fp.ORDER, 1n << 384n),
  )
  .map(element);

const tuple = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts);
/** Draws up to three parts. The empty list is refused. */
const list = (...parts: fc.Arbitrary<string>[]) =>
  fc
    .oneof(
      { weight: 9, arbitrary: fc.array(tuple(...parts), { minLength: 1, maxLength: 3 }) },
      fc.constant([]),
    )
    .map((all) => all.flat());

/** Draws a pairing of two points, and the one that cancels it: their product is 1. */
const cancelling = fc.tuple(fc.nat(FACTORS.length - 1), fc.nat(FACTORS.length - 1)).map(([a, b]) => {
  const [left, right] = [FACTORS[a] ?? 1n, FACTORS[b] ?? 1n];
  const opposite = G1.BASE.multiply((left * right) % Fr.ORDER).negate();
  return [
    g1Hex(...coordinates(G1.BASE.multiply(left))),
    g2Hex(...coordinates(G2.BASE.multiply(right))),
    g1Hex(...coordinates(opposite)),
    g2Hex(g2x, g2y),
  ];
});

/** Operands of each precompile, by its address. */
export const BLS12_381_OPERANDS: Readonly<Record<number, fc.Arbitrary<string[]>>> = {
  11: tuple(g1Summand, g1Summand),
  12: list(g1, scalar),
  13: tuple(g2Summand, g2Summand),
  14: list(g2, scalar),
  15: fc.oneof(list(g1, g2), cancelling),
  16: tuple(fp),
  17: tuple(fp, fp),
};

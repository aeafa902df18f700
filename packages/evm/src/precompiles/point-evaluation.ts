import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { BLS12_381, type Curve, fieldElement, type Mcl, pointOfG1, pointOfG2, scalar } from './curve.ts';
import type { Precompile } from './precompile.ts';

const { G1, G2 } = { G1: bls12_381.G1.Point, G2: bls12_381.G2.Point };
const SCALARS = bls12_381.fields.Fr.ORDER;

const GAS = 50_000n;
/** Bytes of the input: versioned hash, point, value, commitment, proof. */
const INPUT = 192;
const VERSION = 1;
const FIELD_ELEMENTS = 4096n;
const COORDINATE = 48;

/** [τ]G2 of Ethereum's KZG ceremony (consensus-specs, trusted_setup_4096.json: second of `g2_monomial`). */
const TAU_G2 =
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72' +
  '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2';

/** Points with which every proof is checked. */
interface Setup {
  readonly curve: Curve;
  readonly base: Mcl.G1;
  readonly minusBase: Mcl.G2;
  readonly tau: Mcl.G2;
}

let made: Setup | undefined;

function setupOf(curve: Curve): Setup {
  made ??= {
    curve,
    base: toG1(curve, G1.BASE),
    minusBase: toG2(curve, G2.BASE.negate()),
    tau: toG2(curve, G2.fromHex(TAU_G2)),
  };
  return made;
}

/** Checks that a blob's polynomial has a value at a point, by a KZG proof (EIP-4844, `point_evaluation_precompile`). */
export const pointEvaluation: Precompile = {
  prepare: () => BLS12_381.prepare(),
  gas: () => GAS,
  *run(input) {
    if (input.length !== INPUT) return undefined;
    const setup = setupOf(BLS12_381.loaded);
    const [hash, z, y, commitment, proof] = [
      [0, 32],
      [32, 64],
      [64, 96],
      [96, 144],
      [144, 192],
    ].map(([from, to]) => Buffer.from(input.subarray(from, to))) as [Buffer, Buffer, Buffer, Buffer, Buffer];
    const expected = createHash('sha256').update(commitment).digest();
    expected[0] = VERSION;
    if (!expected.equals(hash) || wordOf(z) >= SCALARS || wordOf(y) >= SCALARS) return undefined;
    const commitmentPoint = readPoint(setup.curve, commitment);
    const proofPoint = readPoint(setup.curve, proof);
    if (commitmentPoint === undefined || proofPoint === undefined) return undefined;
    yield;
    if (!holds(setup, commitmentPoint, proofPoint, z, y)) return undefined;
    return Buffer.from(`${hexWord(FIELD_ELEMENTS)}${hexWord(SCALARS)}`, 'hex');
  },
};

/**
 * `verify_kzg_proof`: e(C - y, -G2) · e(proof, τ - z) = 1. The point is moved to the other side, where it is
 * multiplied in the smaller group: e(C - y + z·proof, -G2) · e(proof, τ) = 1.
 */
function holds(
  { curve, base, minusBase, tau }: Setup,
  commitment: Mcl.G1,
  proof: Mcl.G1,
  z: Uint8Array,
  y: Uint8Array,
): boolean {
  const value = curve.mul(base, scalar(curve, y));
  const left = curve.add(curve.sub(commitment, value), curve.mul(proof, scalar(curve, z)));
  // A pairing with the point at infinity is 1.
  const factors = [
    ...(left.isZero() ? [] : [curve.millerLoop(left, minusBase)]),
    ...(proof.isZero() ? [] : [curve.millerLoop(proof, tau)]),
  ];
  const product = factors.reduce<Mcl.GT | undefined>(
    (before, factor) => (before === undefined ? factor : curve.mul(before, factor)),
    undefined,
  );
  return product === undefined || curve.finalExp(product).isOne();
}

/** Reads a compressed point of the group; undefined for invalid bytes. */
function readPoint(curve: Curve, bytes: Buffer): Mcl.G1 | undefined {
  // `assertValidity` rejects the compressed point at infinity, which the ceremony accepts.
  if (bytes[0] === 0xc0 && bytes.subarray(1).every((byte) => byte === 0)) return new curve.G1();
  try {
    const point = G1.fromBytes(bytes);
    point.assertValidity();
    return toG1(curve, point);
  } catch {
    return undefined;
  }
}

function toG1(curve: Curve, point: InstanceType<typeof G1>): Mcl.G1 {
  const { x, y } = point.toAffine();
  return pointOfG1(curve, coordinate(curve, x), coordinate(curve, y));
}

function toG2(curve: Curve, point: InstanceType<typeof G2>): Mcl.G2 {
  const { x, y } = point.toAffine();
  const [x0, x1, y0, y1] = [x.c0, x.c1, y.c0, y.c1].map((part) => coordinate(curve, part)) as [
    Mcl.Fp,
    Mcl.Fp,
    Mcl.Fp,
    Mcl.Fp,
  ];
  return pointOfG2(curve, x0, x1, y0, y1);
}

function coordinate(curve: Curve, value: bigint): Mcl.Fp {
  return fieldElement(curve, Buffer.from(value.toString(16).padStart(2 * COORDINATE, '0'), 'hex'));
}

function wordOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function hexWord(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

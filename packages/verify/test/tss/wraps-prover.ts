import { randomBytes } from 'node:crypto';
import { bn254 } from '@noble/curves/bn254.js';
import { Fr, type G1Point, type G2Point } from '../../src/tss/bn254.ts';
import { littleEndian, toLittleEndian } from '../../src/tss/field-reader.ts';
import { hintsKeyHash } from '../../src/tss/hash-to-field.ts';
import type { TssProfile } from '../../src/tss/profiles.ts';

/**
 * A test WRAPS key with the secrets of its setup. With them anything can be proven under this key: every point is a
 * known multiple of a generator, so the verifier's equations are solved as equations of numbers.
 */
export interface WrapsSetup {
  /** `history_proof_verification_key`. */
  readonly key: Buffer;
  readonly secrets: {
    readonly parametersHash: bigint;
    readonly alpha: bigint;
    readonly beta: bigint;
    readonly gamma: bigint;
    readonly delta: bigint;
    readonly inputs: readonly bigint[];
    /** Secret of the KZG commitments. */
    readonly opening: bigint;
  };
}

const INPUTS = 40;
const LIMBS = 5n;
const LIMB_BITS = 55n;
const LARGER = 0x80;
const INFINITY = 0x40;

const { Fp } = bn254.fields;
const random = (): bigint => Fr.create(BigInt(`0x${randomBytes(48).toString('hex')}`));
const g1 = (scalar: bigint): G1Point => bn254.G1.Point.BASE.multiplyUnsafe(Fr.create(scalar));
const g2 = (scalar: bigint): G2Point => bn254.G2.Point.BASE.multiplyUnsafe(Fr.create(scalar));
const isLarger = (y: bigint): boolean => y > Fp.neg(y);

/** Returns a compressed point in the format of arkworks. */
function g1Bytes(scalar: bigint): Buffer {
  const point = g1(scalar);
  if (point.is0()) return Buffer.concat([Buffer.alloc(31), Buffer.of(INFINITY)]);
  const { x, y } = point.toAffine();
  const bytes = Buffer.from(toLittleEndian(x));
  if (isLarger(y)) bytes[31] = (bytes[31] ?? 0) | LARGER;
  return bytes;
}

function g2Bytes(scalar: bigint): Buffer {
  const { x, y } = g2(scalar).toAffine();
  const bytes = Buffer.concat([toLittleEndian(x.c0), toLittleEndian(x.c1)]);
  if (y.c1 === 0n ? isLarger(y.c0) : isLarger(y.c1)) bytes[63] = (bytes[63] ?? 0) | LARGER;
  return bytes;
}

const count = (number: number): Uint8Array => toLittleEndian(BigInt(number)).subarray(0, 8);

/** Returns the public inputs of a point: x and y in limbs of 55 bits. */
function limbsOf(scalar: bigint): bigint[] {
  const { x, y } = g1(scalar).toAffine();
  return [x, y].flatMap((value) =>
    Array.from(
      { length: Number(LIMBS) },
      (_, limb) => (value >> (BigInt(limb) * LIMB_BITS)) % (1n << LIMB_BITS),
    ),
  );
}

export function wrapsSetup(): WrapsSetup {
  const inputs = Array.from({ length: INPUTS + 1 }, random);
  const [alpha, beta, gamma, delta, opening] = [random(), random(), random(), random(), random()];
  const parametersHash = random();
  const key = Buffer.concat([
    toLittleEndian(parametersHash),
    g1Bytes(alpha),
    ...[beta, gamma, delta].map(g2Bytes),
    count(inputs.length),
    ...inputs.map(g1Bytes),
    g1Bytes(1n),
    g1Bytes(gamma),
    g2Bytes(1n),
    g2Bytes(opening),
  ]);
  return { key, secrets: { parametersHash, alpha, beta, gamma, delta, inputs, opening } };
}

/** Returns the first WRAPS proof of a ledger, which endorses a hinTS key, as the tail of a signature. */
export function proveWraps(
  { secrets }: WrapsSetup,
  profile: TssProfile,
  ledgerId: Uint8Array,
  hintsKey: Uint8Array,
): Buffer {
  const keyHash = hintsKeyHash(profile, hintsKey);
  const first = [littleEndian(ledgerId), keyHash];
  const current = [littleEndian(ledgerId), keyHash];
  const [runningWitness, runningError, witness, cross, fold] = [
    random(),
    random(),
    random(),
    random(),
    random(),
  ];
  const foldedWitness = Fr.add(runningWitness, Fr.mul(fold, witness));
  const foldedError = Fr.add(runningError, Fr.mul(fold, cross));
  const open = (folded: bigint) => {
    const [challenge, value] = [random(), random()];
    const proof = Fr.div(Fr.sub(folded, value), Fr.sub(secrets.opening, challenge));
    return { challenge, value, proof };
  };
  const [ofWitness, ofError] = [open(foldedWitness), open(foldedError)];
  const steps = 2n;
  const inputs = [
    1n,
    secrets.parametersHash,
    steps,
    ...first,
    ...current,
    ...limbsOf(foldedWitness),
    ...limbsOf(foldedError),
    ofWitness.challenge,
    ofError.challenge,
    ofWitness.value,
    ofError.value,
    ...limbsOf(cross),
  ];
  const input = inputs.reduce(
    (sum, each, index) => Fr.add(sum, Fr.mul(each, secrets.inputs[index] ?? 0n)),
    0n,
  );
  const [a, b] = [random(), random()];
  const others = Fr.add(Fr.mul(secrets.alpha, secrets.beta), Fr.mul(input, secrets.gamma));
  const c = Fr.div(Fr.sub(Fr.mul(a, b), others), secrets.delta);
  return Buffer.concat([
    toLittleEndian(steps),
    ...[first, current].flatMap((state) => [count(2), ...state.map(toLittleEndian)]),
    ...[
      [runningWitness, runningError],
      [witness, 0n],
    ].flatMap((commitments) => [count(2), ...commitments.map(g1Bytes)]),
    g1Bytes(a),
    g2Bytes(b),
    g1Bytes(c),
    ...[ofWitness, ofError].flatMap(({ value, proof }) => [toLittleEndian(value), g1Bytes(proof)]),
    g1Bytes(cross),
    toLittleEndian(fold),
    toLittleEndian(ofWitness.challenge),
    toLittleEndian(ofError.challenge),
  ]);
}

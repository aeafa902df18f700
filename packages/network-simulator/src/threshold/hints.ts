import { bls12_381 } from '@noble/curves/bls12-381.js';
import { fieldElement, littleEndian, randomBelow } from './numbers.ts';

/**
 * hinTS signatures (eprint 2023/567, in the layout of release 3.15.1 of the network's library) of a network that is
 * simulated in one process. The process has the secret τ of the setup, so a commitment to a polynomial is its value at
 * τ times the generator. While the same nodes sign, only one point of a signature depends on the message. All other
 * parts are computed once, so a block costs about 55 ms.
 */

const { G1, G2 } = bls12_381;
const { Fr } = bls12_381.fields;
const MESSAGE = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
const CHALLENGE = 'HINTS_SIG_BLS12381:FIAT_SHAMIR_HINTS';
const MERGE = 'HINTS_SIG_BLS12381:FIAT_SHAMIR_KZG_BATCH';

/** Generator of the multiplicative group of the field. */
const GENERATOR = 7n;

type G1Point = typeof G1.Point.BASE;
const g1 = (scalar: bigint): G1Point => (Fr.is0(scalar) ? G1.Point.ZERO : G1.Point.BASE.multiply(scalar));
const g2 = (scalar: bigint) => G2.Point.BASE.multiply(scalar);
const short = (point: G1Point) => point.toBytes(true);
const long = (point: G1Point) => point.toBytes(false);

/** Signer of a network; the same nodes always sign. */
export interface HintsSigner {
  /** Verification key: 1,096 bytes. */
  readonly key: Uint8Array;
  /** Joint secret of the signing nodes. */
  readonly secret: bigint;
  /** Bytes of a signature before and after the point of a message. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/**
 * Creates a network of nodes with these weights, of which the nodes at the indexes `signing` sign. `size` is the size
 * of the domain: a power of two above the number of nodes.
 */
export function newHintsSigner(
  weights: readonly bigint[],
  signing: readonly number[],
  size: number,
): HintsSigner {
  const n = BigInt(size);
  const omega = Fr.pow(GENERATOR, (Fr.ORDER - 1n) / n);
  const tau = randomBelow(Fr.ORDER);
  const secrets = weights.map(() => randomBelow(Fr.ORDER));
  const vanishing = (x: bigint) => Fr.sub(Fr.pow(x, n), 1n);
  /**
   * Returns the value at x of the polynomial with these values on the domain; `last` is the value at its last point.
   */
  const valueAt = (x: bigint, values: readonly bigint[], last: bigint): bigint => {
    const factor = Fr.div(vanishing(x), n);
    const term = (value: bigint, index: number) => {
      const root = Fr.pow(omega, BigInt(index));
      return Fr.div(Fr.mul(Fr.create(value), Fr.mul(root, factor)), Fr.sub(x, root));
    };
    return values.reduce((sum, value, index) => Fr.add(sum, term(value, index)), term(last, size - 1));
  };

  const bits: bigint[] = weights.map((_, index) => (signing.includes(index) ? 1n : 0n));
  const bitOf = (index: number) => bits[index] ?? 0n;
  const signed = secrets.map((secret, index) => secret * bitOf(index));
  const weight = weights.reduce((sum, each, index) => sum + each * bitOf(index), 0n);
  let running = 0n;
  const sums = weights.map((each, index) => {
    running += each * bitOf(index);
    return running;
  });
  // Points without a node add nothing; the last point subtracts the claimed weight.
  const allSums = [...sums, ...new Array<bigint>(size - 1 - weights.length).fill(running)];

  const last = (x: bigint) => valueAt(x, [], 1n);
  const bit = (x: bigint) => valueAt(x, bits, 1n);
  const adjusted = (x: bigint) => valueAt(x, weights, -weight);
  const sum = (x: bigint) => valueAt(x, allSums, 0n);
  const before = (x: bigint) => sum(Fr.div(x, omega));
  /** Quotients by the vanishing polynomial, of polynomials that are zero on the domain. */
  const quotients = (x: bigint) => {
    const z = vanishing(x);
    const [b, p] = [bit(x), sum(x)];
    return {
      step: Fr.div(Fr.sub(Fr.sub(p, before(x)), Fr.mul(adjusted(x), b)), z),
      binary: Fr.div(Fr.sub(Fr.mul(b, b), b), z),
      end: Fr.div(Fr.mul(last(x), p), z),
      set: Fr.div(Fr.mul(last(x), Fr.sub(b, 1n)), z),
    };
  };

  const aggregate = Fr.div(Fr.create(signed.reduce((total, each) => total + each, 0n)), n);
  const keysAtTau = valueAt(tau, secrets, 0n);
  const signedAtTau = valueAt(tau, signed, 0n);
  const byTau = Fr.div(Fr.sub(signedAtTau, aggregate), tau);
  const byVanishing = Fr.div(Fr.sub(Fr.mul(bit(tau), keysAtTau), signedAtTau), vanishing(tau));
  const atTau = quotients(tau);
  const points = {
    key: g1(aggregate),
    weights: g1(valueAt(tau, weights, 0n)),
    bit: g1(bit(tau)),
    sum: g1(sum(tau)),
    byTau: g1(byTau),
    byVanishing: g1(byVanishing),
    byTauShifted: g1(Fr.mul(byTau, tau)),
    step: g1(atTau.step),
    binary: g1(atTau.binary),
    end: g1(atTau.end),
    set: g1(atTau.set),
  };
  const [keys2, tau2] = [g2(keysAtTau), g2(tau)];
  const r = fieldElement(
    Fr.ORDER,
    CHALLENGE,
    Buffer.concat([
      keys2.toBytes(true),
      tau2.toBytes(true),
      short(points.key),
      littleEndian(weight),
      ...[points.weights, points.bit, points.sum, points.byTau, points.byVanishing].map(short),
      ...[points.byTauShifted, points.step, points.binary, points.end, points.set].map(short),
    ]),
  );
  const atR = quotients(r);
  const values = [sum(r), adjusted(r), bit(r), atR.step, atR.end, atR.binary, atR.set];
  const secretValues = [sum(tau), adjusted(tau), bit(tau), atTau.step, atTau.end, atTau.binary, atTau.set];
  const adjustedPoint = g1(adjusted(tau));
  const merge = fieldElement(
    Fr.ORDER,
    MERGE,
    Buffer.concat([
      ...[points.sum, adjustedPoint, points.bit, points.step, points.end, points.binary, points.set].map(
        short,
      ),
      ...values.map(littleEndian),
    ]),
  );
  const merged = (all: readonly bigint[]) =>
    all.reduceRight((total, each) => Fr.add(Fr.mul(total, merge), each), 0n);
  const opening = Fr.div(Fr.sub(merged(secretValues), merged(values)), Fr.sub(tau, r));
  const opened = before(r);
  const previousOpening = Fr.div(Fr.sub(sum(tau), opened), Fr.sub(tau, Fr.div(r, omega)));

  const key = Buffer.concat([
    littleEndian(n).subarray(0, 8),
    littleEndian(weights.reduce((total, each) => total + each, 0n)),
    long(G1.Point.BASE),
    G2.Point.BASE.toBytes(false),
    tau2.toBytes(false),
    long(g1(last(tau))),
    long(points.weights),
    keys2.toBytes(false),
    g2(vanishing(tau)).toBytes(false),
  ]);
  const [sumAtR, adjustedAtR, bitAtR, ...quotientsAtR] = values;
  const scalars = [sumAtR, opened, adjustedAtR, bitAtR, ...quotientsAtR];
  return {
    key,
    secret: aggregate,
    before: Buffer.concat([long(points.key), littleEndian(weight)]),
    after: Buffer.concat([
      ...[points.bit, points.byTau, points.byTauShifted, points.byVanishing, points.sum].map(long),
      ...[points.step, points.end, points.binary, points.set, g1(opening), g1(previousOpening)].map(long),
      ...scalars.map((value) => littleEndian(value ?? 0n)),
    ]),
  };
}

/** Computes the joint point of the signing nodes for a message: 192 bytes. */
export function signMessage(secret: bigint, message: Uint8Array): Uint8Array {
  return G2.hashToCurve(message, { DST: MESSAGE }).multiplyUnsafe(secret).toBytes(false);
}

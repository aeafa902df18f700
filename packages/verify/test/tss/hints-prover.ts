import { randomBytes } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { Fr, type G1Point } from '../../src/tss/bls12-381.ts';
import { toLittleEndian } from '../../src/tss/field-reader.ts';
import { hashToField } from '../../src/tss/hash-to-field.ts';
import type { TssProfile } from '../../src/tss/profiles.ts';

/**
 * A test network that creates hinTS signatures. It has the secret τ of its setup, so a commitment to a polynomial is
 * its value at τ times the generator. Transcripts are implemented separately, from the description of the scheme.
 */
export interface HintsNetwork {
  readonly size: bigint;
  readonly tau: bigint;
  /** Secret of each node. One more slot follows, the last. */
  readonly secrets: readonly bigint[];
  readonly weights: readonly bigint[];
}

const { G1, G2 } = bls12_381;
const MESSAGE_DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

/** @param size of the domain: a power of two, more than there are weights */
export function hintsNetwork(size: number, weights: readonly bigint[]): HintsNetwork {
  const secrets = weights.map(randomScalar);
  return { size: BigInt(size), tau: randomScalar(), secrets, weights };
}

function randomScalar(): bigint {
  return Fr.create(BigInt(`0x${randomBytes(48).toString('hex')}`));
}

const g1 = (scalar: bigint): G1Point => G1.Point.BASE.multiplyUnsafe(Fr.create(scalar));
const commitment = (scalar: bigint): Uint8Array => g1(scalar).toBytes(true);

/** Returns a polynomial with these values on the domain, which can be evaluated anywhere else (Lagrange). */
function polynomial({ size }: HintsNetwork, values: readonly bigint[]): (x: bigint) => bigint {
  const omega = Fr.pow(7n, (Fr.ORDER - 1n) / size);
  return (x) => {
    const vanishing = Fr.sub(Fr.pow(x, size), 1n);
    return values.reduce((sum, value, index) => {
      const root = Fr.pow(omega, BigInt(index));
      const basis = Fr.div(Fr.mul(root, vanishing), Fr.mul(size, Fr.sub(x, root)));
      return Fr.add(sum, Fr.mul(Fr.create(value), basis));
    }, 0n);
  };
}

const slots = ({ size }: HintsNetwork, values: readonly bigint[], last: bigint): bigint[] => [
  ...values,
  ...new Array<bigint>(Number(size) - 1 - values.length).fill(0n),
  last,
];

export function hintsKeyOf(network: HintsNetwork): Buffer {
  const { size, tau, secrets, weights } = network;
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const g2 = (scalar: bigint) => G2.Point.BASE.multiplyUnsafe(Fr.create(scalar)).toBytes(false);
  const lastSlot = polynomial(network, slots(network, [], 1n))(tau);
  return Buffer.concat([
    toLittleEndian(size).subarray(0, 8),
    toLittleEndian(total),
    g1(1n).toBytes(false),
    g2(1n),
    g2(tau),
    g1(lastSlot).toBytes(false),
    g1(polynomial(network, slots(network, weights, 0n))(tau)).toBytes(false),
    g2(polynomial(network, slots(network, secrets, 0n))(tau)),
    g2(Fr.pow(tau, size) - 1n),
  ]);
}

/**
 * Returns the signature of a message by these nodes. `claim`: the claimed weight, if it differs. Then the evaluations
 * are solved for, which works if the factor that merges the openings is known before.
 */
export function signHints(
  profile: TssProfile,
  network: HintsNetwork,
  signers: readonly number[],
  message: Uint8Array,
  claim?: bigint,
): Buffer {
  const { size, tau, secrets, weights } = network;
  const isSigner = weights.map((_, index) => (signers.includes(index) ? 1n : 0n));
  const weight = claim ?? weights.reduce((sum, each, index) => sum + each * (isSigner[index] ?? 0n), 0n);
  const signed = secrets.map((secret, index) => secret * (isSigner[index] ?? 0n));
  const bits = slots(network, isSigner, 1n);
  const adjusted = slots(network, weights, -weight);
  let running = 0n;
  const sums = adjusted.map((each, index) => (running += each * (bits[index] ?? 0n)));

  const [B, W, P, R, SK, L] = [
    bits,
    adjusted,
    sums,
    slots(network, signed, 0n),
    slots(network, secrets, 0n),
    slots(network, [], 1n),
  ].map((values) => polynomial(network, values));
  if (!B || !W || !P || !R || !SK || !L) throw new Error('six polynomials');
  const omega = Fr.pow(7n, (Fr.ORDER - 1n) / size);
  const vanishing = (x: bigint) => Fr.sub(Fr.pow(x, size), 1n);
  const previous = (x: bigint) => P(Fr.div(x, omega));
  /** Returns quotients 1 to 4 by the vanishing polynomial at a point. */
  const quotients = (x: bigint) =>
    [P(x) - previous(x) - W(x) * B(x), B(x) * B(x) - B(x), L(x) * P(x), L(x) * (B(x) - 1n)].map((value) =>
      Fr.div(Fr.create(value), vanishing(x)),
    );

  const aggregate = Fr.div(Fr.create(signed.reduce((sum, each) => sum + each, 0n)), size);
  const byTau = Fr.div(Fr.sub(R(tau), aggregate), tau);
  const byVanishing = Fr.div(Fr.sub(Fr.mul(B(tau), SK(tau)), R(tau)), vanishing(tau));
  const [c1 = 0n, c2 = 0n, c3 = 0n, c4 = 0n] = quotients(tau);

  const covered = profile.hints.challengeCoversClaim;
  const r = hashToField(
    Fr.ORDER,
    profile.hints.challengeDst,
    Buffer.concat([
      G2.Point.BASE.multiplyUnsafe(SK(tau)).toBytes(true),
      ...(covered ? [G2.Point.BASE.multiplyUnsafe(tau).toBytes(true)] : []),
      ...(covered ? [commitment(aggregate), toLittleEndian(weight)] : []),
      commitment(polynomial(network, slots(network, weights, 0n))(tau)),
      ...[B(tau), P(tau), byTau, byVanishing, byTau * tau, c1, c2, c3, c4].map(commitment),
    ]),
  );
  const z = vanishing(r);
  const [b, pPrime] = [B(r), previous(r)];
  const commitments = [P(tau), W(tau), B(tau), c1, c3, c2, c4];
  const [q1 = 0n, q2 = 0n, q3 = 0n, q4 = 0n] = quotients(r);
  const honest = [P(r), W(r), b, q1, q3, q2, q4];
  const values = claim === undefined ? honest : forgedValues(honest, { r, z, b, pPrime });

  const s =
    profile.hints.batchDst === null
      ? r
      : hashToField(
          Fr.ORDER,
          profile.hints.batchDst,
          Buffer.concat([...commitments.map(commitment), ...values.map(toLittleEndian)]),
        );
  const merge = (all: readonly bigint[]) => all.reduceRight((sum, each) => Fr.add(Fr.mul(sum, s), each), 0n);
  // The merged polynomial is opened at its own value, because the forged values only have the same sum.
  const opening = Fr.div(Fr.sub(merge(commitments), merge(honest)), Fr.sub(tau, r));
  const previousOpening = Fr.div(Fr.sub(P(tau), pPrime), Fr.sub(tau, Fr.div(r, omega)));

  const [p = 0n, a = 0n, bit = 0n, ...quotientValues] = values;
  return Buffer.concat([
    g1(aggregate).toBytes(false),
    toLittleEndian(weight),
    G2.hashToCurve(message, { DST: MESSAGE_DST }).multiplyUnsafe(aggregate).toBytes(false),
    ...[B(tau), byTau, byTau * tau, byVanishing, P(tau), c1, c3, c2, c4, opening, previousOpening].map(
      (each) => g1(each).toBytes(false),
    ),
    ...[p, pPrime, a, bit, ...quotientValues].map(toLittleEndian),
  ]);
}

/**
 * Returns evaluations that satisfy the four identities and merge, by powers of r, to the same value as the true ones.
 */
function forgedValues(
  honest: readonly bigint[],
  { r, z, b, pPrime }: { r: bigint; z: bigint; b: bigint; pPrime: bigint },
): bigint[] {
  const [, , , , , q2 = 0n, q4 = 0n] = honest;
  const merged = honest.reduceRight((sum, each) => Fr.add(Fr.mul(sum, r), each), 0n);
  // With p = 0 and so q3 = 0: r·a + r³·(−p′ − a·b)/z remains, and determines a.
  const cube = Fr.div(Fr.pow(r, 3n), z);
  const rest = [r ** 2n * b, -cube * pPrime, Fr.pow(r, 5n) * q2, Fr.pow(r, 6n) * q4];
  const left = rest.reduce((sum, each) => Fr.sub(sum, Fr.create(each)), merged);
  const a = Fr.div(left, Fr.sub(r, Fr.mul(cube, b)));
  const q1 = Fr.div(Fr.create(-pPrime - a * b), z);
  return [0n, a, b, q1, 0n, q2, q4];
}

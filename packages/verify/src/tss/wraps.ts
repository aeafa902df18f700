import { bn254 } from '@noble/curves/bn254.js';
import { Fr, type G1Point } from './bn254.ts';
import { littleEndian } from './field-reader.ts';
import { hintsKeyHash } from './hash-to-field.ts';
import type { CheckedLedger } from './ledger.ts';
import { isProductOne, prepareG2, randomFactor, sumOf } from './pairing.ts';
import { TssRefusal } from './refusal.ts';
import type { WrapsKey } from './wraps-key.ts';
import type { KzgOpening, WrapsProof } from './wraps-proof.ts';

/**
 * Verifies a WRAPS proof: the chain of address books must lead from the ledger's first one to the one with this hinTS
 * key. Throws `TssRefusal` (`verification-key`).
 */
export function verifyWraps(
  ledger: CheckedLedger,
  key: WrapsKey,
  hintsKey: Uint8Array,
  proof: WrapsProof,
): void {
  // Every valid proof has at least two steps, because the first step is proven twice.
  if (proof.steps <= 1n) throw refusal('has no second step');
  if (proof.first[0] !== littleEndian(ledger.ledgerId)) throw refusal('begins with another ledger');
  if (proof.current[1] !== hintsKeyHash(ledger.profile, hintsKey)) throw refusal('is of another hinTS key');
  if (!proof.incoming.error.is0()) throw refusal('has an error term in its incoming instance');
  if (!holdsWraps(key, proof)) throw refusal('is wrong');
}

function refusal(detail: string): TssRefusal {
  return new TssRefusal('verification-key', `The WRAPS proof does not endorse the hinTS key: it ${detail}.`);
}

/**
 * Returns whether the proof is valid under a key, whatever its subject.
 *
 * With I = IC[0] + Σ input·IC[k], and F the folded commitments, as one product of pairings of BN254:
 *
 * 1. Groth16: e(A, B) = e(α, β)·e(I, γ)·e(C, δ);
 * 2. KZG, of witness and error: e(F − v·g, h) = e(κ, β·h − c·h), with c·κ moved to G1.
 *
 * The challenges of folding and openings are computed inside the circuit, from its public inputs.
 */
export function holdsWraps(key: WrapsKey, proof: WrapsProof): boolean {
  const { running, incoming, groth16, foldChallenge, crossTerm } = proof;
  const foldedWitness = running.witness.add(incoming.witness.multiplyUnsafe(foldChallenge));
  const foldedError = running.error.add(crossTerm.multiplyUnsafe(foldChallenge));
  const inputs = [
    key.parametersHash,
    proof.steps,
    ...proof.first,
    ...proof.current,
    ...limbsOf(foldedWitness),
    ...limbsOf(foldedError),
    proof.witnessOpening.challenge,
    proof.errorOpening.challenge,
    proof.witnessOpening.value,
    proof.errorOpening.value,
    ...limbsOf(crossTerm),
  ];
  const input = sumOf(
    bn254,
    key.inputs.map((point, index) => [point, index === 0 ? 1n : (inputs[index - 1] ?? 0n)]),
  );
  const [rho1, rho2] = [randomFactor(), randomFactor()];
  const opened = (folded: G1Point, { value, challenge, proof: opening }: KzgOpening, rho: bigint) =>
    [
      [folded, rho],
      [key.g, -rho * value],
      [opening, rho * challenge],
    ] as const;
  return isProductOne(bn254, [
    [groth16.a, prepareG2(bn254, groth16.b)],
    [key.alpha.negate(), key.beta],
    [input.negate(), key.gamma],
    [groth16.c.negate(), key.delta],
    [
      sumOf(bn254, [
        ...opened(foldedWitness, proof.witnessOpening, rho1),
        ...opened(foldedError, proof.errorOpening, rho2),
      ]),
      key.h,
    ],
    [
      sumOf(bn254, [
        [proof.witnessOpening.proof, -rho1],
        [proof.errorOpening.proof, -rho2],
      ]),
      key.betaH,
    ],
  ]);
}

const LIMBS = 5;
const LIMB_BITS = 55n;

/** Encodes a point as public inputs: x and y in limbs of 55 bits, the lowest first; infinity as zeros. */
function limbsOf(point: G1Point): bigint[] {
  const { x, y } = point.toAffine();
  return [x, y].flatMap((value) =>
    Array.from({ length: LIMBS }, (_, limb) =>
      Fr.create((value >> (BigInt(limb) * LIMB_BITS)) % (1n << LIMB_BITS)),
    ),
  );
}

import { Fr, G1_BYTES, type G1Point, G2_BYTES, type G2Point, readG1, readG2 } from './bls12-381.ts';
import { FieldReader } from './field-reader.ts';

export const HINTS_SIGNATURE_BYTES = 1632;

/** Opened commitment: the point, and the polynomial's value at the challenge. */
export interface Opened {
  readonly point: G1Point;
  readonly value: bigint;
}

/** hinTS aggregate signature: a committed bitmap of the signers, the sums over them, and the proof of both. */
export interface HintsSignature {
  /** Sum of the signers' keys, divided by n. */
  readonly key: G1Point;
  /** Claimed weight of the signers. */
  readonly weight: bigint;
  /** Sum of the signatures, divided by n. */
  readonly signature: G2Point;
  /** Commitment to the bitmap of signers, and its value at the challenge. */
  readonly bitmap: Opened;
  /** Quotients of the sum of keys: by τ, the same multiplied by τ, and by the vanishing polynomial. */
  readonly byTau: G1Point;
  readonly byTauShifted: G1Point;
  readonly byVanishing: G1Point;
  /** Running sums of weights, and their value at the challenge divided by ω. */
  readonly sums: Opened;
  readonly previousSum: bigint;
  /** Quotients by the vanishing polynomial of the four identities, by their numbers in `verifyHints`. */
  readonly quotients: { readonly q1: Opened; readonly q2: Opened; readonly q3: Opened; readonly q4: Opened };
  /** Value of the weights, less the claimed one in the last slot, at the challenge. */
  readonly weightsValue: bigint;
  /** Proofs of the openings at the challenge, and at the challenge divided by ω. */
  readonly opening: G1Point;
  readonly previousOpening: G1Point;
}

/** Reads the parts of a hinTS aggregate signature. Throws `TssRefusal` (`encoding`). */
export function readHintsSignature(bytes: Uint8Array): HintsSignature {
  const reader = new FieldReader('the hinTS signature', bytes, HINTS_SIGNATURE_BYTES);
  const g1 = (name: string) => reader.point(name, G1_BYTES, readG1);
  const scalar = (name: string) => reader.scalar(name, Fr.ORDER);
  const key = g1('the aggregate key');
  const weight = scalar('the weight');
  const signature = reader.point('the aggregate signature', G2_BYTES, readG2);
  const bitmap = g1('the bitmap');
  const byTau = g1('the quotient by τ');
  const byTauShifted = g1('the shifted quotient');
  const byVanishing = g1('the quotient by the vanishing polynomial');
  const sums = g1('the sums');
  // Points and values of the quotients are encoded in the order 1, 3, 2, 4.
  const [q1, q3, q2, q4] = [g1('quotient 1'), g1('quotient 3'), g1('quotient 2'), g1('quotient 4')];
  const opening = g1('the opening');
  const previousOpening = g1('the opening of the previous sum');
  const sumsValue = scalar('the value of the sums');
  const previousSum = scalar('the previous sum');
  const weightsValue = scalar('the value of the weights');
  const bitmapValue = scalar('the value of the bitmap');
  return {
    key,
    weight,
    signature,
    bitmap: { point: bitmap, value: bitmapValue },
    byTau,
    byTauShifted,
    byVanishing,
    sums: { point: sums, value: sumsValue },
    previousSum,
    quotients: {
      q1: { point: q1, value: scalar('the value of quotient 1') },
      q3: { point: q3, value: scalar('the value of quotient 3') },
      q2: { point: q2, value: scalar('the value of quotient 2') },
      q4: { point: q4, value: scalar('the value of quotient 4') },
    },
    weightsValue,
    opening,
    previousOpening,
  };
}

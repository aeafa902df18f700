import { checkLedger } from '../../../src/proof/tss/ledger.ts';
import { TssRefusal, type TssRefusalCode } from '../../../src/proof/tss/refusal.ts';
import { SignatureVerifier, type ThresholdEvidence } from '../../../src/proof/tss/verify-signature.ts';
import type { Vector } from './vectors.ts';

/** Returns the outcome of a verification; rethrows errors other than refusals. */
export function outcomeOf<Value>(verify: () => Value): Value | TssRefusalCode {
  try {
    return verify();
  } catch (error) {
    if (error instanceof TssRefusal) return error.code;
    throw error;
  }
}

/** Verifies one vector with a new verifier, from the publication on. */
export function verifyVector(vector: Vector): ThresholdEvidence | TssRefusalCode {
  const { publication, profile, message, signature } = vector;
  return outcomeOf(() => new SignatureVerifier(checkLedger(publication, profile)).verify(message, signature));
}

/** The same bytes with one bit flipped. */
export function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
}

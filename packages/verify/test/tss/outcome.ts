import { checkLedger } from '../../src/tss/ledger.ts';
import { TssRefusal, type TssRefusalCode } from '../../src/tss/refusal.ts';
import { type SignatureEvidence, SignatureVerifier } from '../../src/tss/verify-signature.ts';
import type { Vector } from './vectors.ts';

/** Returns the outcome of a verification. Rethrows errors other than refusals. */
export function outcomeOf<Value>(verify: () => Value): Value | TssRefusalCode {
  try {
    return verify();
  } catch (error) {
    if (error instanceof TssRefusal) return error.code;
    throw error;
  }
}

/** Verifies one vector with a new verifier, starting with the publication. */
export function verifyVector(vector: Vector): SignatureEvidence | TssRefusalCode {
  const { publication, profile, message, signature } = vector;
  return outcomeOf(() => new SignatureVerifier(checkLedger(publication, profile)).verify(message, signature));
}

/** Returns the bytes with one bit flipped. */
export function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
}

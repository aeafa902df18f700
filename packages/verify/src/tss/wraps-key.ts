import { bn254 } from '@noble/curves/bn254.js';
import { Fr, G1_BYTES, type G1Point, G2_BYTES, type G2Point, readG1, readG2 } from './bn254.ts';
import { FieldReader } from './field-reader.ts';
import { type PreparedG2, prepareG2 } from './pairing.ts';

const WRAPS_KEY_BYTES = 1768;

/** Public inputs of the circuit. */
const WRAPS_INPUTS = 40;

/** Verification key of a ledger's WRAPS proofs, which consist of a Groth16 proof and two KZG openings. */
export interface WrapsKey {
  /** Hash of the parameters of the folding scheme, the first public input. */
  readonly parametersHash: bigint;
  readonly alpha: G1Point;
  readonly beta: PreparedG2;
  readonly gamma: PreparedG2;
  readonly delta: PreparedG2;
  /** Points of the inputs: one more than the number of public inputs. */
  readonly inputs: readonly G1Point[];
  readonly g: G1Point;
  readonly h: PreparedG2;
  readonly betaH: PreparedG2;
}

/** Reads a `history_proof_verification_key`. Throws `TssRefusal` (`encoding`). */
export function readWrapsKey(bytes: Uint8Array): WrapsKey {
  const reader = new FieldReader('the WRAPS key', bytes, WRAPS_KEY_BYTES);
  const g1 = (name: string) => reader.point(name, G1_BYTES, readG1);
  const g2 = (name: string) => prepare(reader.point(name, G2_BYTES, readG2));
  const parametersHash = reader.scalar('the hash of the parameters', Fr.ORDER);
  const alpha = g1('α');
  const [beta, gamma, delta] = [g2('β'), g2('γ'), g2('δ')];
  reader.count(BigInt(WRAPS_INPUTS + 1));
  const inputs = Array.from({ length: WRAPS_INPUTS + 1 }, (_, index) => g1(`input ${index}`));
  const g = g1('g');
  // Skips γ·g, which no check needs.
  g1('γ·g');
  const [h, betaH] = [g2('h'), g2('β·h')];
  return { parametersHash, alpha, beta, gamma, delta, inputs, g, h, betaH };
}

function prepare(point: G2Point): PreparedG2 {
  return prepareG2(bn254, point);
}

import { Fr, G1_BYTES, type G1Point, G2_BYTES, type G2Point, readG1, readG2 } from './bn254.ts';
import { FieldReader } from './field-reader.ts';

export const WRAPS_TAIL_BYTES = 704;

/** Two commitments of a folded instance: of the witness, and of the error. */
export interface Commitments {
  readonly witness: G1Point;
  readonly error: G1Point;
}

/** A KZG opening: the challenge, the value at it, and its proof. */
export interface KzgOpening {
  readonly challenge: bigint;
  readonly value: bigint;
  readonly proof: G1Point;
}

/**
 * A WRAPS proof of a chain of address books, each endorsed by the one before it. The chain is folded (Nova) and
 * compressed into one Groth16 proof with two KZG openings. A state is the hash of an address book and that of its hinTS
 * key.
 */
export interface WrapsProof {
  readonly steps: bigint;
  readonly first: readonly [bigint, bigint];
  readonly current: readonly [bigint, bigint];
  readonly running: Commitments;
  readonly incoming: Commitments;
  readonly groth16: { readonly a: G1Point; readonly b: G2Point; readonly c: G1Point };
  readonly witnessOpening: KzgOpening;
  readonly errorOpening: KzgOpening;
  /** Commitment of the cross term of the last fold, and the fold's challenge. */
  readonly crossTerm: G1Point;
  readonly foldChallenge: bigint;
}

/** Reads a compressed WRAPS proof. Throws `TssRefusal` (`encoding`). */
export function readWrapsProof(bytes: Uint8Array): WrapsProof {
  const reader = new FieldReader('the WRAPS proof', bytes, WRAPS_TAIL_BYTES);
  const g1 = (name: string) => reader.point(name, G1_BYTES, readG1);
  const scalar = (name: string) => reader.scalar(name, Fr.ORDER);
  const state = (name: string): [bigint, bigint] => {
    reader.count(2n);
    return [scalar(`the address book of ${name}`), scalar(`the hinTS key of ${name}`)];
  };
  const commitments = (name: string): Commitments => {
    reader.count(2n);
    return { witness: g1(`the witness of ${name}`), error: g1(`the error of ${name}`) };
  };
  const steps = scalar('the number of steps');
  const first = state('the first state');
  const current = state('the current state');
  const running = commitments('the running instance');
  const incoming = commitments('the incoming instance');
  const groth16 = { a: g1('A'), b: reader.point('B', G2_BYTES, readG2), c: g1('C') };
  const witness = { value: scalar('the value of the witness'), proof: g1('the opening of the witness') };
  const error = { value: scalar('the value of the error'), proof: g1('the opening of the error') };
  const crossTerm = g1('the cross term');
  const foldChallenge = scalar('the challenge of the fold');
  return {
    steps,
    first,
    current,
    running,
    incoming,
    groth16,
    witnessOpening: { ...witness, challenge: scalar('the challenge of the witness') },
    errorOpening: { ...error, challenge: scalar('the challenge of the error') },
    crossTerm,
    foldChallenge,
  };
}

import { grainGenConstants, poseidon } from '@noble/curves/abstract/poseidon.js';
import { bn254 } from '@noble/curves/bn254.js';

const RATE = 4;
const OPTIONS = { Fp: bn254.fields.Fr, t: RATE + 1, roundsFull: 8, roundsPartial: 60, sboxPower: 5 };

let permutation: ReturnType<typeof poseidon> | undefined;

/**
 * Returns the Poseidon hash over the scalar field of BN254 with the sponge of arkworks: capacity first, rate 4, no
 * length and no padding. The constants are computed at the first call (about 20 ms).
 */
export function poseidonHash(inputs: readonly bigint[]): bigint {
  permutation ??= poseidon({ ...OPTIONS, ...grainGenConstants(OPTIONS), reversePartialPowIdx: false });
  let state: bigint[] = new Array(RATE + 1).fill(0n);
  for (let from = 0; from < inputs.length; from += RATE) {
    for (const [index, input] of inputs.slice(from, from + RATE).entries()) {
      state[index + 1] = OPTIONS.Fp.add(state[index + 1] ?? 0n, OPTIONS.Fp.create(input));
    }
    state = permutation(state);
  }
  return state[1] ?? 0n;
}

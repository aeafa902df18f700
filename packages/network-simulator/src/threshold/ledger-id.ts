import { grainGenConstants, poseidon } from '@noble/curves/abstract/poseidon.js';
import { bn254 } from '@noble/curves/bn254.js';
import { fromLittleEndian, littleEndian } from './numbers.ts';
import { PLACES } from './schnorr.ts';

const { Fr } = bn254.fields;
/** Field elements that a round of the sponge takes. */
const RATE = 4;
const PERMUTATION = { Fp: Fr, t: RATE + 1, roundsFull: 8, roundsPartial: 60, sboxPower: 5 };

/** A node as the id of a ledger covers it. */
export interface Place {
  readonly x: bigint;
  readonly y: bigint;
  readonly weight: bigint;
  readonly nodeId: bigint;
}

/** Content of an empty slot. */
const NOBODY: Place = {
  x: fromLittleEndian(Buffer.from('8b3288d58331049d2703cf9e1fba5de9565d26eeb97233452d286000d6ce101b', 'hex')),
  y: fromLittleEndian(Buffer.from('bdeeb9632479bd393126759069765e655f2c4bbde7fe7cb98fe9e7a3deaa3129', 'hex')),
  weight: 0n,
  nodeId: Fr.ORDER - 1n,
};

/** The id of a ledger of these nodes: Poseidon (BN254) over all x, then all y, weights and ids of its 128 slots. */
export function ledgerIdOf(nodes: readonly Place[]): Uint8Array {
  const places = Array.from({ length: PLACES }, (_, index) => nodes[index] ?? NOBODY);
  const elements = [
    ...places.map(({ x }) => x),
    ...places.map(({ y }) => y),
    ...places.map(({ weight }) => weight),
    ...places.map(({ nodeId }) => nodeId),
  ];
  const permute = poseidon({
    ...PERMUTATION,
    ...grainGenConstants(PERMUTATION),
    reversePartialPowIdx: false,
  });
  let state = new Array<bigint>(RATE + 1).fill(0n);
  for (let at = 0; at < elements.length; at += RATE) {
    state = permute(
      state.map((value, index) => (index === 0 ? value : Fr.add(value, elements[at + index - 1] ?? 0n))),
    );
  }
  return littleEndian(state[1] ?? 0n);
}

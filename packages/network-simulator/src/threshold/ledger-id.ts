import { grainGenConstants, poseidon } from '@noble/curves/abstract/poseidon.js';
import { bn254 } from '@noble/curves/bn254.js';
import { fromLittleEndian, littleEndian } from './numbers.ts';
import { SLOTS } from './schnorr.ts';

const { Fr } = bn254.fields;
/** Number of field elements that a round of the sponge absorbs. */
const RATE = 4;
const PERMUTATION = { Fp: Fr, t: RATE + 1, roundsFull: 8, roundsPartial: 60, sboxPower: 5 };

/** Properties of a node that the ledger id covers. */
export interface LedgerNode {
  readonly x: bigint;
  readonly y: bigint;
  readonly weight: bigint;
  readonly nodeId: bigint;
}

/** Content of an empty slot. */
const EMPTY_SLOT: LedgerNode = {
  x: fromLittleEndian(Buffer.from('8b3288d58331049d2703cf9e1fba5de9565d26eeb97233452d286000d6ce101b', 'hex')),
  y: fromLittleEndian(Buffer.from('bdeeb9632479bd393126759069765e655f2c4bbde7fe7cb98fe9e7a3deaa3129', 'hex')),
  weight: 0n,
  nodeId: Fr.ORDER - 1n,
};

/**
 * Computes the id of a ledger of these nodes: Poseidon (BN254) over all x, then all y, weights and ids of its 128
 * slots.
 */
export function ledgerIdOf(nodes: readonly LedgerNode[]): Uint8Array {
  const slots = Array.from({ length: SLOTS }, (_, index) => nodes[index] ?? EMPTY_SLOT);
  const elements = [
    ...slots.map(({ x }) => x),
    ...slots.map(({ y }) => y),
    ...slots.map(({ weight }) => weight),
    ...slots.map(({ nodeId }) => nodeId),
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

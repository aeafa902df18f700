import { bn254 } from '@noble/curves/bn254.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { littleEndian, toLittleEndian } from './field-reader.ts';
import { poseidonHash } from './hash-to-field.ts';

/** Slots of an address book in the circuit. */
export const SLOTS = 128;

/** Hashed value of an empty slot. */
const EMPTY = {
  x: littleEndian(hexToBytes('8b3288d58331049d2703cf9e1fba5de9565d26eeb97233452d286000d6ce101b')),
  y: littleEndian(hexToBytes('bdeeb9632479bd393126759069765e655f2c4bbde7fe7cb98fe9e7a3deaa3129')),
  weight: 0n,
  nodeId: bn254.fields.Fr.ORDER - 1n,
};

export type AddressBookSlot = typeof EMPTY;

/**
 * Computes the id of a ledger: the Poseidon hash of its first address book, in the order of publication. (Documents of
 * the library say SHA-256; its code uses Poseidon.) Takes about 50 ms.
 */
export function ledgerIdOf(nodes: readonly AddressBookSlot[]): Uint8Array {
  const slots = [...nodes, ...new Array<AddressBookSlot>(SLOTS - nodes.length).fill(EMPTY)];
  const columns = (['x', 'y', 'weight', 'nodeId'] as const).map((name) => slots.map((slot) => slot[name]));
  return toLittleEndian(poseidonHash(columns.flat()));
}

import type { Block, NodeSignature } from '../item.ts';
import type { AddressBookUpdates } from './address-books.ts';

/**
 * A block that the network is known to have signed. Only this file can make one: the class itself
 * is not exported, only its type, and its private field keeps any other object from passing for it.
 */
class VerifiedFileImpl {
  readonly block: Block;
  /** Block number: the file's own (v6), else one more than the block before it, or 0. */
  readonly number: bigint;
  /**
   * What to add to the number of every earlier block; not 0 only for the first v6 file after files
   * that carry no number.
   */
  readonly numberShift: bigint;
  /** The node whose copy of the data file was read. */
  readonly nodeId: bigint;
  /** One for each node of the address book in force. */
  readonly signatures: readonly NodeSignature[];
  /** Weight of the nodes that signed it, and of all nodes. */
  readonly signedWeight: bigint;
  readonly totalWeight: bigint;
  /** What it changed in the address books; with the first file of a fresh start also the book begun with. */
  readonly addressBooks: AddressBookUpdates;

  readonly #proven = true;

  constructor(fields: Omit<VerifiedFileImpl, never>) {
    this.block = fields.block;
    this.number = fields.number;
    this.numberShift = fields.numberShift;
    this.nodeId = fields.nodeId;
    this.signatures = fields.signatures;
    this.signedWeight = fields.signedWeight;
    this.totalWeight = fields.totalWeight;
    this.addressBooks = fields.addressBooks;
    if (!this.#proven) throw new TypeError('unreachable');
  }
}

export type VerifiedFile = VerifiedFileImpl;

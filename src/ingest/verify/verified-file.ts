import type { Block, NodeSignature } from '../item.ts';

/**
 * A block that the network is known to have signed. Only this room can make one: the constructor
 * needs a token that is not exported, so that nothing unverified can reach the tables.
 */
const token: unique symbol = Symbol('verified');

export class VerifiedFile {
  readonly block: Block;
  readonly signatures: readonly NodeSignature[];

  private constructor(block: Block, signatures: readonly NodeSignature[], proof: typeof token) {
    if (proof !== token) throw new TypeError('a VerifiedFile is made by verification only');
    this.block = block;
    this.signatures = signatures;
  }
}

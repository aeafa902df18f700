import type { AddressBook } from '../address-book.ts';
import type { Block } from '../item.ts';

/** What of table `node_stake` verification needs: the rows of the latest stake update. Tinybars. */
export interface NodeStake {
  readonly nodeId: bigint;
  readonly stake: bigint;
}

/** The weight of each node's signature: from the latest NODESTAKEUPDATE; 1 each while none is known. */
export class NodeStakes {
  constructor(stakes: readonly NodeStake[] = []) {
    throw new Error(`not yet: ${stakes.length}`);
  }

  /** Weight of each node of a book, by node id (0: in the book, but without stake). */
  weights(book: AddressBook): ReadonlyMap<bigint, bigint> {
    throw new Error(`not yet: ${book.entries.length}`);
  }

  /** Takes up a block's stake update, if it has one. `verifyStream` calls it. */
  apply(block: Block): void {
    throw new Error(`not yet: ${block.name}`);
  }
}

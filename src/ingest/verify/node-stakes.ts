import { longToBigInt } from '@tain/ledger/long';
import type { AddressBook } from '../decode/address-book.ts';
import type { Block } from '../decode/decoded-block.ts';

/**
 * Columns of table `node_stake` that verification needs, from the rows of the latest stake update. Stakes are tinybars.
 */
export interface NodeStake {
  readonly nodeId: bigint;
  readonly stake: bigint;
}

const NODE_STAKE_UPDATE = 51;

/** Weight of each node's signature, from the latest NODESTAKEUPDATE; 1 each while there is none. */
export class NodeStakes {
  #stakes: ReadonlyMap<bigint, bigint>;
  #updates = 0;

  constructor(stakes: readonly NodeStake[] = []) {
    this.#stakes = new Map(stakes.map(({ nodeId, stake }) => [nodeId, atLeastZero(stake)]));
  }

  /** Number of applied stake updates. While it stays the same, so do the weights. */
  get updates(): number {
    return this.#updates;
  }

  /**
   * Returns the weight of each node of a book, by node id: its stake; 0 for a node of the book without stake. Stakes of
   * nodes outside the book do not count.
   */
  weights(book: AddressBook): ReadonlyMap<bigint, bigint> {
    const known = this.#stakes.size > 0;
    return new Map(book.entries.map(({ nodeId }) => [nodeId, known ? (this.#stakes.get(nodeId) ?? 0n) : 1n]));
  }

  /** Applies a block's stake update, if it has one. */
  apply(block: Block): void {
    for (const item of block.items) {
      const update = item.type === NODE_STAKE_UPDATE && item.successful ? item.body.nodeStakeUpdate : null;
      if (!update || block.unsignedTimes?.has(item.consensusTimestamp)) continue;
      const stakes = (update.nodeStake ?? []).map((node): [bigint, bigint] => [
        longToBigInt(node.nodeId),
        atLeastZero(longToBigInt(node.stake)),
      ]);
      this.#stakes = new Map(stakes);
      this.#updates += 1;
    }
  }
}

/**
 * Returns a stake, or 0 if it is negative: a negative stake would reduce the total, and with it the weight that must
 * have signed.
 */
function atLeastZero(stake: bigint): bigint {
  return stake < 0n ? 0n : stake;
}

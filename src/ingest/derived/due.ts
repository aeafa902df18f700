import { isSnapshotDue } from '@tain/ledger/balance-snapshots';
import { idInNetwork, type Network, STAKING_REWARD_ACCOUNT, TREASURY } from '@tain/ledger/network';
import { TYPE } from '@tain/ledger/transaction-type';
import type { Block } from '../decode/decoded-block.ts';
import type { Item } from '../decode/item.ts';

/**
 * Derived state that is due once a block is stored. Such a block is the last one of its batch, so that the rows are
 * those at the end of the block. Only the stream determines these blocks: other batches and restarts lead to the same
 * ones. Times are nanoseconds.
 */
export interface Due {
  /** Consensus end of the block. */
  readonly at: bigint;
  /** Whether a snapshot of all balances at `at` is due. */
  readonly snapshot: boolean;
  /** The successful stake updates in the block, in order. */
  readonly stakeUpdates: readonly StakeUpdate[];
  /** Packed ids of 0.0.2 and 0.0.800. */
  readonly treasury: bigint;
  readonly stakingReward: bigint;
}

/** A stake update, and the later transfers of its block. */
export interface StakeUpdate {
  /** Consensus time. */
  readonly at: bigint;
  /** Sum of tinybars that later items of the block transferred, by account. */
  readonly movedLater: ReadonlyMap<bigint, bigint>;
}

/** The hbar transfers of an item, by account. */
type MovesOf = (item: Item) => Iterable<readonly [account: bigint, tinybars: bigint]>;

/**
 * Returns the derived state that is due after a block; null for most blocks. `previousEnd`: consensus end of the block
 * before it, null for the first one, which ends no interval.
 */
export function dueAfter(
  block: Block,
  previousEnd: bigint | null,
  network: Network,
  movesOf: MovesOf,
): Due | null {
  const at = block.consensusEnd;
  const snapshot = previousEnd !== null && isSnapshotDue(previousEnd, at);
  const stakeUpdates = block.items
    .filter((item) => item.type === TYPE.nodeStakeUpdate && item.successful)
    .map(({ consensusTimestamp: at }) => ({ at, movedLater: movedAfter(block.items, at, movesOf) }));
  if (!snapshot && stakeUpdates.length === 0) return null;
  return {
    at,
    snapshot,
    stakeUpdates,
    treasury: idInNetwork(network, TREASURY),
    stakingReward: idInNetwork(network, STAKING_REWARD_ACCOUNT),
  };
}

function movedAfter(items: readonly Item[], at: bigint, movesOf: MovesOf): Map<bigint, bigint> {
  const sums = new Map<bigint, bigint>();
  for (const item of items) {
    if (item.consensusTimestamp <= at) continue;
    for (const [account, tinybars] of movesOf(item)) {
      sums.set(account, (sums.get(account) ?? 0n) + tinybars);
    }
  }
  return sums;
}

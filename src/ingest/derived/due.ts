import { encodeEntityId } from '../../kernel/entity-id.ts';
import { NANOS_PER_SECOND } from '../../kernel/timestamp.ts';
import type { Block } from '../decode/decoded-block.ts';

/**
 * Derived state that is due once a block is stored. Such a block is the last one of its batch, so that the
 * rows are those at the end of the block. The stream alone decides which blocks these are: other batches and
 * restarts lead to the same ones. Times are nanoseconds.
 */
export interface Due {
  /** Consensus end of the block. */
  readonly at: bigint;
  /** Whether a snapshot of all balances at `at` is due. */
  readonly snapshot: boolean;
  /** Consensus times of the successful stake updates in the block, in order. */
  readonly stakeUpdates: readonly bigint[];
  /** Packed ids of 0.0.2 and 0.0.800. */
  readonly treasury: bigint;
  readonly stakingReward: bigint;
}

/** A snapshot is due at the first block that reaches a multiple of this, in nanoseconds. */
export const SNAPSHOT_INTERVAL = 900n * NANOS_PER_SECOND;

const TREASURY_NUM = 2n;
const STAKING_REWARD_NUM = 800n;
const NODE_STAKE_UPDATE = 51;

/**
 * The derived state that is due after a block; null for most blocks. `previousEnd`: consensus end of the
 * block before it, null for the first one, which ends no interval.
 */
export function dueAfter(
  block: Block,
  previousEnd: bigint | null,
  network: { readonly shard: bigint; readonly realm: bigint },
): Due | null {
  const at = block.consensusEnd;
  const snapshot = previousEnd !== null && at / SNAPSHOT_INTERVAL > previousEnd / SNAPSHOT_INTERVAL;
  const stakeUpdates = block.items
    .filter((item) => item.type === NODE_STAKE_UPDATE && item.successful)
    .map((item) => item.consensusTimestamp);
  if (!snapshot && stakeUpdates.length === 0) return null;
  const { shard, realm } = network;
  return {
    at,
    snapshot,
    stakeUpdates,
    treasury: encodeEntityId(shard, realm, TREASURY_NUM),
    stakingReward: encodeEntityId(shard, realm, STAKING_REWARD_NUM),
  };
}

import type { AppendOnlyTable } from './append-only-tables.ts';

/**
 * Tables without bound in size that `TAIN_PARTITIONS` partitions by consensus time. A test compares this list with the
 * database and with `kept-tables.ts`.
 *
 * Left out: `contract_state_change`, whose newest row of each slot is always retained, so that no partition could be
 * dropped; and tables looked up only by hash, which would need a lookup in every partition.
 */
export const TIME_PARTITIONED = [
  'transaction',
  'entity_transaction',
  'crypto_transfer',
  'token_transfer',
  'staking_reward_transfer',
  'assessed_custom_fee',
  'ethereum_transaction',
  'contract_result',
  'contract_log',
  'contract_transaction',
  'contract_action',
  'topic_message',
] as const satisfies readonly AppendOnlyTable[];

/** Partition column of all of them, in nanoseconds. */
export const PARTITION_COLUMN = 'consensus_timestamp';

/** Length of a partition, in UTC. */
export const PARTITION_SIZES = ['year', 'month'] as const;

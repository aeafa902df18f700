import type { AppendOnlyTable } from './append-only-tables.ts';

/**
 * The tables that grow without end and are divided by their consensus time where `TAIN_PARTITIONS` asks for it. A test
 * compares this list with the database and with `kept-tables.ts`.
 *
 * Not among them: `contract_state_change`, whose newest row of each slot stays however old it is, so that no partition
 * could ever leave; and what is found by a hash alone, which would be looked for in every partition.
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

/** The column by which all of them are divided: nanoseconds. */
export const PARTITION_COLUMN = 'consensus_timestamp';

/** How long a partition is, in UTC. */
export const PARTITION_SIZES = ['year', 'month'] as const;

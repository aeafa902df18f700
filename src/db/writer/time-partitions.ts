import type { Queryable } from './writer.ts';

/** Name of the constraint that says until when a table has rows, while it is being divided by time. */
export const PARTITION_BOUND = 'tain__partition_bound';

/**
 * Makes the partitions that rows of consensus times need, both inclusive, where tables are partitioned by time. To be
 * called before rows are stored, in their transaction.
 */
export async function ensureTimePartitions(client: Queryable, first: bigint, last: bigint): Promise<void> {
  await client.query('select tain.ensure_time_partitions($1, $2)', [first.toString(), last.toString()]);
}

import type { Queryable } from './writer.ts';

/** Name of the constraint with the upper time bound of a table's rows while it is being partitioned. */
export const PARTITION_BOUND = 'tain__partition_bound';

/**
 * Creates the partitions for rows of these consensus times, both inclusive, where tables are partitioned by time. Must be
 * called before rows are stored, in their transaction.
 */
export async function ensureTimePartitions(client: Queryable, first: bigint, last: bigint): Promise<void> {
  await client.query('select tain.ensure_time_partitions($1, $2)', [first.toString(), last.toString()]);
}

import { NANOS_PER_MILLISECOND } from '@tain/ledger/timestamp';

/*
 * A partition holds a year, where the public mirror's holds a month: each query plan locks and prunes all partitions,
 * and a year is small, because snapshots store only changes.
 */

/** First years of the partitions before 2019. From 2019 on, each year has its own. */
const FIRST_YEARS = [1970, 1980] as const;
const FIRST_YEAR_OF_ITS_OWN = 2019;

/**
 * Suffix that `tain.ensure_balance_partitions` gives the partition of `account_balance` or `token_balance` with a time
 * (nanoseconds). Statements name the partition, because otherwise PostgreSQL plans each execution over all partitions:
 * 0.8 ms for a statement of 0.2 ms.
 */
export function balancePartitionSuffix(time: bigint): string {
  const year = new Date(Number(time / NANOS_PER_MILLISECOND)).getUTCFullYear();
  const [first, second] = FIRST_YEARS;
  return `_p${year >= FIRST_YEAR_OF_ITS_OWN ? year : year >= second ? second : first}`;
}

import { NANOS_PER_MILLISECOND } from '../kernel/timestamp.ts';

/*
 * Partitions are years, where the public mirror's are months: each plan of a query locks and prunes all of them, and a year
 * is small, because snapshots store only what changed.
 */

/** The years before 2019 in which our partitions begin; from 2019 on each year has one. */
const FIRST_YEARS = [1970, 1980] as const;
const FIRST_YEAR_OF_ITS_OWN = 2019;

/**
 * What follows the name of `account_balance` or `token_balance` in that of the partition that holds a time
 * (nanoseconds), as `tain.ensure_balance_partitions` names them. Statements name it, because PostgreSQL plans a statement on all partitions anew
 * each time: 0.8 ms for an answer of 0.2 ms.
 */
export function balancePartitionSuffix(time: bigint): string {
  const year = new Date(Number(time / NANOS_PER_MILLISECOND)).getUTCFullYear();
  const [first, second] = FIRST_YEARS;
  return `_p${year >= FIRST_YEAR_OF_ITS_OWN ? year : year >= second ? second : first}`;
}

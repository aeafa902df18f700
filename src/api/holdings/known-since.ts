import { type Sql, sql } from '../../access/sql.ts';
import { keptHistory } from '../route/require-kept.ts';
import type { ApiContext } from '../route/route.ts';

/*
 * Values of accounts in a database that begins in the middle of the network's history: an account's earlier values
 * are unknown, so sums of later changes have no known start, unless the account was created later. They are null
 * then.
 */

/**
 * Returns the time (nanoseconds) after which an account must have been created for all its values to be known;
 * undefined: any time.
 */
export async function wholeAccountsSince(context: ApiContext): Promise<bigint | undefined> {
  return (await keptHistory(context)).start?.at;
}

/** Returns the same time for balances alone, which may have begun with a balance file of the network. */
export async function balancesKnownSince(context: ApiContext): Promise<bigint | undefined> {
  const { start } = await keptHistory(context);
  return start?.hasBalances ? undefined : start?.at;
}

/**
 * A value, or null if `created` (a consensus time, or null when unknown) is before `since`. With `since` undefined it
 * is never null.
 */
export function knownSince(since: bigint | undefined, created: Sql, value: Sql): Sql {
  return since === undefined ? value : sql`case when ${created} >= ${since} then ${value} end`;
}

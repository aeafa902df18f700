import { type Sql, sql } from '../../access/sql.ts';
import { keptHistory } from '../route/require-kept.ts';
import type { ApiContext } from '../route/route.ts';

/*
 * Values of accounts in a database that begins in the middle of the network's history: what an account had before is not
 * known, so sums of what came since are relative to nothing, unless the account was created since. They are null then.
 */

/** The time (nanoseconds) since which an account must have been created for all of it to be known; undefined: any time. */
export async function wholeAccountsSince(context: ApiContext): Promise<bigint | undefined> {
  return (await keptHistory(context)).start?.at;
}

/** As `wholeAccountsSince`, of balances alone, which may have begun with a balance file of the network. */
export async function balancesKnownSince(context: ApiContext): Promise<bigint | undefined> {
  const { start } = await keptHistory(context);
  return start?.hasBalances ? undefined : start?.at;
}

/** A value, or null where `created` (a consensus time, null: not known) is before `since`; undefined: never. */
export function knownSince(since: bigint | undefined, created: Sql, value: Sql): Sql {
  return since === undefined ? value : sql`case when ${created} >= ${since} then ${value} end`;
}

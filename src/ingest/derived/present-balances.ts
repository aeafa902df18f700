import type { Queryable } from '../../db/writer.ts';

/*
 * `tain.present_balance` and `tain.present_token_balance` have the balances of accounts and associations
 * as lists search for them. Triggers on `entity` and `token_account` keep them. While the stream is far
 * behind they only note which rows changed: in a quarter of an hour of a busy network an account changes
 * in many batches, and is brought up once. What was left is brought up after snapshots and stakes, once
 * the stream has caught up, and when it has nothing more. Until then, lists meet accounts on a walk of
 * the entities, and holders on one of the associations.
 */

/** Leaves the present balances that the open transaction changes for later. */
export async function leaveBalances(client: Queryable): Promise<void> {
  await client.query("select set_config('tain.present_balances', 'later', true)");
}

/** Brings the present balances up to those of the entities and associations. */
export async function bringUpBalances(client: Queryable): Promise<void> {
  await client.query('select tain.bring_up_present_balances(), tain.bring_up_present_token_balances()');
}

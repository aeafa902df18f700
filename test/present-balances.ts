import type { Database } from '../src/db/database.ts';

/** How the tables of present balances stand to the entities and associations. */
export interface PresentState {
  /** Statements whose balances are left for later. */
  readonly left: number;
  /** Accounts whose present balance is not the entity's, or which only one of the two has. */
  readonly old: number;
  /** The same of associations. */
  readonly leftTokens: number;
  readonly oldTokens: number;
}

/** All is as it should be. */
export const ALL_PRESENT: PresentState = { left: 0, old: 0, leftTokens: 0, oldTokens: 0 };

export async function selectPresentState({ pool }: Database): Promise<PresentState> {
  const { rows } = await pool.query<PresentState>(
    `with accounts as (
       select count(*)::int as old
       from (select * from entity where type in ('ACCOUNT', 'CONTRACT') and balance is not null) e
       full join tain.present_balance b on b.account_id = e.id
       where (e.balance, e.balance_timestamp) is distinct from (b.balance, b.balance_timestamp)
     ), tokens as (
       select count(*)::int as old
       from token_account e full join tain.present_token_balance b using (account_id, token_id)
       where (e.balance, e.balance_timestamp, e.associated) is distinct from (b.balance, b.balance_timestamp, b.associated)
     )
     select (select count(*)::int from tain.changed_balances) as left, accounts.old,
       (select count(*)::int from tain.changed_token_balances) as "leftTokens", tokens.old as "oldTokens"
     from accounts, tokens`,
  );
  return rows[0] ?? { left: -1, old: -1, leftTokens: -1, oldTokens: -1 };
}

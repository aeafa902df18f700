import type { Database } from '../src/db/database.ts';

/** How `tain.present_balance` stands to the entities. */
export interface PresentState {
  /** Statements whose balances are left for later. */
  readonly left: number;
  /** Accounts whose present balance is not the entity's, or which only one of the two has. */
  readonly old: number;
}

export async function selectPresentState({ pool }: Database): Promise<PresentState> {
  const { rows } = await pool.query<PresentState>(
    `select (select count(*)::int from tain.changed_balances) as left, count(*)::int as old
     from (select * from entity where type in ('ACCOUNT', 'CONTRACT') and balance is not null) e
     full join tain.present_balance b on b.account_id = e.id
     where (e.balance, e.balance_timestamp) is distinct from (b.balance, b.balance_timestamp)`,
  );
  return rows[0] ?? { left: -1, old: -1 };
}

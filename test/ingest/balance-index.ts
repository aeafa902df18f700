import { expect } from 'vitest';
import { balanceIndexJob } from '../../src/ingest/derived/balance-index.ts';
import type { Database } from '../../src/store/connections/database.ts';
import type { Queryable } from '../../src/store/writer/writer.ts';

/** Comparison of the balance index with the indexed rows. */
export interface IndexState {
  /** Whether readers see the index as current. */
  readonly isCurrent: boolean;
  /** Number of accounts and associations whose balances differ, or that only one side has. */
  readonly differing: number;
}

export async function selectIndexState({ pool }: Database): Promise<IndexState> {
  const { rows } = await pool.query<IndexState>(
    `with accounts as (
       select count(*)::int as n
       from (select * from entity where type in ('ACCOUNT', 'CONTRACT') and balance is not null) e
       full join tain.current_balance b on b.account_id = e.id
       where e.balance is distinct from b.balance
     ), tokens as (
       select count(*)::int as n
       from token_account e full join tain.current_token_balance b using (account_id, token_id)
       where (e.balance, e.balance_timestamp, e.associated) is distinct from (b.balance, b.balance_timestamp, b.associated)
     )
     select is_current as "isCurrent", accounts.n + tokens.n as differing
     from tain.balance_index, accounts, tokens`,
  );
  return rows[0] ?? { isCurrent: false, differing: -1 };
}

/** Checks that the index is current and equals the tables. */
export async function expectBalanceIndex(database: Database): Promise<void> {
  expect(await selectIndexState(database)).toEqual({ isCurrent: true, differing: 0 });
}

/** Builds the balance index of a database with rows inserted by a test. */
export async function buildBalanceIndex(client: Queryable): Promise<void> {
  await balanceIndexJob.begin(client);
  while (!(await balanceIndexJob.step(client, 20_000)));
}

/** Makes the index stale, with wrong balances, as after a period of backfilling. */
export async function makeBalanceIndexStale({ pool }: Database): Promise<void> {
  await pool.query(`
    update tain.balance_index set is_current = false;
    create table true_balance as select id, balance from entity;
    create table true_holding as select account_id, token_id, balance from token_account;
    update token_account set balance = (account_id * 7919) % 1003;
    update entity set balance = (id * 7919) % 1003 where balance is not null;`);
  await buildBalanceIndex(pool);
  await pool.query(`
    update token_account a set balance = h.balance from true_holding h
      where h.account_id = a.account_id and h.token_id = a.token_id;
    update entity e set balance = b.balance from true_balance b where b.id = e.id and e.balance is not null;
    drop table true_balance, true_holding;
    update tain.balance_index set is_current = false;`);
}

/** Statement that makes a database like that of a public mirror node, without Tain's own tables. */
export const WITHOUT_OWN_TABLES = 'drop schema tain cascade';

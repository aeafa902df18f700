import type { Queryable } from '../../store/writer/writer.ts';

/** Keys of the rows with balances that a batch changes. */
export interface ChangedKeys {
  /** Keys of `entity`. */
  readonly accounts: readonly bigint[];
  /** Keys of `token_account`: accounts and tokens in parallel arrays. */
  readonly holders: readonly bigint[];
  readonly tokens: readonly bigint[];
}

/**
 * Returns a condition: row `e` of `entity` or `token_account` is unchanged since the instant `at` (SQL) of a job. Rows
 * that changed later were copied before (`DerivedJob.beforeChange`).
 */
export function unchangedSince(at: string): string {
  return `lower(e.timestamp_range) <= ${at} and coalesce(e.balance_timestamp, 0) <= ${at}`;
}

/** Condition `unchangedSince` for job `u`. */
export const UNCHANGED_SINCE = unchangedSince('u.at');

/** FROM item `k` of the accounts in a statement's first array. */
export const KEYS_OF_ACCOUNTS = 'unnest($1::bigint[]) as k (id)';
/**
 * FROM item `k` of the associations in a statement's two arrays. An association may occur twice (around bulk updates).
 */
export const KEYS_OF_ASSOCIATIONS = `(
        select distinct account_id, token_id
        from unnest($1::bigint[], $2::bigint[]) as c (account_id, token_id)
      ) k`;

/** Conditions for the same keys on row `e` itself, by which each of several servers finds its own rows. */
export const IS_ONE_OF_ACCOUNTS = 'e.id = any($1::bigint[])';
export const IS_ONE_OF_ASSOCIATIONS = `e.account_id = any($1::bigint[]) and (e.account_id, e.token_id) in (
      select account_id, token_id from unnest($1::bigint[], $2::bigint[]) as c (account_id, token_id))`;

/** Formats integers as an array parameter. */
export function bigintArray(values: readonly bigint[]): string {
  return `{${values.join(',')}}`;
}

/**
 * Appends the keys of a batch to the change log. `consensusEnd`: end of its last block, in nanoseconds. Triggers would do
 * the same, but slow down other writers, and distributed tables refuse them.
 */
export function logChanges(client: Queryable, consensusEnd: bigint, keys: ChangedKeys): Promise<unknown> {
  const { accounts, holders, tokens } = keys;
  return client.query(
    `insert into tain.change_log (consensus_end, accounts, holders, tokens)
     values ($1, $2, $3, $4)
     on conflict (consensus_end) do update
     set accounts = excluded.accounts, holders = excluded.holders, tokens = excluded.tokens`,
    [consensusEnd.toString(), bigintArray(accounts), bigintArray(holders), bigintArray(tokens)],
  );
}

/**
 * Records that balances were replaced without a list of their keys (by an initial balance file), so that the next
 * snapshot reads all rows, and the balance index is rebuilt. `consensusEnd`: end of the last stored block, in
 * nanoseconds.
 */
export async function logReplacement(client: Queryable, consensusEnd: string): Promise<void> {
  await client.query(
    `insert into tain.change_log (consensus_end, everything)
     values ($1, true)
     on conflict (consensus_end) do update set everything = true`,
    [consensusEnd],
  );
  await invalidateBalanceIndex(client);
}

/** Marks the balance index as out of date, in the transaction that changes balances without it. */
export async function invalidateBalanceIndex(client: Queryable): Promise<void> {
  await client.query("delete from tain.derived_job where kind = 'balance-index'");
  await client.query('update tain.balance_index set is_current = false where is_current');
}

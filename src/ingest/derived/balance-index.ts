import { formFor } from '../../store/connections/distributed.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import {
  bigintArray,
  type ChangedKeys,
  IS_ONE_OF_ACCOUNTS,
  IS_ONE_OF_ASSOCIATIONS,
  KEYS_OF_ACCOUNTS,
  KEYS_OF_ASSOCIATIONS,
} from './changed-keys.ts';
import { type DerivedJob, firstPosition } from './job.ts';

/**
 * The balance index: `tain.current_balance` and `tain.current_token_balance` hold the balances of accounts and
 * associations that lists search by. It is derived data, which is not updated while backfilling. Near the head a job
 * builds it, in chunks along the keys of its tables, and from then on each batch updates the rows that it changes.
 * `tain.balance_index` records whether it is current; while it is not, lists scan `entity` and `token_account`.
 */

type Phase = 'accounts' | 'tokens';

/** The source of a phase's rows, and the SQL that refreshes those of `keys` (FROM item `k`). */
const TABLES = {
  accounts: {
    from: 'entity',
    key: ['id'],
    update: (keys: string) => `
      insert into tain.current_balance (account_id, balance)
      select e.id, e.balance
      from ${keys}
      cross join lateral (
        select id, type, balance
        from entity
        where id = k.id offset 0
      ) e
      where e.balance is not null and e.type in ('ACCOUNT', 'CONTRACT') and e.balance is distinct from (
        select b.balance
        from tain.current_balance b
        where b.account_id = e.id
      )
      order by e.id
      on conflict (account_id) do update set balance = excluded.balance`,
  },
  tokens: {
    from: 'token_account',
    key: ['account_id', 'token_id'],
    update: (keys: string) => `
      insert into tain.current_token_balance (account_id, token_id, balance, balance_timestamp, associated)
      select e.account_id, e.token_id, e.balance, e.balance_timestamp, e.associated
      from ${keys}
      cross join lateral (
        select *
        from token_account
        where account_id = k.account_id and token_id = k.token_id offset 0
      ) e
      where not exists (
        select
        from tain.current_token_balance b
        where b.account_id = e.account_id and b.token_id = e.token_id and b.balance = e.balance
          and b.balance_timestamp is not distinct from e.balance_timestamp and b.associated = e.associated
      )
      order by e.account_id, e.token_id
      on conflict (account_id, token_id) do update set balance = excluded.balance,
        balance_timestamp = excluded.balance_timestamp, associated = excluded.associated`,
  },
} as const;

/**
 * Statements that refresh the index when its tables are on several servers: each row is made on the server of its
 * source, or sent to the server where it belongs. `which`: condition on the source's row `e`.
 */
const REFRESH = {
  accounts: (which: string) => `
    insert into tain.current_balance as b (account_id, balance)
    select e.id, e.balance
    from entity e
    where ${which} and e.balance is not null and e.type in ('ACCOUNT', 'CONTRACT')
    on conflict (account_id) do update set balance = excluded.balance
    where b.balance <> excluded.balance`,
  tokens: (which: string) => `
    insert into tain.current_token_balance as b (account_id, token_id, balance, balance_timestamp, associated)
    select e.account_id, e.token_id, e.balance, e.balance_timestamp, e.associated
    from token_account e
    where ${which}
    on conflict (account_id, token_id) do update set balance = excluded.balance,
      balance_timestamp = excluded.balance_timestamp, associated = excluded.associated
    where b.balance <> excluded.balance or b.balance_timestamp is distinct from excluded.balance_timestamp
      or b.associated <> excluded.associated`,
} as const;

/** Statements for rows that the open transaction changed. */
const UPDATES = {
  one: {
    accounts: TABLES.accounts.update(KEYS_OF_ACCOUNTS),
    tokens: TABLES.tokens.update(KEYS_OF_ASSOCIATIONS),
  },
  several: {
    accounts: REFRESH.accounts(IS_ONE_OF_ACCOUNTS),
    tokens: REFRESH.tokens(IS_ONE_OF_ASSOCIATIONS),
  },
} as const;

/** Updates the index with rows that the open transaction changed. Issues all statements concurrently. */
export function updateBalanceIndex(client: Queryable, keys: ChangedKeys): Promise<unknown> {
  const { accounts, tokens } = formFor(client, UPDATES);
  return Promise.all([
    client.query(accounts, [bigintArray(keys.accounts)]),
    client.query(tokens, [bigintArray(keys.holders), bigintArray(keys.tokens)]),
  ]);
}

/**
 * Begins to build the index, unless it is current or being built. From this transaction on every batch must update it
 * (`updateBalanceIndex`) or invalidate it (`invalidateBalanceIndex`).
 */
async function begin(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ at: string }>(
    `select coalesce((select max(consensus_end) from record_file), 0)::text as at
     from tain.balance_index
     where not is_current`,
  );
  if (rows[0] === undefined) return;
  await client.query(
    `insert into tain.derived_job (kind, at, phase, position)
     values ('balance-index', $2, 'accounts', $1)
     on conflict do nothing`,
    [firstPosition(1), rows[0].at],
  );
}

interface RunningJob {
  readonly phase: Phase;
  readonly position: readonly string[];
}

async function step(client: Queryable, rows: number): Promise<boolean> {
  const { rows: found } = await client.query<RunningJob>(
    "select phase, position::text[] from tain.derived_job where kind = 'balance-index'",
  );
  const [job] = found;
  if (!job) return true;
  const { phase, position } = job;
  const { from, key, update } = TABLES[phase];
  const columns = key.join(', ');
  const after = key.map((_, i) => `$${2 + i}::bigint`).join(', ');
  const { rows: pages } = await client.query<{ seen: number; last: string | null }>(
    `select count(*)::int as seen, max(array[${columns}])::text as last
     from (
       select ${columns}
       from ${from}
       where (${columns}) > (${after})
       order by ${columns} limit $1
     ) page`,
    [rows, ...position].map(String),
  );
  const { seen = 0, last = null } = pages[0] ?? {};
  if (last !== null) {
    const [above, upTo] = [position, last.slice(1, -1).split(',')].map((values) => values.join(', '));
    const which = `(${columns}) > (${above}) and (${columns}) <= (${upTo})`;
    const keys = `(
        select ${columns}
        from ${from}
        where ${which} offset 0
      ) k`;
    await client.query(formFor(client, { one: update(keys), several: REFRESH[phase](which) }));
  }
  if (seen >= rows) {
    await client.query("update tain.derived_job set position = $1 where kind = 'balance-index'", [last]);
    return false;
  }
  if (phase === 'accounts') {
    await client.query(
      "update tain.derived_job set phase = 'tokens', position = $1 where kind = 'balance-index'",
      [firstPosition(TABLES.tokens.key.length)],
    );
    return false;
  }
  // Without a row the index was invalidated in the meantime, which ends its job.
  const { rowCount } = await client.query("delete from tain.derived_job where kind = 'balance-index'");
  if (rowCount) await client.query('update tain.balance_index set is_current = true');
  return true;
}

/** Job of the balance index. It begins at any block, once the stream has come near the head. */
export const balanceIndexJob: DerivedJob<void> = { begin, step };

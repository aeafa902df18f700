import type pg from 'pg';
import { inTransaction } from '../../db/connections/transaction.ts';
import { later } from '../../kernel/timestamp.ts';
import {
  type BalanceContext,
  currentValues,
  expectedSql,
  selectLastSnapshot,
  selectSeed,
  selectSnapshots,
  WRONG_TIME,
  wrongSnapshotsSql,
  wrongSnapshotsValues,
} from '../check/balances.ts';
import { HOLDINGS, type Holding, keyOf, sameKey } from '../check/holdings.ts';
import { KeptSince } from '../check/kept-since.ts';
import { STORAGES, type Storage } from '../check/storage.ts';

/** What was rebuilt: rows by table. */
export type RebuiltRows = Map<string, number>;

/** Snapshots rebuilt by one statement: about a month of them. */
const CHUNK_SNAPSHOTS = 3000;

/**
 * Rebuilds what follows from the rows of transactions: snapshots, present balances, supply, storage, and the balance index.
 * Each step is a transaction that leaves the tables better than it found them, so the work can be begun again after a kill.
 * `begin`: consensus start of the first block that was ever stored. `sentence` says what cannot be rebuilt, and why.
 */
export async function rebuildFromRows(
  client: pg.ClientBase,
  { begin, end }: { readonly begin: bigint; readonly end: bigint },
  signal: AbortSignal,
  onNote: (sentence: string) => void,
): Promise<RebuiltRows> {
  const rebuilt: RebuiltRows = new Map();
  const add = (table: string, count: number | null): void => {
    if (count) rebuilt.set(table, (rebuilt.get(table) ?? 0) + count);
  };
  const kept = await KeptSince.select(client);
  const since = await kept.after('transactions');
  if (since === null) {
    onNote('Balances were not rebuilt: settings leave transactions out (TAIN_KEEP_…).');
  } else {
    const from = later(begin, since + 1n);
    const seed = await selectSeed(client);
    const context = { client, begin: from, seed: seed !== null && since >= 0n && seed < since ? null : seed };
    await rebuildSnapshots(context, end, signal, add);
    await rebuildBalances(context, end, signal, add);
  }
  for (const storage of STORAGES) {
    signal.throwIfAborted();
    if (kept.isPart(storage.table === 'contract_state' ? 'contracts' : 'history')) {
      onNote(`${storage.table} was not rebuilt: settings leave its changes out (TAIN_KEEP_…).`);
    } else await inTransaction(client, () => rebuildStorage(client, storage, end, add));
  }
  await inTransaction(client, () => rebuildIndex(client, rebuilt, end, add));
  return rebuilt;
}

type Add = (table: string, count: number | null) => void;

/** Snapshots follow from one another: of each holder the first wrong one is put right, until none is. */
async function rebuildSnapshots(
  context: BalanceContext,
  end: bigint,
  signal: AbortSignal,
  add: Add,
): Promise<void> {
  const { client, begin } = context;
  let from = begin - 1n;
  for (;;) {
    signal.throwIfAborted();
    const last = await selectLastSnapshot(client, from);
    const previous = last !== null && last >= begin ? last : null;
    const snapshots = await selectSnapshots(client, from, end, CHUNK_SNAPSHOTS);
    const next = snapshots.at(-1);
    if (next === undefined) return;
    for (const holding of HOLDINGS) {
      for (let count: number | null = 1; count; ) {
        signal.throwIfAborted();
        ({ rowCount: count } = await client.query(
          storeSnapshotsSql(holding),
          wrongSnapshotsValues(context, previous, snapshots),
        ));
        add(holding.snapshots, count);
      }
    }
    from = next;
  }
}

function storeSnapshotsSql(holding: Holding): string {
  const { key, snapshots } = holding;
  const columns = key.join(', ');
  return `
insert into ${snapshots} (${columns}, balance, consensus_timestamp)
select distinct on (${columns}) ${columns}, expected, at
from (${wrongSnapshotsSql(holding)}) w
order by ${columns}, at
on conflict (${columns}, consensus_timestamp) do update set balance = excluded.balance`;
}

async function rebuildBalances(
  context: BalanceContext,
  end: bigint,
  signal: AbortSignal,
  add: Add,
): Promise<void> {
  const { client, begin } = context;
  const last = await selectLastSnapshot(client, end);
  const after = last !== null && last >= begin ? last : null;
  for (const holding of HOLDINGS) {
    signal.throwIfAborted();
    const { current, currentKey } = holding;
    const { rowCount } = await client.query(
      `update ${current} c
       set balance = k.new_balance, balance_timestamp = k.new_timestamp
       from (
         select *,
           case when balance <> expected and balance <> expected + other then expected else balance end as new_balance,
           case when ${WRONG_TIME} then moved_at else balance_timestamp end as new_timestamp
         from (${expectedSql(holding)}) e
       ) k
       where ${sameKey('k', currentKey, 'c', currentKey)}
         and (k.balance <> k.new_balance or k.balance_timestamp is distinct from k.new_timestamp)`,
      currentValues(context, after, end),
    );
    add(current, rowCount);
  }
  signal.throwIfAborted();
  // Of NFTs an account has as many as it owns.
  const nfts = await client.query(
    `update token_account a
     set balance = coalesce(n.owned, 0)
     from token t, token_account k
     left join (
       select account_id, token_id, count(*) as owned
       from nft
       where account_id is not null and deleted is not true
       group by account_id, token_id
     ) n using (account_id, token_id)
     where k.account_id = a.account_id
       and k.token_id = a.token_id and t.token_id = a.token_id and t.type = 'NON_FUNGIBLE_UNIQUE'
       and t.created_timestamp >= $1 and a.balance <> coalesce(n.owned, 0)`,
    [begin.toString()],
  );
  add('token_account', nfts.rowCount);
  const supply = await client.query(
    `update token t
     set total_supply = coalesce(h.held, 0)
     from token k
     left join (
       select token_id, sum(balance) as held
       from token_account
       group by token_id
     ) h using (token_id)
     where k.token_id = t.token_id and t.created_timestamp >= $1 and t.total_supply <> coalesce(h.held, 0)
       and not (t.type = 'NON_FUNGIBLE_UNIQUE' and exists (
         select from entity e where e.id = t.token_id and e.deleted))`,
    [begin.toString()],
  );
  add('token', supply.rowCount);
}

/** Each slot as its newest change left it. */
async function rebuildStorage(
  client: pg.ClientBase,
  { table, key, expected, columns }: Storage,
  end: bigint,
  add: Add,
): Promise<void> {
  const names = key.join(', ');
  const newest = `(
    select distinct on (${names}) *
    from (${expected}) e
    order by ${names}, at desc
  ) x`;
  const same = key.map((name) => `x.${name} = s.${name}`).join(' and ');
  const extra = await client.query(
    `delete from ${table} s
     where not exists (select from ${newest} where ${same})`,
    [end.toString()],
  );
  add(table, extra.rowCount);
  const set = Object.keys(columns);
  const values = Object.values(columns);
  const differs = set.map((column, i) => `s.${column} is distinct from ${values[i]}`).join(' or ');
  const changed = await client.query(
    `insert into ${table} as s (${names}, ${set.join(', ')}, created_timestamp)
     select ${keyOf(key, 'x')}, ${values.join(', ')}, x.since
     from ${newest}
     left join ${table} s on ${same}
     where ${key.map((name) => `s.${name} is null`).join(' and ')} or ${differs}
     on conflict (${names}) do update
     set ${set.map((column) => `${column} = excluded.${column}`).join(', ')},
       created_timestamp = least(s.created_timestamp, excluded.modified_timestamp)`,
    [end.toString()],
  );
  add(table, changed.rowCount);
}

/** The balance index as the tables say that it is made from; and the next snapshot reads all rows. */
async function rebuildIndex(
  client: pg.ClientBase,
  rebuilt: RebuiltRows,
  end: bigint,
  add: Add,
): Promise<void> {
  const { rowCount: isCurrent } = await client.query(
    'select from tain.balance_index where is_current for update',
  );
  if (isCurrent) {
    const isPart = "e.balance is not null and e.type in ('ACCOUNT', 'CONTRACT')";
    for (const [table, text] of [
      [
        'tain.current_balance',
        `delete from tain.current_balance b
         where not exists (select from entity e where e.id = b.account_id and ${isPart})`,
      ],
      [
        'tain.current_balance',
        `insert into tain.current_balance as b (account_id, balance)
         select e.id, e.balance
         from entity e
         left join tain.current_balance k on k.account_id = e.id
         where ${isPart} and e.balance is distinct from k.balance
         on conflict (account_id) do update set balance = excluded.balance`,
      ],
      [
        'tain.current_token_balance',
        `delete from tain.current_token_balance b
         where not exists (
           select from token_account e where e.account_id = b.account_id and e.token_id = b.token_id)`,
      ],
      [
        'tain.current_token_balance',
        `insert into tain.current_token_balance (account_id, token_id, balance, balance_timestamp, associated)
         select e.account_id, e.token_id, e.balance, e.balance_timestamp, e.associated
         from token_account e
         left join tain.current_token_balance k using (account_id, token_id)
         where e.balance is distinct from k.balance or e.associated is distinct from k.associated
           or e.balance_timestamp is distinct from k.balance_timestamp
         on conflict (account_id, token_id) do update set balance = excluded.balance,
           balance_timestamp = excluded.balance_timestamp, associated = excluded.associated`,
      ],
    ] as const) {
      add(table, (await client.query(text)).rowCount);
    }
  }
  if (!rebuilt.has('entity') && !rebuilt.has('token_account')) return;
  await client.query(
    `insert into tain.change_log (consensus_end, everything)
     values ($1, true)
     on conflict (consensus_end) do update set everything = true`,
    [end.toString()],
  );
}

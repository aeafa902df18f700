import { type Columns, kindOf } from '../../db/copy/column.ts';
import { later } from '../../kernel/timestamp.ts';
import { stateTables } from '../../schema/current-state-tables.ts';
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
import { type Holding, holdingsOf, keyOf, sameKey } from '../check/holdings.ts';
import { KeptSince } from '../check/kept-since.ts';
import { IS_TOLD, newestSql, STORAGES, type Storage, storageValues } from '../check/storage.ts';
import { type Connections, inSettledTransaction, writeFound } from './found-rows.ts';

/** Number of rebuilt rows by table. */
export type RebuiltRows = Map<string, number>;

/** Number of snapshots rebuilt by one statement: about a month of them. */
const CHUNK_SNAPSHOTS = 3000;

/**
 * Rebuilds tables that follow from the rows of transactions: snapshots, present balances, supply, storage, and the
 * balance index. Each step is a transaction that corrects part of the tables, so the work can be restarted after a
 * kill. `begin`: consensus start of the first block that was ever stored. `onNote` receives a sentence for each part
 * that cannot be rebuilt, with the reason.
 */
export async function rebuildFromRows(
  connections: Connections,
  { begin, end }: { readonly begin: bigint; readonly end: bigint },
  signal: AbortSignal,
  onNote: (sentence: string) => void,
): Promise<RebuiltRows> {
  const { client } = connections;
  const rebuilt: RebuiltRows = new Map();
  const add = (table: string, count: number): void => {
    if (count) rebuilt.set(table, (rebuilt.get(table) ?? 0) + count);
  };
  const kept = await KeptSince.select(client);
  const since = await kept.after('transactions');
  if (since === null) {
    onNote('Balances were not rebuilt: settings leave transactions out (TAIN_KEEP_…).');
  } else {
    const from = later(begin, since + 1n);
    const seed = await selectSeed(client);
    const context = {
      client,
      begin: from,
      seed: seed !== null && since >= 0n && seed < since ? null : seed,
      holdings: holdingsOf(connections.reads !== null),
    };
    await rebuildSnapshots(connections, context, end, signal, add);
    await rebuildBalances(connections, context, end, signal, add);
  }
  for (const storage of STORAGES) {
    signal.throwIfAborted();
    const values = storageValues(storage, kept, end);
    if (values === null) {
      onNote(`${storage.present} was not rebuilt: settings leave its changes out (TAIN_KEEP_…).`);
    } else await inSettledTransaction(connections, () => rebuildStorage(connections, storage, values, add));
  }
  await inSettledTransaction(connections, () => rebuildIndex(connections, rebuilt, end, add));
  return rebuilt;
}

type Add = (table: string, count: number) => void;

/** Default type of keys and values. */
const INT = 'bigint';

function ints(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, INT]));
}

/**
 * Corrects the first wrong snapshot of each holder, repeatedly until none is wrong, because snapshots follow from one
 * another.
 */
async function rebuildSnapshots(
  connections: Connections,
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
    for (const holding of context.holdings) {
      for (let count = 1; count > 0; ) {
        signal.throwIfAborted();
        const values = wrongSnapshotsValues(context, previous, snapshots);
        await inSettledTransaction(connections, async () => {
          count = await storeSnapshots(connections, holding, values);
        });
        add(holding.snapshots, count);
      }
    }
    from = next;
  }
}

/** Corrects the first wrong snapshot of each holder. */
function storeSnapshots(
  connections: Connections,
  holding: Holding,
  values: readonly string[],
): Promise<number> {
  const { key, snapshots } = holding;
  const columns = key.join(', ');
  const select = `
    select distinct on (${columns}) ${columns}, expected, at
    from (${wrongSnapshotsSql(holding)}) w
    order by ${columns}, at`;
  return writeFound(
    connections,
    { select, values, columns: ints(...key, 'expected', 'at') },
    (rows) => `
insert into ${snapshots} (${columns}, balance, consensus_timestamp)
select ${columns}, expected, at
from ${rows} x
on conflict (${columns}, consensus_timestamp) do update set balance = excluded.balance`,
  );
}

async function rebuildBalances(
  connections: Connections,
  context: BalanceContext,
  end: bigint,
  signal: AbortSignal,
  add: Add,
): Promise<void> {
  const { client, begin } = context;
  const last = await selectLastSnapshot(client, end);
  const after = last !== null && last >= begin ? last : null;
  const set = async (
    table: string,
    key: readonly string[],
    found: { select: string; values: readonly string[]; set: Record<string, string> },
  ): Promise<void> => {
    signal.throwIfAborted();
    const columns = ints(...key, ...Object.values(found.set));
    const assigned = Object.entries(found.set).map(([column, value]) => `${column} = k.${value}`);
    await inSettledTransaction(connections, async () => {
      const count = await writeFound(
        connections,
        { ...found, columns },
        (rows) =>
          `update ${table} c set ${assigned.join(', ')} from ${rows} k where ${sameKey('k', key, 'c', key)}`,
      );
      add(table, count);
    });
  };
  for (const holding of context.holdings) {
    const { current, currentKey } = holding;
    await set(current, currentKey, {
      select: `
       select ${keyOf(currentKey, 'k')}, k.new_balance, k.new_timestamp
       from (
         select *,
           case when balance <> expected and balance <> expected + other then expected else balance end as new_balance,
           case when ${WRONG_TIME} then moved_at else balance_timestamp end as new_timestamp
         from (${expectedSql(holding)}) e
       ) k
       where k.balance <> k.new_balance or k.balance_timestamp is distinct from k.new_timestamp`,
      values: currentValues(context, after, end),
      set: { balance: 'new_balance', balance_timestamp: 'new_timestamp' },
    });
  }
  // The balance of NFTs is the number that an account owns.
  await set('token_account', ['account_id', 'token_id'], {
    select: `
     select k.account_id, k.token_id, coalesce(n.owned, 0) as owned
     from token t, token_account k
     left join (
       select account_id, token_id, count(*) as owned
       from nft
       where account_id is not null and deleted is not true
       group by account_id, token_id
     ) n using (account_id, token_id)
     where t.token_id = k.token_id and t.type = 'NON_FUNGIBLE_UNIQUE'
       and t.created_timestamp >= $1 and k.balance <> coalesce(n.owned, 0)`,
    values: [begin.toString()],
    set: { balance: 'owned' },
  });
  await set('token', ['token_id'], {
    select: `
     select k.token_id, coalesce(h.held, 0) as held
     from token k
     left join (
       select token_id, sum(balance) as held
       from token_account
       group by token_id
     ) h using (token_id)
     where k.created_timestamp >= $1 and k.total_supply <> coalesce(h.held, 0)
       and not (k.type = 'NON_FUNGIBLE_UNIQUE' and exists (
         select from entity e where e.id = k.token_id and e.deleted))`,
    values: [begin.toString()],
    set: { total_supply: 'held' },
  });
}

/** Sets each slot to the value of the newest change that set it. */
async function rebuildStorage(
  connections: Connections,
  storage: Storage,
  values: readonly string[],
  add: Add,
): Promise<void> {
  const { present: table, key, columns } = storage;
  const names = key.join(', ');
  const newest = newestSql(storage);
  const same = key.map((name) => `x.${name} = s.${name}`).join(' and ');
  const types: Columns = stateTables[table];
  const typesOf = (of: readonly string[]) =>
    Object.fromEntries(of.map((name) => [name, kindOf(types[name] as 'int8')]));
  const extra = await writeFound(
    connections,
    {
      select: `select ${keyOf(key, 's')} from ${table} s left join ${newest} on ${same} where x.at is null and ${IS_TOLD}`,
      values,
      columns: typesOf(key),
    },
    (rows) => `delete from ${table} s using ${rows} x where ${same}`,
  );
  add(table, extra);
  const set = Object.keys(columns);
  const differs = set.map((column) => `s.${column} is distinct from x.${column}`).join(' or ');
  const changed = await writeFound(
    connections,
    {
      select: `
     select ${keyOf([...key, ...set], 'x')}, x.since
     from ${newest}
     left join ${table} s on ${same}
     where x.at is not null and ${IS_TOLD}
       and (${key.map((name) => `s.${name} is null`).join(' and ')} or ${differs})`,
      values,
      columns: { ...typesOf([...key, ...set]), since: INT },
    },
    (rows) => `
     insert into ${table} as s (${names}, ${set.join(', ')}, created_timestamp)
     select ${names}, ${set.join(', ')}, since
     from ${rows} x
     on conflict (${names}) do update
     set ${set.map((column) => `${column} = excluded.${column}`).join(', ')},
       created_timestamp = least(s.created_timestamp, excluded.modified_timestamp)`,
  );
  add(table, changed);
}

/** Rebuilds the balance index from its source tables; the next snapshot reads all rows. */
async function rebuildIndex(
  connections: Connections,
  rebuilt: RebuiltRows,
  end: bigint,
  add: Add,
): Promise<void> {
  const { client, reads } = connections;
  const { rowCount: isCurrent } = await client.query(
    'select from tain.balance_index where is_current for update',
  );
  if (isCurrent) {
    // The session that reads several servers sees them under their own names.
    const own = (name: string): string => (reads === null ? `tain.${name}` : name);
    const write = async (
      table: string,
      select: string,
      columns: Record<string, string>,
      statementOf: (rows: string) => string,
    ): Promise<void> =>
      add(table, await writeFound(connections, { select, values: [], columns }, statementOf));
    const isPart = "e.balance is not null and (e.type = 'ACCOUNT' or e.type = 'CONTRACT')";
    await write(
      'tain.current_balance',
      `select b.account_id from ${own('current_balance')} b
       where not exists (select from entity e where e.id = b.account_id and ${isPart})`,
      ints('account_id'),
      (rows) => `delete from tain.current_balance b using ${rows} x where x.account_id = b.account_id`,
    );
    await write(
      'tain.current_balance',
      `select e.id as account_id, e.balance
       from entity e
       left join ${own('current_balance')} k on k.account_id = e.id
       where ${isPart} and e.balance is distinct from k.balance`,
      ints('account_id', 'balance'),
      (rows) => `
       insert into tain.current_balance (account_id, balance)
       select account_id, balance from ${rows} x
       on conflict (account_id) do update set balance = excluded.balance`,
    );
    await write(
      'tain.current_token_balance',
      `select b.account_id, b.token_id from ${own('current_token_balance')} b
       where not exists (
         select from token_account e where e.account_id = b.account_id and e.token_id = b.token_id)`,
      ints('account_id', 'token_id'),
      (rows) => `
       delete from tain.current_token_balance b using ${rows} x
       where x.account_id = b.account_id and x.token_id = b.token_id`,
    );
    await write(
      'tain.current_token_balance',
      `select e.account_id, e.token_id, e.balance, e.balance_timestamp, e.associated
       from token_account e
       left join ${own('current_token_balance')} k using (account_id, token_id)
       where e.balance is distinct from k.balance or e.associated is distinct from k.associated
         or e.balance_timestamp is distinct from k.balance_timestamp`,
      { ...ints('account_id', 'token_id', 'balance', 'balance_timestamp'), associated: 'boolean' },
      (rows) => `
       insert into tain.current_token_balance (account_id, token_id, balance, balance_timestamp, associated)
       select account_id, token_id, balance, balance_timestamp, associated from ${rows} x
       on conflict (account_id, token_id) do update set balance = excluded.balance,
         balance_timestamp = excluded.balance_timestamp, associated = excluded.associated`,
    );
  }
  if (!rebuilt.has('entity') && !rebuilt.has('token_account')) return;
  await client.query(
    `insert into tain.change_log (consensus_end, everything)
     values ($1, true)
     on conflict (consensus_end) do update set everything = true`,
    [end.toString()],
  );
}

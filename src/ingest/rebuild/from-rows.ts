import type { Progress } from '../../kernel/progress.ts';
import { type Columns, kindOf } from '../../store/copy/column.ts';
import { stateTables } from '../../store/schema/current-state-tables.ts';
import {
  type BalanceContext,
  selectBalanceContext,
  selectLastSnapshot,
  selectSnapshots,
} from '../check/balance-context.ts';
import {
  currentValues,
  expectedSql,
  WRONG_BALANCE,
  wrongSnapshotsSql,
  wrongSnapshotsValues,
  wrongTimesSql,
} from '../check/balances.ts';
import { equalKeys, type Holding, keyOf } from '../check/holdings.ts';
import { RetainedSince } from '../check/retained-since.ts';
import {
  areWhole,
  IS_DETERMINED,
  newestSql,
  STORAGES,
  type Storage,
  storageValues,
} from '../check/storage.ts';
import { type StoredSchema, selectSchema } from '../check/stored-schema.ts';
import { INDEX_TABLES, type IndexTable, WRONG_NFTS, WRONG_SUPPLY } from '../check/supply.ts';
import { type FoundRows, inSettledTransaction, type RebuildConnections, writeFound } from './found-rows.ts';

/** Number of rebuilt rows by table. */
export type RebuiltRows = Map<string, number>;

/**
 * Rebuilds tables that follow from the rows of transactions: snapshots, present balances, supply, storage, and the
 * balance index. Each step is a transaction that corrects part of the tables, so the work can be restarted after a
 * kill. `end`: that of the last block. `onNote` receives a sentence for each part that cannot be rebuilt, with the reason.
 * `onProgress` gets the share of the time whose snapshots are right, then the number of checked tables.
 */
export async function rebuildFromRows(
  connections: RebuildConnections,
  end: bigint,
  signal: AbortSignal,
  onNote: (sentence: string) => void,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<RebuiltRows> {
  const { client } = connections;
  const rebuilt: RebuiltRows = new Map();
  const add = (table: string, count: number): void => {
    if (count) rebuilt.set(table, (rebuilt.get(table) ?? 0) + count);
  };
  const retained = await RetainedSince.select(client);
  const schema = await selectSchema(connections.reads ?? client);
  const context = await selectBalanceContext(client, schema, retained);
  const total = (context === null ? 0 : 2 * context.holdings.length + 2) + STORAGES.length + 1;
  let done = 0;
  const next = (): void => onProgress({ step: 'present state', done: done++, total, unit: 'steps' });
  if (context === null) {
    onNote('Balances were not rebuilt: settings leave transactions out (TAIN_KEEP_…).');
  } else {
    // A removed snapshot had the accounts that moved before it, and later ones need not have them.
    const ofSnapshots = await selectBalanceContext(client, schema, retained, 'balances');
    if (ofSnapshots === null) onNote('Snapshots were not rebuilt: settings leave some out (TAIN_KEEP_…).');
    else await rebuildSnapshots(connections, ofSnapshots, end, signal, add, onProgress);
    await rebuildBalances(connections, context, end, signal, add, next);
  }
  for (const storage of STORAGES) {
    signal.throwIfAborted();
    next();
    const values = storageValues(storage, retained, end);
    if (values === null) {
      onNote(`${storage.present} was not rebuilt: settings leave its changes out (TAIN_KEEP_…).`);
    } else await inSettledTransaction(connections, () => rebuildStorage(connections, storage, values, add));
  }
  next();
  await inSettledTransaction(connections, () => rebuildIndex(connections, schema, rebuilt, end, add));
  return rebuilt;
}

const NANOS_PER_MINUTE = 60_000_000_000n;

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
  connections: RebuildConnections,
  context: BalanceContext,
  end: bigint,
  signal: AbortSignal,
  add: Add,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const begin = context.begin - 1n;
  const minutes = (nanos: bigint): number => Number(nanos / NANOS_PER_MINUTE);
  for (let from = begin; ; ) {
    signal.throwIfAborted();
    onProgress({
      step: 'snapshots',
      done: minutes(from - begin),
      total: minutes(end - begin),
      unit: 'minutes of the history',
    });
    const snapshots = await selectSnapshots(context, from, end);
    if (snapshots === null) return;
    const values = wrongSnapshotsValues(context, snapshots);
    for (const holding of context.holdings) {
      for (let count = 1; count > 0; ) {
        signal.throwIfAborted();
        await inSettledTransaction(connections, async () => {
          count = await storeSnapshots(connections, holding, values);
        });
        add(holding.snapshots, count);
      }
    }
    from = snapshots.last;
  }
}

/** Corrects the first wrong snapshot of each holder. */
function storeSnapshots(
  connections: RebuildConnections,
  holding: Holding,
  values: readonly string[],
): Promise<number> {
  const { key, snapshots } = holding;
  const columns = key.join(', ');
  const select = `
    select distinct on (${columns}) ${columns}, expected as balance, at as consensus_timestamp
    from (${wrongSnapshotsSql(holding)}) w
    order by ${columns}, at`;
  const id = [...key, 'consensus_timestamp'];
  return upsertFound(connections, snapshots, id, { select, values, columns: ints(...id, 'balance') });
}

/**
 * Writes rows that a query finds to a table with this key. `updated`: columns that are set to other values when the row
 * exists.
 */
function upsertFound(
  connections: RebuildConnections,
  table: string,
  key: readonly string[],
  found: FoundRows,
  updated: Readonly<Record<string, string>> = {},
): Promise<number> {
  const all = Object.keys(found.columns);
  const set = all
    .filter((name) => !key.includes(name))
    .map((name) => `${name} = ${updated[name] ?? `excluded.${name}`}`);
  return writeFound(
    connections,
    found,
    (rows) => `
     insert into ${table} as s (${all.join(', ')})
     select ${all.join(', ')} from ${rows} x
     on conflict (${key.join(', ')}) do update set ${set.join(', ')}`,
  );
}

/** Deletes the rows with keys that a query finds. */
function deleteFound(connections: RebuildConnections, table: string, found: FoundRows): Promise<number> {
  const key = Object.keys(found.columns);
  return writeFound(
    connections,
    found,
    (rows) => `delete from ${table} s using ${rows} x where ${equalKeys('x', key, 's', key)}`,
  );
}

async function rebuildBalances(
  connections: RebuildConnections,
  context: BalanceContext,
  end: bigint,
  signal: AbortSignal,
  add: Add,
  next: () => void,
): Promise<void> {
  const after = await selectLastSnapshot(context, end);
  const values = [context.begin.toString()];
  const set = async (
    table: string,
    key: readonly string[],
    found: { select: string; values: readonly string[]; set: Record<string, string> },
  ): Promise<void> => {
    signal.throwIfAborted();
    next();
    const columns = ints(...key, ...Object.values(found.set));
    const assigned = Object.entries(found.set).map(([column, value]) => `${column} = k.${value}`);
    await inSettledTransaction(connections, async () => {
      const count = await writeFound(
        connections,
        { ...found, columns },
        (rows) =>
          `update ${table} c set ${assigned.join(', ')} from ${rows} k where ${equalKeys('k', key, 'c', key)}`,
      );
      add(table, count);
    });
  };
  for (const holding of context.holdings) {
    const { current, currentKey } = holding;
    await set(current, currentKey, {
      select: `
       select ${keyOf(currentKey, 'k')}, k.expected
       from (${expectedSql(holding)}) k
       where ${WRONG_BALANCE}`,
      values: currentValues(context, after, end),
      set: { balance: 'expected' },
    });
    await set(current, currentKey, {
      select: wrongTimesSql(holding),
      values: [context.begin - 1n, end].map(String),
      set: { balance_timestamp: 'last_at' },
    });
  }
  const nfts = ['account_id', 'token_id'];
  await set('token_account', nfts, { select: WRONG_NFTS, values, set: { balance: 'owned' } });
  await set('token', ['token_id'], { select: WRONG_SUPPLY, values, set: { total_supply: 'held' } });
}

/** Sets each slot to the value of the newest change that set it. */
async function rebuildStorage(
  connections: RebuildConnections,
  storage: Storage,
  values: readonly string[],
  add: Add,
): Promise<void> {
  const { present: table, key, columns } = storage;
  const newest = newestSql(storage);
  const same = equalKeys('x', key, 's', key);
  const types: Columns = stateTables[table];
  const typesOf = (of: readonly string[]) =>
    Object.fromEntries(of.map((name) => [name, kindOf(types[name] as 'int8')]));
  const extra = await deleteFound(connections, table, {
    select: `select ${keyOf(key, 's')} from ${table} s left join ${newest} on ${same} where x.at is null and ${IS_DETERMINED}`,
    values,
    columns: typesOf(key),
  });
  add(table, extra);
  const set = Object.keys(columns);
  const isWhole = areWhole(values);
  const differs = [
    ...set.map((column) => `s.${column} is distinct from x.${column}`),
    ...(isWhole ? ['s.created_timestamp is distinct from x.since'] : []),
  ].join(' or ');
  const changed = await upsertFound(
    connections,
    table,
    key,
    {
      select: `
     select ${keyOf([...key, ...set], 'x')}, x.since as created_timestamp
     from ${newest}
     left join ${table} s on ${same}
     where x.at is not null and ${IS_DETERMINED}
       and (${key.map((name) => `s.${name} is null`).join(' and ')} or ${differs})`,
      values,
      columns: { ...typesOf([...key, ...set]), created_timestamp: INT },
    },
    isWhole ? {} : { created_timestamp: 'least(s.created_timestamp, excluded.modified_timestamp)' },
  );
  add(table, changed);
}

/** Rebuilds the balance index from its source tables; the next snapshot reads all rows. */
async function rebuildIndex(
  connections: RebuildConnections,
  schema: StoredSchema,
  rebuilt: RebuiltRows,
  end: bigint,
  add: Add,
): Promise<void> {
  const { client } = connections;
  const { rowCount: isCurrent } = await client.query(
    'select from tain.balance_index where is_current for update',
  );
  for (const table of isCurrent ? Object.values<IndexTable>(INDEX_TABLES) : []) {
    add(`tain.${table.name}`, await rebuildIndexTable(connections, schema, table));
  }
  if (!rebuilt.has('entity') && !rebuilt.has('token_account')) return;
  await client.query(
    `insert into tain.change_log (consensus_end, everything)
     values ($1, true)
     on conflict (consensus_end) do update set everything = true`,
    [end.toString()],
  );
}

async function rebuildIndexTable(
  connections: RebuildConnections,
  schema: StoredSchema,
  { name, key, columns, source }: IndexTable,
): Promise<number> {
  const same = equalKeys('e', key, 'b', key);
  const set = Object.keys(columns);
  const extra = await deleteFound(connections, `tain.${name}`, {
    select: `select ${keyOf(key, 'b')} from ${schema.own(name)} b where not exists (select from ${source} where ${same})`,
    values: [],
    columns: ints(...key),
  });
  const differs = set.map((column) => `e.${column} is distinct from b.${column}`).join(' or ');
  const changed = await upsertFound(connections, `tain.${name}`, key, {
    select: `select ${keyOf([...key, ...set], 'e')} from ${source} left join ${schema.own(name)} b on ${same} where ${differs}`,
    values: [],
    columns: { ...ints(...key), ...columns },
  });
  return extra + changed;
}

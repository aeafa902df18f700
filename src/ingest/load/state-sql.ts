import { type Column, type Columns, kindOf, parseColumn } from '../../store/copy/column.ts';
import { quoteName } from '../../store/copy/copy.ts';
import {
  type StateRow,
  type StateTable,
  stateKeys,
  stateTables,
} from '../../store/schema/current-state-tables.ts';
import type { Queryable, Writer } from '../../store/writer/writer.ts';
import type { BalanceTable } from '../state/state-reducer.ts';

/**
 * SQL for current-state tables, made from their declarations. Names come from the declarations only, values always as
 * parameters.
 */

/** Tables in which only the last value counts: writing one needs no read. */
export const OVERWRITTEN: ReadonlySet<StateTable> = new Set(['contract_state']);
/** Columns of overwritten tables that retain their first value. */
const FIRST_VALUE: ReadonlySet<string> = new Set(['created_timestamp']);

/**
 * Returns the staging table of a table: it has the same columns, is private to the connection, and is empty after each
 * use (`emptyStagingSql`).
 */
export function stagingName(table: StateTable): string {
  return `tain_stage_${table}`;
}

/** Tables with balances that sums of transfers change. */
export const BALANCE_TABLES: readonly BalanceTable[] = ['entity', 'token_account'];

export function deltaName(table: BalanceTable): string {
  return `tain_delta_${table}`;
}

/** Returns the columns of the staging table of sums. */
export function deltaColumns(table: BalanceTable): Columns {
  const keys = Object.fromEntries(stateKeys[table].map((name) => [name, 'int8' as const]));
  return { ...keys, delta: 'int8', at: 'int8' };
}

/** Returns statements that create the staging tables of a connection. */
export function createStagingSql(): string {
  const create = (name: string, columns: string) => `create temp table if not exists ${name} (${columns});`;
  const staging = (Object.keys(stateTables) as StateTable[]).map((table) =>
    create(stagingName(table), `like ${quoteName(table)}`),
  );
  const deltas = BALANCE_TABLES.map((table) => {
    const columns = Object.keys(deltaColumns(table)).map((name) => `${quoteName(name)} bigint not null`);
    return create(deltaName(table), columns.join(', '));
  });
  return [...staging, ...deltas].join('\n');
}

function sameKey(table: StateTable, left: string, right: string): string {
  return stateKeys[table]
    .map((name) => `${left}.${quoteName(name)} = ${right}.${quoteName(name)}`)
    .join(' and ');
}

function otherColumns(table: StateTable): string[] {
  const keys: readonly string[] = stateKeys[table];
  return Object.keys(stateTables[table]).filter((name) => !keys.includes(name));
}

/** Returns a statement that replaces rows by the staged ones. */
export function replaceSql(table: StateTable): string {
  const set = otherColumns(table).map((name) => `${quoteName(name)} = s.${quoteName(name)}`);
  return `update ${quoteName(table)} t
    set ${set.join(', ')}
    from ${stagingName(table)} s
    where ${sameKey(table, 't', 's')}`;
}

/**
 * Returns a statement that inserts the staged rows, or replaces existing ones: with `whole` all of their columns, else
 * all but those that retain their first value.
 */
export function upsertSql(table: StateTable, whole = false): string {
  const columns = Object.keys(stateTables[table]).map(quoteName).join(', ');
  const set = otherColumns(table)
    .filter((name) => whole || !FIRST_VALUE.has(name))
    .map((name) => `${quoteName(name)} = excluded.${quoteName(name)}`);
  const keys = stateKeys[table].map(quoteName).join(', ');
  return `insert into ${quoteName(table)} (${columns})
    select ${columns}
    from ${stagingName(table)}
    on conflict (${keys}) do update set ${set.join(', ')}`;
}

/**
 * Returns an expression: the sum of two bigints, or the nearest bigint. It is cheaper than numeric, and never an error.
 */
export function sumSql(a: string, b: string): string {
  const [min, max] = ["'-9223372036854775808'::bigint", '9223372036854775807'];
  return `case
      when ${b} > 0 and ${a} > ${max} - ${b} then ${max}
      when ${b} < 0 and ${a} < ${min} - ${b} then ${min}
      else ${a} + ${b}
    end`;
}

/** Returns a statement that adds the staged sums. A transfer creates a balance only for accounts and contracts. */
export function addDeltasSql(table: BalanceTable): string {
  if (table === 'token_account') {
    return `update token_account t
      set balance = ${sumSql('t.balance', 'd.delta')}, balance_timestamp = d.at
      from ${deltaName(table)} d
      where ${sameKey(table, 't', 'd')}`;
  }
  return `update entity t
    set balance = ${sumSql('coalesce(t.balance, 0)', 'd.delta')}, balance_timestamp = d.at
    from ${deltaName(table)} d
    where ${sameKey(table, 't', 'd')} and (t.balance is not null or t.type in ('ACCOUNT', 'CONTRACT'))`;
}

/** Returns the rows of a table with one of the keys. */
export async function selectStateRows<T extends StateTable>(
  writer: Writer,
  table: T,
  keys: readonly Readonly<Record<string, unknown>>[],
): Promise<StateRow<T>[]> {
  if (keys.length === 0) return [];
  const columns: Columns = stateTables[table];
  const names = Object.keys(columns);
  const keyNames: readonly string[] = stateKeys[table];
  const arrays = keyNames.map((name, i) => `$${i + 1}::${kindOf(columns[name] as Column)}[]`);
  const rows = await writer.queryText(
    `select ${names.map((name) => `t.${quoteName(name)}`).join(', ')}
      from unnest(${arrays.join(', ')}) as k (${keyNames.map(quoteName).join(', ')})
      join ${quoteName(table)} t on ${sameKey(table, 't', 'k')}`,
    keyNames.map((name) => arrayText(keys.map((key) => key[name]))),
  );
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    names.forEach((name, i) => {
      row[name] = parseColumn(columns[name] as Column, values[i] ?? null);
    });
    return row as StateRow<T>;
  });
}

/** Formats integers or bytes as an array parameter. */
function arrayText(values: readonly unknown[]): string {
  const elements = values.map((value) =>
    value instanceof Uint8Array ? `"\\\\x${Buffer.from(value).toString('hex')}"` : String(value),
  );
  return `{${elements.join(',')}}`;
}

/**
 * Maximum number of deleted rows in a staging table, which every statement on it reads. With more it is truncated, which
 * takes longer than deleting the rows of a block, and updates the catalog.
 */
const MAX_DELETED_ROWS = 2_000;

/** Number of deleted rows in the staging tables of each connection, by table. */
const deleted = new WeakMap<Queryable, Map<string, number>>();

/**
 * Returns a statement that empties a staging table after `rows` rows were staged there. Staging tables are not emptied
 * by `on commit delete rows`, because then each commit would truncate all of them, used or not: 20 ms.
 */
export function emptyStagingSql(connection: Queryable, table: string, rows: number): string {
  const counts = deleted.get(connection) ?? new Map<string, number>();
  deleted.set(connection, counts);
  const count = (counts.get(table) ?? 0) + rows;
  const truncates = count > MAX_DELETED_ROWS;
  counts.set(table, truncates ? 0 : count);
  return `${truncates ? 'truncate' : 'delete from'} ${table}`;
}

import { join, raw, type Sql, sql } from '../access/sql.ts';
import { parseColumn } from '../db/column.ts';
import type { Select } from '../db/select.ts';
import {
  type HistoryTable,
  type StateRow,
  type StateTable,
  stateKeys,
  stateTables,
} from '../schema/current-state-tables.ts';

/** The columns of a table's primary key, and the value of each. */
export type KeyOf<T extends StateTable> = Pick<
  StateRow<T>,
  Extract<(typeof stateKeys)[T][number], keyof StateRow<T>>
>;

/** The current row of a table with a key. */
export async function selectCurrent<T extends StateTable>(
  select: Select,
  table: T,
  key: KeyOf<T>,
): Promise<StateRow<T> | undefined> {
  const columns = columnsOf(table);
  const [row] = await select(
    sql`select ${join(columns.map(raw))} from ${raw(table)} where ${conditionsOf(table, key)}`,
  );
  return row && parseRow(table, columns, row);
}

/**
 * The version of a row that was in force at an instant (nanoseconds): the newest one that had begun, whatever became
 * of it since. A version that says that something is deleted is one, too.
 */
export async function selectVersion<T extends HistoryTable>(
  select: Select,
  table: T,
  key: KeyOf<T>,
  at: bigint,
): Promise<StateRow<T> | undefined> {
  const columns = columnsOf(table);
  const conditions = sql`${conditionsOf(table, key)} and lower(timestamp_range) <= ${at}`;
  const [row] = await select(sql`select * from ${newestVersion(table, columns, conditions)} v`);
  return row && parseRow(table, columns, row);
}

/** The row as it is now, or with an instant as it was then. */
export function selectState<T extends HistoryTable>(
  select: Select,
  table: T,
  key: KeyOf<T>,
  at: bigint | undefined,
): Promise<StateRow<T> | undefined> {
  return at === undefined ? selectCurrent(select, table, key) : selectVersion(select, table, key, at);
}

/**
 * The newest of the versions of a table and its history that meet conditions, as a sub-select of at most one row. The
 * conditions should hold the key by `=`: each half is then an index scan on the key and the begin of validity.
 */
export function newestVersion(
  table: HistoryTable | 'entity_stake',
  columns: readonly string[],
  conditions: Sql,
): Sql {
  const selected = join(columns.map((column) => raw(column)));
  const newest = sql`order by lower(timestamp_range) desc limit 1`;
  const from = (name: string) => sql`(select ${selected} from ${raw(name)} e where ${conditions} ${newest})`;
  return sql`(select * from (${from(table)} union all ${from(`${table}_history`)}) v ${newest})`;
}

function columnsOf(table: StateTable): string[] {
  return Object.keys(stateTables[table]);
}

function conditionsOf<T extends StateTable>(table: T, key: KeyOf<T>): Sql {
  return join(
    stateKeys[table].map((column) => sql`${raw(column)} = ${(key as Record<string, unknown>)[column]}`),
    ' and ',
  );
}

function parseRow<T extends StateTable>(
  table: T,
  columns: readonly string[],
  row: readonly (string | null)[],
): StateRow<T> {
  const kinds = stateTables[table] as Readonly<Record<string, Parameters<typeof parseColumn>[0]>>;
  return Object.fromEntries(
    columns.map((column, index) => [column, parseColumn(kinds[column] ?? 'text', row[index] ?? null)]),
  ) as StateRow<T>;
}

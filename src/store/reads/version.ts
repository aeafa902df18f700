import { oneRow } from '../access/lookup.ts';
import { newestOfVersions } from '../access/newest-version.ts';
import type { Select } from '../connections/select.ts';
import { parseColumn } from '../copy/column.ts';
import {
  type HistoryTable,
  type StateRow,
  type StateTable,
  stateKeys,
  stateTables,
} from '../schema/current-state-tables.ts';
import { join, raw, type Scalar, type Sql, sql } from '../sql.ts';

/** Columns of a table's primary key, with their values. */
export type KeyOf<T extends StateTable> = Pick<
  StateRow<T>,
  Extract<(typeof stateKeys)[T][number], keyof StateRow<T>>
>;

/** Returns the current row of a table with a key. */
export async function selectCurrent<T extends StateTable>(
  select: Select,
  table: T,
  key: KeyOf<T>,
): Promise<StateRow<T> | undefined> {
  const columns = columnsOf(table);
  const [row] = await select(
    oneRow({ select: join(columns.map(raw)), from: raw(table), where: conditionsOf(table, key) }),
  );
  return row && parseRow(table, columns, row);
}

/**
 * Returns the version of a row in force at an instant (nanoseconds): the newest one that had begun, regardless of
 * later changes. A version that marks a deletion counts, too.
 */
export async function selectVersion<T extends HistoryTable>(
  select: Select,
  table: T,
  key: KeyOf<T>,
  at: bigint,
): Promise<StateRow<T> | undefined> {
  const columns = columnsOf(table);
  const [row] = await select(
    newestOfVersions({
      table,
      alias: 'v',
      select: join(columns.map(raw)),
      where: [...conditionsOf(table, key), sql`lower(timestamp_range) <= ${at}`],
    }),
  );
  return row && parseRow(table, columns, row);
}

/** Returns the current row, or with an instant its version then. */
export function selectState<T extends HistoryTable>(
  select: Select,
  table: T,
  key: KeyOf<T>,
  at: bigint | undefined,
): Promise<StateRow<T> | undefined> {
  return at === undefined ? selectCurrent(select, table, key) : selectVersion(select, table, key, at);
}

function columnsOf(table: StateTable): string[] {
  return Object.keys(stateTables[table]);
}

function conditionsOf<T extends StateTable>(table: T, key: KeyOf<T>): Sql[] {
  return stateKeys[table].map(
    (column) => sql`${raw(column)} = ${(key as Record<string, Scalar>)[column] ?? null}`,
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

import { printEntityId } from '@tain/ledger/entity-id';
import { prefixedHex } from '@tain/ledger/integer-bytes';
import { type Column, type Columns, type Kind, kindOf } from '../../store/copy/column.ts';
import {
  hasHistory,
  type StateTable,
  stateKeys,
  stateTables,
} from '../../store/schema/current-state-tables.ts';
import { type AnyRow, validityOf } from '../range/state-rows.ts';
import type { SurplusRow } from '../range/surplus-rows.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Difference, printValue, rowDifference } from './difference.ts';

/** Returns whether two values of a column are equal, in any notation. */
export function isSame(table: StateTable, column: string, a: unknown, b: unknown): boolean {
  const [one, other] = [a ?? null, b ?? null];
  if (one === null || other === null) return one === other;
  const kind = kindOf((stateTables[table] as Columns)[column] as Column);
  return print(kind, one) === print(kind, other);
}

/** Returns a value as text that is equal for equal values. */
function print(kind: string, value: unknown): string {
  if (value instanceof Uint8Array) return prefixedHex(value);
  if (kind === 'jsonb' && typeof value === 'string') return canonicalJson(value);
  if (Array.isArray(value)) return `[${value.map((each) => print('', each)).join(',')}]`;
  return String(value);
}

function shown(kind: string, value: unknown): string {
  return printValue(value === null || value === undefined ? null : print(kind, value));
}

/** Returns the difference of a value in a column. */
export function columnDifference(
  table: StateTable,
  name: string,
  column: string,
  at: bigint,
  expected: AnyRow,
  found: AnyRow,
): Difference {
  const kind = kindOf((stateTables[table] as Columns)[column] as Column);
  const since = hasHistory(table) && expected.timestamp_range ? ` since ${validityOf(expected).from}` : '';
  return {
    at,
    table,
    column,
    subject: `${column} of ${name}${since}`,
    expected: shown(kind, expected[column]),
    found: shown(kind, found[column]),
  };
}

/** Returns the difference of a missing or an extra version. */
export function versionDifference(
  table: StateTable,
  name: string,
  at: bigint,
  isMissing: boolean,
): Difference {
  return rowDifference(at, table, `the version of ${name} that begins at ${at}`, isMissing);
}

/** Returns the difference of a row or version that begins or ends at a time at which the stream does not change its key. */
export function surplusDifference({ table, row, at, column }: SurplusRow): Difference {
  const name = nameOf(table, row);
  if (column !== null) return columnDifference(table, name, column, at, { ...row, [column]: null }, row);
  return rowDifference(at, table, `the version of ${name} that begins or ends at ${at}`, false);
}

/** Formats a key for people: ids as the ledger writes them. */
export function nameOf(table: StateTable, key: AnyRow): string {
  const columns: Columns = stateTables[table];
  const parts = stateKeys[table].map((name) =>
    printKeyValue(name, kindOf(columns[name] as Column), key[name]),
  );
  return `${table} ${parts.join('/')}`;
}

/** Columns of keys that are the ids of entities. */
const ENTITY_ID = /(^|_)(id|owner|spender)$/;
const OTHER_ID = /^(hook|node)_id$/;

/** Formats the value of a key column for people. */
export function printKeyValue(name: string, kind: Kind, value: unknown): string {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex').slice(0, 16)}`;
  return typeof value === 'bigint' && kind === 'int8' && ENTITY_ID.test(name) && !OTHER_ID.test(name)
    ? printEntityId(value)
    : String(value);
}

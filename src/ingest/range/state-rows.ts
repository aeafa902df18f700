import { MAX_INT64 } from '@tain/ledger/timestamp';
import { hasHistory, type StateTable, stateKeys } from '../../store/schema/current-state-tables.ts';
import type { RangeRows } from './read-range.ts';

/** A row of any state table. Its time range, if it has one, is `timestamp_range`. */
export type AnyRow = Readonly<Record<string, unknown>>;

interface Validity {
  readonly from: bigint;
  readonly to: bigint | null;
}

/** Returns the beginning and end of a version in nanoseconds; null: still in force. */
export function validityOf(row: AnyRow): Validity {
  return row.timestamp_range as Validity;
}

/** Columns that change without a new version: a version that has ended contains their values at its end. */
export const UNVERSIONED: Readonly<Partial<Record<StateTable, readonly string[]>>> = {
  crypto_allowance: ['amount'],
  entity: ['balance', 'balance_timestamp', 'ethereum_nonce'],
  token: ['total_supply'],
  token_account: ['balance', 'balance_timestamp'],
  token_allowance: ['amount'],
};

/** Returns text that identifies a key within its table. */
export function keyText(table: StateTable, row: AnyRow): string {
  return stateKeys[table].map((name) => partText(row[name])).join('/');
}

/** Formats a value of a row as a parameter of a statement. */
export function parameterOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value);
  return typeof value === 'bigint' ? value.toString() : value;
}

function partText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}

/**
 * Sorts versions of a key by their beginnings, then their ends. A row deleted and created again at one instant has two
 * versions that begin then, the deleted one first; both end a nanosecond later if the next change comes that soon.
 */
export function inOrder(rows: AnyRow[]): AnyRow[] {
  return rows.sort((a, b) => {
    const [one, other] = [validityOf(a), validityOf(b)];
    return (
      compare(one.from, other.from) ||
      compare(one.to ?? MAX_INT64, other.to ?? MAX_INT64) ||
      Number(b.deleted === true) - Number(a.deleted === true)
    );
  });
}

function compare(one: bigint, other: bigint): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Returns the stored row of a key that was in force before the blocks. */
export function beforeOf(table: StateTable, rows: readonly AnyRow[], { after }: RangeRows): AnyRow | null {
  if (hasHistory(table)) {
    const then = rows.filter((row) => {
      const { from, to } = validityOf(row);
      return from <= after && (to === null || to > after);
    });
    return inOrder(then).at(-1) ?? null;
  }
  const [row] = rows;
  if (row === undefined) return null;
  const created = CREATED[table];
  const at = created === undefined ? null : row[created];
  return typeof at === 'bigint' && at > after + (table === 'address_book' ? 1n : 0n) ? null : row;
}

/** Columns with the creation time of a row in tables without versions. */
const CREATED: Readonly<Partial<Record<StateTable, string>>> = {
  address_book: 'start_consensus_timestamp',
  contract: 'created_timestamp',
  ledger: 'consensus_timestamp',
  schedule: 'consensus_timestamp',
};

/** Returns the times at which a row or version begins and ends, as far as they are known. */
export function timesOf(table: StateTable, row: AnyRow): readonly bigint[] {
  if (!hasHistory(table)) {
    const times = [row[CREATED[table] ?? ''], row[ENDS[table] ?? '']];
    return times.filter((at) => typeof at === 'bigint');
  }
  const { from, to } = validityOf(row);
  if (to === null) return [from];
  // If two versions begin at one instant, the first one ends one nanosecond later.
  return [from, to === from + 1n ? from : to];
}

/** SQL expressions on row `t`, of FROM item `rowsSql`, of the times that `timesOf` returns. */
export function timesSql(table: StateTable, isHistory: boolean): readonly string[] {
  if (table === 'contract')
    return [`case when e.id is null then ${MAX_INT64} else coalesce(e.created_timestamp, 0) end`];
  if (!hasHistory(table)) return [CREATED[table], ENDS[table]].flatMap((name) => (name ? [`t.${name}`] : []));
  const [from, to] = ['lower(t.timestamp_range)', 'upper(t.timestamp_range)'];
  return isHistory ? [from, `case when ${to} = ${from} + 1 then ${from} else ${to} end`] : [from];
}

/**
 * FROM item with the rows `t` of a table or of its history (`source`). The entity `e` of a contract has the time of its
 * creation; a contract without an entity was never created, so it counts as later than all blocks. `ofKeys`: condition
 * on the entities.
 */
export function rowsSql(table: StateTable, source: string = table, ofKeys = ''): string {
  const created = `left join (select id, created_timestamp from entity ${ofKeys}) e on e.id = t.id`;
  return table === 'contract' ? `${source} t ${created}` : `${source} t`;
}

/** Columns of tables without versions that are null until the time that they contain. */
export const ENDS: Readonly<Partial<Record<StateTable, string>>> = {
  address_book: 'end_consensus_timestamp',
  schedule: 'executed_timestamp',
};

/** Returns a version as it was before the blocks. */
export function asThen(table: StateTable, row: AnyRow, { after }: RangeRows): AnyRow {
  if (hasHistory(table)) return { ...row, timestamp_range: { from: validityOf(row).from, to: null } };
  const ends = ENDS[table];
  const at = ends === undefined ? null : row[ends];
  return typeof at === 'bigint' && at > after ? { ...row, [ends as string]: null } : row;
}

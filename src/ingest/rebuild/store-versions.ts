import type pg from 'pg';
import { type Columns, kindOf } from '../../store/copy/column.ts';
import { CopyBuffer, quoteName } from '../../store/copy/copy.ts';
import { copyRows } from '../../store/copy/send-copy.ts';
import {
  hasHistory,
  type StateTable,
  stateKeys,
  stateTables,
} from '../../store/schema/current-state-tables.ts';
import { isKnown } from '../check/pending-values.ts';
import type { ReplayedKey } from '../range/replay-state.ts';
import { sourcesOf } from '../range/select-versions.ts';
import { type AnyRow, ENDS, parameterOf, UNVERSIONED, validityOf } from '../range/state-rows.ts';

/** Consensus times of the replayed blocks: after, exclusive; up to, inclusive. */
interface Bounds {
  readonly after: bigint;
  readonly upTo: bigint;
}

/**
 * Stores the rows of one key from the stream, on a connection with an open transaction. `isOfNfts`: whether the key has a token
 * that is a collection of NFTs. Balances then get the time of the replay, because the stored one may be another row's; later
 * blocks make it later.
 */
export async function storeKey(
  client: pg.ClientBase,
  replayed: ReplayedKey,
  bounds: Bounds,
  isOfNfts: boolean,
): Promise<void> {
  if (hasHistory(replayed.table)) await storeVersions(client, replayed, bounds, isOfNfts);
  else await storeRow(client, replayed, bounds);
}

/**
 * Replaces the versions of the replayed blocks and retains those of later blocks. The last version before these ends
 * where they begin.
 */
async function storeVersions(
  client: pg.ClientBase,
  { table, key, before, beforeEnded, stored, storedPresent, produced }: ReplayedKey,
  { after, upTo }: Bounds,
  isOfNfts: boolean,
): Promise<void> {
  const [where, values] = conditionOf(table, key);
  const sources = [table, `${table}_history`];
  const { rows } = await client.query<{ at: string | null }>(
    `select min(lower(timestamp_range))::text as at
     from (${sources.map((source) => `select timestamp_range from ${source} t where ${where}`).join(' union all ')}) v
     where lower(timestamp_range) > ${upTo}`,
    values,
  );
  const following = rows[0]?.at;
  const last = following ? BigInt(following) : null;
  const versions = before === null ? [...produced] : [before, ...produced];
  for (const source of sources) {
    await client.query(
      `delete from ${source} t
       where ${where} and lower(timestamp_range) <= ${upTo} and coalesce(upper(timestamp_range), ${upTo}) > ${after}`,
      values,
    );
  }
  for (const [i, version] of versions.entries()) {
    const { from } = validityOf(version);
    const next = versions[i + 1];
    // If two versions begin at one instant, the first one ends one nanosecond later.
    const end =
      next === undefined ? last : validityOf(next).from === from ? from + 1n : validityOf(next).from;
    const own = version === before ? before : stored.find((row) => validityOf(row).from === from);
    const alike = own ?? (end === null ? storedPresent : null) ?? before;
    // A version that continues after the blocks may change there without a new version, so the values of unversioned
    // columns at its end are those of the stored row.
    const goesOn = next === undefined && end !== null && own !== undefined;
    const as = version === before ? { ...version, ...unversionedOf(table, beforeEnded) } : version;
    const known = goesOn ? { ...as, ...unversionedOf(table, own) } : as;
    const time = isOfNfts ? { balance_timestamp: known.balance_timestamp } : {};
    const row = { ...withKnown(table, known, alike), ...time, timestamp_range: { from, to: end } };
    await copyRows(client, end === null ? table : `${table}_history`, encode(table, row));
  }
}

async function storeRow(
  client: pg.ClientBase,
  { table, key, stored, produced }: ReplayedKey,
  { upTo }: Bounds,
): Promise<void> {
  const [row] = produced;
  if (row === undefined) return;
  const [where, values] = conditionOf(table, key);
  await client.query(`delete from ${table} t where ${where}`, values);
  const ends = ENDS[table];
  const end = ends === undefined ? null : stored[0]?.[ends];
  const ended =
    typeof end === 'bigint' && end > upTo && row[ends as string] === null ? { [ends as string]: end } : {};
  await copyRows(client, table, encode(table, { ...row, ...ended }));
}

/** Deletes a row or version that the stream does not have. */
export async function deleteRow(client: pg.ClientBase, table: StateTable, row: AnyRow): Promise<void> {
  const [where, values] = conditionOf(table, row);
  const at = hasHistory(table) ? ` and lower(t.timestamp_range) = ${validityOf(row).from}` : '';
  for (const source of sourcesOf(table))
    await client.query(`delete from ${source} t where ${where}${at}`, values);
}

/** Writes one value of a present row. */
export async function storeValue(
  client: pg.ClientBase,
  table: StateTable,
  key: AnyRow,
  column: string,
  value: unknown,
): Promise<void> {
  const [where, values] = conditionOf(table, key);
  await client.query(`update ${table} t set ${quoteName(column)} = $${values.length + 1} where ${where}`, [
    ...values,
    parameterOf(value),
  ]);
}

/** Returns the unversioned columns of a row. */
function unversionedOf(table: StateTable, row: AnyRow | null | undefined): AnyRow {
  if (!row) return {};
  return Object.fromEntries((UNVERSIONED[table] ?? []).map((column) => [column, row[column]]));
}

/**
 * Fills unknown values of a version from the stored row. Balances are those of the stored row if both have one. Otherwise
 * the stored row may be of another kind of entity, because the keys of two rows were exchanged.
 */
function withKnown(table: StateTable, version: AnyRow, alike: AnyRow | null): AnyRow {
  const row: Record<string, unknown> = { ...version };
  const hasStoredBalance = alike !== null && isHeld(alike) && (isHeld(version) || isAccount(version));
  for (const column of UNVERSIONED[table] ?? []) {
    const isBalance = column === 'balance' || column === 'balance_timestamp';
    if (isBalance ? hasStoredBalance : !isKnown(row[column])) row[column] = alike?.[column] ?? null;
  }
  if (alike === null && table === 'token' && !isKnown(row.total_supply)) row.total_supply = 0n;
  return row;
}

function isHeld(row: AnyRow): boolean {
  return row.balance !== null;
}

/** Returns whether a later transfer gives a version a balance that the replay does not know. */
function isAccount(version: AnyRow): boolean {
  return version.type === 'ACCOUNT' || version.type === 'CONTRACT';
}

function conditionOf(table: StateTable, key: AnyRow): [where: string, values: unknown[]] {
  const columns: Columns = stateTables[table];
  const names: readonly string[] = stateKeys[table];
  return [
    names
      .map((name, i) => `t.${quoteName(name)} = $${i + 1}::${kindOf(columns[name] as 'int8')}`)
      .join(' and '),
    names.map((name) => parameterOf(key[name])),
  ];
}

function encode(table: StateTable, row: AnyRow): CopyBuffer<object> {
  const buffer = new CopyBuffer<object>(stateTables[table]);
  buffer.add(row);
  return buffer;
}

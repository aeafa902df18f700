import type pg from 'pg';
import { formFor } from '../../store/connections/distributed.ts';
import { RAW_TEXT } from '../../store/connections/select.ts';
import { type Column, type Columns, parseColumn } from '../../store/copy/column.ts';
import { quoteName } from '../../store/copy/copy.ts';
import {
  hasHistory,
  type StateTable,
  stateKeys,
  stateTables,
} from '../../store/schema/current-state-tables.ts';
import type { RangeRows } from './read-range.ts';
import { type AnyRow, parameterOf, rowsSql, timesSql } from './state-rows.ts';

/** Returns the stored versions of keys that were in force before some blocks or began within them. */
export async function selectVersions(
  client: pg.ClientBase,
  table: StateTable,
  keys: readonly AnyRow[],
  { after, upTo }: RangeRows,
): Promise<AnyRow[]> {
  if (keys.length === 0) return [];
  const columns: Columns = stateTables[table];
  const names: readonly string[] = stateKeys[table];
  const arrays = names.map((name, i) => `$${i + 1}::${(columns[name] as string).replace('?', '')}[]`);
  const on = names.map((name) => `t.${quoteName(name)} = k.${quoteName(name)}`).join(' and ');
  const from = `unnest(${arrays.join(', ')}) as k (${names.map(quoteName).join(', ')})`;
  // Otherwise the planner fetches the whole table for the join, because it is on other servers.
  const isOfKeys = formFor(client, { one: '', several: `and t.${quoteName(names[0] ?? '')} = any($1)` });
  const within = `lower(t.timestamp_range) <= ${upTo} and coalesce(upper(t.timestamp_range), ${upTo}) > ${after}`;
  const sources = hasHistory(table)
    ? sourcesOf(table).map(
        (source) =>
          `select ${listOf(columns, 't')} from ${from} join ${source} t on ${on} ${isOfKeys} where ${within}`,
      )
    : [
        `select ${listOf(columns, 't')}${createdOf(table)} from ${from} join ${rowsSql(table, table, 'where id = any($1)')} on ${on} ${isOfKeys}`,
      ];
  const values = names.map((name) => keys.map((key) => key[name]).map(parameterOf));
  return selectRows(client, sources.join(' union all '), columns, values, createdOf(table) !== '');
}

/** Returns the stored rows and versions that began or ended after a time, up to another one. */
export async function selectChanged(
  client: pg.ClientBase,
  table: StateTable,
  { after, upTo }: Pick<RangeRows, 'after' | 'upTo'>,
): Promise<AnyRow[]> {
  const columns: Columns = stateTables[table];
  const texts = sourcesOf(table).map((source) => {
    const within = timesSql(table, source !== table).map((time) => `${time} > $1 and ${time} <= $2`);
    return `select ${listOf(columns, 't')}${createdOf(table)} from ${rowsSql(table, source)} where ${within.join(' or ')}`;
  });
  const values = [after, upTo].map(String);
  return selectRows(client, texts.join(' union all '), columns, values, createdOf(table) !== '');
}

/** Returns the tables with the rows of a table: with versions, also its history. */
export function sourcesOf(table: StateTable): string[] {
  return hasHistory(table) ? [table, `${table}_history`] : [table];
}

/**
 * Returns the additional column of a table. A contract's row does not contain the time of its creation; its entity's
 * row does.
 */
function createdOf(table: StateTable): string {
  return table === 'contract' ? ', e.created_timestamp' : '';
}

/** Returns the keys of the NFTs of a token that an account owned before some blocks. */
export async function selectOwned(
  client: pg.ClientBase,
  tokenId: bigint,
  owner: bigint,
  { after }: RangeRows,
): Promise<AnyRow[]> {
  const { rows } = await client.query<{ serial: string }>(
    `select serial_number::text as serial
     from (
       select serial_number, account_id, token_id, timestamp_range, deleted from nft where token_id = $1
       union all
       select serial_number, account_id, token_id, timestamp_range, deleted from nft_history where token_id = $1
     ) n
     where account_id = $2 and deleted is not true and timestamp_range @> $3::bigint`,
    [tokenId, owner, after].map(String),
  );
  return rows.map(({ serial }) => ({ token_id: tokenId, serial_number: BigInt(serial) }));
}

function listOf(columns: Columns, alias: string): string {
  return Object.keys(columns)
    .map((name) => `${alias}.${quoteName(name)}`)
    .join(', ');
}

async function selectRows(
  client: pg.ClientBase,
  text: string,
  columns: Columns,
  values: unknown[],
  hasCreated: boolean,
): Promise<AnyRow[]> {
  const { rows } = await client.query<(string | null)[]>({ text, values, rowMode: 'array', types: RAW_TEXT });
  const names = Object.keys(columns);
  return rows.map((fields) => {
    const row: Record<string, unknown> = {};
    names.forEach((name, i) => {
      row[name] = parseColumn(columns[name] as Column, fields[i] ?? null);
    });
    if (hasCreated) row.created_timestamp = parseColumn('int8?', fields[names.length] ?? null);
    return row;
  });
}

import {
  type RemovableTable,
  type RetentionFamily,
  removableTables,
} from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { IDLE, type Removing, raiseRetainedFrom, type Step } from './removal.ts';

/** Maximum number of blocks that a step reads. */
const MAX_BLOCKS = 1000;

/**
 * Removes the rows of a family that belong to the oldest blocks, in the open transaction. Whole blocks are removed,
 * from all tables of the family in one transaction, so that no reader sees part of related rows. `sweep`: also removes
 * earlier rows, which only errata and balance files from before the stream can have added.
 */
export async function stepSlice(
  client: Queryable,
  family: RetentionFamily,
  removing: Removing,
  sweep: boolean,
): Promise<Step> {
  const to = await selectEnd(client, removing);
  if (to === undefined) return IDLE;
  const from = sweep ? 0n : removing.retainedFrom;
  let removed = 0;
  for (const table of removableTables(family, 'hash')) {
    removed += await removeByHash(client, table, from, to);
  }
  for (const { table, removal } of removableTables(family, 'time')) {
    removed += await removeBetween(client, table, removal.column, from, to);
  }
  for (const table of removableTables(family, 'replaced')) {
    removed += await removeReplaced(client, table, removing.retainedFrom, to);
  }
  await raiseRetainedFrom(client, family, to);
  return { removed, idle: false };
}

/**
 * Returns the time just after the last block that this step removes: the block with which the removed rows reach
 * `rows`.
 */
async function selectEnd(
  client: Queryable,
  { retainedFrom, cutoff, rows: max }: Removing,
): Promise<bigint | undefined> {
  const { rows: blocks } = await client.query<{ at: string; count: string }>(
    `select consensus_end::text as at, count::text as count
     from record_file
     where consensus_end >= $1 and consensus_end < $2
     order by consensus_end limit ${MAX_BLOCKS}`,
    [retainedFrom, cutoff].map(String),
  );
  let end: bigint | undefined;
  let transactions = 0;
  for (const { at, count } of blocks) {
    end = BigInt(at) + 1n;
    // Each block counts as one more row, because a block without transactions has a row, too.
    transactions += Number(count) + 1;
    if (transactions >= max) break;
  }
  return end;
}

/** Removes rows by their time. `from` excludes rows from the scan that were removed before and are not vacuumed yet. */
export async function removeBetween(
  client: Queryable,
  table: string,
  column: string,
  from: bigint,
  to: bigint,
): Promise<number> {
  const { rowCount } = await client.query(`delete from ${table} where ${column} >= $1 and ${column} < $2`, [
    from.toString(),
    to.toString(),
  ]);
  return rowCount ?? 0;
}

/** Removes rows by the hashes of other tables' rows. `of`: name of that table, if it differs. */
export async function removeByHash(
  client: Queryable,
  { table, removal }: RemovableTable<'hash'>,
  from: bigint,
  to: bigint,
  of = removal.of,
): Promise<number> {
  const { indexed, partition } = removal;
  const hashes = of.map(
    (other) => `
      select consensus_timestamp as at, ${other.ofHash} as hash
      from ${other.table}
      where consensus_timestamp >= $1 and consensus_timestamp < $2`,
  );
  const conditions = [
    `${indexed('h.hash')} = g.hash`,
    'h.consensus_timestamp = g.at',
    ...(partition === undefined ? [] : [`${partition('h.hash')} = ${partition('g.hash')}`]),
  ];
  const { rowCount } = await client.query(
    `with gone as materialized (
       select distinct at, hash from (${hashes.join(' union all ')}) h where length(hash) > 0
     )
     delete from ${table} h using gone g
     where ${conditions.join(' and ')}`,
    [from.toString(), to.toString()],
  );
  return rowCount ?? 0;
}

/**
 * Removes changes of slots that were replaced by later changes between two times. Two changes of each slot are
 * retained: the newest one before `to`, which past states show, and the newest one that set the slot, from which its
 * present value follows.
 */
export async function removeReplaced(
  client: Queryable,
  { table, removal: { column, slots } }: RemovableTable<'replaced'>,
  from: bigint,
  to: bigint,
): Promise<number> {
  const { key, isSet } = slots;
  const { rowCount } = await client.query(
    `with newest as materialized (
       select ${key.map((name) => `c.${name}`).join(', ')}, max(c.${column}) as at,
         max(c.${column}) filter (where ${isSet('c')}) as set_at
       from ${table} c
       where c.${column} >= $1 and c.${column} < $2
       group by ${key.map((name) => `c.${name}`).join(', ')}
     )
     delete from ${table} t using newest n
     where ${key.map((name) => `t.${name} = n.${name}`).join(' and ')} and t.${column} < n.at
       and (not ${isSet('t')} or t.${column} < n.set_at)`,
    [from.toString(), to.toString()],
  );
  return rowCount ?? 0;
}

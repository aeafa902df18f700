import { later } from '@tain/ledger/timestamp';
import { type RetentionFamily, removableTables } from '../../store/schema/kept-tables.ts';
import { TIME_PARTITIONED } from '../../store/schema/time-partitions.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { beginPass, continuePass, endPass, IDLE, type Pass, type Removing, type Step } from './removal.ts';
import { removalStatements } from './removal-statements.ts';
import { removeBetween, removeByHash, removeReplaced } from './slices.ts';

const BOUNDS = /^FOR VALUES FROM \('?(-?\d+|MINVALUE)'?\) TO \('?(-?\d+|MAXVALUE)'?\)$/;

/** Bounds of the times in a partition; null: unbounded. */
interface PartitionBounds {
  readonly from: bigint | null;
  /** Upper bound, exclusive. */
  readonly to: bigint | null;
}

/**
 * Parses the bounds of a partition as PostgreSQL prints them (`pg_get_expr(relpartbound, oid)`). Both are null unless
 * it is partitioned by range.
 */
export function readBounds(text: string | null): PartitionBounds {
  const [, from = '', to = ''] = BOUNDS.exec(text ?? '') ?? [];
  const numberOf = (bound: string) => (/\d/.test(bound) ? BigInt(bound) : null);
  return { from: numberOf(from), to: numberOf(to) };
}

// Removes rows of families whose tables are partitioned by time. Whole partitions are removed, those of all tables of a
// family in one transaction, so that no reader sees part of related rows. Rows of other tables that are found by the
// rows of these partitions are removed afterwards, while the partitions are detached to schema `tain`, where they have
// no readers; then they are dropped.

/** A partition of a table. */
interface Partition {
  readonly table: string;
  readonly name: string;
  readonly from: bigint;
  readonly to: bigint;
}

/** Prefix of `part` in a pass of partitions, before the end of the removed partitions. */
const UNTIL = 'until ';

const PARTITIONED: ReadonlySet<string> = new Set(TIME_PARTITIONED);

/** Returns the tables of a family that are partitioned by time. */
function partitionedTables(family: RetentionFamily): string[] {
  return removableTables(family, 'time', 'key').flatMap(({ table }) =>
    PARTITIONED.has(table) ? [table] : [],
  );
}

/** Returns whether a pass began with the removal of partitions. */
export function isOfPartitions(pass: Pass | undefined): pass is Pass {
  return pass?.part?.startsWith(UNTIL) ?? false;
}

/** Selects the partitions of a family; undefined unless all of its tables are partitioned by time. */
export async function selectPartitions(
  client: Queryable,
  family: RetentionFamily,
): Promise<readonly Partition[] | undefined> {
  const tables = partitionedTables(family);
  if (tables.length === 0) return undefined;
  const { rows } = await client.query<{ table: string; name: string | null; bounds: string }>(
    `select p.name as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from tain.partitioned_table p
     left join pg_inherits on inhparent = format('public.%I', p.name)::regclass
     left join pg_class c on c.oid = inhrelid
     where p.name = any($1)`,
    [tables],
  );
  if (new Set(rows.map(({ table }) => table)).size < tables.length) return undefined;
  return rows.flatMap(({ table, name, bounds }) => {
    const { from, to } = readBounds(bounds);
    return name === null || to === null ? [] : [{ table, name, from: from ?? 0n, to }];
  });
}

/**
 * Detaches the oldest partitions of a family that end before the retained rows, in the open transaction, and raises
 * `kept_from` to their end. Waits for transactions that read one of these tables, or have read `tain.kept`.
 */
export async function takePartitions(
  client: Queryable,
  family: RetentionFamily,
  partitions: readonly Partition[],
  removing: Removing,
): Promise<Step> {
  const until = earliestEnd(partitions, removing.cutoff);
  if (until === undefined) return IDLE;
  const expired = partitions.filter(({ to }) => to <= until);
  const tables = partitionedTables(family);
  const removed = await estimateRows(
    client,
    expired.map(({ name }) => name),
  );
  await client.query(`lock table tain.kept, ${tables.join(', ')} in access exclusive mode`);
  for (const { table, name } of expired) {
    await client.query(`alter table ${table} detach partition ${name}`);
    await client.query(`alter table ${name} set schema tain`);
  }
  // Only errata may still add rows with times of the detached partition; they get separate partitions.
  await client.query(
    'update tain.partitioned_table set first_until = null where name = any($1) and first_until <= $2',
    [tables, until.toString()],
  );
  await beginPass(client, family, removing, until);
  const from = expired.reduce((first, each) => (each.from < first ? each.from : first), until);
  await continuePass(client, family, `${UNTIL}${until}`, from.toString());
  return { removed, idle: false };
}

/** Estimates the number of rows in some partitions. */
async function estimateRows(client: Queryable, names: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(removalStatements(client).estimateRows, [names]);
  return rows[0]?.count ?? 0;
}

/** Returns the first time at which partitions of all tables end. */
function earliestEnd(partitions: readonly Partition[], cutoff: bigint): bigint | undefined {
  let earliest: bigint | undefined;
  for (const { to } of partitions) {
    if (to > cutoff || (earliest !== undefined && to >= earliest)) continue;
    if (partitions.every((other) => other.to <= to || other.from >= to)) earliest = to;
  }
  return earliest;
}

/**
 * Continues to remove the rows that are found by detached partitions, a few at a time, and drops the partitions at the
 * end.
 */
export async function clearPartitions(
  client: Queryable,
  family: RetentionFamily,
  { part, position }: Pass,
  max: number,
): Promise<Step> {
  const until = BigInt((part ?? '').slice(UNTIL.length));
  const from = BigInt(position ?? 0);
  const waiting = await selectWaiting(client, family);
  const hashes = removableTables(family, 'hash').map((table) => ({
    ...table,
    of: table.removal.of.flatMap((of) =>
      waiting.filter((each) => each.table === of.table).map(({ name }) => ({ ...of, table: name })),
    ),
  }));
  const replaced = removableTables(family, 'replaced');
  const others = removableTables(family, 'time').filter(({ table }) => !PARTITIONED.has(table));
  const counted = new Set(
    [...hashes.flatMap(({ of }) => of), ...replaced, ...others].map(({ table }) => table),
  );
  const end = await selectEnd(client, [...counted], from, until, max);
  let removed = 0;
  for (const { of, ...table } of hashes) {
    if (of.length > 0) removed += await removeByHash(client, table, from, end, of);
  }
  for (const { table, removal } of others) {
    removed += await removeBetween(client, table, removal.column, from, end);
  }
  for (const table of replaced) removed += await removeReplaced(client, table, from, end);
  if (end < until) {
    await continuePass(client, family, `${UNTIL}${until}`, end.toString());
  } else {
    if (waiting.length > 0) await client.query(`drop table ${waiting.map(({ name }) => name).join(', ')}`);
    await endPass(client, family);
  }
  return { removed, idle: false };
}

/** Selects detached partitions that are not dropped yet. */
async function selectWaiting(
  client: Queryable,
  family: RetentionFamily,
): Promise<readonly { readonly table: string; readonly name: string }[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select t as table, format('tain.%I', relname) as name
     from unnest($1::text[]) t
     join pg_class on relnamespace = 'tain'::regnamespace and relkind = 'r' and relname ~ ('^' || t || '_p[0-9_]+$')
     order by relname`,
    [partitionedTables(family)],
  );
  return rows;
}

/** Returns a time later than `from` up to which each of some tables has at most `max` rows. */
async function selectEnd(
  client: Queryable,
  tables: readonly string[],
  from: bigint,
  until: bigint,
  max: number,
): Promise<bigint> {
  let end = until;
  for (const table of tables) {
    const { rows } = await client.query<{ at: string }>(
      `select consensus_timestamp::text as at
       from ${table}
       where consensus_timestamp >= $1 and consensus_timestamp < $2
       order by consensus_timestamp offset $3 limit 1`,
      [from, end, max].map(String),
    );
    // The end is later than that time, so that a step always makes progress.
    if (rows[0]) end = BigInt(rows[0].at) + 1n;
  }
  return later(end, from);
}

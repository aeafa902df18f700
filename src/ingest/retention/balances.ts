import { idInNetwork, type Network, TREASURY } from '@tain/ledger/network';
import { firstDayOfMonth } from '@tain/ledger/timestamp';
import { removableTables } from '../../store/schema/kept-tables.ts';
import type { Queryable } from '../../store/writer/writer.ts';
import { readBounds } from './partitions.ts';
import { beginPass, continuePass, endPass, IDLE, type Pass, type Removing, type Step } from './removal.ts';
import { removeBetween } from './slices.ts';

const FAMILY = 'balances';

/**
 * Removes snapshots of balances. The balances at a time are read from the newest snapshot up to it and the earlier ones
 * of its month, which begins with a full snapshot. So the retained rows begin with the month of the newest snapshot up
 * to the cutoff. Partitions that end before are truncated, and rows of the partition that contains the time are removed
 * along the key.
 */
export async function stepBalances(
  client: Queryable,
  network: Network,
  removing: Removing,
  pass: Pass | undefined,
): Promise<Step> {
  if (pass === undefined) return begin(client, network, removing);
  if (!pass.isDue) return IDLE;
  const { retainedFrom, rows } = removing;
  const leaves = await selectLeaves(client, retainedFrom);
  const index = pass.part === null ? 0 : leaves.findIndex(({ name }) => name === pass.part);
  const leaf = leaves[index];
  if (leaf === undefined) {
    let removed = 0;
    for (const { table, removal } of removableTables(FAMILY, 'time')) {
      removed += await removeBetween(client, table, removal.column, 0n, retainedFrom);
    }
    await endPass(client, FAMILY);
    return { removed, idle: false };
  }
  const done = leaf.isWhole
    ? { removed: await empty(client, leaf), position: null }
    : await removeAlongKey(client, leaf, retainedFrom, pass.part === null ? null : pass.position, rows);
  const next = done.position === null ? (leaves[index + 1]?.name ?? END) : leaf.name;
  await continuePass(client, FAMILY, next, done.position);
  return { removed: done.removed, idle: false };
}

/** Position after all partitions. */
const END = 'files';

async function begin(client: Queryable, network: Network, removing: Removing): Promise<Step> {
  const { cutoff, retainedFrom } = removing;
  const treasury = idInNetwork(network, TREASURY).toString();
  const { rows } = await client.query<{ at: string | null }>(
    `select max(consensus_timestamp)::text as at
     from account_balance
     where account_id = $1 and consensus_timestamp <= $2`,
    [treasury, cutoff.toString()],
  );
  const newest = rows[0]?.at;
  const to = newest ? firstDayOfMonth(BigInt(newest)) : 0n;
  if (to <= retainedFrom) return IDLE;
  await beginPass(client, FAMILY, removing, to);
  // Snapshots are found by the treasury's rows, so removing these hides the whole snapshot.
  const { rowCount } = await client.query(
    'delete from account_balance where account_id = $1 and consensus_timestamp < $2',
    [treasury, to.toString()],
  );
  return { removed: rowCount ?? 0, idle: false };
}

/** A table with rows: a partition, or a table without partitions. */
interface Leaf {
  readonly name: string;
  readonly key: readonly string[];
  /** Whether all rows of the table are removed. */
  readonly isWhole: boolean;
}

/** Selects the tables that may have rows from before a time. */
async function selectLeaves(client: Queryable, before: bigint): Promise<Leaf[]> {
  const leaves: Leaf[] = [];
  for (const { table, removal } of removableTables(FAMILY, 'partition')) {
    const { rows } = await client.query<{ name: string; bounds: string | null }>(
      `select t.relid::regclass::text as name, pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_partition_tree($1::text::regclass) t
       join pg_class c on c.oid = t.relid
       where t.isleaf
       union all
       select $1::text, null
       where not exists (select from pg_partition_tree($1::text::regclass))
       order by name`,
      [table],
    );
    for (const { name, bounds } of rows) {
      const { from, to } = readBounds(bounds);
      if (from !== null && from >= before) continue;
      const isWhole = to !== null && to <= before;
      leaves.push({ name, key: removal.key, isWhole });
    }
  }
  return leaves;
}

/**
 * Truncates a partition. This takes a lock that blocks readers, for a moment only (`lock_timeout`), in constant time.
 * The empty partition stays, because other readers may name it, and the ingest would create it again.
 */
async function empty(client: Queryable, { name }: Leaf): Promise<number> {
  // This is a separate query, because the table may be on several servers, and the catalog is not.
  const { rows: filled } = await client.query(`select 1 from ${name} limit 1`);
  if (filled.length === 0) return 0;
  const { rows } = await client.query<{ estimate: string }>(
    'select greatest(reltuples, 0)::bigint::text as estimate from pg_class where oid = $1::regclass',
    [name],
  );
  await client.query(`truncate ${name}`);
  return Number(rows[0]?.estimate ?? 0);
}

async function removeAlongKey(
  client: Queryable,
  { name, key }: Leaf,
  before: bigint,
  position: string | null,
  max: number,
): Promise<{ readonly removed: number; readonly position: string | null }> {
  const columns = key.join(', ');
  const after = position === null ? key.map(() => '-1') : position.split(',');
  const { rows } = await client.query<{ seen: number; removed: number; last: string | null }>(
    `with page as materialized (
       select ${columns}
       from ${name}
       where (${columns}) > (${key.map((_, i) => `$${i + 3}::bigint`).join(', ')})
       order by ${columns} limit $1
     ), gone as (
       delete from ${name} b using page p
       where ${key.map((column) => `b.${column} = p.${column}`).join(' and ')}
         and p.consensus_timestamp < $2
       returning 1
     )
     select (select count(*) from page)::int as seen, (select count(*) from gone)::int as removed,
       (select max(array[${columns}]) from page)::text as last`,
    [max, before.toString(), ...after],
  );
  const { seen = 0, removed = 0, last = null } = rows[0] ?? {};
  return { removed, position: seen < max || last === null ? null : last.slice(1, -1) };
}

import type pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import { hasCitus } from '../connections/distributed.ts';
import { inTransaction } from '../connections/distributed-reading.ts';
import type { TableStep } from './migration-progress.ts';

/** Intended placement of a table's rows. */
export type Placement =
  | { readonly kind: 'distributed'; readonly column: string; readonly group: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'local' };

/** Placement of each table; names with their schema, unless it is `public`. */
export type Placements = Readonly<Record<string, Placement>>;

/** A table with another placement than intended. */
export interface Misplaced {
  readonly table: string;
  readonly placement: Placement;
  /** Actual placement; null when not distributed yet. */
  readonly instead: string | null;
}

/** Placement of a table, as Citus reports it. */
interface Placed {
  readonly name: string;
  readonly method: 'h' | 'n' | 'other';
  readonly column: string | null;
  readonly colocation: number;
}

/** Returns the misplaced tables of a database with the extension. Read-only. */
export async function selectMisplaced(
  client: Pick<pg.ClientBase, 'query'>,
  placements: Placements,
): Promise<Misplaced[]> {
  const { rows } = await client.query<Placed>(
    `select case nspname when 'public' then relname else nspname || '.' || relname end as name,
       case when partmethod in ('h', 'n') then partmethod::text else 'other' end as method,
       column_to_column_name(logicalrelid, partkey) as "column", colocationid as colocation
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'tain') and not relispartition and (partmethod <> 'n' or repmodel = 't')`,
  );
  const placed = new Map(rows.map((row) => [row.name, row]));
  const colocations = new Map<string, number>();
  const misplaced: Misplaced[] = [];
  for (const [table, placement] of Object.entries(placements)) {
    const instead = differs(placement, placed.get(table), colocations);
    if (instead !== undefined) misplaced.push({ table, placement, instead });
  }
  return misplaced;
}

/** Returns a table's actual placement where it differs; null when not distributed; undefined when it is as intended. */
function differs(
  placement: Placement,
  placed: Placed | undefined,
  colocations: Map<string, number>,
): string | null | undefined {
  if (placement.kind === 'local') return placed === undefined ? undefined : printPlaced(placed);
  if (placed === undefined) return null;
  if (placement.kind === 'reference') return placed.method === 'n' ? undefined : printPlaced(placed);
  if (placed.method !== 'h' || placed.column !== placement.column) return printPlaced(placed);
  // The first table of a group decides the placement of the others.
  const colocation = colocations.get(placement.group) ?? placed.colocation;
  colocations.set(placement.group, colocation);
  return placed.colocation === colocation ? undefined : 'apart from its group';
}

function printPlaced({ method, column }: Placed): string {
  if (method === 'n') return 'a reference table';
  return method === 'h' ? `distributed by ${column}` : 'distributed in another way';
}

export interface DistributeOptions {
  /** Shards of each group. */
  readonly shards: number;
  /** Called with the name of each table before it is distributed, which takes long where it has many rows. */
  readonly onDistribute?: ((table: string) => void) | undefined;
  readonly onTable?: TableStep;
}

/**
 * Distributes the remaining tables, each in its own transaction: it may be killed at any moment and called again.
 * Existing rows are moved. Throws `Failure` when the database cannot be distributed, or a table is already distributed
 * in another way.
 */
export async function distribute(
  client: pg.Client,
  placements: Placements,
  misplaced: readonly Misplaced[],
  options: DistributeOptions,
): Promise<void> {
  if (misplaced.length === 0) return;
  await requireCoordinator(client);
  const wrong = misplaced.find(({ instead }) => instead !== null);
  if (wrong) throw new Failure('database', misplacedSentence(wrong));
  // The first table of a group is distributed first, so a killed process leaves only later tables of the group.
  for (const { table, placement } of misplaced) {
    options.onDistribute?.(table);
    options.onTable?.(table);
    await inTransaction(client, () => distributeTable(client, table, placement, placements, options.shards));
  }
  options.onTable?.(null);
}

/** Describes the wrong placement of a table in a sentence. */
export function misplacedSentence({ table, placement, instead }: Misplaced): string {
  const intended =
    placement.kind === 'distributed'
      ? `distributed by ${placement.column} with group ${placement.group}`
      : placement.kind === 'reference'
        ? 'a reference table'
        : 'on the coordinator alone';
  return `Table ${table} is ${instead ?? 'not distributed'}, but is to be ${intended}.`;
}

async function distributeTable(
  client: pg.Client,
  table: string,
  placement: Placement,
  placements: Placements,
  shards: number,
): Promise<void> {
  if (placement.kind === 'local') return;
  if (placement.kind === 'reference') {
    await client.query('select create_reference_table($1)', [table]);
  } else {
    await fitColumn(client, table, placement.column);
    const first = await selectFirstOfGroup(client, placements, placement.group);
    if (first === null) {
      await client.query(
        `select create_distributed_table($1::regclass, $2, colocate_with => 'none', shard_count => $3)`,
        [table, placement.column, shards],
      );
    } else {
      await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
        table,
        placement.column,
        first,
      ]);
    }
  }
  await identifyRows(client, table);
  // The coordinator still has invisible copies of the moved rows.
  await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table]);
}

/** Distributes an empty table like another one, in the open transaction; does nothing where that one is not distributed. */
export async function distributeLike(client: pg.Client, table: string, other: string): Promise<void> {
  if (!(await hasCitus(client))) return;
  await client.query(
    `select create_distributed_table($1::regclass, column_to_column_name(logicalrelid, partkey), colocate_with => $2)
     from pg_dist_partition where logicalrelid = to_regclass($2) and partmethod = 'h'`,
    [table, other],
  );
}

/** Returns a distributed table of a group, or null. */
async function selectFirstOfGroup(
  client: pg.Client,
  placements: Placements,
  group: string,
): Promise<string | null> {
  const tables = Object.entries(placements)
    .filter(([, placement]) => placement.kind === 'distributed' && placement.group === group)
    .map(([table]) => table);
  const { rows } = await client.query<{ table: string }>(
    `select t as table from unnest($1::text[]) with ordinality as u (t, n)
     join pg_dist_partition on logicalrelid = to_regclass(t) and partmethod = 'h' order by n limit 1`,
    [tables],
  );
  return rows[0]?.table ?? null;
}

/**
 * Makes a column suitable for distribution: of a base type, because a group needs one type, and part of the primary key.
 * Uniqueness is preserved, because a row's other columns follow from its key.
 */
async function fitColumn(client: pg.Client, table: string, column: string): Promise<void> {
  const { rows: types } = await client.query<{ base: string }>(
    `select format_type(t.typbasetype, t.typtypmod) as base
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where attrelid = to_regclass($1) and attname = $2 and t.typtype = 'd'`,
    [table, column],
  );
  const [type] = types;
  if (type) await client.query(`alter table ${table} alter column ${column} type ${type.base}`);
  const { rows: keys } = await client.query<{ name: string; columns: string }>(
    `select quote_ident(conname) as name, (select string_agg(quote_ident(attname), ', ' order by n)
         from unnest(conkey) with ordinality as k (attnum, n) join pg_attribute using (attnum)
         where attrelid = conrelid) as columns
     from pg_constraint
     where conrelid = to_regclass($1) and contype = 'p' and not exists (
       select from pg_attribute where attrelid = conrelid and attname = $2 and attnum = any (conkey))`,
    [table, column],
  );
  const [key] = keys;
  if (!key) return;
  await client.query(
    `alter table ${table} drop constraint ${key.name}, add constraint ${key.name} primary key (${key.columns}, ${column})`,
  );
}

/**
 * Lets shards of a table without a primary key move while rows are written, by logical replication, which identifies changed
 * and deleted rows. It costs nothing except with `wal_level = logical`, and then only for such rows. Later partitions inherit
 * the identity of their table.
 */
async function identifyRows(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where relreplident = 'd' and $1::regclass in (c.oid, (select inhparent from pg_inherits where inhrelid = c.oid))
       and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`,
    [table],
  );
  for (const { name } of rows) await client.query(`alter table ${name} replica identity full`);
}

/** Throws `Failure` unless this server is a coordinator that workers can reach. */
async function requireCoordinator(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ worker: boolean; known: boolean; workers: boolean }>(
    `select exists (select from pg_dist_local_group where groupid <> 0) as worker,
       exists (select from pg_dist_node where groupid = 0) as known,
       exists (select from pg_dist_node where groupid <> 0) as workers`,
  );
  const [node] = rows;
  if (node?.worker) {
    throw new Failure(
      'database',
      'This database is a worker of Citus: name its coordinator in DATABASE_URL.',
    );
  }
  if (node?.workers && !node.known) {
    throw new Failure(
      'database',
      'Workers of Citus do not know their coordinator: run `select citus_set_coordinator_host(…)` with its address first (docs/scaling.md).',
    );
  }
}

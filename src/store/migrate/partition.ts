import type pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import { retry } from '../../kernel/retry.ts';
import { inTransaction } from '../connections/distributed-reading.ts';
import { LOCK_KEYS, tryAdvisoryLock } from '../locks/advisory-lock.ts';
import { type LockHolder, MAX_LOCK_WAIT_MS, selectLockHolders } from '../locks/lock-waits.ts';
import { PARTITION_BOUND, type Queryable } from '../writer/writer.ts';
import { buildConcurrently, type IndexStatement } from './concurrent-index.ts';
import { distributeLike } from './distribute.ts';
import type { TableStep } from './migration-progress.ts';

/** Length of a partition, in UTC. */
export type PartitionSize = 'year' | 'month';

/** Partitioning of a database by time. */
export interface Partitioning {
  /** Tables of schema `public`. */
  readonly tables: readonly string[];
  /** Column of consensus time of these tables, in nanoseconds. */
  readonly column: string;
  /** Length of the partitions; null: no further table is partitioned. */
  readonly size: PartitionSize | null;
  /** Called with the name of each table before it is partitioned, which takes long where it has many rows. */
  readonly onPartition?: (table: string) => void;
  readonly onTable?: TableStep;
  /** Called when a table has not become free for too long, with the sessions that hold locks of it. */
  readonly onLocked?: (table: string, holders: readonly LockHolder[]) => void;
}

/** Remaining work to partition a database. */
export interface ToPartition {
  readonly tables: readonly string[];
  /** Tables whose partitioning has begun but is not to be finished. */
  readonly begun: readonly string[];
}

/** Suffix of a table's name, and of those of its indexes, once it is the first partition. */
const FIRST = '_p0';
/** Minimum distance of the second partition from the last block, because rows are stored meanwhile. */
const AHEAD = '31 days';
/** Lock timeout. Later statements queue behind a lock request that waits. */
const LOCK_TIMEOUT_MS = 200;
/** Statements that make a transaction fail where it cannot lock, on the workers of Citus, too. */
const LOCK_SETTINGS = `set local citus.propagate_set_commands = 'local'; set local lock_timeout = ${LOCK_TIMEOUT_MS}`;
const LOCK_PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Returns the tables of a database that are to be partitioned. Read-only. Throws `Failure` when it has another partition size.
 */
export async function selectToPartition(
  client: pg.Client,
  { tables, size }: Partitioning,
): Promise<ToPartition> {
  const { rows } = await client.query<{ name: string; size: string | null; begun: boolean }>(
    `select t.name, p.size, exists (
       select from pg_constraint where conrelid = to_regclass('public.' || quote_ident(t.name)) and conname = $2) as begun
     from unnest($1::text[]) with ordinality as t (name, n) left join tain.partitioned_table p using (name)
     order by n`,
    [tables, PARTITION_BOUND],
  );
  const lacking = rows.filter((row) => row.size === null);
  if (size === null)
    return { tables: [], begun: lacking.filter(({ begun }) => begun).map(({ name }) => name) };
  const other = rows.find((row) => row.size !== null && row.size !== size);
  if (other) {
    throw new Failure(
      'usage',
      `This database is partitioned by the ${other.size}, and remains so: TAIN_PARTITIONS cannot be ${size}.`,
    );
  }
  return { tables: lacking.map(({ name }) => name), begun: [] };
}

/**
 * Partitions tables by time, one after another. No row moves: a table becomes the first partition of a new one of its
 * name. May be killed at any moment and called again. Other sessions read and write meanwhile: a table is locked only
 * briefly, and the transaction is rolled back and retried each time it would have to wait. `client` must not be in a
 * transaction; one process at a time.
 */
export async function partition(
  client: pg.Client,
  { tables, begun }: ToPartition,
  { column, size, onPartition, onTable, onLocked }: Partitioning,
): Promise<void> {
  const withLock: WithLock = (table, work) => withLockOf(client, table, work, onLocked);
  for (const table of begun) {
    await withLock(table, () =>
      client.query(`alter table public.${table} drop constraint ${PARTITION_BOUND}`),
    );
  }
  if (size === null) return;
  for (const table of tables) {
    onPartition?.(table);
    onTable?.(table);
    await requireAlone(client, table);
    // Rows may be added before the table is locked: it is then prepared again.
    while (!(await partitionTable(client, table, column, size, withLock)));
    // Autovacuum never gathers statistics of a partitioned table as a whole.
    await client.query(`analyze public.${table}`);
  }
  onTable?.(null);
}

/**
 * Drops the bounds of an interrupted partitioning, which refuse rows of later times: the next `partition` adds others. Returns
 * their tables; null while a process partitions. One attempt: throws the driver's errors, also where a table is locked.
 * `client` must not be in a transaction.
 */
export async function cancelPartitioning(client: Queryable): Promise<readonly string[] | null> {
  if (!(await tryAdvisoryLock(client, LOCK_KEYS.migration))) return null;
  try {
    const { rows } = await client.query<{ name: string }>(
      `select conrelid::regclass::text as name from pg_constraint
       where conname = $1 and connamespace = 'public'::regnamespace order by name`,
      [PARTITION_BOUND],
    );
    for (const { name } of rows) {
      await client.query(
        `begin; ${LOCK_SETTINGS}; alter table ${name} drop constraint ${PARTITION_BOUND}; commit`,
      );
    }
    return rows.map(({ name }) => name);
  } finally {
    await client.query('rollback').catch(() => undefined);
    await client.query('select pg_advisory_unlock($1)', [...LOCK_KEYS.migration]);
  }
}

/** Returns false when the table has received its first rows in the meantime. */
async function partitionTable(
  client: pg.Client,
  table: string,
  column: string,
  size: PartitionSize,
  withLock: WithLock,
): Promise<boolean> {
  const bound = (await hasRows(client, table))
    ? await prepareFirst(client, table, column, size, withLock)
    : null;
  let done = true;
  await withLock(table, async () => {
    await client.query(`lock table public.${table} in access exclusive mode`);
    done = bound !== null || !(await hasRows(client, table));
    if (done) await replaceByParent(client, table, column, size, bound);
  });
  return done;
}

/**
 * Adds a check constraint that all rows are before a bound, and validates it without a lock that others wait for.
 * Builds the indexes that a partition needs. Returns the bound.
 */
async function prepareFirst(
  client: pg.Client,
  table: string,
  column: string,
  size: PartitionSize,
  withLock: WithLock,
): Promise<string> {
  const { rows } = await client.query<{ bound: string; stated: boolean; other: boolean; valid: boolean }>(
    `with target as (
       select extract(epoch from date_trunc($2, at + interval '${AHEAD}') + ('1 ' || $2)::interval)::bigint * 1000000000 as bound
       from (select coalesce(to_timestamp(max(consensus_end) / 1000000000), now()) at time zone 'UTC' as at from record_file) l
     )
     select bound::text, coalesce(pg_get_constraintdef(c.oid) like '%' || bound || '%', false) as stated,
       c.oid is not null as other, coalesce(convalidated, false) as valid
     from target left join pg_constraint c on conrelid = $1::regclass and conname = $3`,
    [`public.${table}`, size, PARTITION_BOUND],
  );
  const [found] = rows;
  if (!found) throw new Error('no bound');
  const { bound, stated, other, valid } = found;
  if (!stated) {
    // A bound of an earlier attempt would refuse new rows.
    const without = other ? `drop constraint ${PARTITION_BOUND}, ` : '';
    await withLock(table, () =>
      client.query(
        `alter table public.${table} ${without}add constraint ${PARTITION_BOUND} check (${column} < ${bound}) not valid`,
      ),
    );
  }
  if (!stated || !valid)
    await client.query(`alter table public.${table} validate constraint ${PARTITION_BOUND}`);
  for (const { index } of await selectWithoutTime(client, table, column)) {
    await buildConcurrently(client, index, () => undefined);
  }
  return bound;
}

/** Replaces the table by its parent in the open transaction, which has locked it. `bound`: null where it has no rows. */
async function replaceByParent(
  client: pg.Client,
  table: string,
  column: string,
  size: PartitionSize,
  bound: string | null,
): Promise<void> {
  const first = `${table}${FIRST}`;
  const replaced = await selectWithoutTime(client, table, column);
  const names = new Set(replaced.map(({ index }) => index.name));
  const indexes = (await selectIndexes(client, table)).filter(({ name }) => !names.has(name));
  await client.query(`alter table public.${table} rename to ${first}`);
  for (const { name } of indexes) {
    const isReplaced = replaced.some((each) => each.name === name);
    await client.query(
      isReplaced ? `drop index public.${name}` : `alter index public.${name} rename to ${name}${FIRST}`,
    );
  }
  await client.query(
    `create table public.${table} (like public.${first}
       including defaults including generated including storage including compression including comments)
     partition by range (${column})`,
  );
  for (const { name, definition, key } of indexes) {
    const better = replaced.find((each) => each.name === name)?.index;
    await client.query(
      better
        ? `create unique index ${name} on public.${table} ${better.definition}`
        : key === null
          ? definition
          : `alter table public.${table} add constraint ${name} ${key}`,
    );
  }
  await runEach(client, COPY_PROPERTIES, [`public.${first}`, table]);
  await distributeLike(client, table, first);
  if (bound === null) await client.query(`drop table public.${first}`);
  else {
    await client.query(
      `alter table public.${table} attach partition public.${first} for values from (minvalue) to (${bound})`,
    );
    await client.query(`alter table public.${first} drop constraint ${PARTITION_BOUND}`);
  }
  await client.query('insert into tain.partitioned_table (name, size, first_until) values ($1, $2, $3)', [
    table,
    size,
    bound,
  ]);
  // A running ingest creates partitions only as it reaches them, and may already have passed the bound.
  await client.query(
    `select tain.ensure_time_partitions(consensus_end, greatest($1::bigint, consensus_end + 86400000000000 * 31))
     from record_file order by consensus_end desc limit 1`,
    [bound],
  );
}

/**
 * Copies owner, rights of the table and its columns, targets of statistics, numbers of distinct values and the replica
 * identity, which `like` omits. For a partitioned table the planner uses only `n_distinct_inherited`.
 */
const COPY_PROPERTIES = `
  select format('alter table public.%I owner to %I', $2::text, relowner::regrole) as statement
  from pg_class where oid = $1::regclass and relowner <> current_user::regrole
  union all
  select format('grant %s on public.%I to %s%s', privilege_type, $2::text,
    case grantee when 0 then 'public' else quote_ident(grantee::regrole::text) end,
    case when is_grantable then ' with grant option' else '' end)
  from pg_class, aclexplode(relacl) where pg_class.oid = $1::regclass and grantee <> relowner
  union all
  select format('grant %s (%I) on public.%I to %s%s', privilege_type, attname, $2::text,
    case grantee when 0 then 'public' else quote_ident(grantee::regrole::text) end,
    case when is_grantable then ' with grant option' else '' end)
  from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl)
  where pg_class.oid = $1::regclass and not attisdropped and grantee <> relowner
  union all
  select format('alter table public.%I alter column %I set statistics %s', $2::text, attname, attstattarget)
  from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attstattarget >= 0
  union all
  select format('alter table public.%I alter column %I set (n_distinct_inherited = %s)', $2::text, attname, option_value)
  from pg_attribute, lateral (select option_value from pg_options_to_table(attoptions) order by option_name limit 1) o
  where attrelid = $1::regclass and not attisdropped
  union all
  select format('alter table public.%I replica identity full', $2::text) from pg_class where oid = $1::regclass and relreplident = 'f'`;

async function runEach(client: pg.Client, query: string, values: readonly unknown[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(query, [...values]);
  for (const { statement } of rows) await client.query(statement);
}

async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  // Citus fetches all rows for `exists`.
  const { rows } = await client.query(`select from public.${table} limit 1`);
  return rows.length > 0;
}

interface Index {
  readonly name: string;
  /** Statement that creates the index. */
  readonly definition: string;
  /** Statement that creates the constraint of the index; null without one. */
  readonly key: string | null;
}

async function selectIndexes(client: pg.Client, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select relname as name, pg_get_indexdef(indexrelid) as definition, pg_get_constraintdef(c.oid) as key
     from pg_index join pg_class i on i.oid = indexrelid left join pg_constraint c on conindid = indexrelid and contype in ('p', 'u')
     where indrelid = $1::regclass order by relname`,
    [`public.${table}`],
  );
  return rows;
}

/**
 * Returns the unique indexes of a table without the partition column, which those of a partitioned table must have, each with
 * its replacement on the first partition.
 */
async function selectWithoutTime(
  client: pg.Client,
  table: string,
  column: string,
): Promise<{ readonly name: string; readonly index: IndexStatement }[]> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select relname as name, (select string_agg(quote_ident(attname), ', ' order by n)
       from unnest(indkey::smallint[]) with ordinality k (attnum, n) join pg_attribute a using (attnum)
       where attrelid = indrelid) as columns
     from pg_index join pg_class i on i.oid = indexrelid
     where indrelid = $1::regclass and indisunique and not indisprimary and indpred is null and indexprs is null
       and not exists (select from pg_attribute where attrelid = indrelid and attname = $2 and attnum = any (indkey))`,
    [`public.${table}`, column],
  );
  return rows.map(({ name, columns }) => ({
    name,
    index: {
      unique: true,
      name: `${name}${FIRST}`,
      schema: 'public',
      table,
      definition: `using btree (${columns}, ${column})`,
    },
  }));
}

/**
 * Throws `Failure` when an object refers to the table, because it would refer to the first partition afterwards, or when
 * the table has row security, which reads of the partitioned table would bypass.
 */
async function requireAlone(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ reason: string; remedy: string }>(
    `select 'row security is enabled' as reason, 'disable' as remedy from pg_class where oid = $1::regclass and relrowsecurity
     union all
     select what || ' depends on it', 'drop' from (
       select format('policy %s', polname) as what from pg_policy where polrelid = $1::regclass
       union all
       select format('view %s', r.ev_class::regclass)
       from pg_depend d join pg_rewrite r on r.oid = d.objid
       where d.classid = 'pg_rewrite'::regclass and d.refobjid = $1::regclass and r.ev_class <> $1::regclass
       union all
       select format('trigger %s', tgname) from pg_trigger where tgrelid = $1::regclass and not tgisinternal
       union all
       select format('foreign key %s', conname) from pg_constraint where contype = 'f' and $1::regclass in (conrelid, confrelid)
       union all
       select format('publication %s', pubname) from pg_publication_rel join pg_publication p on p.oid = prpubid
       where prrelid = $1::regclass
     ) o
     limit 1`,
    [`public.${table}`],
  );
  const [found] = rows;
  if (found) {
    throw new Failure(
      'database',
      `Table ${table} cannot be partitioned while ${found.reason}, which tain did not create: ${found.remedy} it first.`,
    );
  }
}

type WithLock = (table: string, work: () => Promise<unknown>) => Promise<void>;

/** Runs work in a transaction that is rolled back when it cannot lock the table, and retries. */
async function withLockOf(
  client: pg.Client,
  table: string,
  work: () => Promise<unknown>,
  onLocked: Partitioning['onLocked'],
): Promise<void> {
  const begun = performance.now();
  let isReported = onLocked === undefined;
  const attempt = () =>
    inTransaction(client, async () => {
      if (!isReported && performance.now() - begun >= MAX_LOCK_WAIT_MS) {
        isReported = true;
        onLocked?.(table, await selectLockHolders(client as Queryable, [`public.${table}`]));
      }
      await client.query(LOCK_SETTINGS);
      await work();
    });
  await retry(attempt, {
    backOff: LOCK_PAUSE_MS,
    isTransient: (error) => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE,
  });
}

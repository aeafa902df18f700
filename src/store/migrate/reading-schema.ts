import pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import {
  inTransaction,
  READING_SCHEMA,
  SHARD_SETTINGS,
  VISIBLE_SQL,
  WITH_CTID,
} from '../connections/distributed-reading.ts';
import { LOCK_KEYS } from '../locks/advisory-lock.ts';
import { runAll } from './rights.ts';

/** Name of the foreign server. `EDITION` changes with each change of this file's statements. */
const SERVER = 'tain_coordinator';
const EDITION = 6;

/** Condition for the consensus time column of a table: for blocks, that of their end. */
const IS_TIME = `attname = case c.relname when 'record_file' then 'consensus_end' else 'consensus_timestamp' end`;

/**
 * The distributed tables that are ours or the public mirror's, with their columns, and those of the public mirror's
 * second schema that have a consensus time and are on the coordinator alone. Foreign tables push down comparisons only
 * of types that every server has. So a domain becomes its base type. An enumeration that is compared only with
 * constants, by `=`, becomes `text`, because constants are pushed down without their type.
 */
const DISTRIBUTED_TABLES = `
  select n.nspname as schema, c.relname as name,
    array_agg(format('%I %s', attname, format_type(
      case when t.typtype = 'd' then t.typbasetype
        when t.typname in ('airdrop_state', 'entity_type') then 'text'::regtype else atttypid end,
      case t.typtype when 'd' then t.typtypmod else atttypmod end)) order by attnum) as columns,
    min(attname) filter (where ${IS_TIME}) as time,
    (select shard_name(p.logicalrelid, shardid) from pg_dist_shard join pg_dist_placement using (shardid)
      where p.partmethod = 'n' and groupid = 0 and logicalrelid = p.logicalrelid
        -- By the catalogue, since a lookup of the name needs a right to the schema.
        and exists (select from pg_class t where t.relname = 'migration' and t.relnamespace = to_regnamespace('tain'))) as copy
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_dist_partition p on p.logicalrelid = c.oid
    join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped join pg_type t on t.oid = atttypid
  where n.nspname in ('public', 'tain') and c.relkind in ('r', 'p') and not c.relispartition
    -- Partitions that wait there for their end.
    and not (n.nspname = 'tain' and c.relname ~ '_p[0-9_]+$')
  group by n.nspname, c.oid, p.logicalrelid, p.partmethod
  having p.logicalrelid is not null or n.nspname = 'public' and bool_or(${IS_TIME})
  order by 1, 2`;

/** Options of the sessions behind the foreign tables. */
const OPTIONS = Object.entries({ timezone: 'UTC', jit: 'off', ...SHARD_SETTINGS })
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

interface DistributedTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly time: string | null;
  /**
   * The coordinator's own copy of a reference table, as SQL names it. Null for tables of the public mirror, because a
   * view of the copy would block its migrations.
   */
  readonly copy: string | null;
}

/** Tables that are read through the schema, each with its replacement. */
const READ_TABLES = `
  select t.oid as of, t.relacl, t.relowner, r.oid as shown
  from pg_class t join pg_namespace n on n.oid = t.relnamespace left join pg_dist_partition p on p.logicalrelid = t.oid
    join pg_class r on r.relnamespace = '${READING_SCHEMA}'::regnamespace and r.relname = t.relname
  where t.relkind in ('r', 'p') and (n.nspname = 'public' or n.nspname = 'tain' and p.logicalrelid is not null)`;

/** Query for missing grants: an owner or reader of a table may read it in the reading schema, too. */
const MISSING_GRANTS = `
  with reader as (
    select shown, case a.grantee when 0 then 'public' else a.grantee::regrole::text end as name
    from (${READ_TABLES}) t,
      lateral (select grantee from aclexplode(relacl) where privilege_type = 'SELECT' union select relowner) a
  )
  select format('grant usage on schema ${READING_SCHEMA} to %s', name) as statement
    from reader
   where not exists (
     select from pg_namespace, aclexplode(nspacl) a where oid = '${READING_SCHEMA}'::regnamespace and privilege_type = 'USAGE'
       and case grantee when 0 then 'public' else grantee::regrole::text end = name)
   group by name
  union all
  select format('grant select on %s to %s', shown::regclass, name)
    from reader
   where not exists (
     select from pg_class, aclexplode(relacl) a where oid = shown and privilege_type = 'SELECT'
       and case grantee when 0 then 'public' else grantee::regrole::text end = name)`;

/** Selects whether this user lacks rights in the schema that it has on the tables, and whether it may grant them. */
const LACKS_RIGHTS = `
  select pg_has_role(n.nspowner, 'usage') as owns, exists (
      select from (${READ_TABLES}) t
      where has_table_privilege(of, 'select')
        and not (has_schema_privilege(n.oid, 'usage') and has_table_privilege(shown, 'select'))) as lacks
  from pg_namespace n where n.nspname = '${READING_SCHEMA}'`;

/**
 * Creates the reading schema of a distributed database, or recreates it after a change of tables or of the coordinator's
 * address, and grants reading to the readers of the tables. Throws `Failure` when that is needed and the user may not.
 */
export async function ensureReadingSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<DistributedTable>(DISTRIBUTED_TABLES);
  const server = await selectServer(client);
  const { rows: made } = await client.query<{ comment: string | null; expected: string }>(
    `select obj_description(to_regnamespace($1), 'pg_namespace') as comment, md5($2) as expected`,
    [READING_SCHEMA, JSON.stringify([EDITION, server, rows])],
  );
  const [state] = made;
  if (state === undefined) return;
  if (state.comment === state.expected) {
    const { rows: rights } = await client.query<{ owns: boolean; lacks: boolean }>(LACKS_RIGHTS);
    if (rights[0]?.owns) await asSuperuser(client, () => runAll(client, MISSING_GRANTS));
    else if (rights[0]?.lacks) throw new Failure('database', NEEDS_SUPERUSER);
    return;
  }
  await asSuperuser(client, async () => {
    for (const statement of statementsFor(server, rows)) await client.query(statement);
    await runAll(client, MISSING_GRANTS);
    await client.query(`comment on schema ${READING_SCHEMA} is '${state.expected}'`);
  });
}

const NEEDS_SUPERUSER = `The schema ${READING_SCHEMA}, through which a database on several servers is read, is missing or unreadable for this user: start once, or run \`tain migrate\`, as a superuser.`;

/** Runs `work` in one transaction, in one process at a time. */
async function asSuperuser(client: pg.Client, work: () => Promise<void>): Promise<void> {
  try {
    await inTransaction(client, async () => {
      await client.query('select pg_advisory_xact_lock($1)', [...LOCK_KEYS.readingSchema]);
      await client.query('set local citus.enable_ddl_propagation = off');
      await work();
    });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    throw new Failure('database', NEEDS_SUPERUSER, { cause: error });
  }
}

/** Returns the coordinator's address as options of a foreign server. */
async function selectServer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server: string }>(
    `select format('host %L, port %L, dbname %L', nodename, nodeport::text, current_database()) as server
     from pg_dist_node where groupid = 0`,
  );
  const [node] = rows;
  if (node !== undefined) return node.server;
  throw new Failure(
    'database',
    'The coordinator does not know its own address: run `select citus_set_coordinator_host(…)` first (docs/scaling.md).',
  );
}

function statementsFor(server: string, tables: readonly DistributedTable[]): string[] {
  return [
    'set local client_min_messages = error',
    'create extension if not exists postgres_fdw schema public',
    `drop schema if exists ${READING_SCHEMA} cascade`,
    `drop server if exists ${SERVER} cascade`,
    `create server ${SERVER} foreign data wrapper postgres_fdw options (${server}, updatable 'false',
       fetch_size '2000', fdw_startup_cost '10', fdw_tuple_cost '1', options ${pg.escapeLiteral(OPTIONS)})`,
    // The user mapping equals the one between Citus servers. Grants of this file limit what a user reads through it.
    `do $$ begin
       execute format('create user mapping for public server ${SERVER} options (user %L, password_required ''false'')', current_user);
     end $$`,
    `create schema ${READING_SCHEMA}`,
    ...tables.flatMap(tableStatements),
    // Execute a statement about the tables themselves with the rights of the caller.
    ...[
      '(query text) returns setof record',
      '(row_type anyelement, query text) returns setof anyelement',
    ].map(
      (signature) => `create function ${READING_SCHEMA}.rows_of${signature} language plpgsql stable rows 100
         as 'begin return query execute query; end'`,
    ),
    // A large row estimate, so that the planner never fetches a whole table, and leaves order and limit to Citus.
    `update pg_class set reltuples = 1e9, relpages = 1e7
     where relkind = 'f' and relnamespace = '${READING_SCHEMA}'::regnamespace`,
  ];
}

/**
 * Returns statements that create a table of the reading schema: a foreign table, or a view of the coordinator's copy,
 * which needs no network round trip. A table with a consensus time is behind a view that ends with the visible block.
 */
function tableStatements({ schema, name, columns, time, copy }: DistributedTable): string[] {
  const shown = `${READING_SCHEMA}.${pg.escapeIdentifier(name)}`;
  const far = `${READING_SCHEMA}.${pg.escapeIdentifier(time === null ? name : `${name}__rows`)}`;
  const options = `schema_name ${pg.escapeLiteral(schema)}, table_name ${pg.escapeLiteral(name)}`;
  const made =
    copy === null
      ? [`create foreign table ${far} (${columns.join(', ')}) server ${SERVER} options (${options})`]
      : [];
  // The bound is a sub-select, because that is evaluated once and sent to the shards as a value.
  const bound = time === null ? '' : `where ${time} <= (select ${VISIBLE_SQL})`;
  if (copy !== null || time !== null) {
    const ctid = WITH_CTID.has(name) ? ', ctid' : '';
    made.push(`create view ${shown} as select *${ctid} from ${copy ?? far} ${bound}`);
  }
  return made;
}

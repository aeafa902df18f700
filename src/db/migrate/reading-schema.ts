import pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import { READING_SCHEMA, VISIBLE_SETTING } from '../connections/distributed-reading.ts';
import { inTransaction } from '../connections/transaction.ts';
import { LOCK_KEYS } from '../locks/lock-keys.ts';

/** The server and what it is called; a change of what is made here is another number. */
const SERVER = 'tain_coordinator';
const EDITION = 1;

/**
 * The tables that are distributed and ours or the public mirror's, with their columns. Of a domain the base type, and of an
 * enumeration its own: foreign tables pass on what they compare only for types that every server has.
 */
const DISTRIBUTED_TABLES = `
  select n.nspname as schema, c.relname as name,
    array_agg(format('%I %s', attname, format_type(
      case t.typtype when 'd' then t.typbasetype else atttypid end,
      case t.typtype when 'd' then t.typtypmod else atttypmod end)) order by attnum) as columns,
    min(attname) filter (where attname = case c.relname when 'record_file' then 'consensus_end' else 'consensus_timestamp' end)
      as time,
    coalesce((select array_agg(distinct case grantee when 0 then 'public' else quote_ident(grantee::regrole::text) end)
      from aclexplode(c.relacl) where privilege_type = 'SELECT' and grantee <> c.relowner), '{}') as readers
  from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped join pg_type t on t.oid = atttypid
  where n.nspname in ('public', 'tain') and not c.relispartition
  group by n.nspname, c.oid
  order by 1, 2`;

interface DistributedTable {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly time: string | null;
  readonly readers: readonly string[];
}

/** Rows of these are told apart by their place where they are of one time. */
const WITH_PLACE = new Set(['transaction_signature']);

/**
 * Makes the schema that a distributed database is read through, or makes it anew where its tables have changed. Throws `Failure`
 * where it must be made and the user may not.
 */
export async function ensureReadingSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<DistributedTable>(DISTRIBUTED_TABLES);
  const { rows: made } = await client.query<{ comment: string | null; wanted: string }>(
    `select obj_description(to_regnamespace($1), 'pg_namespace') as comment, md5($2) as wanted`,
    [READING_SCHEMA, JSON.stringify([EDITION, rows])],
  );
  const [state] = made;
  if (state === undefined || state.comment === state.wanted) return;
  try {
    await inTransaction(client, async () => {
      await client.query('select pg_advisory_xact_lock($1)', [...LOCK_KEYS.readingSchema]);
      for (const statement of await statementsFor(client, rows)) await client.query(statement);
      await client.query(`comment on schema ${READING_SCHEMA} is '${state.wanted}'`);
    });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    throw new Failure(
      'database',
      `The schema ${READING_SCHEMA}, by which a database on several servers is read, must be made: start once, or run \`tain migrate\`, as a superuser.`,
      { cause: error },
    );
  }
}

async function statementsFor(client: pg.Client, tables: readonly DistributedTable[]): Promise<string[]> {
  const { rows } = await client.query<{ server: string; user: string }>(
    `select format('host %L, port %L, dbname %L', nodename, nodeport::text, current_database()) as server,
       format('user %L, password_required ''false''', current_user) as user
     from pg_dist_node where groupid = 0`,
  );
  const [node] = rows;
  if (node === undefined) {
    throw new Failure(
      'database',
      'The coordinator does not know its own address: run `select citus_set_coordinator_host(…)` first (docs/scaling.md).',
    );
  }
  const readers = new Set(tables.flatMap((table) => table.readers));
  return [
    'set local citus.enable_ddl_propagation = off',
    'set local client_min_messages = error',
    'create extension if not exists postgres_fdw schema public',
    `drop schema if exists ${READING_SCHEMA} cascade`,
    `drop server if exists ${SERVER} cascade`,
    `create server ${SERVER} foreign data wrapper postgres_fdw options (${node.server}, updatable 'false',
       fetch_size '2000', fdw_startup_cost '10', fdw_tuple_cost '1', options '-c timezone=UTC -c jit=off')`,
    // As Citus itself comes from one server to another.
    `create user mapping for public server ${SERVER} options (${node.user})`,
    `create schema ${READING_SCHEMA}`,
    ...tables.flatMap(tableStatements),
    ...[...readers].map((reader) => `grant usage on schema ${READING_SCHEMA} to ${reader}`),
    // So many rows that the planner never fetches a table whole, and leaves order and limit to the engine.
    `update pg_class set reltuples = 1e9, relpages = 1e7
     where relkind = 'f' and relnamespace = '${READING_SCHEMA}'::regnamespace`,
  ];
}

/** A foreign table; of what has a consensus time, under a view that ends with the last visible block. */
function tableStatements({ schema, name, columns, time, readers }: DistributedTable): string[] {
  const far = `${READING_SCHEMA}.${pg.escapeIdentifier(time === null ? name : `${name}__rows`)}`;
  const shown = `${READING_SCHEMA}.${pg.escapeIdentifier(name)}`;
  const options = `schema_name ${pg.escapeLiteral(schema)}, table_name ${pg.escapeLiteral(name)}`;
  const made = [`create foreign table ${far} (${columns.join(', ')}) server ${SERVER} options (${options})`];
  if (time !== null) {
    // A sub-select, since it is worked out once and goes to the shards as a value.
    made.push(`create view ${shown} as select *${WITH_PLACE.has(name) ? ', ctid' : ''} from ${far}
      where ${time} <= (select coalesce(nullif(current_setting('${VISIBLE_SETTING}', true), ''), '9223372036854775807')::bigint)`);
  }
  return [...made, ...readers.map((reader) => `grant select on ${shown} to ${reader}`)];
}

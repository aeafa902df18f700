import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { type ConnectionTarget, connectionConfig, Database } from '../../src/store/connections/database.ts';
import { ensureReadingSchema } from '../../src/store/migrate/reading-schema.ts';
import { ReadServers } from '../../src/store/reads/servers/read-servers.ts';

const run = promisify(execFile);

/** Creates the views for reading a distributed database, like a start of the service. */
export async function prepareReading(url: string): Promise<void> {
  const client = new pg.Client(connectionConfig({ url }));
  await client.connect();
  try {
    await ensureReadingSchema(client);
  } finally {
    await client.end();
  }
}

/** Opens a pool that reads a distributed database like the services. */
export function openDistributed(url: string): Database {
  return new Database(
    { url, isDistributed: true },
    { applicationName: 'tain test', maxConnections: 10, repeatableRead: true },
  );
}

/**
 * Reads a distributed database like the services, including rows that belong to no block. `close` ends the reading, and
 * does not close the database.
 */
export async function startReading(
  url: string,
  { endsWithBlock = false, log = pino({ level: 'silent' }) } = {},
): Promise<{ servers: ReadServers; close(): Promise<void> }> {
  await prepareReading(url);
  const database = openDistributed(url);
  const servers = new ReadServers({
    primary: database,
    replicas: [],
    maxLagMs: 5000,
    log,
    endsWithBlock,
  });
  return {
    servers,
    async close() {
      await servers.close();
      await database.end();
    },
  };
}

/**
 * Copies all rows of a database with Tain's schema to another one on any server, or only those of the tables that it
 * has.
 */
export async function copyRows(
  from: ConnectionTarget,
  url: string,
  { has = () => true }: { readonly has?: (table: string) => boolean } = {},
): Promise<void> {
  const client = new pg.Client(connectionConfig(from));
  await client.connect();
  const { rows: all } = await client.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relnamespace in ('public'::regnamespace, 'tain'::regnamespace) and relkind in ('r', 'p') and not relispartition
       and c.oid::regclass::text not in ('tain.migration', 'tain.repeatable_migration')
       -- The status service's have keys on each other.
       and c.relname not like 'status%'
     group by c.oid`,
  );
  await client.end();
  const rows = all.filter(({ name }) => has(name));
  const { host = '', port = 0, user = '', database = '' } = from as unknown as Record<string, string>;
  const emptied = `select 'truncate ${rows.map(({ name }) => name).join(', ')} cascade;';\n`;
  const script = rows
    .map(
      ({ name, columns }) => `select 'copy ${name} (${columns.replaceAll("'", "''")}) from stdin;';
copy (select ${columns} from ${name}) to stdout;
select '\\.';
`,
    )
    .join('');
  await run(
    'bash',
    [
      '-c',
      'set -o pipefail; psql -qXAt -v ON_ERROR_STOP=1 <<<"$SCRIPT" | psql -qX -v ON_ERROR_STOP=1 "$TO" >/dev/null',
    ],
    {
      env: {
        ...process.env,
        SCRIPT: `${emptied}select 'set session_replication_role = replica;';\n${script}`,
        TO: url,
        PGHOST: String(host),
        PGPORT: String(port),
        PGUSER: String(user),
        PGDATABASE: String(database),
      },
    },
  );
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Failure } from '../kernel/failure.ts';
import { type ConnectionTarget, connectionConfig } from './database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Key of the advisory lock that lets one process migrate at a time. */
const LOCK = 0x7461_696e;

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** All migrations in order. Throws when two have the same number or a name does not fit. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
    const version = Number(FILE_NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(version) || migrations.at(-1)?.version === version) {
      throw new Error(`migration ${name}: its name must begin with a number of its own`);
    }
    const sql = await readFile(`${folder}/${name}`, 'utf8');
    migrations.push({ version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') });
  }
  return migrations;
}

/** The state of a database before anything is done to it. */
export type SchemaState = 'empty' | 'ours' | 'public-mirror';

/** Detects whether a database is empty, made by Tain, or made by the public mirror node. */
export async function selectSchemaState(client: pg.Client | pg.PoolClient): Promise<SchemaState> {
  const { rows } = await client.query<{ ours: boolean; ledger: boolean }>(
    `select to_regclass('tain.migration') is not null as ours,
            to_regclass('public.record_file') is not null as ledger`,
  );
  if (rows[0]?.ours) return 'ours';
  return rows[0]?.ledger ? 'public-mirror' : 'empty';
}

export interface MigrateOptions {
  /** The folder of the migrations; ours by default. */
  readonly folder?: string;
  /** Done once the schema is there, by one process at a time. */
  readonly andThen?: (client: pg.Client) => Promise<void>;
}

/**
 * Migrates a database to the current schema, each migration in a transaction of its own. Several processes
 * may call it at once. A database that is up to date is only read: a user without other rights, or a standby,
 * will do. Returns the names of the migrations applied. Throws `Failure` when the database belongs to a
 * public mirror node (we would have to change its tables), when it was migrated by a newer release, or when
 * something is missing and cannot be created.
 */
export async function migrate(target: ConnectionTarget, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  const client = new pg.Client({ ...connectionConfig(target), application_name: 'tain migrate' });
  // Between two statements, the next one reports that the connection ended.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (!options.andThen && (await selectMissing(client, migrations)).length === 0) return [];
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    // Another process may have migrated it meanwhile.
    const missing = await selectMissing(client, migrations);
    if (missing.length > 0) await apply(client, missing);
    await options.andThen?.(client);
    return missing.map(({ name }) => name);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The migrations that a database lacks. Read-only. Throws `Failure` when it cannot be migrated at all. */
async function selectMissing(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const state = await selectSchemaState(client);
  if (state === 'public-mirror') {
    throw new Failure(
      'database',
      'This database was made by a public mirror node: it can be served (--roles api) but not migrated or written to.',
    );
  }
  if (state === 'empty') return [...migrations];
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from tain.migration order by version',
  );
  const applied = new Map(rows.map((row) => [row.version, row]));
  const known = new Set(migrations.map((migration) => migration.version));
  const newer = rows.find((row) => !known.has(row.version));
  if (newer) {
    throw new Failure('database', `This database was migrated by a newer release of tain (${newer.name}).`);
  }
  const changed = migrations.find(({ version, checksum }) => {
    const before = applied.get(version);
    return before !== undefined && before.checksum !== checksum;
  });
  if (changed) {
    throw new Failure('database', `Migration ${changed.name} was changed after it had been applied.`);
  }
  return migrations.filter(({ version }) => !applied.has(version));
}

/** Objects of the same name that somebody else created: duplicate schema, table, object, function. */
const IN_THE_WAY = new Set(['42P06', '42P07', '42710', '42723']);
/** Missing rights, and a read-only server or session. */
const FORBIDDEN = new Set(['42501', '25006']);

async function apply(client: pg.Client, missing: readonly Migration[]): Promise<void> {
  let current = missing[0]?.name;
  try {
    await client.query(`
      create schema if not exists tain;
      create table if not exists tain.migration (
        version int primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default clock_timestamp()
      )`);
    for (const migration of missing) {
      current = migration.name;
      await applyMigration(client, migration);
    }
  } catch (cause) {
    const { code = '', message } = cause as { code?: string; message: string };
    if (IN_THE_WAY.has(code)) {
      const sentence = `The database holds something that tain did not make (${current}: ${message}): use an empty one.`;
      throw new Failure('database', sentence, { cause });
    }
    if (FORBIDDEN.has(code)) {
      const sentence = `The database lacks ${plural(missing.length)} from ${current} on, and this user cannot make them (${message}): run \`tain migrate\` as the owner of the database.`;
      throw new Failure('database', sentence, { cause });
    }
    throw cause;
  }
}

function plural(count: number): string {
  return count === 1 ? 'a migration' : `${count} migrations`;
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into tain.migration (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    // A broken connection has nothing to roll back, and its end is not the cause.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

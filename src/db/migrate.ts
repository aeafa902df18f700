import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Failure } from '../errors.ts';
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

/** What a database is before anything is done to it. */
export type SchemaState = 'empty' | 'ours' | 'public-mirror';

/** Tells whether a database is empty, made by Tain, or made by the public mirror node. */
export async function selectSchemaState(client: pg.Client | pg.PoolClient): Promise<SchemaState> {
  const { rows } = await client.query<{ ours: boolean; ledger: boolean }>(
    `select to_regclass('tain.migration') is not null as ours,
            to_regclass('public.record_file') is not null as ledger`,
  );
  if (rows[0]?.ours) return 'ours';
  return rows[0]?.ledger ? 'public-mirror' : 'empty';
}

/**
 * Brings a database to the present schema, each migration in a transaction of its own. Several
 * processes may call it at once. Returns the names of the migrations applied.
 * Throws `Failure` when the database belongs to a public mirror node (we would have to change its
 * tables), or when it was migrated by a newer release.
 */
export async function migrate(target: ConnectionTarget, folder?: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ ...connectionConfig(target), application_name: 'tain migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    if ((await selectSchemaState(client)) === 'public-mirror') {
      throw new Failure(
        'database',
        'This database was made by a public mirror node: it can be served (--roles api) but not migrated or written to.',
      );
    }
    await client.query(`
      create schema if not exists tain;
      create table if not exists tain.migration (
        version int primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default clock_timestamp()
      )`);
    const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
      'select version, name, checksum from tain.migration order by version',
    );
    const applied = new Map(rows.map((row) => [row.version, row]));
    const known = new Set(migrations.map((migration) => migration.version));
    const newer = rows.find((row) => !known.has(row.version));
    if (newer) {
      throw new Failure('database', `This database was migrated by a newer release of tain (${newer.name}).`);
    }
    const done: string[] = [];
    for (const migration of migrations) {
      const before = applied.get(migration.version);
      if (before) {
        if (before.checksum !== migration.checksum) {
          throw new Failure('database', `Migration ${migration.name} was changed after it had been applied.`);
        }
        continue;
      }
      await applyMigration(client, migration);
      done.push(migration.name);
    }
    return done;
  } finally {
    await client.end();
  }
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
    await client.query('rollback');
    throw error;
  }
}

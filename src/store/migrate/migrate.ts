import type pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import type { Progress } from '../../kernel/progress.ts';
import { poll } from '../../kernel/retry.ts';
import { type ConnectionTarget, connectionConfig } from '../connections/database.ts';
import { hasCitus } from '../connections/distributed.ts';
import { inTransaction } from '../connections/distributed-reading.ts';
import { SessionClient } from '../connections/session-client.ts';
import { endStranger, LOCK_KEYS, tryAdvisoryLock } from '../locks/advisory-lock.ts';
import type { Queryable } from '../writer/writer.ts';
import { buildConcurrently, readIndexStatements } from './concurrent-index.ts';
import {
  distribute,
  type Misplaced,
  misplacedSentence,
  type Placements,
  selectMisplaced,
} from './distribute.ts';
import { type Migration, type MigrationFiles, readMigrations } from './migration-files.ts';
import { tableStep } from './migration-progress.ts';
import { type Partitioning, partition, selectToPartition, type ToPartition } from './partition.ts';

/** `application_name` of the session that migrates. */
export const MIGRATE_SESSION = 'tain migrate';
/** Pause between two attempts to take the lock. */
const LOCK_PAUSE_MS = 100;
/** Maximum number of misplaced tables that a message names. */
const MAX_NAMED = 5;

/** State of a database before a migration. */
export type SchemaState = 'empty' | 'ours' | 'public-mirror';

/** Detects whether a database is empty, made by Tain, or made by the public mirror node. */
export async function selectSchemaState(client: pg.Client): Promise<SchemaState> {
  const { rows } = await client.query<{ ours: boolean; ledger: boolean }>(
    `select to_regclass('tain.migration') is not null as ours,
            to_regclass('public.record_file') is not null as ledger`,
  );
  if (rows[0]?.ours) return 'ours';
  return rows[0]?.ledger ? 'public-mirror' : 'empty';
}

export interface MigrateOptions {
  /** Folder of the migrations; ours by default. */
  readonly folder?: string;
  /** Called once the schema exists, by one process at a time. */
  readonly andThen?: (client: pg.Client) => Promise<void>;
  /** Called with the name of each index before it is built concurrently, which may take long. */
  readonly onBuild?: (index: string) => void;
  /** Called with each table that is partitioned or distributed, as a step of bytes; with null at the end of a step. */
  readonly onProgress?: (progress: Progress | null) => void;
  /** Whether migrations may delete rows. Default: such a migration is refused. */
  readonly acceptsLoss?: boolean;
  /** Called with a sentence that counts the rows that a migration deletes, before it runs. */
  readonly onLoss?: (sentence: string) => void;
  /** Distribution of tables where the database has the extension Citus. Default: none. */
  readonly distribution?: DistributionOptions;
  /** Partitioning of tables by time. Default: unchanged. */
  readonly partitioning?: Partitioning;
}

export interface DistributionOptions {
  readonly placements: Placements;
  /** Shards of each group. */
  readonly shards: number;
  /** Called with the name of each table before it is distributed, which takes long where it has many rows. */
  readonly onDistribute?: (table: string) => void;
}

/** Objects that a database lacks. */
export interface Missing {
  readonly state: SchemaState;
  readonly migrations: readonly Migration[];
  readonly functions: MigrationFiles['functions'];
}

/**
 * Brings a database to the current schema: applies each numbered migration in its own transaction, except indexes that
 * are built concurrently; then the changed functions; then partitions tables by time if requested; last, distributes
 * the tables if the database has the extension Citus. Several processes may call it concurrently. A complete database
 * is only read, so a user without other rights, or a standby, is enough. Returns the names of the applied migrations.
 * Throws `Failure` when the database belongs to a public mirror node (its tables would have to change), when its schema
 * is that of a newer release or of one before the first numbering, when an object is missing and cannot be created, or
 * when rows would be deleted and `acceptsLoss` is not set.
 */
export async function migrate(target: ConnectionTarget, options: MigrateOptions = {}): Promise<string[]> {
  const files = await readMigrations(options.folder);
  return withClient(target, async (client) => {
    const { partitioning } = options;
    const isDone = async (missing: Missing) =>
      isComplete(missing) &&
      (await selectToDistribute(client, options.distribution)).length === 0 &&
      (!partitioning || isDivided(await selectToPartition(client, partitioning)));
    if (!options.andThen && (await isDone(await selectMissing(client, files)))) return [];
    await client.query('set statement_timeout = 0');
    await acquireLock(client);
    // Another process may have migrated it meanwhile.
    const missing = await selectMissing(client, files);
    await announceLosses(client, missing, options);
    if (!isComplete(missing)) await apply(client, missing, options.onBuild ?? (() => undefined));
    const { onProgress = () => undefined } = options;
    const stepOf = (name: string, tables: readonly string[]) => tableStep(client, name, tables, onProgress);
    if (partitioning) {
      const toPartition = await selectToPartition(client, partitioning);
      await partition(client, toPartition, {
        ...partitioning,
        onTable: await stepOf('partitioning', toPartition.tables),
      });
    }
    if (options.distribution) {
      const { placements } = options.distribution;
      const toDistribute = await selectToDistribute(client, options.distribution);
      const tables = toDistribute.map(({ table }) => table);
      const onTable = await stepOf('distributing', tables);
      await distribute(client, placements, toDistribute, { ...options.distribution, onTable });
    }
    await options.andThen?.(client);
    return [...missing.migrations, ...missing.functions].map(({ name }) => name);
  });
}

/**
 * Throws `Failure` when a database of ours does not have the schema of this release, for roles that may not migrate.
 * Indexes that are still being built concurrently may be missing, which costs only speed.
 */
export async function verifySchema(
  target: ConnectionTarget,
  { folder, placements }: { readonly folder?: string; readonly placements?: Placements } = {},
): Promise<void> {
  const files = await readMigrations(folder);
  const { state, migrations, functions, misplaced } = await withClient(target, async (client) => ({
    ...(await selectMissing(client, files)),
    misplaced: await selectToDistribute(client, placements && { placements }),
  }));
  const [first] = [...migrations.filter(({ concurrently }) => !concurrently), ...functions];
  if (first === undefined) {
    if (misplaced[0] === undefined) return;
    const [named, more] = [misplaced.slice(0, MAX_NAMED), misplaced.length - MAX_NAMED];
    const others = more > 0 ? ` ${more} more are elsewhere, too.` : '';
    throw new Failure(
      'database',
      `${named.map(misplacedSentence).join(' ')}${others} Run \`tain migrate\`, or start the ingest first.`,
    );
  }
  const sentence =
    state === 'empty'
      ? 'The database has no tables of tain yet'
      : `The database has an older schema than this release needs (${first.name} has not been applied)`;
  throw new Failure(
    'database',
    `${sentence}: run \`tain migrate\`, or start the ingest of this release first.`,
  );
}

async function withClient<T>(target: ConnectionTarget, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new SessionClient({ ...connectionConfig(target), application_name: MIGRATE_SESSION });
  // The error that ended the connection. A later statement fails with a less useful error.
  let end: Error | null = null;
  client.on('error', (error: Error) => {
    end ??= error;
  });
  await client.connect();
  try {
    return await work(client);
  } catch (error) {
    throw end ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Polls, because `create index concurrently` waits for every open transaction: a blocked statement would block it. */
async function acquireLock(client: pg.Client): Promise<void> {
  const attempt = async () => {
    if (await tryAdvisoryLock(client as Queryable, LOCK_KEYS.migration)) return true;
    await endStranger(client as Queryable, LOCK_KEYS.migration);
    return undefined;
  };
  await poll(attempt, { intervalMs: LOCK_PAUSE_MS });
}

/** Returns the tables that are still to be distributed; none on one server. */
async function selectToDistribute(
  client: pg.Client,
  distribution: Pick<DistributionOptions, 'placements'> | undefined,
): Promise<Misplaced[]> {
  if (!distribution || !(await hasCitus(client))) return [];
  return selectMisplaced(client, distribution.placements);
}

function isDivided({ tables, begun }: ToPartition): boolean {
  return tables.length === 0 && begun.length === 0;
}

function isComplete({ migrations, functions }: Missing): boolean {
  return migrations.length === 0 && functions.length === 0;
}

/** Returns the migrations that a database lacks. Read-only. Throws `Failure` when it cannot be migrated at all. */
async function selectMissing(client: pg.Client, files: MigrationFiles): Promise<Missing> {
  const state = await selectSchemaState(client);
  if (state === 'public-mirror') {
    throw new Failure(
      'database',
      'This database was made by a public mirror node: it can be served (--roles api) but not migrated or written to.',
    );
  }
  if (state === 'empty') return { state, ...files };
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from tain.migration order by version',
  );
  const [first] = files.migrations;
  if (rows[0] && rows[0].name !== first?.name) {
    throw new Failure(
      'database',
      'This database was made by a version of tain before its first release, and cannot be migrated: drop it, or set another DATABASE_URL or TAIN_DATA_DIR, and read the streams again.',
    );
  }
  const applied = new Map(rows.map((row) => [row.version, row]));
  const known = new Set(files.migrations.map((migration) => migration.version));
  const newer = rows.find((row) => !known.has(row.version));
  if (newer) {
    throw new Failure('database', `This database was migrated by a newer release of tain (${newer.name}).`);
  }
  const changed = files.migrations.find(({ version, checksum }) => {
    const before = applied.get(version);
    return before !== undefined && before.checksum !== checksum;
  });
  if (changed) {
    throw new Failure('database', `Migration ${changed.name} was changed after it had been applied.`);
  }
  const repeatable = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from tain.repeatable_migration',
  );
  const current = new Map(repeatable.rows.map(({ name, checksum }) => [name, checksum]));
  return {
    state,
    migrations: files.migrations.filter(({ version }) => !applied.has(version)),
    functions: files.functions.filter(({ name, checksum }) => current.get(name) !== checksum),
  };
}

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

/** Counts the rows that missing migrations delete. Throws `Failure` if there are any that may not be deleted. */
async function announceLosses(
  client: pg.Client,
  { state, migrations }: Missing,
  { acceptsLoss, onLoss }: MigrateOptions,
): Promise<void> {
  const lost: string[] = [];
  for (const { name, losses } of state === 'ours' ? migrations : []) {
    if (losses === null) continue;
    // A table that an earlier one of these migrations creates has no rows yet.
    const { rows } = await client
      .query<{ what: string; count: string }>(losses)
      .catch((error: { readonly code?: string }) => {
        if (error.code === UNDEFINED_TABLE) return { rows: [] };
        throw error;
      });
    const counts = rows.filter(({ count }) => Number(count) > 0).map(({ what, count }) => `${count} ${what}`);
    if (counts.length > 0) lost.push(`${counts.join(', ')} (${name})`);
  }
  if (lost.length === 0) return;
  const rows = lost.join('; ');
  if (!acceptsLoss) {
    throw new Failure(
      'database',
      `The new version deletes rows of this database: ${rows}. Back it up, then migrate with --accept-data-loss (TAIN_ACCEPT_DATA_LOSS=on). Nothing was changed.`,
    );
  }
  onLoss?.(`The migration deletes rows: ${rows}`);
}

/** SQLSTATEs of an existing object of the same name: duplicate schema, table, object, function. */
const DUPLICATE_OBJECT_CODES = new Set(['42P06', '42P07', '42710', '42723']);
/** SQLSTATEs of missing rights, and of a read-only server or session. */
const FORBIDDEN = new Set(['42501', '25006']);

async function apply(
  client: pg.Client,
  { state, migrations, functions }: Missing,
  onBuild: (index: string) => void,
): Promise<void> {
  const count = migrations.length + functions.length;
  let current = [...migrations, ...functions][0]?.name;
  try {
    await client.query(`
      create schema if not exists tain;
      create table if not exists tain.migration (
        version int primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default clock_timestamp()
      );
      create table if not exists tain.repeatable_migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default clock_timestamp()
      )`);
    for (const migration of migrations) {
      current = migration.name;
      // Empty tables get their indexes immediately.
      const isLong = migration.concurrently && state !== 'empty';
      if (isLong) await buildIndexes(client, migration, onBuild);
      const { version, name, checksum } = migration;
      await inTransaction(client, async () => {
        if (!isLong) await client.query(migration.sql);
        await client.query('insert into tain.migration (version, name, checksum) values ($1, $2, $3)', [
          version,
          name,
          checksum,
        ]);
      });
    }
    for (const { name, sql, checksum } of functions) {
      current = name;
      await inTransaction(client, async () => {
        await client.query(sql);
        await client.query(
          `insert into tain.repeatable_migration (name, checksum) values ($1, $2)
           on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
          [name, checksum],
        );
      });
    }
  } catch (cause) {
    const { code = '', message } = cause as { code?: string; message: string };
    if (DUPLICATE_OBJECT_CODES.has(code)) {
      const sentence = `The database contains an object that tain did not create (${current}: ${message}): use an empty one.`;
      throw new Failure('database', sentence, { cause });
    }
    if (FORBIDDEN.has(code)) {
      const lacking = count === 1 ? 'a migration' : `${count} migrations`;
      const sentence = `The database lacks ${lacking} from ${current} on, and this user cannot make them (${message}): run \`tain migrate\` as the owner of the database.`;
      throw new Failure('database', sentence, { cause });
    }
    throw cause;
  }
}

async function buildIndexes(
  client: pg.Client,
  migration: Migration,
  onBuild: (index: string) => void,
): Promise<void> {
  for (const index of readIndexStatements(migration.sql)) await buildConcurrently(client, index, onBuild);
}

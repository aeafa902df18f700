import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig } from '../../src/store/connections/database.ts';
import { type EmbeddedServer, openEmbedded } from '../../src/store/embedded/embedded.ts';
import { migrate } from '../../src/store/migrate/migrate.ts';
import { readMigrations } from '../../src/store/migrate/migration-files.ts';
import { buildBalanceIndex } from '../ingest/balance-index.ts';
import { partitionAt } from '../partitioned.ts';

/** Size of a seeded database. */
export interface SeedSize {
  readonly transactions: number;
  readonly seed: number;
  /** Number of partitions with equally many transactions, by time. Default: not partitioned. */
  readonly partitions?: number;
}

/** Returns the time of a seed's transaction in nanoseconds, for a second: as `seed.at` in `seed.sql`. */
function timeOf(transaction: number): bigint {
  return 1_748_736_000_000_000_000n + BigInt(transaction) * 1_000_000_000n;
}

/** Returns the starts of a seed's partitions, except the first. */
export function partitionBounds({ transactions, partitions = 1 }: SeedSize): bigint[] {
  return Array.from({ length: partitions - 1 }, (_, n) =>
    timeOf(Math.round(((n + 1) * transactions) / partitions)),
  );
}

/** Number of digits of the hash of schema and seed with which a database's name begins. */
const SCHEMA = 16;
const SEED_SQL = new URL('seed.sql', import.meta.url);
/**
 * Folder of all seeded databases. It is outside of the clone, so that another clone can use them. PostgreSQL does not
 * run as root, and other users cannot enter root's home.
 */
const CACHE =
  process.env.TAIN_PLANS_CACHE ??
  path.join(process.getuid?.() === 0 ? '/var/cache' : path.join(os.homedir(), '.cache'), 'tain-test-plans');

/**
 * Opens the database of a seed, on a server with PostgreSQL's default settings. Creates it if there is none for the
 * current schema and seed, and removes databases of other schemas.
 */
export async function openSeededDatabase(size: SeedSize): Promise<EmbeddedServer> {
  const seedSql = await readFile(SEED_SQL, 'utf8');
  const { migrations, functions } = await readMigrations();
  const hash = createHash('sha256');
  for (const part of [seedSql, ...[...migrations, ...functions].map(({ checksum }) => checksum)])
    hash.update(part);
  const { transactions, seed, partitions = 1 } = size;
  const name = `${hash.digest('hex').slice(0, SCHEMA)}-${transactions}-${seed}-${partitions}`;
  const dataDir = path.join(CACHE, name);
  if (!(await exists(dataDir))) await makeAtomically(name, seedSql, size);
  // Statistics and rows must not change while plans are read.
  return openEmbedded({
    dataDir,
    openParents: true,
    untuned: true,
    settings: { autovacuum: 'off', fsync: 'off' },
  });
}

/**
 * Creates a seeded database in a folder of this process and renames it at the end, so that killed and concurrent runs
 * do no harm. If two runs finish, the database of the first one remains.
 */
async function makeAtomically(name: string, seedSql: string, size: SeedSize): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  await removeOthers(name.slice(0, SCHEMA));
  const fresh = path.join(CACHE, `${name}.${process.pid}`);
  await rm(fresh, { recursive: true, force: true });
  await make(fresh, seedSql, size);
  // An orphaned server may take seconds to stop, and would create its socket in another user's folder.
  while (isAlive(await postmasterOf(fresh))) await sleep(100);
  try {
    await rename(fresh, path.join(CACHE, name));
  } catch (error) {
    if (!(await exists(path.join(CACHE, name)))) throw error;
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Removes databases of other schemas, and leftovers of killed runs; not databases in creation or in use. */
async function removeOthers(schema: string): Promise<void> {
  for (const other of await readdir(CACHE)) {
    const [name = '', pid] = other.split('.');
    const isOfSchema = pid === undefined && name.startsWith(schema);
    const maker = Number(pid ?? Number.NaN);
    const isUsed = isAlive(maker) || isAlive(await postmasterOf(path.join(CACHE, other)));
    if (!isOfSchema && !isUsed) await rm(path.join(CACHE, other), { recursive: true, force: true });
  }
}

/** Returns the process id of the server that runs, or ran, on a folder; NaN if there is none. */
async function postmasterOf(dataDir: string): Promise<number> {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
}

/** Returns whether a process with this id exists, of any user. */
function isAlive(pid: number): boolean {
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function make(dataDir: string, seedSql: string, size: SeedSize): Promise<void> {
  const { transactions, seed, partitions } = size;
  const begun = performance.now();
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    maintenance_work_mem: '512MB',
  };
  const server = await openEmbedded({ dataDir, openParents: true, settings });
  try {
    await migrate(server.target);
    if (partitions !== undefined) await partitionAt(server.target, partitionBounds(size));
    const client = new pg.Client(connectionConfig(server.target));
    await client.connect();
    try {
      await client.query(
        `set seed.transactions = ${transactions}; set seed.seed = ${seed}; set synchronous_commit = off`,
      );
      const indexes = await dropIndexes(client);
      await client.query(seedSql);
      for (const definition of indexes) await client.query(definition);
      await client.query('drop schema seed cascade');
      await buildBalanceIndex(client);
      await client.query('vacuum analyze');
      await client.query('checkpoint');
    } finally {
      await client.end();
    }
  } finally {
    await server.release();
  }
  console.log(
    `${transactions} transactions in ${Math.round((performance.now() - begun) / 1000)} s, in ${dataDir}`,
  );
}

/** Drops indexes that are faster to build after the rows, and returns their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index join pg_class on oid = indrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and not indisprimary and not indisunique`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { Failure } from '../kernel/failure.ts';
import { type Progress, ProgressDisplay } from '../kernel/progress.ts';
import { addressOf, type ConnectionTarget, connectionConfig } from '../store/connections/database.ts';
import { databaseFailure } from '../store/connections/database-trouble.ts';
import { selectIsDistributed } from '../store/connections/distributed.ts';
import { LOCAL_NETWORK_SETTINGS, selectSlowSettings } from '../store/connections/postgres-settings.ts';
import { selectOn } from '../store/connections/select.ts';
import { SessionClient } from '../store/connections/session-client.ts';
import { ensureRoles } from '../store/embedded/access.ts';
import { type EmbeddedOptions, openEmbedded } from '../store/embedded/embedded.ts';
import { holdersText, LockWatch } from '../store/locks/lock-waits.ts';
import {
  MIGRATE_SESSION,
  migrate,
  type SchemaState,
  selectSchemaState,
  verifySchema,
} from '../store/migrate/migrate.ts';
import { MigrationWatch } from '../store/migrate/migration-progress.ts';
import type { Partitioning } from '../store/migrate/partition.ts';
import { ensureReadingSchema } from '../store/migrate/reading-schema.ts';
import { API_ROLE, grantRights, STATUS_ROLE } from '../store/migrate/rights.ts';
import { DISTRIBUTION } from '../store/schema/distribution.ts';
import { PARTITION_COLUMN, TIME_PARTITIONED } from '../store/schema/time-partitions.ts';

const MIN_SERVER_VERSION = 150_000;

/**
 * Requirement on a database's schema. `migrate`: migrated if necessary. `ours`: created by this program and up to date.
 * `any`: readable, also one that a public mirror node created.
 */
export type SchemaNeed = 'migrate' | 'ours' | 'any';

/** An open database whose schema meets the requirement. */
export interface OpenDatabase {
  readonly target: ConnectionTarget;
  /** Target of the same database for the services and for the status service, with no more rights than they need. */
  readonly apiTarget: ConnectionTarget;
  readonly statusTarget: ConnectionTarget;
  /** Target of the same database for joins over tables on several servers; null when one server has all tables. */
  readonly joinTarget: ConnectionTarget | null;
  /**
   * Whether the database may be written: false for one that a public mirror node created, which is served unchanged.
   */
  readonly writable: boolean;
  /** Names of the migrations that were applied to open it. */
  readonly applied: readonly string[];
  readonly embedded: boolean;
  /** Data folder of the embedded server; null for an external one. */
  readonly cluster: string | null;
  release(): Promise<void>;
}

export interface OpenOptions extends Pick<EmbeddedOptions, 'signal' | 'onSpawned' | 'mustExist'> {
  /** Called while the schema is migrated. By default the progress is logged. */
  readonly onProgress?: OnProgress;
}

/**
 * Opens the configured database, or starts or joins the embedded one. Throws `Failure` when the database cannot be reached,
 * is too old, or lacks the required schema.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  need: SchemaNeed,
  { onProgress = logged(log), ...options }: OpenOptions = {},
): Promise<OpenDatabase> {
  const { databaseUrl } = config;
  if (databaseUrl !== null) {
    const target = { url: databaseUrl };
    const prepared = await prepareSchema(
      target,
      config,
      log,
      need,
      onProgress,
      need === 'migrate' ? grantRights : undefined,
    );
    const joinTarget = await prepareReading(target);
    return {
      target,
      apiTarget: joinTarget ?? target,
      statusTarget: target,
      joinTarget,
      ...prepared,
      embedded: false,
      cluster: null,
      release: async () => undefined,
    };
  }
  const server = await openEmbedded({
    dataDir: config.dataDir,
    openParents: config.openParents,
    settings: config.network === 'demo' ? LOCAL_NETWORK_SETTINGS : {},
    log: (message) => log.info(message),
    ...options,
  });
  const { target, cluster, release } = server;
  try {
    const prepared = await prepareSchema(target, config, log, need, onProgress, ensureRoles);
    return {
      target,
      apiTarget: { ...target, user: API_ROLE },
      statusTarget: { ...target, user: STATUS_ROLE },
      joinTarget: null,
      ...prepared,
      embedded: true,
      cluster,
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

type OnProgress = (progress: Progress) => void;

/** Returns a receiver that logs progress every few seconds. */
function logged(log: Logger): OnProgress {
  const display = new ProgressDisplay({ write: (line) => log.info(line.trimEnd()) });
  return (progress) => display.update(progress);
}

/**
 * Checks the server, and migrates the schema if required. An empty embedded database is migrated by whichever role
 * opens it first. A public mirror node's database is not writable.
 */
async function prepareSchema(
  target: ConnectionTarget,
  config: Config,
  log: Logger,
  need: SchemaNeed,
  onProgress: OnProgress,
  andThen?: (client: pg.Client) => Promise<void>,
): Promise<Pick<OpenDatabase, 'writable' | 'applied'>> {
  try {
    const { state, network, slow } = await checkServer(target, need !== 'any');
    const isEmbedded = !('url' in target);
    // The embedded server has our own settings, which need no warning.
    if (!isEmbedded) for (const sentence of slow) log.warn(sentence);
    if (network !== null && network !== config.network) log.warn(otherNetwork(network, config.network));
    if (state === 'public-mirror' && need === 'any') return { writable: false, applied: [] };
    if (need !== 'migrate' && !(isEmbedded && state === 'empty'))
      await verifySchema(target, { placements: DISTRIBUTION });
    if (need !== 'migrate' && !andThen) return { writable: true, applied: [] };
    const watch = new LockWatch({ target, sessions: [MIGRATE_SESSION], log });
    const progress = new MigrationWatch(target, MIGRATE_SESSION, onProgress);
    const applied = await migrate(target, {
      ...(andThen ? { andThen } : {}),
      acceptsLoss: config.acceptDataLoss,
      onLoss: (sentence) => log.warn(sentence),
      onBuild: (index) => {
        progress.index(index);
        log.info(`Building the index ${index}: this may take long`);
      },
      onProgress: progress.step,
      ...(need === 'migrate' || state === 'empty' ? { partitioning: partitioningOf(config, log) } : {}),
      distribution: {
        placements: DISTRIBUTION,
        shards: config.citusShards,
        onDistribute: (table) => log.info(`Distributing table ${table}: this may take long`),
      },
    }).finally(() => Promise.all([watch.stop(), progress.stop()]));
    if (applied.length > 0) log.info(`The database was migrated: ${applied.join(', ')}`);
    return { writable: true, applied };
  } catch (error) {
    throw databaseFailure(error, `The database at ${addressOf(target)}`) ?? error;
  }
}

function partitioningOf({ partitions }: Config, log: Logger): Partitioning {
  return {
    tables: TIME_PARTITIONED,
    column: PARTITION_COLUMN,
    size: partitions === 'none' ? null : partitions,
    onPartition: (table) => log.info(`Partitioning table ${table} by time: this may take long`),
    onLocked: (table, holders) =>
      log.warn(
        { holders: holders.map(({ pid }) => pid) },
        `The partitioning waits for a lock of table ${table}, blocked by ${holdersText(holders)}`,
      ),
  };
}

/**
 * Returns the target that reads a database distributed over several servers, and creates its reading schema if that is missing.
 * Null when one server has all tables.
 */
async function prepareReading(target: { readonly url: string }): Promise<ConnectionTarget | null> {
  const client = new SessionClient(connectionConfig(target));
  try {
    await client.connect();
    const isDistributed = await selectIsDistributed(selectOn(client));
    if (!isDistributed) return null;
    await ensureReadingSchema(client);
    return { ...target, isDistributed };
  } catch (error) {
    throw databaseFailure(error, `The database at ${addressOf(target)}`) ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns the state of the schema, the network of the stored blocks (null: not known), and the settings of the server that
 * make it slow. Throws `Failure` when the server is too old or not in UTF-8.
 */
async function checkServer(
  target: ConnectionTarget,
  write: boolean,
): Promise<{
  readonly state: SchemaState;
  readonly network: string | null;
  readonly slow: readonly string[];
}> {
  const client = new SessionClient(connectionConfig(target));
  await client.connect();
  try {
    // The embedded server has no pooler.
    if ('url' in target) await refuseSharedSessions(client, target);
    const { rows } = await client.query<{ version: number; text: string; encoding: string }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as text,
              current_setting('server_encoding') as encoding`,
    );
    const version = rows[0];
    if (!version || version.version < MIN_SERVER_VERSION) {
      throw new Failure('database', `PostgreSQL ${version?.text} is too old: 15 or newer is needed.`);
    }
    if (version.encoding !== 'UTF8') {
      throw new Failure(
        'database',
        `The database has encoding ${version.encoding}: create one with encoding UTF8 (create database … encoding 'UTF8' template template0).`,
      );
    }
    const state = await selectSchemaState(client);
    // Users of the operator may lack the right to read it.
    const network = state === 'ours' ? await selectNetwork(client).catch(() => null) : null;
    return { state, network, slow: await selectSlowSettings(client, write) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Throws `Failure` when a pooler lets another client use the session of a connected one between its transactions.
 * PgBouncer gives a new client the session that was used last.
 */
async function refuseSharedSessions(client: SessionClient, target: ConnectionTarget): Promise<void> {
  const other = new SessionClient(connectionConfig(target));
  try {
    await other.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid;
    if (pid === client.backendPid && pid !== other.backendPid) return;
  } finally {
    await other.end().catch(() => undefined);
  }
  throw new Failure(
    'database',
    `The pooler at ${addressOf(target)} shares sessions between transactions: set its pool_mode to session, or connect to PostgreSQL directly (docs/operations.md, "Poolers").`,
  );
}

async function hasBlocks(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>('select exists (select from record_file) as has');
  return rows[0]?.has ?? false;
}

/**
 * Records which network a database holds. A database without blocks may still become another network's. Throws
 * `Failure` when it holds another one, because rows of two ledgers in one set of tables could not be separated again.
 */
export async function claimNetwork(target: ConnectionTarget, network: string): Promise<void> {
  const client = new SessionClient(connectionConfig(target));
  await client.connect();
  try {
    await client.query(
      `insert into tain.network as n (name) values ($1)
       on conflict (one) do update set name = excluded.name, first_used = clock_timestamp()
       where n.name <> excluded.name and not $2`,
      [network, await hasBlocks(client)],
    );
    const held = await selectNetwork(client);
    if (held !== network) throw new Failure('usage', otherNetwork(held, network));
  } finally {
    await client.end();
  }
}

/** Returns the network that a database holds; null before the first ingest. */
async function selectNetwork(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>('select name from tain.network');
  return rows[0]?.name ?? null;
}

function otherNetwork(held: string | null, network: string): string {
  return `This database holds network ${held}, but TAIN_NETWORK is ${network}: use another TAIN_DATA_DIR or DATABASE_URL.`;
}

const MEGABYTE = 1024 * 1024;

/**
 * Settings of each of our sessions, on the embedded server and on any other. The list holds only settings that every
 * server accepts, because a session that cannot set one is closed (`effective_io_concurrency` on systems without
 * `posix_fadvise`).
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  // The usual search path begins with the schema of the user's name, and a user may be called `tain`.
  search_path: 'public',
  timezone: 'UTC',
  // Compiling costs more than any of our short queries.
  jit: 'off',
  // Index pages are in memory or on a disk without moving parts. With the default of 4, made for spinning
  // disks, the planner prefers to read and sort far more rows in physical order.
  random_page_cost: '1.1',
  // Starting and stopping workers takes longer than a query that reads a page.
  max_parallel_workers_per_gather: '0',
  work_mem: '16MB',
};

/** Server settings of the embedded server that only its configuration can set. */
interface ServerSetting {
  /** Value, or function of the server's memory in bytes. */
  readonly value: string | ((memory: number) => string);
  /** Minimum on the operator's own server, below which a warning is logged: a size, as PostgreSQL writes it. */
  readonly min?: string;
  /** Whether the setting matters only to processes that store a stream. */
  readonly forWriting?: boolean;
}

const SERVER_SETTINGS: Readonly<Record<string, ServerSetting>> = {
  // The pages that the ingest changes (the end of each account's part of an index) should fit. Measured with 1 GB: the
  // pages of five million transactions were read from the system's cache, and written back, four times each.
  shared_buffers: { value: share(1 / 8, 64, 4096), min: '512MB' },
  effective_cache_size: { value: share(1 / 2, 256, 65_536), min: '1GB' },
  maintenance_work_mem: { value: share(1 / 64, 64, 512) },
  // Eight processes of the query service use 64 connections.
  max_connections: { value: '128' },
  // Budgets, incidents and other rows that are in no stream must survive a crash. Sessions that write only what can be
  // read again turn it off themselves.
  synchronous_commit: { value: 'on' },
  // After each checkpoint the first change of a page logs the whole page. Few checkpoints while catching up
  // cost disk and a longer start after a crash; many cost half of the speed. Compressing the pages costs more
  // than writing them.
  wal_compression: { value: 'off' },
  max_wal_size: { value: '16GB', min: '4GB', forWriting: true },
  // Let the WAL writer write the log of a large transaction, not the process that stores.
  wal_buffers: { value: share(1 / 128, 4, 64) },
  wal_writer_delay: { value: '20ms' },
  checkpoint_timeout: { value: '15min' },
  // Let the background writer write evicted pages, too: by default it writes 500 a second, an import needs
  // 3,000, and the storing process wrote the rest itself (5 % of its time).
  bgwriter_delay: { value: '20ms' },
  bgwriter_lru_maxpages: { value: '500' },
  bgwriter_lru_multiplier: { value: '4' },
  wal_level: { value: 'minimal' },
  max_wal_senders: { value: '0' },
  effective_io_concurrency: { value: '64' },
  // Cancels the query of a killed client.
  client_connection_check_interval: { value: '1s' },
  autovacuum_naptime: { value: '20s' },
  // Tables only grow: after a tenth more rows their statistics are hardly different, and sampling all of them
  // over and over took a fifth of a core of an import.
  autovacuum_analyze_scale_factor: { value: '0.3' },
  logging_collector: { value: 'off' },
  log_min_messages: { value: 'warning' },
  log_checkpoints: { value: 'off' },
  log_timezone: { value: 'UTC' },
  dynamic_shared_memory_type: { value: 'posix' },
};

/**
 * Settings of the embedded server of a local network, which starts often and has a small database. The server writes to a
 * part of these buffers as it starts: with 3 GB of them that took 0.7 s and 140 MB.
 */
export const LOCAL_NETWORK_SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '256MB',
  wal_buffers: '4MB',
};

/** Returns a share of the memory, with a minimum and a maximum in megabytes. */
function share(part: number, min: number, max: number): (memory: number) => string {
  return (memory) => `${Math.round(Math.min(max, Math.max(min, (memory * part) / MEGABYTE)))}MB`;
}

/** Returns the settings of the embedded server, for bulk loading and point reads. `memory`: bytes available. */
export function embeddedSettings(memory: number): Record<string, string> {
  const own = Object.entries(SERVER_SETTINGS).map(([name, { value }]) => [
    name,
    typeof value === 'string' ? value : value(memory),
  ]);
  // Our sessions set these themselves. The server has them too, so that users of psql get the same plans.
  return { ...Object.fromEntries(own), ...SESSION_SETTINGS };
}

/** Client of `pg` that runs a query. */
interface Client {
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * Returns sentences about a foreign server's settings that slow it down: sizes that are far too small, and settings of our
 * session that are not in force.
 */
export async function selectSlowSettings(client: Client, writes: boolean): Promise<string[]> {
  const sizes = Object.entries(SERVER_SETTINGS).flatMap(([name, { min, forWriting }]) =>
    min === undefined || (forWriting && !writes) ? [] : [{ name, min }],
  );
  const { rows: small } = await client.query<{ name: string; present: string; min: string }>(
    `select name, current_setting(name) as present, min
     from unnest($1::text[], $2::text[]) as needed (name, min)
     where pg_size_bytes(current_setting(name)) < pg_size_bytes(min)`,
    [sizes.map(({ name }) => name), sizes.map(({ min }) => min)],
  );
  const { rows: lost } = await client.query<{ name: string; present: string; required: string }>(
    `select name, current_setting(name) as present, required
     from unnest($1::text[], $2::text[]) as ours (name, required) where current_setting(name) <> required`,
    [Object.keys(SESSION_SETTINGS), Object.values(SESSION_SETTINGS)],
  );
  const sentences: string[] = [];
  if (small.length > 0) {
    const named = small.map(({ name, present, min }) => `${name} is ${present} (${min} or more)`);
    sentences.push(`The database server has small limits: ${named.join(', ')}; see docs/operations.md.`);
  }
  if (lost.length > 0) {
    const named = lost.map(({ name, present, required }) => `${name} is ${present} instead of ${required}`);
    sentences.push(
      `Settings of our sessions are not in force: ${named.join(', ')}; remove them from the options of DATABASE_URL.`,
    );
  }
  return sentences;
}

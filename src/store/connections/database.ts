import pg from 'pg';
import { DISTRIBUTED_SESSION_SETTINGS } from './distributed-reading.ts';
import { SESSION_SETTINGS } from './postgres-settings.ts';
import { breakConnection, SessionClient, type SessionConfig } from './session-client.ts';
import './select.ts';
import { withTimeout } from '../../kernel/abort-signal.ts';
import { SharedRead } from '../../kernel/limits/shared-read.ts';

/** Connection parameters of `pg`, from a URL or an embedded server. */
export type ConnectionTarget =
  | {
      readonly url: string;
      /** Whether the tables are distributed, and the sessions read them through the reading schema. */
      readonly isDistributed?: boolean;
    }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

export interface DatabaseOptions {
  /** Name in pg_stat_activity: `tain api`, `tain ingest`. */
  readonly applicationName: string;
  /** Maximum number of connections. */
  readonly maxConnections: number;
  /** Milliseconds after which the server cancels a statement; 0 means never. */
  readonly statementTimeoutMs?: number;
  /** Whether statements sent together share one snapshot. */
  readonly repeatableRead?: boolean;
  /** Milliseconds to wait for a connection. */
  readonly connectTimeoutMs?: number;
  /**
   * Milliseconds after which a server that does not respond to a query counts as lost. Must be longer than the server's own
   * statement timeout. Only for queries through the driver.
   */
  readonly responseTimeoutMs?: number;
  /** Called when an idle connection breaks (the pool replaces it). */
  readonly onError?: (error: Error) => void;
}

/** A pool of connections to one database. */
export class Database {
  readonly pool: pg.Pool;
  readonly target: ConnectionTarget;
  /** Milliseconds after which the server cancels a statement; 0 means never. */
  readonly statementTimeoutMs: number;
  /** First error of each connection. The driver's later errors follow from it. */
  readonly #causes = new WeakMap<pg.ClientBase, Error>();
  readonly #open = new Set<pg.ClientBase>();

  constructor(target: ConnectionTarget, options: DatabaseOptions) {
    this.target = target;
    this.statementTimeoutMs = options.statementTimeoutMs ?? 0;
    this.pool = new pg.Pool({
      ...connectionConfig(target, {
        statement_timeout: String(options.statementTimeoutMs ?? 0),
        ...(options.repeatableRead && { default_transaction_isolation: 'repeatable read' }),
      }),
      application_name: options.applicationName,
      Client: SessionClient,
      max: options.maxConnections,
      connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
      ...(options.responseTimeoutMs === undefined ? {} : { query_timeout: options.responseTimeoutMs }),
    });
    // A connection in use has no other error listener, and an error without a listener would end the process.
    this.pool.on('connect', (client) => {
      this.#open.add(client);
      client.once('end', () => this.#open.delete(client));
      client.on('error', (error) => {
        if (!this.#causes.has(client)) this.#causes.set(client, error);
      });
    });
    this.pool.on('error', (error) => {
      // Errors are expected while the pool ends: it does not wait for its connections to close, so the server may stop
      // first.
      if (!this.pool.ending) options.onError?.(error);
    });
  }

  /**
   * Runs `work` in one transaction on one connection: commits when it resolves, rolls back when it throws. A broken connection
   * is discarded.
   */
  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      throw this.#causes.get(client) ?? error;
    } finally {
      client.release(this.#causes.get(client) ?? broken);
    }
  }

  /** Ends every connection immediately, also those in use, whose statements fail with the error. New ones can be opened. */
  break(error: Error): void {
    for (const client of this.#open) breakConnection(client, error);
  }

  /** Closes every connection once its current statement is done. */
  async end(): Promise<void> {
    await this.pool.end();
  }
}

/** Returns whether a target is read through the reading schema of a distributed database. */
export function isDistributed(target: ConnectionTarget): boolean {
  return 'url' in target && target.isDistributed === true;
}

/**
 * Returns the address of a database for messages: `host:port`, or the folder of its socket. It never contains a
 * password.
 */
export function addressOf(target: ConnectionTarget): string {
  const { host, port } = new SessionClient(connectionConfig(target));
  return host.startsWith('/') ? host : `${host}:${port}`;
}

/** Interval in which broken connections are reported once, because a server usually ends many at a time. */
const REPORT_INTERVAL_MS = 10_000;

/** Returns an `onError` that logs broken connections, once in each `REPORT_INTERVAL_MS`. */
export function warnOfLost(log: { warn(fields: object, message: string): void }): (error: Error) => void {
  let lastReport = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    if (performance.now() - lastReport < REPORT_INTERVAL_MS) return;
    lastReport = performance.now();
    log.warn({ reason: message }, 'Database connection lost');
  };
}

/** Returns a query that fails when the server has not responded within `milliseconds`. */
export function within(milliseconds: number, text: string): pg.QueryConfig {
  const query: pg.QueryConfig & { readonly query_timeout: number } = { text, query_timeout: milliseconds };
  return query;
}

/**
 * Returns the address of a database and the settings of its sessions, for a `SessionClient`. `settings` are added to
 * those of all our sessions. Options in the URL take precedence.
 */
export function connectionConfig(
  target: ConnectionTarget,
  settings: Readonly<Record<string, string>> = {},
): SessionConfig {
  const ofDistributed = isDistributed(target) ? DISTRIBUTED_SESSION_SETTINGS : {};
  const all = { ...SESSION_SETTINGS, ...ofDistributed, ...settings };
  const config = {
    settings: all,
    connectionTimeoutMillis: 10_000,
    // A crashed machine does not close its connections: only unanswered probes reveal it. After the delay Node.js sends
    // ten probes, one second apart.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  if (!('url' in target)) return { ...target, ...config };
  const set = settingsInOptions(target.url);
  const others = Object.entries(all).filter(([name]) => !set.has(name));
  return { connectionString: target.url, ...config, settings: Object.fromEntries(others) };
}

/** Returns the names of the settings in the start-up options of a URL. */
function settingsInOptions(text: string): ReadonlySet<string> {
  const options = URL.canParse(text) ? new URL(text).searchParams.get('options') : null;
  return new Set(
    Array.from((options ?? '').matchAll(/(?:-c\s*|--)([\w.-]+)=/g), ([, name = '']) =>
      name.replaceAll('-', '_').toLowerCase(),
    ),
  );
}

/** Timeout of a check, in milliseconds: shorter than those of readiness probes. */
const CHECK_TIMEOUT_MS = 1_500;

/** Checks whether a database responds, within two seconds even when it does not. */
export class Readiness {
  readonly #check: SharedRead<boolean>;

  constructor(database: Database) {
    const read = async () => {
      await database.pool.query(within(CHECK_TIMEOUT_MS, 'select 1'));
      return true;
    };
    this.#check = new SharedRead({ read, maxAgeMs: 0 });
  }

  /** Returns whether the database responds. Does not throw. Concurrent callers share one query. */
  async isReady(): Promise<boolean> {
    const check = this.#check.get().catch(() => false);
    return withTimeout(check, CHECK_TIMEOUT_MS, () => false);
  }
}

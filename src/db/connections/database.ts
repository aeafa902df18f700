import pg from 'pg';
import { DISTRIBUTED_SESSION_SETTINGS } from './distributed-reading.ts';
import { breakConnection } from './liveness.ts';
import { SESSION_SETTINGS } from './postgres-settings.ts';
import { RowClient } from './row-client.ts';

/** Where a database is: what `pg` takes, from a URL or an embedded server. */
export type ConnectionTarget =
  | {
      readonly url: string;
      /** Its tables lie on several servers, and the sessions only read: through the schema that is made for it. */
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
  /** Shown in pg_stat_activity: `tain api`, `tain ingest`. */
  readonly applicationName: string;
  /** Most connections at once. */
  readonly maxConnections: number;
  /** Milliseconds after which the server cancels a statement; 0 means never. */
  readonly statementTimeout?: number;
  /** What is sent together with a statement sees what it sees. */
  readonly repeatableRead?: boolean;
  /** Milliseconds to wait for a connection. */
  readonly connectTimeout?: number;
  /**
   * Milliseconds after which a server that does not answer a query counts as lost. Must be longer than the
   * server's own limit for a statement. Only for queries through the driver.
   */
  readonly answerTimeout?: number;
  /** Called when an idle connection breaks (the pool replaces it). */
  readonly onError?: (error: Error) => void;
}

/** A pool of connections to one database. */
export class Database {
  readonly pool: pg.Pool;
  readonly target: ConnectionTarget;
  /** Milliseconds after which the server cancels a statement; 0 means never. */
  readonly statementTimeout: number;
  /** The first error of a connection: what the driver reports afterwards is its consequence. */
  readonly #causes = new WeakMap<pg.ClientBase, Error>();
  readonly #open = new Set<pg.ClientBase>();

  constructor(target: ConnectionTarget, options: DatabaseOptions) {
    this.target = target;
    this.statementTimeout = options.statementTimeout ?? 0;
    this.pool = new pg.Pool({
      ...connectionConfig(target, {
        statement_timeout: String(options.statementTimeout ?? 0),
        ...(options.repeatableRead && { default_transaction_isolation: 'repeatable read' }),
      }),
      Client: RowClient,
      application_name: options.applicationName,
      max: options.maxConnections,
      connectionTimeoutMillis: options.connectTimeout ?? 10_000,
      ...(options.answerTimeout === undefined ? {} : { query_timeout: options.answerTimeout }),
    });
    // Nobody else listens to a connection in use: without a listener its error would end the process.
    this.pool.on('connect', (client) => {
      this.#open.add(client);
      client.once('end', () => this.#open.delete(client));
      client.on('error', (error) => {
        if (!this.#causes.has(client)) this.#causes.set(client, error);
      });
    });
    this.pool.on('error', (error) => {
      // The pool does not wait for connections that it closes: the server may be gone first.
      if (!this.pool.ending) options.onError?.(error);
    });
  }

  /**
   * Runs `work` in one database transaction on one connection: commits when it resolves, rolls back when it
   * throws. A broken connection is discarded, not reused.
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

  /** Ends every connection at once, also those in use: whatever runs on them fails with the error. New ones can be made. */
  break(error: Error): void {
    for (const client of this.#open) breakConnection(client, error);
  }

  /** Closes every connection once its current work is done. */
  async end(): Promise<void> {
    await this.pool.end();
  }
}

/** Whether a database is read whose tables lie on several servers. */
export function isDistributed(target: ConnectionTarget): boolean {
  return 'url' in target && target.isDistributed === true;
}

/** Where a database is, for messages: `host:port`, or the folder of its socket. Never a password. */
export function addressOf(target: ConnectionTarget): string {
  const { host, port } = new pg.Client(connectionConfig(target));
  return host.startsWith('/') ? host : `${host}:${port}`;
}

/** Milliseconds in which broken connections are reported once: a server ends many at a time. */
const LOST_TOGETHER = 10_000;

/** For `onError`: warns of broken connections, once for those that break together. */
export function warnOfLost(log: { warn(fields: object, message: string): void }): (error: Error) => void {
  let lastReport = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    if (performance.now() - lastReport < LOST_TOGETHER) return;
    lastReport = performance.now();
    log.warn({ reason: message }, 'Database connection lost');
  };
}

/** A statement that fails when the server has not answered after this many milliseconds. */
export function within(milliseconds: number, text: string): pg.QueryConfig {
  const query: pg.QueryConfig & { readonly query_timeout: number } = { text, query_timeout: milliseconds };
  return query;
}

/**
 * The part of a `pg` configuration that says where the database is, and the session's settings: those of all
 * our sessions, and further ones. Options in the URL come last, so they win.
 */
export function connectionConfig(
  target: ConnectionTarget,
  settings: Readonly<Record<string, string>> = {},
): pg.ClientConfig {
  const ofDistributed = isDistributed(target) ? DISTRIBUTED_SESSION_SETTINGS : {};
  const options = Object.entries({ ...SESSION_SETTINGS, ...ofDistributed, ...settings })
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ');
  const config = {
    options,
    connectionTimeoutMillis: 10_000,
    // A server whose machine is gone says nothing: only unanswered probes show it. The runtime then sends ten, a
    // second apart.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  if (!('url' in target)) return { ...target, ...config };
  const given = optionsOf(target.url);
  if (given === undefined) return { connectionString: target.url, ...config };
  return { connectionString: given.url, ...config, options: `${options} ${given.options}` };
}

/** The options in a URL, and the URL without them: the driver would send these instead of ours. */
function optionsOf(text: string): { readonly url: string; readonly options: string } | undefined {
  if (!text.includes('options=') || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const options = url.searchParams.get('options');
  if (options === null) return undefined;
  url.searchParams.delete('options');
  return { url: url.href, options };
}

import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Makes the server notice within about 15 seconds that a session's host has disappeared, whatever its kernel's
 * settings: it probes after five seconds without data, and unacknowledged bytes end the connection. Unix sockets ignore
 * these settings.
 */
export const SESSION_LIVENESS_SQL = `
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 3;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = '15s'`;

/** Ends a long statement when its client has disconnected. Some systems cannot detect that and refuse the setting. */
export const CONNECTION_CHECK_SQL = `set client_connection_check_interval = '2s'`;

/** The part of the driver's connection that its types lack. */
interface WithSocket {
  readonly connection: { readonly stream: Socket };
}

/**
 * Closes a connection immediately, without a message to a server that may have disappeared. Its statements fail with
 * the error.
 */
export function breakConnection(client: pg.ClientBase, error: Error): void {
  (client as unknown as WithSocket).connection.stream.destroy(error);
}

/** Configuration of a client, and the settings of its session. */
export interface SessionConfig extends pg.ClientConfig {
  readonly settings?: Readonly<Record<string, string>>;
}

const SET_SQL = `select pg_backend_pid() as pid, count(set_config(name, value, false))
  from unnest($1::text[], $2::text[]) as settings (name, value)`;

/**
 * Client whose session has settings. They are set by a statement and not in the start-up message, because poolers such
 * as PgBouncer refuse or drop start-up options.
 */
export class SessionClient extends pg.Client {
  readonly #settings: Readonly<Record<string, string>>;
  /** Milliseconds within which the settings must be set; 0 means any time. */
  readonly #timeoutMs: number;
  #backendPid: number | null = null;

  constructor(config: SessionConfig = {}) {
    super(config);
    // An error between statements, as when the server ends the session right after it began, would end the process
    // otherwise. Later statements fail.
    this.on('error', () => undefined);
    this.#settings = config.settings ?? {};
    this.#timeoutMs = config.connectionTimeoutMillis ?? 0;
  }

  /** Process id of the session's backend; null before the client is connected. A pooler sends clients another number. */
  get backendPid(): number | null {
    return this.#backendPid;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(callback?: (error: never, client: never) => void): unknown {
    const connected = super.connect().then(() => this.#set());
    if (callback === undefined) return connected;
    const report = callback as (error: Error | null, client?: pg.Client) => void;
    return connected.then(
      () => report(null, this),
      (error: Error) => report(error),
    );
  }

  async #set(): Promise<pg.Client> {
    const query: pg.QueryConfig & { readonly query_timeout: number } = {
      text: SET_SQL,
      values: [Object.keys(this.#settings), Object.values(this.#settings)],
      query_timeout: this.#timeoutMs,
    };
    try {
      const { rows } = await this.query<{ pid: number }>(query);
      this.#backendPid = rows[0]?.pid ?? null;
      return this;
    } catch (error) {
      this.end().catch(() => undefined);
      throw error;
    }
  }
}

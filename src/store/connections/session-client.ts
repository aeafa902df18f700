import pg from 'pg';

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
    // A pool has no listener yet, and an error without a listener would end the process. The query fails, too.
    const ignore = (): void => undefined;
    this.on('error', ignore);
    try {
      const { rows } = await this.query<{ pid: number }>(query);
      this.#backendPid = rows[0]?.pid ?? null;
      return this;
    } catch (error) {
      this.end().catch(() => undefined);
      throw error;
    } finally {
      this.off('error', ignore);
    }
  }
}

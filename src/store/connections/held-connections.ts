import type pg from 'pg';
import type { Database } from './database.ts';
import { breakConnection } from './session-client.ts';

/** Interval at which unused connections are returned to the pool, and silent ones are closed. */
const POLL_INTERVAL_MS = 10_000;
/** Milliseconds beyond the server's own statement timeout after which the server counts as lost. */
const SILENCE_MS = 5_000;

/**
 * Connections of a pool that stay checked out between statements, because checking out and returning starts and stops two
 * timers each time, a tenth of a lookup's cost.
 */
export class HeldConnections {
  readonly #pool: pg.Pool;
  /** Statement timeout in milliseconds; checked every `#intervalMs`. */
  readonly #timeoutMs: number;
  readonly #intervalMs: number;
  readonly #free: pg.PoolClient[] = [];
  /** Time at which each connection in use was taken, by `performance.now()`. */
  readonly #used = new Map<pg.PoolClient, number>();
  /** Error listener of each checked-out connection. */
  readonly #listeners = new Map<pg.PoolClient, (error: Error) => void>();
  readonly #broken = new WeakMap<pg.PoolClient, Error>();
  #timer: NodeJS.Timeout | undefined;
  /** Minimum number of free connections since the last check: these were not needed. */
  #spare = 0;
  #closed = false;

  constructor(
    { pool, statementTimeoutMs }: Pick<Database, 'pool' | 'statementTimeoutMs'>,
    intervalMs = POLL_INTERVAL_MS,
  ) {
    this.#pool = pool;
    this.#timeoutMs = statementTimeoutMs === 0 ? Number.POSITIVE_INFINITY : statementTimeoutMs + SILENCE_MS;
    this.#intervalMs = intervalMs;
  }

  /** Returns a connection for one statement. Throws when none can be opened. */
  take(): pg.PoolClient | Promise<pg.PoolClient> {
    const client = this.#free.pop();
    if (this.#free.length < this.#spare) this.#spare = this.#free.length;
    if (client === undefined) return this.#connect();
    this.#used.set(client, performance.now());
    return client;
  }

  /** Takes a connection back; closes it when it must be replaced. */
  giveBack(client: pg.PoolClient, replace: Error | boolean = false): void {
    this.#used.delete(client);
    const end = replace || (this.#broken.get(client) ?? false);
    // Callers that wait at the pool get the connection first.
    const awaited = this.#pool.waitingCount > 0;
    if (end !== false || this.#closed || awaited) this.#release(client, end);
    else this.#free.push(client);
  }

  /** Ends all connections in use after the loss of their server. Their statements fail with the error. */
  break(error: Error): void {
    for (const client of this.#used.keys()) breakConnection(client, error);
    for (const client of this.#free.splice(0)) this.#release(client, error);
  }

  /** Returns all connections to the pool, those in use as soon as they come back. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const client of this.#free.splice(0)) this.#release(client, false);
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    const onError = (error: Error) => {
      const index = this.#free.indexOf(client);
      if (index < 0) this.#broken.set(client, error);
      else {
        this.#free.splice(index, 1);
        this.#release(client, error);
      }
    };
    client.on('error', onError);
    this.#listeners.set(client, onError);
    this.#used.set(client, performance.now());
    this.#timer ??= setInterval(() => this.#poll(), this.#intervalMs).unref();
    return client;
  }

  #release(client: pg.PoolClient, end: Error | boolean): void {
    const onError = this.#listeners.get(client);
    if (onError !== undefined) client.off('error', onError);
    this.#listeners.delete(client);
    client.release(end);
  }

  #poll(): void {
    this.#trim();
    const begun = performance.now() - this.#timeoutMs;
    for (const [client, since] of this.#used) {
      if (since > begun) continue;
      breakConnection(client, new Error('The database server does not answer'));
    }
  }

  /** The pool closes returned connections after its own idle timeout. */
  #trim(): void {
    for (const client of this.#free.splice(0, this.#spare)) this.#release(client, false);
    this.#spare = this.#free.length;
  }
}

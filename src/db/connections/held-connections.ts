import type pg from 'pg';
import type { Database } from './database.ts';
import { breakConnection } from './liveness.ts';

/** How often unused connections go back to the pool, and silent ones are ended. */
const LOOK_INTERVAL_MS = 10_000;
/** What a statement may take beyond the server's own limit: after that the server is gone. */
const SILENCE_MS = 5_000;

/**
 * Connections of a pool that stay checked out between statements: checking one out and returning it starts
 * and stops two timers each time, which is a tenth of what a look-up takes.
 */
export class HeldConnections {
  readonly #pool: pg.Pool;
  /** Milliseconds that a statement may take; all are looked at every `#interval`. */
  readonly #patience: number;
  readonly #interval: number;
  readonly #free: pg.PoolClient[] = [];
  /** When each of the others was taken, by `performance.now()`. */
  readonly #used = new Map<pg.PoolClient, number>();
  /** The listener on each connection that is checked out of the pool. */
  readonly #listeners = new Map<pg.PoolClient, (error: Error) => void>();
  readonly #broken = new WeakMap<pg.PoolClient, Error>();
  #timer: NodeJS.Timeout | undefined;
  /** Fewest that were free at once since the last check: this many were not needed. */
  #spare = 0;
  #closed = false;

  constructor(
    { pool, statementTimeout }: Pick<Database, 'pool' | 'statementTimeout'>,
    interval = LOOK_INTERVAL_MS,
  ) {
    this.#pool = pool;
    this.#patience = statementTimeout === 0 ? Number.POSITIVE_INFINITY : statementTimeout + SILENCE_MS;
    this.#interval = interval;
  }

  /** A connection for one statement. Throws when none can be made. */
  take(): pg.PoolClient | Promise<pg.PoolClient> {
    const client = this.#free.pop();
    if (this.#free.length < this.#spare) this.#spare = this.#free.length;
    if (client === undefined) return this.#connect();
    this.#used.set(client, performance.now());
    return client;
  }

  /** Takes it back; closes it if it must be replaced. */
  giveBack(client: pg.PoolClient, replace: Error | boolean = false): void {
    this.#used.delete(client);
    const end = replace || (this.#broken.get(client) ?? false);
    // Those who wait at the pool, for another use or because all are taken, come first.
    const awaited = this.#pool.waitingCount > 0;
    if (end !== false || this.#closed || awaited) this.#release(client, end);
    else this.#free.push(client);
  }

  /** Ends all connections that are in use: their server is gone. What runs on them fails with the error. */
  break(error: Error): void {
    for (const client of this.#used.keys()) breakConnection(client, error);
    for (const client of this.#free.splice(0)) this.#release(client, error);
  }

  /** Returns all to the pool, those in use as soon as they come back. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const client of this.#free.splice(0)) this.#release(client, false);
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    const heard = (error: Error) => {
      const place = this.#free.indexOf(client);
      if (place < 0) this.#broken.set(client, error);
      else {
        this.#free.splice(place, 1);
        this.#release(client, error);
      }
    };
    client.on('error', heard);
    this.#listeners.set(client, heard);
    this.#used.set(client, performance.now());
    this.#timer ??= setInterval(() => this.#look(), this.#interval).unref();
    return client;
  }

  #release(client: pg.PoolClient, end: Error | boolean): void {
    const heard = this.#listeners.get(client);
    if (heard !== undefined) client.off('error', heard);
    this.#listeners.delete(client);
    client.release(end);
  }

  #look(): void {
    this.#trim();
    const begun = performance.now() - this.#patience;
    for (const [client, since] of this.#used) {
      if (since > begun) continue;
      breakConnection(client, new Error('The database server does not answer'));
    }
  }

  /** The pool closes what it gets back after its own time. */
  #trim(): void {
    for (const client of this.#free.splice(0, this.#spare)) this.#release(client, false);
    this.#spare = this.#free.length;
  }
}

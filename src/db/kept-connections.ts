import type pg from 'pg';

/** How often connections that were not needed are given back to the pool. */
const TRIM_INTERVAL_MS = 10_000;

/**
 * Connections of a pool that stay taken between statements: taking one from the pool and giving it
 * back starts and stops two timers each time, which is a tenth of what a look-up takes.
 */
export class KeptConnections {
  readonly #pool: pg.Pool;
  readonly #free: pg.PoolClient[] = [];
  /** What listens to each connection that is taken from the pool. */
  readonly #listeners = new Map<pg.PoolClient, (error: Error) => void>();
  readonly #broken = new WeakMap<pg.PoolClient, Error>();
  #timer: NodeJS.Timeout | undefined;
  /** Fewest that were free at once since the last look: as many were not needed. */
  #spare = 0;
  #closed = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** A connection for one statement. Throws when none can be made. */
  take(): pg.PoolClient | Promise<pg.PoolClient> {
    const client = this.#free.pop();
    if (this.#free.length < this.#spare) this.#spare = this.#free.length;
    return client ?? this.#connect();
  }

  /** Takes it back; with a reason to replace it, it is closed. */
  giveBack(client: pg.PoolClient, replace: Error | boolean = false): void {
    const end = replace || (this.#broken.get(client) ?? false);
    if (end !== false || this.#closed) this.#release(client, end);
    else this.#free.push(client);
  }

  /** Gives all to the pool, those in use as soon as they come back. */
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
    this.#timer ??= setInterval(() => this.#trim(), TRIM_INTERVAL_MS).unref();
    return client;
  }

  #release(client: pg.PoolClient, end: Error | boolean): void {
    const heard = this.#listeners.get(client);
    if (heard !== undefined) client.off('error', heard);
    this.#listeners.delete(client);
    client.release(end);
  }

  /** The pool closes what it gets back after its own time. */
  #trim(): void {
    for (const client of this.#free.splice(0, this.#spare)) this.#release(client, false);
    this.#spare = this.#free.length;
  }
}

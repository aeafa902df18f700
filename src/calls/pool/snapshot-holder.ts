import type pg from 'pg';
import type { Database } from '../../store/connections/database.ts';

/** A snapshot of the database that several connections share. */
export interface SharedSnapshot {
  /** Id for `SET TRANSACTION SNAPSHOT`. */
  readonly id: string;
  /**
   * Delays the release until `release` is called once for each `retain`, because a connection is about to import the
   * snapshot.
   */
  retain(): void;
  release(): void;
  readonly isCurrent: boolean;
}

/**
 * Exports one snapshot for each block for which there is a request. It is retained until the next block, and released
 * once no connection is about to import it.
 */
export class SnapshotHolder {
  readonly #database: Database;
  /** Differs from a `SharedRead`, because a snapshot is released when it is superseded. */
  #current: Promise<HeldSnapshot> | undefined;
  #closed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the snapshot of the last block. Throws the errors of the database. */
  current(): Promise<SharedSnapshot> {
    if (this.#current === undefined) {
      const made = this.#export();
      this.#current = made;
      made.catch(() => {
        if (this.#current === made) this.#current = undefined;
      });
    }
    return this.#current;
  }

  /** Makes the next request export another snapshot. Called when there may be a new block. */
  renew(): void {
    const old = this.#current;
    this.#current = undefined;
    old?.then(
      (snapshot) => snapshot.supersede(),
      () => undefined,
    );
  }

  close(): void {
    this.#closed = true;
    this.renew();
  }

  async #export(): Promise<HeldSnapshot> {
    if (this.#closed) throw new Error('closed');
    const client = await this.#database.pool.connect();
    try {
      await client.query('begin transaction isolation level repeatable read read only');
      const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
      // A broken connection ends its snapshot.
      return new HeldSnapshot(client, rows[0]?.id ?? '', () => this.renew());
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

class HeldSnapshot implements SharedSnapshot {
  readonly id: string;
  readonly #client: pg.PoolClient;
  readonly #lost: () => void;
  #users = 0;
  #isCurrent = true;
  #dropped = false;

  /** `lost` is called when the connection breaks. */
  constructor(client: pg.PoolClient, id: string, lost: () => void) {
    this.#client = client;
    this.id = id;
    this.#lost = () => {
      this.supersede();
      lost();
    };
    client.on('error', this.#lost);
  }

  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  retain(): void {
    this.#users += 1;
  }

  release(): void {
    this.#users -= 1;
    this.#dropIfUnused();
  }

  supersede(): void {
    this.#isCurrent = false;
    this.#dropIfUnused();
  }

  #dropIfUnused(): void {
    if (this.#isCurrent || this.#users > 0 || this.#dropped) return;
    this.#dropped = true;
    this.#client.off('error', this.#lost);
    this.#client.query('rollback').then(
      () => this.#client.release(),
      () => this.#client.release(true),
    );
  }
}

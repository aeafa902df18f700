import type pg from 'pg';
import { Failure } from '../../kernel/failure.ts';
import type { Progress } from '../../kernel/progress.ts';
import { pause, poll, repeat } from '../../kernel/retry.ts';
import { connectionConfig } from '../../store/connections/database.ts';
import { LOCAL_NETWORK_SETTINGS } from '../../store/connections/postgres-settings.ts';
import { SessionClient } from '../../store/connections/session-client.ts';
import { type EmbeddedServer, openEmbedded } from '../../store/embedded/embedded.ts';

/** The mirror's database, and copies of it on the embedded server. */

const MIRROR = 'tain';
const APPLICATION = 'tain demo';
const WATCH = 'tain demo watch';
const SNAPSHOT = /^tain_snapshot_([0-9a-f]{16})$/;
const NEW = /^tain_new_([0-9a-f]{16})$/;

export const snapshotDatabase = (id: string): string => `tain_snapshot_${id}`;
export const newDatabase = (id: string): string => `tain_new_${id}`;

const COPY_POLL_INTERVAL_MS = 500;
/** Folders of databases, named by their object ids. */
const FOLDERS = `select name from pg_ls_dir('base') d (name) where name ~ '^\\d+$'`;

type OnProgress = (progress: Progress) => void;

/** Polls for sessions to end, in milliseconds: connections of processes that have just ended take a moment to close. */
const CLOSED = { intervalMs: 50, limitMs: 10_000 };

/** The embedded server of a data folder, for commands that copy its databases. */
export class Databases {
  readonly #server: EmbeddedServer;
  readonly #client: pg.Client;
  readonly #pollMs: number;

  private constructor(server: EmbeddedServer, client: pg.Client, pollMs: number) {
    this.#server = server;
    this.#client = client;
    this.#pollMs = pollMs;
  }

  /** Starts or joins the server. `pollMs`: interval of the reports while a database is copied; tests replace it. */
  static async open(
    options: Parameters<typeof openEmbedded>[0],
    pollMs = COPY_POLL_INTERVAL_MS,
  ): Promise<Databases> {
    const server = await openEmbedded({ settings: LOCAL_NETWORK_SETTINGS, ...options });
    try {
      const client = new SessionClient({
        ...connectionConfig({ ...server.target, database: 'postgres' }),
        application_name: APPLICATION,
      });
      await client.connect();
      return new Databases(server, client, pollMs);
    } catch (error) {
      await server.release();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
    await this.#server.release();
  }

  /**
   * Ends the sessions of killed commands, which may still run a statement. Requires the right to change the databases
   * (`takeState`): no other live session has it.
   */
  async endOrphans(): Promise<void> {
    const orphans = 'from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()';
    const end = async () => {
      const { rowCount } = await this.#client.query(`select pg_terminate_backend(pid) ${orphans}`, [
        APPLICATION,
      ]);
      return rowCount === 0 || undefined;
    };
    if (await poll(end, CLOSED)) return;
    throw new Failure('database', 'A statement of a killed command still runs in the database: try again.');
  }

  /** Copies the mirror's database under another name. The database must have no other sessions. */
  async copyMirror(to: string, onProgress?: OnProgress): Promise<void> {
    await this.copy(MIRROR, to, onProgress);
  }

  async copy(from: string, to: string, onProgress: OnProgress = () => undefined): Promise<void> {
    const total = await this.size(from);
    const { rows } = await this.#client.query<{ folders: string[] }>(`select array(${FOLDERS}) as folders`);
    const watch = this.#watchCopy(rows[0]?.folders ?? [], total, onProgress);
    try {
      await this.#client.query(`create database ${to} template ${from}`);
    } finally {
      await watch();
    }
  }

  /**
   * Reports the bytes of a new database while it is made, on a connection of its own. Until then it has no name that another
   * session can see, but a folder. Returns a function that ends the reports, which never throws.
   */
  #watchCopy(before: readonly string[], total: number, onProgress: OnProgress): () => Promise<void> {
    const stopping = new AbortController();
    const { signal } = stopping;
    const watch = async (): Promise<void> => {
      // A short copy ends without a connection.
      await pause(this.#pollMs, signal);
      const client = this.#newClient();
      try {
        await client.connect();
        await repeat(
          async () => {
            const { rows } = await client.query<{ size: string | null }>(
              `select sum((pg_stat_file('base/' || f.name || '/' || file, true)).size)::text as size
               from (${FOLDERS}) f, pg_ls_dir('base/' || f.name, true, false) l (file) where f.name <> all ($1)`,
              [before],
            );
            const done = Number(rows[0]?.size ?? 0);
            if (!signal.aborted) onProgress({ step: 'database', done, total, unit: 'bytes' });
          },
          this.#pollMs,
          signal,
        );
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    const ended = watch().catch(() => undefined);
    return async () => {
      stopping.abort();
      await ended;
    };
  }

  #newClient(): pg.Client {
    return new SessionClient({
      ...connectionConfig({ ...this.#server.target, database: 'postgres' }),
      application_name: WATCH,
    });
  }

  async create(name: string): Promise<void> {
    await this.#client.query(`create database ${name}`);
  }

  /** Replaces the mirror's database, which must not be in use, by another one. Idempotent. */
  async replaceMirror(by: string): Promise<void> {
    if (!(await this.names()).includes(by)) return;
    await this.drop(MIRROR);
    await this.#client.query(`alter database ${by} rename to ${MIRROR}`);
  }

  async drop(name: string): Promise<void> {
    await this.#client.query(`drop database if exists ${name} with (force)`);
  }

  /** Names of all databases. */
  async names(): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      'select datname::text as name from pg_database',
    );
    return rows.map(({ name }) => name);
  }

  /** Returns the bytes of a database; 0 when it does not exist. */
  async size(name: string): Promise<number> {
    const { rows } = await this.#client.query<{ size: string }>(
      'select pg_database_size(oid) as size from pg_database where datname = $1',
      [name],
    );
    return Number(rows[0]?.size ?? 0);
  }

  /** Waits until no client is connected to the mirror's database. Throws `Failure` that names the remaining clients. */
  async mirrorIsLeft(): Promise<void> {
    let names = '';
    const check = async () => {
      const { rows } = await this.#client.query<{ name: string }>(
        `select distinct coalesce(nullif(application_name, ''), 'process ' || pid) as name from pg_stat_activity
         where datname = $1 and backend_type = 'client backend' order by name`,
        [MIRROR],
      );
      names = rows.map(({ name }) => name).join(', ');
      return rows.length === 0 || undefined;
    };
    if (await poll(check, CLOSED)) return;
    throw new Failure('usage', `The mirror's database is in use (${names}): stop that first.`);
  }
}

/** Returns the kind and id of a snapshot's or of a new database; null for any other. */
export function copyOf(name: string): { readonly kind: 'snapshot' | 'new'; readonly id: string } | null {
  const [, snapshot] = SNAPSHOT.exec(name) ?? [];
  if (snapshot !== undefined) return { kind: 'snapshot', id: snapshot };
  const [, fresh] = NEW.exec(name) ?? [];
  return fresh === undefined ? null : { kind: 'new', id: fresh };
}

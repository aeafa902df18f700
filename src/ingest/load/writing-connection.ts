import type { ConnectionTarget } from '../../store/connections/database.ts';
import { detectServers, type Forms, formFor } from '../../store/connections/distributed.ts';
import { CONNECTION_CHECK_SQL, SESSION_LIVENESS_SQL } from '../../store/connections/session-client.ts';
import { ThreadWriter } from '../../store/writer/thread-writer.ts';
import { type IngestLease, passing, takeIngestLock } from './locks.ts';
import { requireNonePrepared } from './prepared.ts';
import { createStagingSql } from './state-sql.ts';

/** `application_name` of the session that writes. */
export const WRITER_SESSION = 'tain ingest writer';

/**
 * Settings of the ingest's session. The buffers hold the staged rows of a large batch, which would otherwise be written
 * to disk and read again.
 */
const SESSION_SQL = `
  set temp_buffers = '32MB';
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;`;

/**
 * Settings of the session, for one server and for several. On one server a crash may lose its last commits: each is whole
 * blocks or a step of a job, which the next ingest reads again from the stream or repeats. On a distributed database the coordinator's commit decides
 * for the workers, which have flushed their parts. It must be flushed before the workers receive it, because a crash
 * could otherwise undo it on some of them. Settings of a transaction also apply on the workers.
 */
const SESSION: Forms<string> = {
  one: `${SESSION_SQL}
  set synchronous_commit = off`,
  several: `${SESSION_SQL}
  set synchronous_commit = on;
  set citus.propagate_set_commands = 'local'`,
};

/** Requires that each commit is complete on every server. */
const REQUIRE_SETTLED: Forms<(writer: ThreadWriter) => Promise<void>> = {
  one: () => Promise.resolve(),
  several: requireNonePrepared,
};

/** The connection of the only ingest, which holds its lock. After a loss, the next use opens another one. */
export class WritingConnection {
  private readonly target: ConnectionTarget;
  private readonly lease: IngestLease | undefined;
  private readonly unwatch: (() => void) | undefined;
  private writer: ThreadWriter | null = null;
  /** Whether all commits of this connection are complete on every server. */
  private isSettled = false;
  /** The connection that is being opened, if any. */
  private coming: ThreadWriter | null = null;

  /** `lease`: the right to be the only ingest, needed when other processes are standby. */
  constructor(target: ConnectionTarget, lease: IngestLease | undefined) {
    this.target = target;
    this.lease = lease;
    // Drops the connection: a statement on a connection that is no longer served would never end.
    this.unwatch = lease?.onBroken(() => {
      const writers = [this.writer, this.coming];
      this.writer = null;
      for (const writer of writers) writer?.break(new Error('The database does not answer'));
    });
  }

  /**
   * Connects and takes the lock. Throws `Failure` when another ingest holds the lock and there is no lease to evict it
   * with.
   */
  async connect(signal: AbortSignal): Promise<ThreadWriter> {
    const writer = new ThreadWriter(this.target, { applicationName: WRITER_SESSION });
    this.coming = writer;
    try {
      // Liveness settings come first, so that the lock does not outlive this host.
      await writer.query(SESSION_LIVENESS_SQL);
      await writer.query(CONNECTION_CHECK_SQL).catch(() => undefined);
      await takeIngestLock(writer, signal, this.lease);
      await detectServers(writer, ({ text }) => writer.queryText(text));
      await writer.query(formFor(writer, SESSION));
      await writer.query(createStagingSql());
      this.isSettled = false;
      await this.settle(writer);
    } catch (error) {
      await writer.end();
      throw error;
    } finally {
      this.coming = null;
    }
    this.writer = writer;
    return writer;
  }

  /**
   * Returns the connection, or a new one if it was lost. A new connection waits for the lock, because the server may
   * not have noticed yet that the old one was cut off.
   */
  async writing(signal: AbortSignal): Promise<ThreadWriter> {
    try {
      return this.writer ?? (await this.connect(signal));
    } catch (error) {
      throw passing(error);
    }
  }

  /**
   * Commits the open transaction. Also throws when only some servers have committed: nothing else may be stored until
   * all have.
   */
  async commit(writer: ThreadWriter): Promise<void> {
    this.isSettled = false;
    await writer.query('commit');
    await this.settle(writer);
  }

  /** Throws unless every server has committed the last transaction. Must be called before a transaction. */
  async settle(writer: ThreadWriter): Promise<void> {
    if (this.isSettled) return;
    await formFor(writer, REQUIRE_SETTLED)(writer);
    this.isSettled = true;
  }

  /** Drops a connection that does not respond correctly. */
  drop(writer: ThreadWriter): void {
    if (this.writer === writer) this.writer = null;
    void writer.end();
  }

  /** Releases the lock and the connection. Session state (lock, settings, staging) ends with it. */
  async end(): Promise<void> {
    this.unwatch?.();
    const { writer } = this;
    this.writer = null;
    await writer?.end();
  }
}

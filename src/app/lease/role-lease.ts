import type pg from 'pg';
import type { RoleName } from '../../config/settings.ts';
import { withTimeout } from '../../kernel/abort-signal.ts';
import { messageOf } from '../../kernel/failure.ts';
import type { Log } from '../../kernel/log.ts';
import { pause, poll, retry } from '../../kernel/retry.ts';
import { type ConnectionTarget, connectionConfig } from '../../store/connections/database.ts';
import {
  breakConnection,
  SESSION_LIVENESS_SQL,
  SessionClient,
} from '../../store/connections/session-client.ts';
import {
  endStranger,
  IS_LOCK,
  lockParameters,
  roleLockKey,
  tryAdvisoryLock,
} from '../../store/locks/advisory-lock.ts';
import type { Queryable } from '../../store/writer/writer.ts';

/** Interval of the owner's heartbeats, and of attempts to claim the role, in milliseconds. */
const PING_INTERVAL_MS = 1_000;
const CLAIM_INTERVAL_MS = 500;
/**
 * Milliseconds without a heartbeat after which the server ends the owner's session, and with it the lease. The owner's
 * own claim ends this long after it sent the last heartbeat that was answered, so never later than the server's.
 */
const LEASE_TIMEOUT_MS = 6_000;
/** Time limit of the server's response, in milliseconds: such a small request never takes longer. */
const RESPONSE_TIMEOUT_MS = 3_000;
/** Time limit for closing a session gracefully, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 1_000;
/** A session still open after this many milliseconds is not ours: PostgreSQL reuses process ids. */
const OWN_SESSION_MAX_MS = 15_000;

export interface LeaseOptions {
  readonly signal: AbortSignal;
  /** Id of the process in `tain.ingest_handover`; without it handovers are ignored. */
  readonly instance?: string;
  /** Called when another process holds the lease. */
  readonly onWaiting: () => void;
  /** Called when the database does not respond. */
  readonly onDisconnected?: () => void;
  readonly log: Log;
}

/**
 * The right to be the only process with a role on a shared database. It is an advisory lock of a session that the
 * server ends when its client sends nothing for six seconds, whether killed, stopped, overloaded or disconnected. The
 * owner counts the same six seconds by its own monotonic clock, and its claim ends after them, whatever happens on the
 * connection. A lost session is replaced; the lease is lost if another process has taken it by then. An operation that
 * only the owner may do must be confirmed while holding its own lock (see `takeIngestLock`), because clocks alone are
 * not reliable.
 */
export class RoleLease {
  readonly #target: ConnectionTarget;
  readonly #role: RoleName;
  readonly #lost = new AbortController();
  readonly #released = new AbortController();
  readonly #yielded = new AbortController();
  readonly #instance: string | undefined;
  readonly #onBroken = new Set<() => void>();
  readonly #log: Log;
  #session: SessionClient | null;
  /** Time, by `performance.now()`, at which the last answered heartbeat was sent. */
  #provenAt: number;
  /** Timer that ends the claim when no heartbeat is answered. */
  #lapse: NodeJS.Timeout | undefined;
  /** Time, by `performance.now()`, at which the end of the claim was reported; null while it holds. */
  #lapsedAt: number | null = null;

  private constructor(
    target: ConnectionTarget,
    role: RoleName,
    held: Held,
    { log, instance }: Pick<LeaseOptions, 'log' | 'instance'>,
  ) {
    this.#instance = instance;
    this.#target = target;
    this.#role = role;
    this.#log = log;
    this.#session = held.session;
    this.#provenAt = held.provenAt;
    this.#expectLapse();
    void this.#renewUntilReleased();
  }

  /** Waits until no other process holds the lease. Rejects with the signal's reason when that is aborted. */
  static async acquire(target: ConnectionTarget, role: RoleName, options: LeaseOptions): Promise<RoleLease> {
    const { signal, instance, onWaiting, onDisconnected, log } = options;
    let isWaiting = false;
    let isFailing = false;
    let isNamed = false;
    const attempt = async (session: SessionClient): Promise<RoleLease | undefined> => {
      const provenAt = performance.now();
      if (await tryLock(session, role, instance)) {
        return new RoleLease(target, role, { session, provenAt }, options);
      }
      const stranger = await endStranger(session as Queryable, roleLockKey(role));
      if (stranger !== null && !isNamed) log.warn({}, stranger);
      isNamed ||= stranger !== null;
      if (stranger === null && !isWaiting) onWaiting();
      isWaiting ||= stranger === null;
      isFailing = false;
      return undefined;
    };
    const claim = async (): Promise<RoleLease> => {
      const session = await connect(target, role);
      try {
        return await poll(() => attempt(session), { intervalMs: CLAIM_INTERVAL_MS, signal });
      } catch (error) {
        end(session);
        throw error;
      }
    };
    const onFailure = (error: unknown): void => {
      if (!isFailing) {
        log.warn({ reason: messageOf(error) }, `The role ${role} cannot be claimed yet`);
        onDisconnected?.();
      }
      isFailing = true;
      isWaiting = false;
    };
    return retry(claim, { backOff: CLAIM_INTERVAL_MS, signal, onFailure });
  }

  /** Aborted when another process has taken the lease. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Aborted when a handover names another process: this one must end its work and release the lease. */
  get yielded(): AbortSignal {
    return this.#yielded.signal;
  }

  /** Breaks the connections of the lease's work when it does not end by itself. */
  breakOff(): void {
    this.#broke();
  }

  /** Whether this process may claim the lease, because the server confirmed it less than six seconds ago. */
  get isHeld(): boolean {
    return !this.#isOver && this.#session !== null && performance.now() - this.#provenAt < LEASE_TIMEOUT_MS;
  }

  /**
   * Calls `callback` when connections to the server can no longer be trusted: the claim ended, was renewed on another
   * connection, or was lost. Returns a function that removes the callback.
   */
  onBroken(callback: () => void): () => void {
    this.#onBroken.add(callback);
    return () => this.#onBroken.delete(callback);
  }

  /** Resolves if this process held the lease at some moment after the call. */
  async confirm(): Promise<void> {
    const session = this.#session;
    if (session !== null) await session.query('select 1');
    if (session === null || session !== this.#session)
      throw new Error(`The role ${this.#role} is not held now`);
  }

  /** Releases the lease. Returns within about a second, even if the server does not respond. */
  async release(): Promise<void> {
    this.#released.abort();
    clearTimeout(this.#lapse);
    const session = this.#session;
    this.#session = null;
    if (session === null) return;
    await withTimeout(session.end(), SHUTDOWN_TIMEOUT_MS, () => end(session)).catch(() => undefined);
  }

  get #isOver(): boolean {
    return this.#released.signal.aborted || this.#lost.signal.aborted;
  }

  /** Renews the lease until it is released. Does not use `repeat`, because the end of the session ends the pause. */
  async #renewUntilReleased(): Promise<void> {
    const { signal } = this.#released;
    while (!this.#isOver) {
      try {
        const sentAt = performance.now();
        const session = this.#session;
        if (session !== null) {
          const isYielded = await selectYielded(session, this.#instance);
          this.#proven(sentAt);
          if (isYielded) this.#yielded.abort();
        }
        await (session === null ? pause(PING_INTERVAL_MS, signal) : this.#pauseWith(session));
      } catch {
        if (!this.#isOver) await this.#renew(signal).catch(() => undefined);
      }
    }
  }

  /** Waits until the next heartbeat is due. Rejects when the session ends before. */
  async #pauseWith(session: pg.Client): Promise<void> {
    const over = new AbortController();
    const onEnd = (): void => over.abort();
    session.once('end', onEnd);
    try {
      await pause(PING_INTERVAL_MS, AbortSignal.any([over.signal, this.#released.signal]));
    } finally {
      session.off('end', onEnd);
    }
  }

  /** Records that the server answered a heartbeat sent at `sentAt`. */
  #proven(sentAt: number): void {
    // An answer to a heartbeat older than the timeout proves nothing about the present.
    if (this.#isOver || performance.now() - sentAt >= LEASE_TIMEOUT_MS) return;
    this.#provenAt = sentAt;
    this.#expectLapse();
    if (this.#lapsedAt === null) return;
    const seconds = Math.round((performance.now() - this.#lapsedAt) / 100) / 10;
    this.#lapsedAt = null;
    this.#log.info({ seconds }, 'The database responds again: no other process took the role');
  }

  #expectLapse(): void {
    clearTimeout(this.#lapse);
    const left = this.#provenAt + LEASE_TIMEOUT_MS - performance.now();
    this.#lapse = setTimeout(() => this.#lapsed(), Math.max(0, left)).unref();
  }

  /** Ends the claim, because the server has not responded for so long that another process may have the lease. */
  #lapsed(): void {
    if (this.#isOver || this.#lapsedAt !== null) return;
    this.#lapsedAt = performance.now();
    this.#log.warn(
      {},
      'The database has not responded for six seconds: this process no longer claims the role',
    );
    this.#broke();
  }

  #broke(): void {
    for (const callback of [...this.#onBroken]) callback();
  }

  /** Takes the lock again on another connection, unless another process was faster. */
  async #renew(signal: AbortSignal): Promise<void> {
    const lostPid = this.#session?.backendPid ?? null;
    if (this.#session) end(this.#session);
    this.#session = null;
    let ownSince: number | null = null;
    const attempt = async (): Promise<void> => {
      const session = await connect(this.#target, this.#role);
      let isAcquired = false;
      try {
        const sentAt = performance.now();
        if (await tryLock(session, this.#role, undefined)) {
          if (signal.aborted) return;
          isAcquired = true;
          this.#session = session;
          this.#proven(sentAt);
          // A connection with unacknowledged data would wait a quarter of an hour for a server that no longer exists.
          return this.#broke();
        }
        const owner = await selectOwner(session, this.#role);
        if (owner !== null && owner === lostPid) ownSince ??= performance.now();
        const isOwn = ownSince !== null && performance.now() - ownSince < OWN_SESSION_MAX_MS;
        if (owner !== null && !(owner === lostPid && isOwn)) return this.#lose();
      } finally {
        if (!isAcquired) end(session);
      }
      throw new Error(`The role ${this.#role} is not free yet`);
    };
    await retry(attempt, { backOff: CLAIM_INTERVAL_MS, signal });
  }

  #lose(): void {
    clearTimeout(this.#lapse);
    this.#lost.abort();
    this.#broke();
  }
}

/** A session that holds the lock, and the time at which it was requested, by `performance.now()`. */
interface Held {
  readonly session: SessionClient;
  readonly provenAt: number;
}

async function connect(target: ConnectionTarget, role: RoleName): Promise<SessionClient> {
  const client = new SessionClient({
    ...connectionConfig(target),
    application_name: `tain ${role} role`,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
  });
  try {
    await client.connect();
    await client.query(`${SESSION_LIVENESS_SQL}; set idle_session_timeout = ${LEASE_TIMEOUT_MS}`);
    return client;
  } catch (error) {
    end(client);
    throw error;
  }
}

function end(client: pg.Client): void {
  breakConnection(client, new Error('The connection is no longer in use'));
}

/**
 * Condition that is true when a handover in force names another process. It names one successor, because otherwise the
 * lease could go to a process with the same broken source. Advisory locks alone decide which process may write.
 */
const YIELDED_SQL =
  'exists (select from tain.ingest_handover where until > clock_timestamp() and successor::text <> $1)';

/** Takes the lock, unless a handover names another process. */
async function tryLock(client: pg.Client, role: RoleName, instance: string | undefined): Promise<boolean> {
  if (instance !== undefined && (await selectYielded(client, instance))) return false;
  return tryAdvisoryLock(client as Queryable, roleLockKey(role));
}

/** Returns whether a handover names another process. The query also serves as a heartbeat. */
async function selectYielded(client: pg.Client, instance: string | undefined): Promise<boolean> {
  if (instance === undefined) {
    await client.query('select 1');
    return false;
  }
  const { rows } = await client.query<{ yielded: boolean }>(`select ${YIELDED_SQL} as yielded`, [instance]);
  return rows[0]?.yielded ?? false;
}

/** Returns the backend process id that holds the lock, or null. */
async function selectOwner(client: pg.Client, role: RoleName): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>(
    `select l.pid from pg_locks l where ${IS_LOCK}`,
    lockParameters(roleLockKey(role)),
  );
  return rows[0]?.pid ?? null;
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ConnectionTarget, connectionConfig } from '../db/database.ts';
import { breakConnection, SESSION_LIVENESS_SQL } from '../db/liveness.ts';
import { messageOf } from '../kernel/failure.ts';
import type { RoleName } from './config/settings.ts';
import { roleLockKey } from './role-lock.ts';

/** Milliseconds between two signs of life of the owner, and between two attempts of who waits. */
const PING = 1_000;
const ATTEMPT = 500;
/** After so long without a sign of life the server ends the owner's session, and with it the lease. */
const SERVER_PATIENCE = 6_000;
/** A server that takes longer for so little is not there. */
const ANSWER = 3_000;
/** An earlier session of ours that outlives this belongs to somebody else: servers use process ids again. */
const OWN_SESSION = 15_000;

export interface LeaseOptions {
  readonly signal: AbortSignal;
  /** Called once if another process has the lease. */
  readonly onWaiting: () => void;
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * The right to be the only process with a role on a shared database: an advisory lock of a session that the server ends
 * when its client is silent for six seconds, be it killed, stopped, overloaded or cut off. A session that is lost is
 * replaced; the lease is lost when another process has it by then. What may only be done by the owner must be confirmed
 * while holding a lock of its own (see `takeIngestLock`): a process learns late that it lost the lease.
 */
export class RoleLease {
  readonly #target: ConnectionTarget;
  readonly #role: RoleName;
  readonly #lost = new AbortController();
  readonly #released = new AbortController();
  readonly #onRenewed: (() => void)[] = [];
  #session: pg.Client | null;

  private constructor(target: ConnectionTarget, role: RoleName, session: pg.Client) {
    this.#target = target;
    this.#role = role;
    this.#session = session;
    void this.#keep();
  }

  /** Waits until no other process has the lease. Rejects with the signal's reason when that is aborted. */
  static async acquire(
    target: ConnectionTarget,
    role: RoleName,
    { signal, onWaiting, log }: LeaseOptions,
  ): Promise<RoleLease> {
    let isWaiting = false;
    let isFailing = false;
    for (;;) {
      let session: pg.Client | undefined;
      try {
        session = await connect(target, role);
        while (!(await tryLock(session, role))) {
          isFailing = false;
          if (!isWaiting) onWaiting();
          isWaiting = true;
          await sleep(ATTEMPT, undefined, { signal });
        }
        return new RoleLease(target, role, session);
      } catch (error) {
        if (session) end(session);
        if (signal.aborted) throw signal.reason;
        if (!isFailing) log.warn({ reason: messageOf(error) }, `The role ${role} cannot be claimed yet`);
        isFailing = true;
        await sleep(ATTEMPT, undefined, { signal });
      }
    }
  }

  /** Aborted when another process has the lease. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Calls back whenever the lease had to be renewed on another connection. */
  onRenewed(callback: () => void): void {
    this.#onRenewed.push(callback);
  }

  /** Resolves if this process held the lease at some moment after the call. */
  async confirm(): Promise<void> {
    const session = this.#session;
    if (session !== null) await session.query('select 1');
    if (session === null || session !== this.#session)
      throw new Error(`The role ${this.#role} is not held now`);
  }

  /** Lets others have it. */
  async release(): Promise<void> {
    this.#released.abort();
    const session = this.#session;
    this.#session = null;
    await session?.end().catch(() => undefined);
  }

  get #isOver(): boolean {
    return this.#released.signal.aborted || this.#lost.signal.aborted;
  }

  async #keep(): Promise<void> {
    const { signal } = this.#released;
    while (!this.#isOver) {
      try {
        await this.#session?.query('select 1');
        await sleep(PING, undefined, { signal });
      } catch {
        if (!this.#isOver) await this.#renew(signal).catch(() => undefined);
      }
    }
  }

  /** Takes the lock again on another connection, unless another process was faster. */
  async #renew(signal: AbortSignal): Promise<void> {
    const lostPid = this.#session === null ? null : pidOf(this.#session);
    if (this.#session) end(this.#session);
    this.#session = null;
    let ownSince: number | null = null;
    for (;;) {
      let session: pg.Client | undefined;
      try {
        session = await connect(this.#target, this.#role);
        if (await tryLock(session, this.#role)) {
          if (signal.aborted) return end(session);
          this.#session = session;
          for (const callback of this.#onRenewed) callback();
          return;
        }
        const owner = await selectOwner(session, this.#role);
        if (owner !== null && owner === lostPid) ownSince ??= performance.now();
        const isOwn = ownSince !== null && performance.now() - ownSince < OWN_SESSION;
        end(session);
        if (owner !== null && !(owner === lostPid && isOwn)) return this.#lost.abort();
      } catch {
        if (session) end(session);
      }
      await sleep(ATTEMPT, undefined, { signal });
    }
  }
}

async function connect(target: ConnectionTarget, role: RoleName): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionConfig(target),
    application_name: `tain ${role} role`,
    connectionTimeoutMillis: ANSWER,
    query_timeout: ANSWER,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`${SESSION_LIVENESS_SQL}; set idle_session_timeout = ${SERVER_PATIENCE}`);
    return client;
  } catch (error) {
    end(client);
    throw error;
  }
}

function end(client: pg.Client): void {
  breakConnection(client, new Error('The connection is not used any more'));
}

/** The server's process of a connection, which the driver's types lack. */
function pidOf(client: pg.Client): number | null {
  return (client as unknown as { readonly processID: number | null }).processID;
}

async function tryLock(client: pg.Client, role: RoleName): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
    ...roleLockKey(role),
  ]);
  return rows[0]?.held ?? false;
}

/** The process of the server's that holds the lock; null when nobody does. */
async function selectOwner(client: pg.Client, role: RoleName): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
       and classid = $1::int::oid and objid = $2::int::oid and objsubid = 2 and granted`,
    [...roleLockKey(role)],
  );
  return rows[0]?.pid ?? null;
}

import pg from 'pg';
import { type ConnectionTarget, connectionConfig } from '../../db/database.ts';
import type { Queryable } from '../../db/writer.ts';
import { ASIDE_LOCK, INGEST_LOCK, isHeldBy, passing, takeLock } from './locks.ts';

/** Milliseconds: an abort waits for a connection that is being made. */
const CONNECT_TIMEOUT = 3_000;

/** Work on a second connection. */
export type Work = (client: Queryable) => Promise<void>;

/** What is being done on a second connection. */
export interface Aside {
  /** The part, if any, that a batch waits for; who waits for it is told when it fails. */
  readonly awaited: Promise<void> | undefined;
  /** All of it, well or not: it never rejects. */
  readonly all: Promise<void>;
}

/** Begins work as `workAside` does it, in two parts. The second one must deal with its own errors. */
export function beginAside(
  target: ConnectionTarget,
  owner: number,
  signal: AbortSignal,
  first: Work,
  second: Work,
): Aside {
  let all = Promise.resolve();
  const awaited = new Promise<void>((resolve, reject) => {
    const both: Work = async (client) => {
      await first(client);
      resolve();
      await second(client);
    };
    all = workAside(target, owner, signal, both).catch((error) => reject(passing(error)));
  });
  // Perhaps nobody waits.
  awaited.catch(() => undefined);
  return { awaited, all };
}

/**
 * Does work on a connection of its own, beside the one that stores batches, whose server process is
 * `owner`. Rejects when that is no longer the one ingest of the database, and when the signal is
 * aborted: the connection is then cut off, and the server undoes what was not committed.
 */
export async function workAside(
  target: ConnectionTarget,
  owner: number,
  signal: AbortSignal,
  work: Work,
): Promise<void> {
  const client = new pg.Client({
    ...connectionConfig(target),
    application_name: 'tain ingest closings',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  });
  // A connection that breaks makes the statement under way, and every later one, fail: that is enough.
  client.on('error', () => undefined);
  const cut = (): void => void client.end();
  try {
    await client.connect();
    signal.addEventListener('abort', cut);
    signal.throwIfAborted();
    // So that the server soon notices it, also amid a statement. Not every system can.
    await client.query("set client_connection_check_interval = '1s'").catch(() => undefined);
    await takeLock(client, ASIDE_LOCK, signal);
    if (!(await isHeldBy(client, INGEST_LOCK, owner))) {
      throw new Error('The connection that stores batches was lost: nothing is done beside it.');
    }
    await work(client);
  } finally {
    signal.removeEventListener('abort', cut);
    await client.end();
  }
}

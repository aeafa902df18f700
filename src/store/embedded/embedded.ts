import path from 'node:path';
import pg from 'pg';
import { Failure, messageOf } from '../../kernel/failure.ts';
import { delay, poll, retry } from '../../kernel/retry.ts';
import type { ConnectionTarget } from '../connections/database.ts';
import { LOCK_KEYS, tryAdvisoryLock } from '../locks/advisory-lock.ts';
import type { Queryable } from '../writer/writer.ts';
import { OWNER } from './access.ts';
import { findBinaries } from './binaries.ts';
import { logFile, type ServerOptions, type StartAttempt, startServer } from './cluster.ts';
import { makeDataFolder, requireDatabase } from './data-folder.ts';
import { PARENT_FOLDERS, serverFolder } from './folder.ts';
import { chooseIdentity } from './identity.ts';
import { cutLog, rotateLog } from './log.ts';
import {
  isRunning,
  isServerOf,
  readPostmasterPid,
  readServerState,
  removeStaleLock,
  stopServer,
} from './process.ts';
import { PORT, SocketFolder } from './socket.ts';

const DATABASE = 'tain';
/**
 * Maximum milliseconds for which a server that is not starting may not answer. A starting one has no limit: after a crash it first
 * replays its log, which may be gigabytes, and one that is stopped meanwhile begins that anew.
 */
const ANSWER_TIMEOUT_MS = 300_000;
/** Pause between attempts to restart a lost server, in milliseconds. */
const REJOIN_PAUSE_MS = 1_000;
const MAX_STARTS = 10;
/** Delay after which the log reports what a start waits for. */
const REPORT_DELAY_MS = 2_000;
/** Interval of further reports. */
const REPORT_INTERVAL_MS = 60_000;
/** Interval of checks that the running server can still be reached. */
const CHECK_INTERVAL_MS = 2_000;
/**
 * Maximum milliseconds for which a ready server may have no socket. It creates the socket before it is ready, so a
 * missing one was removed.
 */
const UNREACHABLE_MS = 1_000;

export interface EmbeddedOptions {
  /** Folder of all files of this server (`TAIN_DATA_DIR`). */
  readonly dataDir: string;
  /** Further server settings, which take precedence over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether to use PostgreSQL's default settings, for tests of an untuned server. */
  readonly untuned?: boolean;
  /** Whether root makes the parent folders passable for the server's user (`TAIN_OPEN_PARENTS`). */
  readonly openParents?: boolean;
  /** Whether a data folder without a database is refused, because the command would work on an empty one. */
  readonly mustExist?: boolean;
  /** Folders below which the server's own folder is created if its user cannot enter the data folder (`PARENT_FOLDERS`). */
  readonly parents?: readonly string[];
  readonly log?: (message: string) => void;
  /** Called when the server, or `initdb`, has begun to run: from then on the caller can only wait. */
  readonly onSpawned?: () => void;
  /** Cancels the start. */
  readonly signal?: AbortSignal;
  /** See `ANSWER_TIMEOUT_MS`; tests replace it. */
  readonly answerTimeoutMs?: number;
}

export interface EmbeddedServer {
  /** Connection of the owner of the database, who has all rights. */
  readonly target: ConnectionTarget & { readonly host: string; readonly user: string };
  /** Path of the cluster. */
  readonly cluster: string;
  /** Releases the server; stops it when no other process uses it. */
  release(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the running one. The server is a separate process: it survives a
 * kill of this one, and the next `tain` joins it. When it ends while in use (killed, out of memory) or can no longer be
 * reached (its socket was removed), it is restarted. Throws `Failure` when it cannot be started, and the signal's reason when
 * that is aborted first.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = path.resolve(options.dataDir);
  if (options.mustExist) await requireDatabase(dataDir);
  await makeDataFolder(dataDir);
  await cutLog(logFile(dataDir));
  const identity = await chooseIdentity(dataDir);
  const openParents = options.openParents ?? false;
  const log = options.log ?? (() => undefined);
  const folder = await serverFolder(dataDir, identity, {
    openParents,
    log,
    parents: options.parents ?? PARENT_FOLDERS,
  });
  const cluster = path.join(folder, 'postgres');
  const serverOptions = {
    dataDir,
    folder,
    cluster,
    socket: new SocketFolder(folder, cluster, identity),
    binaries: await findBinaries(),
    identity,
    settings: options.settings ?? {},
    untuned: options.untuned ?? false,
    openParents,
    log,
    onSpawned: options.onSpawned ?? (() => undefined),
    answerTimeoutMs: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
  };
  const released = new AbortController();
  const { signal } = options;
  const first = await joinOrStart(
    serverOptions,
    signal ? AbortSignal.any([signal, released.signal]) : released.signal,
  );
  return server(serverOptions, first, released);
}

/** A connection that holds the presence lock, and the server's location. */
interface Presence {
  readonly client: pg.Client;
  readonly folder: string;
}

/** Joins the running server, or starts one. Logs the reason when that takes long. */
async function joinOrStart(options: ServerOptions, signal: AbortSignal): Promise<Presence> {
  const { dataDir, cluster, socket } = options;
  let attempt: StartAttempt | undefined;
  let attempts = 0;
  let reason = '';
  let unreachableSince: number | null = null;
  /** Time since which the server neither starts nor answers; null while it does. */
  let silentSince: number | null = null;
  const report = (): void => {
    void describeWait(options, reason).then(options.log);
    long = setTimeout(report, REPORT_INTERVAL_MS);
  };
  let long = setTimeout(report, REPORT_DELAY_MS);
  const check = async (): Promise<Presence | undefined> => {
    const joined = await tryJoin(await socket.find());
    if ('client' in joined) return joined;
    reason = joined.reason;
    const isUp = await isRunning(cluster);
    const state = isUp ? await readServerState(cluster) : null;
    // A server has no state before it begins to start, and no lock file a moment earlier.
    const isStarting = isUp ? state !== 'ready' && state !== 'stopping' : attempt?.exited === false;
    silentSince = isStarting ? null : (silentSince ?? performance.now());
    if (silentSince !== null && performance.now() - silentSince > options.answerTimeoutMs) {
      throw new Failure('database', `The embedded PostgreSQL did not answer; see ${logFile(dataDir)}.`);
    }
    if (isUp) {
      const isLost = state === 'ready' && !(await socket.hasSocket());
      unreachableSince = isLost ? (unreachableSince ?? performance.now()) : null;
      if (unreachableSince !== null && performance.now() - unreachableSince > UNREACHABLE_MS) {
        await stopUnreachable(options, await readPostmasterPid(cluster));
      }
    } else if (attempt === undefined || attempt.exited) {
      if (attempt) {
        // Another process may have started the server a moment earlier. Ours then exits, which is not a failure.
        await delay(200);
        await removeStaleLock(cluster);
      }
      attempts += 1;
      if (attempts > MAX_STARTS) {
        throw new Failure('database', `The embedded PostgreSQL does not start; see ${logFile(dataDir)}.`);
      }
      options.log(`Starting the embedded PostgreSQL in ${cluster}`);
      attempt = await startServer(options);
    }
    return undefined;
  };
  try {
    return await poll(check, { intervalMs: 25, signal });
  } catch (error) {
    // No process has joined this server, so none would stop it.
    const pid = attempt?.exited === false ? attempt.child.pid : undefined;
    if (pid !== undefined) await stopServer(pid);
    throw error;
  } finally {
    clearTimeout(long);
  }
}

/** Describes what a start waits for, for the log. */
async function describeWait({ cluster, dataDir }: ServerOptions, reason: string): Promise<string> {
  const state = await readServerState(cluster);
  const doing =
    state === 'starting'
      ? 'is starting (after a crash it first replays its log)'
      : state === 'stopping'
        ? 'is still shutting down'
        : `does not answer${reason === '' ? '' : `: ${reason}`}`;
  const pid = await readPostmasterPid(cluster);
  const who =
    pid === null ? 'the embedded PostgreSQL, which' : `the embedded PostgreSQL (process ${pid}), which`;
  return `Waiting for ${who} ${doing}; its log is ${logFile(dataDir)}`;
}

/** Stops a server that clients cannot connect to, so that it can be restarted. */
async function stopUnreachable({ cluster, log }: ServerOptions, pid: number | null): Promise<void> {
  if (pid === null || !(await isServerOf(cluster, pid))) return;
  log('The socket of the embedded PostgreSQL was removed, so no client can connect: it is restarted');
  await stopServer(pid);
}

function targetOf(
  folder: string,
  database = DATABASE,
): EmbeddedServer['target'] & { readonly database: string } {
  return { host: folder, port: PORT, user: OWNER, database };
}

/** Connects and takes the presence lock. Returns the reason instead while no server accepts connections. */
async function tryJoin(folder: string | null): Promise<Presence | { readonly reason: string }> {
  if (folder === null) return { reason: 'there is no socket' };
  const client = new pg.Client({
    ...targetOf(folder, 'postgres'),
    application_name: 'tain presence',
    connectionTimeoutMillis: 5_000,
  });
  // The server may end this connection at any time (a crash): `release` handles that.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [...LOCK_KEYS.presence]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) {
      await client.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
        // `duplicate_database`, or the unique violation when two processes create it concurrently.
        if (error.code !== '42P04' && error.code !== '23505') throw error;
      });
    }
    return { client, folder };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isNotReady(error)) return { reason: (error as Error).message };
    throw error;
  }
}

/** Returns whether there is no socket, no listener, or a server that is starting up, shutting down or was killed. */
function isNotReady(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  const codes = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'];
  return codes.includes(code ?? '') || /terminated|timeout/i.test(message ?? '');
}

function server(options: ServerOptions, first: Presence, released: AbortController): EmbeddedServer {
  const { cluster, socket, log } = options;
  const { signal } = released;
  let presence: pg.Client | null = null;
  let rejoining: Promise<void> = Promise.resolve();
  let releasing: Promise<void> | undefined;
  const shortLog = rotateLog(logFile(options.dataDir));
  const watch = watchSocket(options);

  const hold = ({ client }: Presence): void => {
    presence = client;
    client.once('end', () => {
      presence = null;
      if (!signal.aborted) rejoining = rejoin();
    });
  };
  const rejoin = async (): Promise<void> => {
    log('The embedded PostgreSQL ended unexpectedly');
    let logged = '';
    const onFailure = (error: unknown): void => {
      const message = messageOf(error);
      if (message !== logged) log(message);
      logged = message;
    };
    const join = async () => hold(await joinOrStart(options, signal));
    await retry(join, { backOff: REJOIN_PAUSE_MS, signal, onFailure }).catch(() => undefined);
  };
  const release = async (): Promise<void> => {
    released.abort();
    shortLog.stop();
    watch.stop();
    await rejoining;
    const held = presence;
    if (!held) return;
    const last = await releasePresence(held).catch(() => false);
    if (last) {
      const pid = await readPostmasterPid(cluster);
      if (pid !== null) await stopServer(pid);
    }
    await held.end().catch(() => undefined);
    if (last) await socket.remove();
  };
  hold(first);
  return {
    cluster,
    target: targetOf(first.folder),
    release: () => {
      releasing ??= release();
      return releasing;
    },
  };
}

/**
 * Checks whether the server can still be reached. Connected clients do not notice when the socket is removed (by a cleaner of
 * temporary folders), but new ones cannot connect.
 */
function watchSocket(options: ServerOptions): { stop(): void } {
  const check = async (): Promise<void> => {
    const { cluster, socket } = options;
    if (await socket.hasSocket()) return;
    // The process id is read before the second check, so that a server started meanwhile is not stopped.
    const pid = await readPostmasterPid(cluster);
    if ((await readServerState(cluster)) !== 'ready' || (await socket.hasSocket())) return;
    await stopUnreachable(options, pid);
  };
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void check()
      .catch(() => undefined)
      .finally(() => {
        isChecking = false;
      });
  }, CHECK_INTERVAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Releases the presence lock. Returns true when no other process holds it; it is then held exclusively, so that none can join.
 */
async function releasePresence(presence: pg.Client): Promise<boolean> {
  await presence.query('select pg_advisory_unlock_shared($1)', [...LOCK_KEYS.presence]);
  return tryAdvisoryLock(presence as Queryable, LOCK_KEYS.presence);
}

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Failure } from '../errors.ts';
import type { ConnectionTarget } from './database.ts';
import { type Binaries, findBinaries } from './embedded-binaries.ts';
import { chooseIdentity, type Identity } from './embedded-identity.ts';
import { cutLog, keepLogShort } from './embedded-log.ts';
import { isRunning, readPostmasterPid, removeStaleLock, stopServer } from './embedded-process.ts';
import { embeddedSettings } from './postgres-settings.ts';

const USER = 'tain';
const DATABASE = 'tain';
/** Only names the socket file: the server listens on no network address. */
const PORT = 5432;
/** Advisory lock that every process using the server holds shared; the last one out stops the server. */
const PRESENCE_LOCK = 0x7461_6970;
/** Milliseconds. After a crash the server first works off its log, which may be gigabytes. */
const START_TIMEOUT = 300_000;
/** Milliseconds between attempts to bring a server back that was lost. */
const REJOIN_PAUSE = 1_000;
const MAX_STARTS = 10;
/** Longest socket path that all platforms take (sockaddr_un). */
const MAX_SOCKET_PATH = 100;

export interface EmbeddedOptions {
  /** The folder that holds everything of this server (`TAIN_DATA_DIR`). */
  readonly dataDir: string;
  /** Further server settings; they win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Leaves the server's settings as PostgreSQL has them by default: as a server of one's own may be. */
  readonly untuned?: boolean;
  readonly log?: (message: string) => void;
}

export interface EmbeddedServer {
  readonly target: ConnectionTarget;
  /** Leaves the server, and stops it when no other process uses it. */
  release(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the one that already runs there. The
 * server is a process of its own: it survives a kill of this one, and the next `tain` joins it. When
 * it ends although it is in use (killed, out of memory), it is started again.
 * Throws `Failure` when it cannot be started.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = path.resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true }).catch((cause: Error) => {
    const message = `The folder ${dataDir} (TAIN_DATA_DIR) cannot be made: ${cause.message}.`;
    throw new Failure('usage', message, { cause });
  });
  await cutLog(logFile(dataDir));
  const binaries = await findBinaries();
  const socketDir = await makeSocketDir(dataDir);
  const place = { dataDir, cluster: path.join(dataDir, 'postgres'), socketDir, binaries, options };
  const released = new AbortController();
  return server(place, await joinOrStart(place, released.signal), released);
}

interface Place {
  readonly dataDir: string;
  readonly cluster: string;
  readonly socketDir: string;
  readonly binaries: Binaries;
  readonly options: EmbeddedOptions;
}

/** A connection that holds the presence lock, of the server that runs or is started. */
async function joinOrStart(place: Place, signal: AbortSignal): Promise<pg.Client> {
  const { dataDir, cluster, socketDir, binaries, options } = place;
  const deadline = Date.now() + START_TIMEOUT;
  let identity: Identity | undefined;
  let attempt: StartAttempt | undefined;
  let attempts = 0;
  for (;;) {
    signal.throwIfAborted();
    const presence = await tryJoin(socketDir);
    if (presence) return presence;
    if (Date.now() > deadline) {
      throw new Failure('database', `The embedded PostgreSQL did not answer; see ${logFile(dataDir)}.`);
    }
    if ((attempt === undefined || attempt.exited) && !(await isRunning(cluster))) {
      if (attempt) {
        // Another process may have started the server a moment earlier: then ours exits, which is no failure.
        await sleep(200);
        await removeStaleLock(cluster);
      }
      attempts += 1;
      if (attempts > MAX_STARTS) {
        throw new Failure('database', `The embedded PostgreSQL does not start; see ${logFile(dataDir)}.`);
      }
      identity ??= await prepareCluster(cluster, dataDir, socketDir, binaries);
      attempt = await startServer(cluster, dataDir, socketDir, binaries, identity, options);
      options.log?.(`Starting the embedded PostgreSQL in ${cluster}`);
    }
    await sleep(25);
  }
}

interface StartAttempt {
  exited: boolean;
}

function logFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.log');
}

/** The socket lies in the data folder, or, where that path is too long for a socket, in the temporary folder. */
async function makeSocketDir(dataDir: string): Promise<string> {
  const name = `.s.PGSQL.${PORT}`;
  const inside = path.join(dataDir, 'run');
  const short = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const socketDir =
    path.join(inside, name).length <= MAX_SOCKET_PATH ? inside : path.join(os.tmpdir(), `tain-${short}`);
  await mkdir(socketDir, { recursive: true, mode: 0o700 });
  const owner = (await stat(socketDir)).uid;
  const mine = process.getuid?.();
  if (mine !== undefined && mine !== 0 && owner !== mine) {
    throw new Failure('database', `The folder ${socketDir} belongs to another user.`);
  }
  return socketDir;
}

function targetOf(socketDir: string, database = DATABASE): ConnectionTarget & { host: string } {
  return { host: socketDir, port: PORT, user: USER, database };
}

/** Connects and takes the presence lock. Null while no server is ready to take connections. */
async function tryJoin(socketDir: string): Promise<pg.Client | null> {
  const admin = new pg.Client({
    ...targetOf(socketDir, 'postgres'),
    application_name: 'tain presence',
    connectionTimeoutMillis: 5_000,
  });
  // The server may end this connection at any time (a crash): release() copes, nobody else uses it.
  admin.on('error', () => undefined);
  try {
    await admin.connect();
    await admin.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) {
      await admin.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
        // duplicate_database, or the unique violation that a race leads to
        if (error.code !== '42P04' && error.code !== '23505') throw error;
      });
    }
    return admin;
  } catch (error) {
    await admin.end().catch(() => undefined);
    if (isNotReady(error)) return null;
    throw error;
  }
}

/** No socket, nobody listening, or a server that is starting up, shutting down or was ended. */
function isNotReady(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  const codes = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'];
  return codes.includes(code ?? '') || /terminated|timeout/i.test(message ?? '');
}

/** Makes the cluster if there is none. Whole or not at all: it is made beside its place and moved. */
async function prepareCluster(
  cluster: string,
  dataDir: string,
  socketDir: string,
  binaries: Binaries,
): Promise<Identity> {
  const fresh = path.join(dataDir, `postgres.new-${randomBytes(6).toString('hex')}`);
  const exists = await access(path.join(cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  const folder = exists ? cluster : fresh;
  if (!exists) await mkdir(folder, { recursive: true, mode: 0o700 });
  const programs = [binaries.postgres, binaries.initdb, path.join(socketDir, '.s'), path.join(folder, 'x')];
  await chooseIdentity(socketDir, programs);
  const identity = await chooseIdentity(folder, programs);
  if (exists) return identity;
  const log = await open(logFile(dataDir), 'a');
  try {
    const argumentsOfInitdb = [
      '-D',
      fresh,
      '-U',
      USER,
      '--auth=trust',
      '-E',
      'UTF8',
      // Sorted by code points, as C; but capital letters of all scripts are known (search by name).
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ];
    const exit = await run(binaries.initdb, argumentsOfInitdb, identity, log.fd);
    if (exit !== 0) {
      throw new Failure('database', `The embedded PostgreSQL cannot be created; see ${logFile(dataDir)}.`);
    }
    await rename(fresh, cluster).catch(async () => {
      // Another process was faster; its cluster stands.
      await access(path.join(cluster, 'PG_VERSION'));
    });
  } finally {
    await log.close();
    await rm(fresh, { recursive: true, force: true });
  }
  return identity;
}

/** Bytes of memory that this machine has, or that this process is allowed (a container). */
function memoryOf(): number {
  // Without a limit it is 0 or more than any machine has.
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, os.totalmem()) : os.totalmem();
}

async function startServer(
  cluster: string,
  dataDir: string,
  socketDir: string,
  binaries: Binaries,
  identity: Identity,
  options: EmbeddedOptions,
): Promise<StartAttempt> {
  const attempt: StartAttempt = { exited: false };
  const settings = { ...(options.untuned ? {} : embeddedSettings(memoryOf())), ...options.settings };
  const flags = Object.entries({
    ...settings,
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(logFile(dataDir), 'a');
  const [command, ...rest] = [...identity.prefix, binaries.postgres, '-D', cluster, ...flags];
  const child = spawn(command as string, rest, {
    ...(identity.uid === undefined ? {} : { uid: identity.uid, gid: identity.gid as number }),
    // A group of its own: Ctrl-C in the terminal must reach us, not the server.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
  });
  child.once('exit', () => {
    attempt.exited = true;
  });
  child.once('error', () => {
    attempt.exited = true;
  });
  child.unref();
  await log.close();
  return attempt;
}

function run(program: string, args: readonly string[], identity: Identity, output: number): Promise<number> {
  const [command, ...rest] = [...identity.prefix, program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command as string, rest, {
      ...(identity.uid === undefined ? {} : { uid: identity.uid, gid: identity.gid as number }),
      stdio: ['ignore', output, output],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function server(place: Place, first: pg.Client, released: AbortController): EmbeddedServer {
  const { cluster, socketDir, options } = place;
  const { signal } = released;
  let presence: pg.Client | null = null;
  let rejoining: Promise<void> = Promise.resolve();
  let releasing: Promise<void> | undefined;
  const log = keepLogShort(logFile(place.dataDir));

  const hold = (client: pg.Client): void => {
    presence = client;
    client.once('end', () => {
      presence = null;
      if (!signal.aborted) rejoining = rejoin();
    });
  };
  const rejoin = async (): Promise<void> => {
    options.log?.('The embedded PostgreSQL ended unexpectedly');
    while (!signal.aborted) {
      try {
        hold(await joinOrStart(place, signal));
        return;
      } catch (error) {
        if (signal.aborted) return;
        options.log?.((error as Error).message);
        await sleep(REJOIN_PAUSE, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const release = async (): Promise<void> => {
    released.abort();
    log.stop();
    await rejoining;
    const held = presence;
    if (!held) return;
    const last = await leave(held).catch(() => false);
    if (last) {
      const pid = await readPostmasterPid(cluster);
      if (pid !== null) await stopServer(pid);
    }
    await held.end().catch(() => undefined);
  };
  hold(first);
  return {
    target: targetOf(socketDir),
    release: () => {
      releasing ??= release();
      return releasing;
    },
  };
}

/** Gives the presence lock back. True when nobody else holds it: it is then held alone, so nobody can join. */
async function leave(presence: pg.Client): Promise<boolean> {
  await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK]);
  const { rows } = await presence.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
    PRESENCE_LOCK,
  ]);
  return rows[0]?.alone === true;
}

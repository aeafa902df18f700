import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  constants,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing } from '../../kernel/missing.ts';
import { embeddedSettings } from '../connections/postgres-settings.ts';
import { OWNER, writeAccessFiles } from './access.ts';
import { type Binaries, canRun, placeBinaries } from './binaries.ts';
import { admit, giveFolder, type Identity, isOther, makerOf, verifyReachable } from './identity.ts';
import { PORT, type SocketFolder } from './socket.ts';

/** Resolved options of an embedded server: its folders, programs, user and settings. */
export interface ServerOptions {
  readonly dataDir: string;
  /** Folder of all files of the server's user: the data folder, or a separate one (`serverFolder`). */
  readonly folder: string;
  readonly cluster: string;
  readonly socket: SocketFolder;
  readonly binaries: Binaries;
  readonly identity: Identity;
  readonly settings: Readonly<Record<string, string>>;
  readonly untuned: boolean;
  readonly openParents: boolean;
  readonly log: (message: string) => void;
  /** Called when the server, or `initdb`, has begun to run. */
  readonly onSpawned: () => void;
  /** Maximum milliseconds for which a server that is not starting may not answer. */
  readonly answerTimeoutMs: number;
}

/** A server process that was started and may have ended since. */
export interface StartAttempt {
  readonly child: ChildProcess;
  readonly exited: boolean;
}

/** Returns the path of the log of the server and of `initdb`. */
export function logFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.log');
}

/** Starts the server of a cluster; creates the cluster first if there is none. Throws `Failure` when that fails. */
export async function startServer(options: ServerOptions): Promise<StartAttempt> {
  const { dataDir, folder, cluster, identity } = options;
  await admit(folder, identity);
  await verifyReachable(folder, identity, options);
  const binaries = (await canRun(options.binaries, identity))
    ? options.binaries
    : await placeBinaries(options.binaries, folder);
  const socketFolder = await options.socket.prepare();
  await removeAbandoned(folder);
  await prepareCluster(options, binaries);
  const flags = Object.entries({
    ...(options.untuned ? {} : embeddedSettings(availableMemory())),
    ...options.settings,
    ...(await writeAccessFiles(folder, identity)),
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await openLog(dataDir);
  const child = spawn(binaries.postgres, ['-D', cluster, ...flags], {
    ...userOf(identity),
    // The server gets its own process group, because Ctrl-C in the terminal must reach this process and not the server.
    detached: true,
    ...spawnOptions(log),
  });
  const attempt = { child, exited: false };
  for (const event of ['exit', 'error'] as const) {
    child.once(event, () => {
      attempt.exited = true;
    });
  }
  child.unref();
  options.onSpawned();
  await log.close();
  return attempt;
}

/** Beginning of the names of folders in which `initdb` creates clusters. */
const UNFINISHED = 'postgres.new-';
/** Milliseconds without a change after which the process that created one was killed. */
const ABANDONED_MS = 600_000;

/** Removes the folders of clusters whose creation a kill ended. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const unfinished = path.join(folder, name);
    // Another process may have removed it.
    const changed = await lstat(unfinished).catch(ifMissing(null));
    if (changed === null || Date.now() - changed.mtimeMs < ABANDONED_MS) continue;
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Creates the cluster if there is none, atomically: it is created in a sibling folder, which is then renamed. */
async function prepareCluster(
  { cluster, dataDir, folder, identity, onSpawned }: ServerOptions,
  binaries: Binaries,
): Promise<void> {
  if (await exists(path.join(cluster, 'PG_VERSION'))) {
    // A cluster of another user was created by an older release, or moved here.
    if (isOther(identity) && (await lstat(cluster)).uid !== identity.uid) await giveFolder(cluster, identity);
    return;
  }
  const fresh = path.join(folder, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
  const maker = await makerOf(identity);
  await mkdir(fresh, { mode: 0o700 });
  const log = await openLog(dataDir);
  try {
    if (isOther(maker)) await giveFolder(fresh, maker);
    const args = [
      '-D',
      fresh,
      '-U',
      OWNER,
      // The files of `writeAccessFiles` decide who may connect. These rules apply only to a server that is started by
      // hand.
      '--auth-local=peer',
      '--auth-host=reject',
      '-E',
      'UTF8',
      // Sorts by code points, as `C` does, and maps upper and lower case in all scripts, which the search by name
      // needs.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ];
    const made = run(binaries.initdb, args, maker, log);
    onSpawned();
    if ((await made) !== 0) {
      throw new Failure('database', `The embedded PostgreSQL cannot be created; see ${logFile(dataDir)}.`);
    }
    if (isOther(identity)) await giveFolder(fresh, identity);
    await rename(fresh, cluster).catch(async () => {
      // Another process created the cluster first; that one stays.
      await access(path.join(cluster, 'PG_VERSION'));
    });
  } finally {
    await log.close();
    await rm(fresh, { recursive: true, force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Opens the log so that only we can read it, because it may quote statements. */
async function openLog(dataDir: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const log = await open(logFile(dataDir), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  await log.chmod(0o600);
  return log;
}

/** Returns the bytes of memory that this process may use: the machine's, or the limit of its container. */
function availableMemory(): number {
  // Without a limit the value is 0, or more than any machine has.
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, os.totalmem()) : os.totalmem();
}

function userOf(identity: Identity): { uid?: number; gid?: number } {
  return isOther(identity) ? { uid: identity.uid, gid: identity.gid } : {};
}

/** Returns a minimal environment, and a working folder that every user can enter. */
function spawnOptions(log: FileHandle) {
  const stdio: ('ignore' | number)[] = ['ignore', log.fd, log.fd];
  return { cwd: '/', stdio, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' } };
}

function run(program: string, args: readonly string[], identity: Identity, log: FileHandle): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...userOf(identity), ...spawnOptions(log) });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ifMissing } from '../../kernel/missing.ts';
import { poll } from '../../kernel/retry.ts';

/** Reads the process id in the cluster's lock file; null when there is none. */
export async function readPostmasterPid(cluster: string): Promise<number | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(ifMissing(''));
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** Returns the command line of a process, words separated by blanks; null when there is none or it cannot be read. */
async function commandOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    return line?.replaceAll('\0', ' ') ?? null;
  }
  const listed = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return listed.then(
    ({ stdout }) => stdout,
    () => null,
  );
}

/** Returns whether the cluster has a server, which may be starting, recovering or shutting down. */
export async function isRunning(cluster: string): Promise<boolean> {
  const pid = await readPostmasterPid(cluster);
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return false;
  }
  return !(await isStranger(cluster, pid));
}

/**
 * Returns whether a process is certainly not this cluster's server: it is no PostgreSQL, runs as another user than the
 * cluster's owner, which PostgreSQL does not allow, or (known on Linux only) its working folder is not the cluster.
 */
async function isStranger(cluster: string, pid: number): Promise<boolean> {
  const command = await commandOf(pid);
  if (command === null) return false;
  if (!command.includes('postgres')) return true;
  const folder = await stat(cluster).catch(() => null);
  const owner = await ownerOf(pid);
  if (folder === null || owner === null) return false;
  if (owner !== folder.uid) return true;
  const cwd = await stat(`/proc/${pid}/cwd`).catch(() => null);
  return cwd !== null && (cwd.dev !== folder.dev || cwd.ino !== folder.ino);
}

/** Returns the user of a process; null when unknown. */
async function ownerOf(pid: number): Promise<number | null> {
  if (process.platform === 'linux') {
    return stat(`/proc/${pid}`).then(
      ({ uid }) => uid,
      () => null,
    );
  }
  const listed = promisify(execFile)('ps', ['-o', 'uid=', '-p', String(pid)]);
  return listed.then(
    ({ stdout }) => Number(stdout),
    () => null,
  );
}

/**
 * Removes a stale lock file. After a crash of the machine it may name a process id that now belongs to another program (usual
 * in containers), or to another PostgreSQL; ours would then refuse to start for ever.
 */
export async function removeStaleLock(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const pid = await readPostmasterPid(cluster);
  if (pid === null || !(await isStranger(cluster, pid))) return;
  const [, , , port, socketFolder] = (await readFile(file, 'utf8')).split('\n');
  if (port && socketFolder) await rm(path.join(socketFolder, `.s.PGSQL.${port}.lock`), { force: true });
  await rm(file, { force: true });
}

/** Reads the server's state in its lock file: `starting`, `ready`, `stopping`, or null when it has none. */
export async function readServerState(cluster: string): Promise<string | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(ifMissing(''));
  return text.split('\n')[7]?.trim() || null;
}

/** Returns whether a process is certainly this cluster's server. Only such a process may be stopped. */
export async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  return ((await commandOf(pid)) ?? '').includes(`-D ${cluster} `);
}

/**
 * Requests a fast shutdown (SIGQUIT: an immediate one, for data that go) and waits a little. A server with much to write ends
 * later, and a start waits for it.
 */
export async function stopServer(pid: number, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  try {
    process.kill(pid, signal);
    // Throws once the process has ended.
    const check = async () => (process.kill(pid, 0) ? undefined : null);
    await poll(check, { intervalMs: 25, limitMs: 3_900 });
  } catch {
    // The process has ended.
  }
}

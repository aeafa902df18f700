import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The process id in the cluster's lock file; null when there is none. */
export async function readPostmasterPid(cluster: string): Promise<number | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** The command line of a process, words separated by blanks; null when there is none or it cannot be read. */
async function commandOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    return line?.replaceAll('\0', ' ') ?? null;
  }
  const asked = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return asked.then(
    ({ stdout }) => stdout,
    () => null,
  );
}

/** Whether the cluster has a server, which may be starting, recovering or shutting down. */
export async function isRunning(cluster: string): Promise<boolean> {
  const pid = await readPostmasterPid(cluster);
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return false;
  }
  return (await commandOf(pid))?.includes('postgres') ?? true;
}

/**
 * After a crash of the machine the server's lock file may name a process number that now belongs to
 * another program (usual in containers); PostgreSQL would then refuse to start for ever.
 */
export async function removeStaleLock(cluster: string): Promise<void> {
  const pid = await readPostmasterPid(cluster);
  if (pid === null) return;
  const command = await commandOf(pid);
  if (command !== null && !command.includes('postgres')) await rm(path.join(cluster, 'postmaster.pid'));
}

/** The server's state in its lock file: `starting`, `ready`, `stopping`, or null when it has none. */
export async function readServerState(cluster: string): Promise<string | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n')[7]?.trim() || null;
}

/** Whether a process is certainly this cluster's server: no other process may be stopped. */
export async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  return ((await commandOf(pid)) ?? '').includes(`-D ${cluster} `);
}

/** Fast shutdown. Waits a little; a server with much to write finishes by itself, and a start waits for it. */
export async function stopServer(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
    for (let waited = 0; waited < 3_500; waited += 25) {
      process.kill(pid, 0);
      await sleep(25);
    }
  } catch {
    // It is gone.
  }
}

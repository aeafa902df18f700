import { mkdtemp, readdir, realpath, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { removeDataFolder } from '../../store/embedded/folder.ts';
import { tryFileLock } from './file-lock.ts';
import { exists } from './folders.ts';

/** Prefix of the names of temporary data folders. */
const PREFIX = 'tain-network-';
/** Lock of the process that uses the folder. */
const LOCK = 'owner.lock';
/** Milliseconds after which a folder without a lock has no process that is about to take it. */
const LOCKED_AFTER_MS = 60_000;

/** Creates a data folder for a process that this one is about to start, below the system's folder of temporary files. */
export async function makeTemporaryFolder(): Promise<string> {
  return mkdtemp(path.join(await realpath(os.tmpdir()), PREFIX));
}

/** Makes this process the one that uses a temporary data folder. */
export async function ownTemporaryFolder(folder: string): Promise<void> {
  await tryFileLock(path.join(folder, LOCK));
}

/**
 * Removes the temporary data folders of this user whose processes were killed, with their servers. Never throws: a folder that
 * cannot be removed stays.
 */
export async function removeAbandonedFolders(): Promise<void> {
  const parent = await realpath(os.tmpdir());
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(parent, name);
    if (await isAbandoned(folder).catch(() => false)) await removeDataFolder(folder).catch(() => undefined);
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const { uid, mtimeMs } = await stat(folder);
  if (uid !== process.getuid?.()) return false;
  const lock = path.join(folder, LOCK);
  const isLocked = await exists(lock);
  if (!isLocked && Date.now() - mtimeMs < LOCKED_AFTER_MS) return false;
  return 'lock' in (await tryFileLock(lock));
}

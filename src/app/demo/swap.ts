import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../db/embedded/replace-file.ts';
import { Databases, newDatabase } from './databases.ts';
import { type FileLock, takeFileLock } from './file-lock.ts';
import { controlFolder, demoFolder, newFolder, oldFolder, stateLock } from './folders.ts';

/**
 * Puts another network, and the database that fits it, in the place of those of a data folder. What is put there is made
 * aside first; then a file says that it is to be, and from then on it will be, whoever is killed at what moment: the next
 * one that opens the data folder goes on (`finishSwap`).
 */
export async function swap(dataDir: string, databases: Databases, id: string): Promise<void> {
  const file = swapFile(dataDir);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify({ id }));
  await finishSwap(dataDir, databases);
}

/** What was begun and not finished; null when nothing was. */
export async function begunSwap(dataDir: string): Promise<string | null> {
  const text = await readFile(swapFile(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' && /^[0-9a-f]{16}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

/** Goes on with a swap that was begun, if there is one. Nobody may use the network's folder or the database meanwhile. */
export async function finishSwap(dataDir: string, databases: Databases): Promise<void> {
  const id = await begunSwap(dataDir);
  if (id === null) return;
  await databases.replaceMirror(newDatabase(id));
  const [fresh, present, old] = [newFolder(dataDir, id), demoFolder({ dataDir }), oldFolder(dataDir, id)];
  if (await isThere(fresh)) {
    if (await isThere(present)) await rename(present, old);
    await rename(fresh, present);
  }
  // What the status service still had to report is of the other network.
  await rm(path.join(dataDir, 'status.json'), { force: true });
  await rm(swapFile(dataDir), { force: true });
  await rm(old, { recursive: true, force: true });
}

/** The embedded server of a data folder, and how to wait for it. */
export type ServerOptions = Parameters<typeof Databases.open>[0];

/** Takes the right to use or to change the network of a data folder, and says after some seconds what it waits for. */
export function takeState({ dataDir, log, signal }: ServerOptions): Promise<FileLock> {
  return takeFileLock(stateLock(dataDir), {
    ...(signal && { signal }),
    onWait: ({ pid }) => log?.(`Waiting for process ${pid}, which changes the local network`),
  });
}

/** Finishes a swap whose command was killed, on a server that is started for it. The caller has the right to (`takeState`). */
export async function settleSwap(options: ServerOptions): Promise<void> {
  if ((await begunSwap(options.dataDir)) === null) return;
  options.log?.('Another network was being loaded here when the command ended: that is finished first');
  const databases = await Databases.open(options);
  try {
    await databases.endOrphans();
    await finishSwap(options.dataDir, databases);
  } finally {
    await databases.close();
  }
}

function swapFile(dataDir: string): string {
  return path.join(controlFolder(dataDir), 'swap.json');
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

/** Removes folders that an interrupted command left beside the network's. No swap may be begun. */
export async function sweepFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (/^demo-(new|old)-[0-9a-f]{16}$/.test(name)) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
  }
}

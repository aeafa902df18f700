import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing } from '../../kernel/missing.ts';
import { replaceFile } from '../../store/embedded/replace-file.ts';
import { Databases, newDatabase } from './databases.ts';
import { type FileLock, takeFileLock } from './file-lock.ts';
import { controlFolder, demoFolder, exists, newFolder, oldFolder, stateLock } from './folders.ts';
import { parseRecord } from './json-record.ts';

/**
 * Replaces the network of a data folder, and its database, by another one. Creates the new parts first, then a file
 * that records the swap. Once that file exists the swap is carried out even if any process is killed at any moment: the
 * next one that opens the data folder continues it (`finishSwap`).
 */
export async function swap(dataDir: string, databases: Databases, id: string): Promise<void> {
  const file = swapFile(dataDir);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify({ id }));
  await finishSwap(dataDir, databases);
}

/** Returns the id of an unfinished swap, or null. */
export async function begunSwap(dataDir: string): Promise<string | null> {
  const text = await readFile(swapFile(dataDir), 'utf8').catch(ifMissing(null));
  if (text === null) return null;
  const { id } = parseRecord(text);
  if (typeof id === 'string' && /^[0-9a-f]{16}$/.test(id)) return id;
  throw new Failure(
    'usage',
    `The file ${swapFile(dataDir)}, which names an unfinished load or reset of the network, is damaged.`,
  );
}

/** Finishes a swap, if one was begun. The network's folder and the database must not be in use. */
export async function finishSwap(dataDir: string, databases: Databases): Promise<void> {
  const id = await begunSwap(dataDir);
  if (id === null) return;
  await databases.replaceMirror(newDatabase(id));
  const [fresh, present, old] = [newFolder(dataDir, id), demoFolder({ dataDir }), oldFolder(dataDir, id)];
  if (await exists(fresh)) {
    if (await exists(present)) await rename(present, old);
    await rename(fresh, present);
  }
  // The saved state of the status service belongs to the replaced network.
  await rm(path.join(dataDir, 'status.json'), { force: true });
  await rm(swapFile(dataDir), { force: true });
  await rm(old, { recursive: true, force: true });
}

/** Options of the embedded server of a data folder, and of the wait for it. */
export type DatabasesOptions = Parameters<typeof Databases.open>[0];

/**
 * Takes the right to use or to change the network of a data folder, and logs after some seconds which process holds it.
 */
export function takeState({ dataDir, log, signal }: DatabasesOptions): Promise<FileLock> {
  return takeFileLock(stateLock(dataDir), {
    ...(signal && { signal }),
    onWait: ({ pid }) => log?.(`Waiting for process ${pid}, which changes the local network`),
  });
}

/**
 * Finishes the swap of a killed command, on a server that is started for it. The caller holds the right to do so
 * (`takeState`).
 */
export async function settleSwap(options: DatabasesOptions): Promise<void> {
  if ((await begunSwap(options.dataDir)) === null) return;
  options.log?.('A command was killed while it loaded or reset the network: this is finished first');
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

/** Removes folders that an interrupted command left next to the network's. There must be no unfinished swap. */
export async function sweepFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (/^demo-(new|old)-[0-9a-f]{16}$/.test(name)) {
      await rm(path.join(dataDir, name), { recursive: true, force: true });
    }
  }
}

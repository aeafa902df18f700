import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** A commit of a public repository. */
export interface Source {
  /** Owner and name on GitHub. */
  readonly repository: string;
  /** Hash of the commit, 40 hex digits. */
  readonly commit: string;
  /** Commands that install its dependencies and compile it, in order, each in the checkout. Default: by hand. */
  readonly install?: readonly (readonly string[])[];
}

/** A checkout, and whether its dependencies are installed. */
export interface Checkout {
  readonly folder: string;
  readonly isInstalled: boolean;
}

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 900_000;
/** Folder of the checkouts. */
export const CHECKOUTS = path.join(homedir(), '.cache', 'tain-test-suites');

/**
 * Fetches a commit without its history, and installs it if `install` says how. A later call finds it by its hash. Throws an `Error` with the
 * failed command's output, such as that of git without a network.
 */
export async function fetchSuite(source: Source, root = CHECKOUTS): Promise<Checkout> {
  const { repository, commit, install } = source;
  const folder = path.join(root, `${repository.replace('/', '+')}-${commit.slice(0, 8)}`);
  const checkout = { folder, isInstalled: install !== undefined };
  if (
    await access(folder).then(
      () => true,
      () => false,
    )
  )
    return checkout;
  // Renamed at the end, so that an interrupted installation begins anew.
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  const url = `https://github.com/${repository}.git`;
  for (const [command = '', ...args] of [
    ['git', 'init', '--quiet'],
    ['git', 'fetch', '--quiet', '--depth', '1', url, commit],
    ['git', 'checkout', '--quiet', 'FETCH_HEAD'],
    ...(install ?? []),
  ])
    await run(command, args, { cwd: part, timeout: INSTALL_TIMEOUT_MS, maxBuffer: 2 ** 26 });
  await rename(part, folder);
  return checkout;
}

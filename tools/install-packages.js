// Installer of packages that are not dependencies of the project, because they are too large for every installation.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Timeout of the whole installation; npm itself times out much earlier on an unresponsive registry. */
const INSTALL_TIMEOUT_MS = 300_000;
/** Errors of npm when a registry is unreachable or lacks a package. */
const UNREACHABLE =
  /E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EHOSTUNREACH|ENETUNREACH|E50\d/;

/**
 * Returns the folder in which the packages of `source` (a folder with `package.json` and `package-lock.json`) are
 * installed. Installs once for each lock file, into folder `cache` of the user's cache, without install scripts, each
 * package checked against the lock file's hash. `what` names the packages in the line of progress. Returns undefined,
 * with a line on stderr, when no reachable registry has them. Throws when the installation fails otherwise.
 */
export async function installPackages({ source, cache, what }) {
  const files = ['package.json', 'package-lock.json', '.npmrc'].filter((file) =>
    existsSync(path.join(source, file)),
  );
  const contents = await Promise.all(files.map((file) => readFile(path.join(source, file))));
  const hash = createHash('sha256').update(Buffer.concat(contents)).digest('hex').slice(0, 16);
  const parent = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), cache);
  const folder = path.join(parent, hash);
  if (existsSync(folder)) return folder;
  await mkdir(parent, { recursive: true });
  // The folder has a temporary name until the installation is complete, because several processes may install at the
  // same time.
  const growing = await mkdtemp(path.join(parent, 'installing-'));
  try {
    for (const file of files) await cp(path.join(source, file), path.join(growing, file));
    // A module resolves names from its own folder, so a module in the installation folder loads the packages.
    await writeFile(path.join(growing, 'load.mjs'), 'export const load = (name) => import(name);\n');
    process.stderr.write(`installing ${what}, once (about a minute)\n`);
    const args = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', ['ci', ...args, '--fetch-retries=1', '--fetch-timeout=30000'], {
      cwd: growing,
      timeout: INSTALL_TIMEOUT_MS,
    });
    await rename(growing, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } catch (error) {
    const { stderr = '', killed = false } = error;
    const said = killed ? 'no answer in time' : UNREACHABLE.exec(stderr)?.[0];
    if (said === undefined) throw error;
    process.stderr.write(`not installed: ${what}: no npm registry has them (${said})\n`);
    return undefined;
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
}

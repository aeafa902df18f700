import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const source = fileURLToPath(new URL('packages/', import.meta.url));
const FILES = ['package.json', 'package-lock.json', '.npmrc'];

/** Time for the whole installation; npm itself gives up a silent registry much earlier. */
const MOST_MILLISECONDS = 300_000;
/** What npm says when there is no registry to ask, or one that lacks a package. */
const UNREACHABLE =
  /E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|EHOSTUNREACH|ENETUNREACH|E50\d/;

/**
 * The folder in which the real clients of `packages/` are installed. They are no dependencies of the
 * project: 460 MB would be too much for everybody who installs it. They are installed once for each
 * lock file, into the user's cache. Undefined, and a word on the error output, where no registry can
 * be reached that has them; throws when the installation fails otherwise.
 */
export async function clientPackages(): Promise<string | undefined> {
  const contents = await Promise.all(FILES.map((file) => readFile(path.join(source, file))));
  const hash = createHash('sha256').update(Buffer.concat(contents)).digest('hex').slice(0, 16);
  const cache = path.join(
    process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'),
    'tain-test-clients',
  );
  const folder = path.join(cache, hash);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  // Under another name until it is whole: several test runs may install at the same time.
  const growing = await mkdtemp(path.join(cache, 'installing-'));
  try {
    for (const file of FILES) await cp(path.join(source, file), path.join(growing, file));
    // A module resolves names from where it lies; the programs lie in the tree.
    await writeFile(path.join(growing, 'load.mjs'), 'export const load = (name) => import(name);\n');
    process.stderr.write('installing real clients for their tests, once (about a minute)\n');
    await run(
      'npm',
      [
        'ci',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--prefer-offline',
        '--fetch-retries=1',
        '--fetch-timeout=30000',
      ],
      { cwd: growing, timeout: MOST_MILLISECONDS },
    );
    await rename(growing, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } catch (error) {
    const { stderr = '', killed = false } = error as { stderr?: string; killed?: boolean };
    const said = killed ? 'no answer in time' : UNREACHABLE.exec(stderr)?.[0];
    if (said === undefined) throw error;
    process.stderr.write(`real clients not tested: no npm registry has them (${said})\n`);
    return undefined;
  } finally {
    await rm(growing, { recursive: true, force: true });
  }
}

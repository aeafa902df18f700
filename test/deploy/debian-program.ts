import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Timeout of downloading a package of Debian. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

/**
 * Returns the path of a program: installed, or unpacked from Debian's package `from`, which is downloaded once into
 * `/var/tmp`. Returns null, with a line on stderr that names what is not tested (`purpose`), if neither is available.
 */
export async function findDebianProgram(
  program: string,
  from: string,
  purpose: string,
): Promise<string | null> {
  if (await works(program)) return program;
  const cached = path.join('/var/tmp', `tain-${program}-${os.userInfo().uid}`);
  const unpacked = path.join(cached, 'usr', 'bin', program);
  if (existsSync(unpacked) && (await works(unpacked))) return unpacked;
  const folder = await mkdtemp(`/var/tmp/tain-${program}-new-`);
  try {
    await fetchPackage(folder, from);
    const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
    if (archive === undefined) throw new Error('nothing was fetched');
    const into = path.join(folder, 'unpacked');
    // Other users run the program, too.
    await mkdir(into, { mode: 0o755 });
    await run('dpkg-deb', ['-x', path.join(folder, archive), into]);
    await rm(cached, { recursive: true, force: true });
    await rename(into, cached);
    return (await works(unpacked)) ? unpacked : null;
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    process.stderr.write(`${purpose} not tested: no ${program} (apt-get install ${from}): ${reason}\n`);
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function works(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  );
}

async function fetchPackage(cwd: string, name: string): Promise<void> {
  const options = { cwd, timeout: DOWNLOAD_TIMEOUT_MS };
  const download = () => run('apt-get', ['download', name], options);
  // A fresh machine has no package lists, and only root can update them.
  await download().catch(async () => {
    await run('apt-get', ['update'], options);
    await download();
  });
}
